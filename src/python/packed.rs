//! Positions as few bytes, for pickles.
//!
//! In this order: the occupied squares (8 bytes), a nibble for each man in the order of squares, whose numbers are those
//! of the piece types, and 8 more for Black; the castling rights (8 bytes), only if there are any; the two counters (4
//! bytes each); and a byte each for the en passant square, 64 if there is none, and for flags. Numbers are little-endian.
//! A full board of 64 men takes 58 bytes.

use crate::bitboard::Bitboard;
use crate::castling::CastlingMode;
use crate::piece::{Color, Piece, Role};
use crate::setup::Setup;
use crate::square::Square;

const BLACK_TO_MOVE: u8 = 1;
const CHESS960: u8 = 2;
const RIGHTS: u8 = 4;
const NO_SQUARE: u8 = 64;

/// The bytes of a setup and its castling mode.
pub(super) fn pack(setup: &Setup, mode: CastlingMode) -> Vec<u8> {
    let occupied = setup.board.occupied();
    let mut bytes = occupied.0.to_le_bytes().to_vec();
    let men: Vec<u8> = occupied
        .into_iter()
        .filter_map(|square| setup.board.piece_at(square))
        .map(|piece| piece.role as u8 | u8::from(!piece.color.is_white()) << 3)
        .collect();
    bytes.extend(
        men.chunks(2)
            .map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4),
    );
    let mut flags = 0;
    if setup.castling_rights.any() {
        bytes.extend(setup.castling_rights.0.to_le_bytes());
        flags |= RIGHTS;
    }
    bytes.extend(setup.halfmove_clock.to_le_bytes());
    bytes.extend(setup.fullmove_number.to_le_bytes());
    bytes.push(
        setup
            .ep_square
            .map_or(NO_SQUARE, |square| square.index() as u8),
    );
    if !setup.turn.is_white() {
        flags |= BLACK_TO_MOVE;
    }
    if mode == CastlingMode::Chess960 {
        flags |= CHESS960;
    }
    bytes.push(flags);
    bytes
}

/// The setup and the castling mode of bytes that `pack` made; `None` for other bytes.
pub(super) fn unpack(bytes: &[u8]) -> Option<(Setup, CastlingMode)> {
    let (bytes, [ep_square, flags]) = bytes.split_last_chunk()?;
    let (bytes, fullmove_number) = bytes.split_last_chunk()?;
    let (bytes, halfmove_clock) = bytes.split_last_chunk()?;
    let (bytes, castling_rights) = if flags & RIGHTS == 0 {
        (bytes, 0)
    } else {
        let (bytes, rights) = bytes.split_last_chunk()?;
        (bytes, u64::from_le_bytes(*rights))
    };
    let (occupied, men) = bytes.split_first_chunk()?;
    let occupied = Bitboard(u64::from_le_bytes(*occupied));
    if men.len() != occupied.count().div_ceil(2) as usize {
        return None;
    }
    let mut setup = Setup {
        turn: if flags & BLACK_TO_MOVE == 0 {
            Color::White
        } else {
            Color::Black
        },
        castling_rights: Bitboard(castling_rights),
        ep_square: if *ep_square == NO_SQUARE {
            None
        } else {
            Some(Square::new(u32::from(*ep_square))?)
        },
        halfmove_clock: u32::from_le_bytes(*halfmove_clock),
        fullmove_number: u32::from_le_bytes(*fullmove_number),
        ..Setup::default()
    };
    let nibbles = men.iter().flat_map(|pair| [pair & 15, pair >> 4]);
    for (square, nibble) in occupied.into_iter().zip(nibbles) {
        let color = if nibble & 8 == 0 {
            Color::White
        } else {
            Color::Black
        };
        setup.board.put(
            square,
            Piece {
                color,
                role: Role::new(u32::from(nibble & 7))?,
            },
        );
    }
    let mode = if flags & CHESS960 == 0 {
        CastlingMode::Standard
    } else {
        CastlingMode::Chess960
    };
    Some((setup, mode))
}
