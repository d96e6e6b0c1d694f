//! Moves, their UCI text, and what kind of thing a move does.

use std::fmt;
use std::str::FromStr;

use crate::piece::Role;
use crate::square::Square;

/// A move: from where, to where, and what a pawn becomes.
///
/// Castling is the king's move onto its own rook, in every mode: that is clear on any board. [`Position`] translates the
/// two-square step of orthodox chess. Moves are ordered by from-square, to-square and promotion.
///
/// ```
/// use atomic_rs::{Move, Role};
///
/// let promotion: Move = "b7a8q".parse().unwrap();
/// assert_eq!(promotion.promotion(), Some(Role::Queen));
/// assert_eq!(promotion.to_string(), "b7a8q");
/// ```
///
/// [`Position`]: crate::Position
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The null move `0000`: the side to move passes.
    pub const NULL: Self = Self(0);

    /// The number of values of [`Move::index`].
    pub const COUNT: usize = 1 << 15;

    /// A move without promotion.
    #[must_use]
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from.index() << 9 | to.index() << 3) as u16)
    }

    /// A move with promotion.
    #[must_use]
    #[inline(always)]
    pub const fn with_promotion(from: Square, to: Square, role: Role) -> Self {
        Self(Self::new(from, to).0 | role as u16)
    }

    /// The square the moving man leaves.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping((self.0 >> 9) as u32)
    }

    /// The square it goes to; for castling, the square of the rook.
    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0 >> 3) as u32)
    }

    /// What a pawn becomes.
    #[must_use]
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        Role::new((self.0 & 7) as u32)
    }

    /// Whether it names a promotion exactly if it must, and one that there is.
    #[inline(always)]
    pub(crate) fn names_promotion(self, promotes: bool) -> bool {
        match self.promotion() {
            None => !promotes,
            Some(role) => promotes && Role::PROMOTIONS.contains(&role),
        }
    }

    /// Whether this is the null move.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == Self::NULL.0
    }

    /// The move of a number that [`Move::index`] gave.
    #[must_use]
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < Self::COUNT && index & 7 < 7 {
            Some(Self(index))
        } else {
            None
        }
    }

    /// A number below [`Move::COUNT`] that is different for each move: `from * 512 + to * 8 + promotion`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion()
            .map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move in UCI form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move such as e2e4, b7b8q or 0000")
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let square = |range: std::ops::Range<usize>| -> Result<Square, ParseMoveError> {
            text.get(range)
                .ok_or(ParseMoveError)?
                .parse()
                .map_err(|_| ParseMoveError)
        };
        let (from, to) = (square(0..2)?, square(2..4)?);
        if from == to {
            return Err(ParseMoveError);
        }
        match text.as_bytes()[4..] {
            [] => Ok(Self::new(from, to)),
            [letter] => match Role::from_letter(letter) {
                Some(role) => Ok(Self::with_promotion(from, to, role)),
                None => Err(ParseMoveError),
            },
            _ => Err(ParseMoveError),
        }
    }
}

/// The moves of a position. There is no upper bound on their number but memory: overfull boards have hundreds.
pub type MoveList = Vec<Move>;

/// What a legal move does, with all that its application needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// A man goes to an empty square.
    Quiet {
        role: Role,
        from: Square,
        to: Square,
    },
    /// A pawn goes two squares.
    DoubleStep { from: Square, to: Square },
    /// A pawn goes to an empty square of the last rank.
    Promotion {
        from: Square,
        to: Square,
        role: Role,
    },
    /// A man other than the king captures; the four promotions of a capturing pawn are one action.
    Capture {
        from: Square,
        to: Square,
        promotes: bool,
    },
    /// A king captures, where the rules let it.
    KingCapture { from: Square, to: Square },
    /// A pawn captures en passant.
    EnPassant { from: Square, to: Square },
    /// The king castles with the rook.
    Castling { king: Square, rook: Square },
}

impl Action {
    /// The number of moves that do this: four for a capture with promotion, whose piece explodes whatever it is.
    #[inline(always)]
    pub(crate) fn multiplicity(self) -> u64 {
        if matches!(self, Self::Capture { promotes: true, .. }) {
            4
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn uci_text_reads_back() {
        for text in ["e2e4", "a7a8n", "h2g1k", "0000", "a1h8"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in [
            "", "e2", "e2e", "e2e9", "e2e4qq", "e7e8Q", "e2e4 ", "éa2a4", "e2é", "a8a8", "e2e4\0",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
