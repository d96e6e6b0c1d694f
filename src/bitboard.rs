//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::piece::{Color, Side};
use crate::square::Square;

/// A set of squares, one bit a square, a1 the lowest.
///
/// ```
/// use atomic_rs::{Bitboard, Square};
///
/// let ring = Bitboard::picture(
///     ". . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . . . X X X . .
///      . . . X . X . .
///      . . . X X X . .
///      . . . . . . . .
///      . . . . . . . .",
/// );
/// assert_eq!(ring.count(), 8);
/// assert!(!ring.contains("e4".parse().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The first and the last rank.
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
    pub(crate) const FILE_H: u64 = Self::FILE_A << 7;

    /// One square.
    #[must_use]
    #[inline(always)]
    pub const fn square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The squares of a file, 0 (a) to 7 (h).
    #[must_use]
    #[inline(always)]
    pub const fn file(file: u8) -> Self {
        Self(Self::FILE_A << (file & 7))
    }

    /// The squares of a rank, 0 (first) to 7 (eighth).
    #[must_use]
    #[inline(always)]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * (rank & 7)))
    }

    /// The squares marked `X` in a drawing of eight ranks, the eighth first; other marks than `X` and `.` are ignored.
    ///
    /// # Panics
    ///
    /// When the drawing has not exactly 64 marks.
    #[must_use]
    pub fn picture(drawing: &str) -> Self {
        let marks: Vec<u8> = drawing
            .bytes()
            .filter(|mark| b"X.".contains(mark))
            .collect();
        assert_eq!(marks.len(), 64, "a drawing has 64 marks");
        let mut set = Self::EMPTY;
        for (index, mark) in marks.iter().enumerate() {
            if *mark == b'X' {
                // Drawings start with the eighth rank.
                set |= Self(1 << (index ^ 0x38));
            }
        }
        set
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one square.
    #[must_use]
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two squares or more.
    #[must_use]
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    #[must_use]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrapping(self.0.trailing_zeros()))
        }
    }

    /// The square of a set of exactly one.
    #[must_use]
    #[inline(always)]
    pub const fn single(self) -> Option<Square> {
        if self.many() { None } else { self.first() }
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares one king step away from a square of the set, or in it.
    #[must_use]
    #[inline(always)]
    pub const fn neighbours(self) -> Self {
        let row = self.0 | self.0 << 1 & !Self::FILE_A | self.0 >> 1 & !Self::FILE_H;
        Self(row | row << 8 | row >> 8)
    }

    /// The set with ranks turned upside down.
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The squares one rank on, from the view of a side; those that leave the board are dropped.
    #[inline(always)]
    pub(crate) fn forward<S: Side>(self) -> Self {
        match S::COLOR {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// The squares one rank on and one file nearer to a, from the view of a side.
    #[inline(always)]
    pub(crate) fn forward_west<S: Side>(self) -> Self {
        Self(self.forward::<S>().0 >> 1 & !Self::FILE_H)
    }

    /// The squares one rank on and one file nearer to h, from the view of a side.
    #[inline(always)]
    pub(crate) fn forward_east<S: Side>(self) -> Self {
        Self(self.forward::<S>().0 << 1 & !Self::FILE_A)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self::square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::square(square))
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.contains(Square::at(file, rank)) {
                    "X"
                } else {
                    "."
                };
                write!(f, "{}{mark}", if file == 0 { "" } else { " " })?;
            }
            f.write_str(if rank == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Bitboard;
    use crate::piece::{Black, White};

    #[test]
    fn a_picture_reads_back() {
        for set in [
            Bitboard::EMPTY,
            Bitboard::ALL,
            Bitboard(0x0123_4567_89ab_cdef),
        ] {
            assert_eq!(Bitboard::picture(&set.to_string()), set);
            assert_eq!(set.into_iter().collect::<Bitboard>(), set);
        }
    }

    #[test]
    fn steps_forward_stay_on_the_board() {
        let edges = Bitboard::rank(6);
        assert_eq!(edges.forward::<White>(), Bitboard::rank(7));
        assert_eq!(edges.forward_west::<White>().count(), 7);
        assert_eq!(edges.forward_east::<White>().count(), 7);
        assert_eq!(Bitboard::rank(7).forward::<White>(), Bitboard::EMPTY);
        assert_eq!(Bitboard::rank(0).forward_east::<Black>(), Bitboard::EMPTY);
    }
}
