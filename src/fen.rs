//! Positions as text: FEN, X-FEN and Shredder-FEN.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Piece, Role};
use crate::setup::Setup;
use crate::square::Square;

/// The start position.
pub const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The men.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the full move.
    FullmoveNumber,
    /// What follows the sixth field.
    End,
}

/// A text that is not a FEN: which part is wrong, and how it reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The part that is wrong.
    pub field: FenField,
    /// The text of that part.
    pub text: String,
}

impl FenError {
    fn new(field: FenField, text: &str) -> Self {
        Self {
            field,
            text: text.to_owned(),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.field {
            FenField::Board => "invalid board field",
            FenField::Turn => "invalid turn field",
            FenField::Castling => "invalid castling field",
            FenField::EnPassant => "invalid en passant field",
            FenField::HalfmoveClock => "invalid half-move clock",
            FenField::FullmoveNumber => "invalid full-move number",
            FenField::End => "unexpected text after the sixth field:",
        };
        write!(f, "{name} {}", Quoted(&self.text))
    }
}

impl std::error::Error for FenError {}

/// A text in quotes, escaped, and cut short if it is long: for messages.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 100;
        let mut chars = self.0.chars();
        let head: String = chars.by_ref().take(LONGEST).collect();
        let rest = if chars.next().is_some() { "…" } else { "" };
        write!(f, "{head:?}{rest}")
    }
}

/// Whether a FEN names the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantMode {
    /// If an en passant capture is legal.
    #[default]
    Legal,
    /// After every double step.
    Always,
    /// If a pawn stands ready to capture, legally or not.
    PseudoLegal,
}

/// Reads the men of the first field of a FEN; marks of promoted pieces (`Q~`) are accepted and ignored.
///
/// # Errors
///
/// When the text is not eight ranks of eight squares.
pub fn parse_board(text: &str) -> Result<Board, FenError> {
    let error = || FenError::new(FenField::Board, text);
    let mut board = Board::default();
    let mut ranks = 0;
    // No FEN is longer than this: 64 promoted pieces and seven slashes.
    if text.len() > 64 * 2 + 7 {
        return Err(error());
    }
    for (rank, men) in (0..8).rev().zip(text.split('/')) {
        let mut file = 0;
        let mut previous = b'/';
        for byte in men.bytes() {
            match byte {
                b'1'..=b'8' if !previous.is_ascii_digit() => file += byte - b'0',
                b'~' if b"NBRQnbrq".contains(&previous) => {}
                _ => {
                    let piece = Piece::from_letter(byte)
                        .filter(|_| file < 8)
                        .ok_or_else(error)?;
                    board.put(Square::at(file, rank), piece);
                    file += 1;
                }
            }
            previous = byte;
        }
        if file != 8 {
            return Err(error());
        }
        ranks += 1;
    }
    if ranks != 8 || text.split('/').count() != 8 {
        return Err(error());
    }
    Ok(board)
}

/// Reads a castling field of any of the three forms as a set of rook squares, which may hold no rook.
///
/// `K` and `Q` mean the outermost rook on that side of the king, or the corner if there is none.
///
/// # Errors
///
/// When the text is neither `-` nor up to four different letters of `KQkq`, `A`–`H` and `a`–`h`.
pub fn parse_castling(text: &str, board: &Board) -> Result<Bitboard, FenError> {
    let error = || FenError::new(FenField::Castling, text);
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    if text.is_empty() || text.len() > 4 {
        return Err(error());
    }
    let mut rights = Bitboard::EMPTY;
    for (index, letter) in text.bytes().enumerate() {
        if text.as_bytes()[..index].contains(&letter) {
            return Err(error());
        }
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let file = match letter.to_ascii_lowercase() {
            side @ (b'k' | b'q') => outermost_rook(board, color, side == b'k'),
            file @ b'a'..=b'h' => file - b'a',
            _ => return Err(error()),
        };
        rights |= Square::at(file, color.back_rank()).into();
    }
    Ok(rights)
}

/// The file of the outermost rook on a side of the king on its back rank, or of the corner.
fn outermost_rook(board: &Board, color: Color, king_side: bool) -> u8 {
    let rank = color.back_rank();
    let rooks = board.by_piece(Piece {
        color,
        role: Role::Rook,
    }) & Bitboard::rank(rank);
    let king = board.king(color).filter(|king| king.rank() == rank);
    let mut files = rooks.into_iter().map(Square::file);
    let outermost = king.and_then(|king| {
        if king_side {
            files.filter(|file| *file > king.file()).last()
        } else {
            files.find(|file| *file < king.file())
        }
    });
    outermost.unwrap_or(if king_side { 7 } else { 0 })
}

fn parse_counter(field: FenField, text: &str) -> Result<u32, FenError> {
    // `u32::from_str` takes a sign; a FEN has none.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| FenError::new(field, text))
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN, X-FEN or Shredder-FEN. Fields are separated by spaces; missing ones at the end are `w - - 0 1`.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split(' ').filter(|field| !field.is_empty());
        let board = parse_board(fields.next().unwrap_or_default())?;
        let turn = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::new(FenField::Turn, other)),
        };
        let castling_rights = parse_castling(fields.next().unwrap_or("-"), &board)?;
        let ep_square = match fields.next().unwrap_or("-") {
            "-" => None,
            square => Some(
                Square::from_str(square)
                    .ok()
                    .filter(|square| matches!(square.rank(), 2 | 5))
                    .ok_or_else(|| FenError::new(FenField::EnPassant, square))?,
            ),
        };
        let halfmove_clock = parse_counter(FenField::HalfmoveClock, fields.next().unwrap_or("0"))?;
        let fullmove_number =
            parse_counter(FenField::FullmoveNumber, fields.next().unwrap_or("1"))?.max(1);
        if let Some(rest) = fields.next() {
            return Err(FenError::new(FenField::End, rest));
        }
        Ok(Self {
            board,
            turn,
            castling_rights,
            ep_square,
            halfmove_clock,
            fullmove_number,
        })
    }
}

impl fmt::Display for Setup {
    /// Writes the FEN that reads back as this very setup, with rights by file and the en passant square as it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = if self.turn.is_white() { 'w' } else { 'b' };
        let mut rights: String = self
            .castling_rights
            .into_iter()
            .map(|rook| {
                let letter = (b'a' + rook.file()) as char;
                if rook.rank() == 0 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            })
            .collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let ep = self
            .ep_square
            .map_or_else(|| "-".to_owned(), |square| square.to_string());
        let (board, clock, number) = (
            board_fen(&self.board),
            self.halfmove_clock,
            self.fullmove_number,
        );
        write!(f, "{board} {turn} {rights} {ep} {clock} {number}")
    }
}

/// Writes the men as the first field of a FEN.
#[must_use]
pub fn board_fen(board: &Board) -> String {
    let mut text = String::with_capacity(71);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            if let Some(piece) = board.piece_at(Square::at(file, rank)) {
                if empty > 0 {
                    text.push((b'0' + empty) as char);
                }
                empty = 0;
                text.push(piece.letter());
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            text.push((b'0' + empty) as char);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Writes the castling rights of a board: as X-FEN, or with files only as Shredder-FEN.
///
/// X-FEN is `KQkq` except for a rook that is not the outermost on its side, which is written by its file.
#[must_use]
pub fn castling_fen(board: &Board, shredder: bool) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let Some(king) = board.king(color) else {
            continue;
        };
        let rights = board.castling_rooks() & Bitboard::rank(color.back_rank());
        let mut letters: Vec<char> = rights
            .into_iter()
            .map(|rook| {
                let king_side = rook.file() > king.file();
                if !shredder && outermost_rook(board, color, king_side) == rook.file() {
                    if king_side { 'k' } else { 'q' }
                } else {
                    (b'a' + rook.file()) as char
                }
            })
            .collect();
        // The king side comes first.
        letters.reverse();
        for letter in letters {
            text.push(if color.is_white() {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

/// Writes the fields that a FEN and an EPD have in common: men, turn, rights, en passant square.
pub(crate) fn four_fields(
    board: &Board,
    turn: Color,
    ep_square: Option<Square>,
    shredder: bool,
) -> String {
    let mut text = board_fen(board);
    text.push_str(if turn.is_white() { " w " } else { " b " });
    text.push_str(&castling_fen(board, shredder));
    match ep_square {
        Some(square) => {
            text.push(' ');
            text.push_str(&square.to_string());
        }
        None => text.push_str(" -"),
    }
    text
}
