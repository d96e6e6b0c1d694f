//! Geometry: where men could go on a given occupation. No rules.
//!
//! Sliders use hyperbola quintessence: the squares on a line up to and including the first blocker fall out of a
//! subtraction, once from each end. It needs 2.5 KB of tables instead of a megabyte, which suits callers with cold
//! caches. Ranks, whose bits a byte swap does not reverse, have a table of their own.

use crate::bitboard::Bitboard;
use crate::piece::Color;
use crate::square::Square;

/// Bits of the squares reached from `square` by each step of `steps` that stays on the board, once or repeatedly.
const fn reach(square: usize, steps: &[(i8, i8)], repeat: bool) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let (east, north) = steps[i];
        let mut file = (square % 8) as i8 + east;
        let mut rank = (square / 8) as i8 + north;
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            set |= 1 << (rank * 8 + file);
            if !repeat {
                break;
            }
            file += east;
            rank += north;
        }
        i += 1;
    }
    set
}

const fn reach_table(steps: &[(i8, i8)], repeat: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(reach(square, steps, repeat));
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = reach_table(
    &[
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ],
    false,
);
static RING: [Bitboard; 64] = reach_table(
    &[
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ],
    false,
);
static PAWN: [[Bitboard; 64]; 2] = [
    reach_table(&[(-1, 1), (1, 1)], false),
    reach_table(&[(-1, -1), (1, -1)], false),
];
static FILE: [Bitboard; 64] = reach_table(&[(0, 1), (0, -1)], true);
static DIAGONAL: [Bitboard; 64] = reach_table(&[(1, 1), (-1, -1)], true);
static ANTIDIAGONAL: [Bitboard; 64] = reach_table(&[(1, -1), (-1, 1)], true);
pub(crate) static ROOK_RAYS: [Bitboard; 64] =
    reach_table(&[(0, 1), (1, 0), (0, -1), (-1, 0)], true);
pub(crate) static BISHOP_RAYS: [Bitboard; 64] =
    reach_table(&[(1, 1), (1, -1), (-1, -1), (-1, 1)], true);

/// The attacks along a rank by file of the slider and by the six inner squares of the rank that are occupied.
static RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut set = 0;
            let mut east = file + 1;
            while east < 8 {
                set |= 1 << east;
                if occupied >> east & 1 != 0 {
                    break;
                }
                east += 1;
            }
            let mut west = file;
            while west > 0 {
                west -= 1;
                set |= 1 << west;
                if occupied >> west & 1 != 0 {
                    break;
                }
            }
            table[file][inner] = set;
            inner += 1;
        }
        file += 1;
    }
    table
};

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (east, north) = [
                (0, 1),
                (1, 1),
                (1, 0),
                (1, -1),
                (0, -1),
                (-1, -1),
                (-1, 0),
                (-1, 1),
            ][direction];
            let mut file = (from % 8) as i8 + east;
            let mut rank = (from / 8) as i8 + north;
            let mut set = 0;
            while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                let to = rank.cast_unsigned() as usize * 8 + file.cast_unsigned() as usize;
                table[from][to] = Bitboard(set);
                set |= 1 << to;
                file += east;
                rank += north;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The squares a knight attacks.
#[must_use]
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The up to eight squares one king step away: what a king attacks, and what a blast reaches besides its centre.
///
/// ```
/// use atomic_rs::{Bitboard, attacks};
///
/// assert_eq!(
///     attacks::ring("b7".parse().unwrap()),
///     Bitboard::picture(
///         "X X X . . . . .
///          X . X . . . . .
///          X X X . . . . .
///          . . . . . . . .
///          . . . . . . . .
///          . . . . . . . .
///          . . . . . . . .
///          . . . . . . . .",
///     ),
/// );
/// ```
#[must_use]
#[inline(always)]
pub fn ring(square: Square) -> Bitboard {
    RING[square.index()]
}

/// The square and its ring: what a capture on the square reaches.
#[must_use]
#[inline(always)]
pub fn zone(square: Square) -> Bitboard {
    ring(square) | square.into()
}

/// The squares a pawn of the colour attacks.
#[must_use]
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square.index()]
}

/// The square in front of a pawn of the colour; empty at the edge.
#[must_use]
pub fn pawn_step(color: Color, square: Square) -> Bitboard {
    let square = Bitboard::square(square).0;
    Bitboard(match color {
        Color::White => square << 8,
        Color::Black => square >> 8,
    })
}

/// The squares a rook would attack on an empty board.
#[must_use]
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares a bishop would attack on an empty board.
#[must_use]
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The whole rank, file or diagonal through two squares, up to both edges; empty for all other pairs.
#[must_use]
pub fn line(from: Square, to: Square) -> Bitboard {
    if !(rook_rays(from) | bishop_rays(from)).contains(to) {
        return Bitboard::EMPTY;
    }
    let lines = [&FILE, &DIAGONAL, &ANTIDIAGONAL].map(|table| table[from.index()]);
    let line = lines.into_iter().find(|line| line.contains(to));
    line.unwrap_or(Bitboard::rank(from.rank())) | from.into()
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for all other pairs.
#[must_use]
#[inline(always)]
pub fn between(from: Square, to: Square) -> Bitboard {
    BETWEEN[from.index()][to.index()]
}

/// Attacks along a file or diagonal `line` (without the slider's square).
#[inline(always)]
fn along(square: Square, occupied: Bitboard, line: Bitboard) -> Bitboard {
    let slider = Bitboard::square(square).0;
    let blockers = occupied.0 & line.0;
    let up = blockers.wrapping_sub(slider);
    let down = blockers
        .swap_bytes()
        .wrapping_sub(slider.swap_bytes())
        .swap_bytes();
    Bitboard((up ^ down) & line.0)
}

/// The squares a bishop attacks, the first occupied one of each direction included.
#[must_use]
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    along(square, occupied, DIAGONAL[square.index()])
        | along(square, occupied, ANTIDIAGONAL[square.index()])
}

/// The squares a rook attacks, the first occupied one of each direction included.
///
/// ```
/// use atomic_rs::{Bitboard, attacks};
///
/// let occupied = Bitboard::picture(
///     ". . . . . . . .
///      . . . . . . . .
///      . . X . . . . .
///      . . . . . . . .
///      X . . . X . X .
///      . . X . . . . .
///      . . . . . . . .
///      . . . . . . . .",
/// );
/// assert_eq!(
///     attacks::rook("c4".parse().unwrap(), occupied),
///     Bitboard::picture(
///         ". . . . . . . .
///          . . . . . . . .
///          . . X . . . . .
///          . . X . . . . .
///          X X . X X . . .
///          . . X . . . . .
///          . . . . . . . .
///          . . . . . . . .",
///     ),
/// );
/// ```
#[must_use]
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let start = square.rank() * 8;
    let inner = (occupied.0 >> (start + 1) & 63) as usize;
    let rank = u64::from(RANK[square.file() as usize][inner]) << start;
    along(square, occupied, FILE[square.index()]) | Bitboard(rank)
}

#[cfg(test)]
mod tests {
    use super::{between, bishop, bishop_rays, reach, rook, rook_rays};
    use crate::bitboard::Bitboard;
    use crate::square::Square;

    /// Walks each direction step by step: the definition of a slider's attacks.
    fn walked(square: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for step in steps {
            for next in Bitboard(reach(square.index(), &[*step], true)) {
                let behind = between(square, next);
                if (behind & occupied).is_empty() {
                    set |= next.into();
                }
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        // A few thousand occupations of all densities from a fixed multiplicative sequence.
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..200_u32 {
            for index in 0..64 {
                random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                let mixed = random ^ random >> 29;
                let occupied = Bitboard(if round % 2 == 0 {
                    mixed
                } else {
                    mixed & mixed.rotate_left(23)
                });
                let square = Square::new(index).unwrap();
                let diagonal = walked(square, occupied, &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
                let straight = walked(square, occupied, &[(1, 0), (0, 1), (-1, 0), (0, -1)]);
                assert_eq!(
                    bishop(square, occupied),
                    diagonal,
                    "bishop {square} {occupied:?}"
                );
                assert_eq!(
                    rook(square, occupied),
                    straight,
                    "rook {square} {occupied:?}"
                );
            }
        }
        for index in 0..64 {
            let square = Square::new(index).unwrap();
            assert_eq!(bishop(square, Bitboard::EMPTY), bishop_rays(square));
            assert_eq!(rook(square, Bitboard::EMPTY), rook_rays(square));
        }
    }
}
