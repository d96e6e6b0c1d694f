//! Squares of the board.

use std::fmt;
use std::str::FromStr;

/// A square, 0 to 63: a1 is 0, b1 is 1, h8 is 63.
///
/// ```
/// use atomic_rs::Square;
///
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!((e4.file(), e4.rank(), e4.index()), (4, 3, 28));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a number from 0 (a1) to 63 (h8); `None` outside of that.
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        if index < 64 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The square of the low six bits of `index`.
    #[inline(always)]
    pub(crate) const fn wrapping(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// The square on a file (0 is a) and a rank (0 is the first); both are taken modulo 8.
    #[must_use]
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | (file & 7))
    }

    /// The number of the square, 0 to 63.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask tells the compiler the range, which removes bounds checks of table look-ups.
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[must_use]
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 (first) to 7 (eighth).
    #[must_use]
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The file as a letter, `a` to `h`.
    #[must_use]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// The rank as a digit, `1` to `8`.
    #[must_use]
    pub const fn rank_digit(self) -> char {
        (b'1' + self.rank()) as char
    }

    /// The square with the same file on another rank.
    #[must_use]
    #[inline(always)]
    pub const fn with_rank(self, rank: u8) -> Self {
        Self::at(self.file(), rank)
    }

    /// The square on the same file one rank nearer to or farther from rank 1: 3 and 4, 5 and 6 change places.
    ///
    /// For an en passant square it is the square of the pawn that can be taken, and the other way round.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn behind_en_passant(self) -> Self {
        Self(self.0 ^ 8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank_digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square from `a1` to `h8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square from a1 to h8")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn every_square_reads_back() {
        for index in 0..64 {
            let square = Square::new(index).unwrap();
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
        }
        assert_eq!(Square::new(64), None);
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
