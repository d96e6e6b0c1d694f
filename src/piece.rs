//! Colours, kinds of pieces, and the two sides as types.

use std::fmt;
use std::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Whether this is White.
    #[must_use]
    #[inline(always)]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }

    /// The rank, 0 to 7, on which the pieces of this colour start.
    #[must_use]
    #[inline(always)]
    pub const fn back_rank(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// The rank from which pawns may step twice.
    pub(crate) const fn pawn_rank(self) -> u8 {
        match self {
            Self::White => 1,
            Self::Black => 6,
        }
    }
}

impl Color {
    /// The rank of the squares on which this colour captures en passant.
    #[inline(always)]
    pub(crate) const fn ep_rank(self) -> u8 {
        match self {
            Self::White => 5,
            Self::Black => 2,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Steps forward, captures diagonally, promotes.
    Pawn = 1,
    /// Leaps.
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides like a bishop and like a rook.
    Queen,
    /// The piece whose explosion or mate ends the game.
    King,
}

impl Role {
    /// All kinds in the order of their numbers, 1 (pawn) to 6 (king).
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// What a pawn may become.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The kind of a number from 1 (pawn) to 6 (king); `None` for another number.
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        match number {
            1 => Some(Self::Pawn),
            2 => Some(Self::Knight),
            3 => Some(Self::Bishop),
            4 => Some(Self::Rook),
            5 => Some(Self::Queen),
            6 => Some(Self::King),
            _ => None,
        }
    }

    /// The kind of a lower-case letter of `pnbrqk`.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'p' => Some(Self::Pawn),
            b'n' => Some(Self::Knight),
            b'b' => Some(Self::Bishop),
            b'r' => Some(Self::Rook),
            b'q' => Some(Self::Queen),
            b'k' => Some(Self::King),
            _ => None,
        }
    }

    /// The lower-case letter of the kind.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }
}

/// A man: its colour and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The man of a FEN letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_letter(letter.to_ascii_lowercase()) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }

    /// The FEN letter of the man.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A colour known at compile time, so that its directions are constants in the generator.
pub(crate) trait Side: Copy {
    /// The colour.
    const COLOR: Color;
    /// The other side.
    type Opponent: Side<Opponent = Self>;
}

/// White as a type.
#[derive(Clone, Copy)]
pub(crate) struct White;

/// Black as a type.
#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
