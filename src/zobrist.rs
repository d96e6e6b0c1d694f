//! The Zobrist keys of the Polyglot format. Their values are a promise: keys may be stored and compared across versions.

use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece};
use crate::polyglot_keys::POLYGLOT_KEYS;
use crate::square::Square;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key of a man on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    // The format numbers black pawn 0, white pawn 1, black knight 2, …, white king 11.
    let kind = 2 * (piece.role as usize - 1) + usize::from(piece.color.is_white());
    POLYGLOT_KEYS[64 * kind + square.index()]
}

/// The key of a colour's right to castle with a rook on the h-side or the a-side of its king.
///
/// The format knows rights by side only; a rook's file does not matter.
#[inline]
pub(crate) fn castling_right(color: Color, king_side: bool) -> u64 {
    POLYGLOT_KEYS[CASTLING + 2 * usize::from(!color.is_white()) + usize::from(!king_side)]
}

/// The combined key of the rights to castle with each of the `rooks`, given the kings of White and of Black.
#[inline]
pub(crate) fn castling(rooks: Bitboard, kings: [Option<Square>; 2]) -> u64 {
    let mut key = 0;
    for rook in rooks {
        let color = if rook.rank() == 0 {
            Color::White
        } else {
            Color::Black
        };
        let king_side = kings[color as usize].is_some_and(|king| rook.file() > king.file());
        key ^= castling_right(color, king_side);
    }
    key
}

/// The key of an en passant square.
#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    POLYGLOT_KEYS[EN_PASSANT + square.file() as usize]
}

/// The key of the side to move: that of White, or nothing.
#[inline]
pub(crate) fn turn(color: Color) -> u64 {
    if color.is_white() {
        POLYGLOT_KEYS[WHITE_TO_MOVE]
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::POLYGLOT_KEYS;
    use std::collections::HashSet;

    #[test]
    fn the_numbers_are_all_different() {
        assert_eq!(
            POLYGLOT_KEYS.iter().collect::<HashSet<_>>().len(),
            POLYGLOT_KEYS.len()
        );
    }
}
