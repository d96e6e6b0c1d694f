//! A position as somebody describes it, before anyone asked whether it makes sense.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::CastlingMode;
use crate::piece::{Color, Piece, Role};
use crate::square::Square;

/// The parts of a position, unvalidated: men anywhere, rights without rooks, any en passant square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The men.
    pub board: Board,
    /// Whose move it is.
    pub turn: Color,
    /// The squares of rooks that are said to have the right to castle.
    pub castling_rights: Bitboard,
    /// The square that a pawn is said to have just passed.
    pub ep_square: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the full move, from 1.
    pub fullmove_number: u32,
}

impl Default for Setup {
    /// The empty board, White to move.
    fn default() -> Self {
        Self {
            board: Board::default(),
            turn: Color::White,
            castling_rights: Bitboard::EMPTY,
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

impl Setup {
    /// Those of the named castling rights that can exist: king and rook in place, at most one right each side.
    ///
    /// Where two rooks on one side of the king are named, the outer one has the right.
    #[must_use]
    pub fn possible_castling_rights(&self, mode: CastlingMode) -> Bitboard {
        let mut rights = Bitboard::EMPTY;
        for color in Color::ALL {
            let Some(king) = self
                .board
                .king(color)
                .filter(|king| king.rank() == color.back_rank())
            else {
                continue;
            };
            let rooks = self.castling_rights
                & self.board.by_piece(Piece {
                    color,
                    role: Role::Rook,
                })
                & Bitboard::rank(color.back_rank());
            let allowed = |rook: &Square| mode.allows(king, *rook);
            let queen_side = rooks
                .into_iter()
                .filter(allowed)
                .find(|rook| rook.file() < king.file());
            let king_side = rooks
                .into_iter()
                .filter(allowed)
                .filter(|rook| rook.file() > king.file())
                .last();
            rights |= queen_side.into_iter().chain(king_side).collect();
        }
        rights
    }
}

/// Reasons why a position cannot come from a game, as a set of flags.
///
/// The bits are those of python-chess's `Status`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Faults(u32);

impl Faults {
    /// White's king is missing although it was not White's to lose.
    pub const NO_WHITE_KING: Self = Self(1);
    /// Black's king is missing although it was not Black's to lose.
    pub const NO_BLACK_KING: Self = Self(1 << 1);
    /// A colour has several kings.
    pub const TOO_MANY_KINGS: Self = Self(1 << 2);
    /// More than eight white pawns.
    pub const TOO_MANY_WHITE_PAWNS: Self = Self(1 << 3);
    /// More than eight black pawns.
    pub const TOO_MANY_BLACK_PAWNS: Self = Self(1 << 4);
    /// A pawn stands on the first or the last rank.
    pub const PAWNS_ON_BACKRANK: Self = Self(1 << 5);
    /// More than sixteen white men.
    pub const TOO_MANY_WHITE_PIECES: Self = Self(1 << 6);
    /// More than sixteen black men.
    pub const TOO_MANY_BLACK_PIECES: Self = Self(1 << 7);
    /// A castling right without king and rook in place.
    pub const BAD_CASTLING_RIGHTS: Self = Self(1 << 8);
    /// The en passant square cannot have been passed by a pawn in the last move.
    pub const INVALID_EP_SQUARE: Self = Self(1 << 9);
    /// The side that is not to move is in check.
    pub const OPPOSITE_CHECK: Self = Self(1 << 10);
    /// There is no man.
    pub const EMPTY: Self = Self(1 << 11);
    /// More men give check than any move can bring about.
    pub const TOO_MANY_CHECKERS: Self = Self(1 << 15);
    /// The checks cannot have come about by the double step that the en passant square tells of.
    pub const IMPOSSIBLE_CHECK: Self = Self(1 << 16);

    const NAMES: [(Self, &str); 14] = [
        (Self::NO_WHITE_KING, "no white king"),
        (Self::NO_BLACK_KING, "no black king"),
        (Self::TOO_MANY_KINGS, "too many kings"),
        (Self::TOO_MANY_WHITE_PAWNS, "too many white pawns"),
        (Self::TOO_MANY_BLACK_PAWNS, "too many black pawns"),
        (Self::PAWNS_ON_BACKRANK, "pawns on the back rank"),
        (Self::TOO_MANY_WHITE_PIECES, "too many white pieces"),
        (Self::TOO_MANY_BLACK_PIECES, "too many black pieces"),
        (Self::BAD_CASTLING_RIGHTS, "bad castling rights"),
        (Self::INVALID_EP_SQUARE, "invalid en passant square"),
        (Self::OPPOSITE_CHECK, "the side not to move is in check"),
        (Self::EMPTY, "empty board"),
        (Self::TOO_MANY_CHECKERS, "too many checkers"),
        (Self::IMPOSSIBLE_CHECK, "impossible check"),
    ];

    /// The flags as bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether there is no fault.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all flags of the other set are in this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set if the condition holds, else no fault.
    pub(crate) fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::default() }
    }
}

impl BitOr for Faults {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Faults {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Self::NAMES
            .iter()
            .filter(|(flag, _)| self.contains(*flag))
            .map(|(_, name)| *name)
            .collect();
        f.write_str(&names.join(", "))
    }
}
