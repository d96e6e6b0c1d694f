//! Castling geometry. Chess960 is the general case, orthodox chess an instance of it.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// How castling rights and castling moves are named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingMode {
    /// Kings on e1 and e8, rooks in the corners; castling is written as the king's two-square step.
    #[default]
    Standard,
    /// Kings and rooks anywhere on their back rank; castling is written as the king taking its own rook.
    Chess960,
}

impl CastlingMode {
    /// Whether a rook may have the right to castle with a king of its colour on `king`, seen from the squares alone.
    pub(crate) fn allows(self, king: Square, rook: Square) -> bool {
        const E_FILE: u8 = 4;
        king.rank() == rook.rank()
            && match self {
                Self::Standard => king.file() == E_FILE && matches!(rook.file(), 0 | 7),
                Self::Chess960 => true,
            }
    }
}

/// The squares of one castling move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPath {
    /// Where the king goes: the c- or the g-file.
    pub king_to: Square,
    /// Where the rook goes: the d- or the f-file.
    pub rook_to: Square,
    /// What the king leaves or passes: its square and all before its goal.
    pub king_way: Bitboard,
    /// What must be empty.
    pub clear: Bitboard,
}

impl CastlingPath {
    /// The squares of castling with the king and the rook of these squares.
    #[inline(always)]
    pub(crate) fn new(king: Square, rook: Square) -> Self {
        const C_FILE: u8 = 2;
        const D_FILE: u8 = 3;
        const F_FILE: u8 = 5;
        const G_FILE: u8 = 6;
        let king_side = rook.file() > king.file();
        let rank = king.rank();
        let king_to = Square::at(if king_side { G_FILE } else { C_FILE }, rank);
        let rook_to = Square::at(if king_side { F_FILE } else { D_FILE }, rank);
        let passed = attacks::between(king, king_to);
        let movers = Bitboard::square(king) | rook.into();
        let rook_way = attacks::between(rook, rook_to) | rook_to.into();
        Self {
            king_to,
            rook_to,
            king_way: passed | king.into(),
            clear: (passed | king_to.into() | rook_way).without(movers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CastlingPath;
    use crate::bitboard::Bitboard;

    fn set(squares: &str) -> Bitboard {
        squares
            .split_whitespace()
            .map(|square| square.parse().unwrap())
            .collect()
    }

    #[test]
    fn paths_of_both_modes() {
        for (king, rook, way, clear) in [
            ("e1", "h1", "e1 f1", "f1 g1"),
            ("e8", "a8", "e8 d8", "b8 c8 d8"),
            ("g1", "h1", "g1", "f1"),
            ("b1", "a1", "b1", "c1 d1"),
            ("c8", "b8", "c8", "d8"),
            ("f1", "b1", "f1 e1 d1", "c1 d1 e1"),
        ] {
            let path = CastlingPath::new(king.parse().unwrap(), rook.parse().unwrap());
            assert_eq!(path.king_way, set(way), "{king} {rook}");
            assert_eq!(path.clear, set(clear), "{king} {rook}");
        }
    }
}
