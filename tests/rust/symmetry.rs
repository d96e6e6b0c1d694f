//! Do the rules treat both colours, and both wings, alike?

use atomic_rs::{
    Bitboard, Board, CastlingMode, Color, Piece, Position, Rules, Setup, Square, perft,
};

use crate::starts::walks;

/// Half-moves of each random game.
const PLIES: usize = 12;

/// The men of a board, each on the square and of the colour that it is sent to.
fn moved(board: &Board, to: impl Fn(Square) -> Square, color: impl Fn(Color) -> Color) -> Board {
    let mut result = Board::default();
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            let piece = Piece {
                color: color(piece.color),
                ..piece
            };
            result.put(to(square), piece);
        }
    }
    result
}

/// The same position with colours exchanged, ranks upside down.
fn colors_flipped(setup: &Setup) -> Setup {
    let flip = |square: Square| square.with_rank(7 - square.rank());
    Setup {
        board: moved(&setup.board, flip, |color| !color),
        turn: !setup.turn,
        castling_rights: setup.castling_rights.into_iter().map(flip).collect(),
        ep_square: setup.ep_square.map(flip),
        ..*setup
    }
}

/// The same position seen in a mirror, files reversed. Castling has no mirror image, so there are no rights.
fn mirrored(setup: &Setup) -> Setup {
    let mirror = |square: Square| Square::at(7 - square.file(), square.rank());
    Setup {
        board: moved(&setup.board, mirror, |color| color),
        castling_rights: Bitboard::EMPTY,
        ep_square: setup.ep_square.map(mirror),
        ..*setup
    }
}

fn count(setup: &Setup, mode: CastlingMode, rules: Rules) -> u64 {
    perft(&Position::from_setup(setup, mode, rules), 2)
}

#[test]
fn exchanged_colors_keep_perft() {
    for (mode, positions) in walks(PLIES, 6) {
        for position in positions {
            let setup = position.to_setup();
            let flipped = colors_flipped(&setup);
            assert_eq!(
                count(&flipped, mode, position.rules()),
                perft(&position, 2),
                "{setup}"
            );
            assert_eq!(colors_flipped(&flipped), setup);
        }
    }
}

#[test]
fn a_mirror_keeps_perft_without_castling() {
    for (mode, positions) in walks(PLIES, 7) {
        for position in positions {
            let rules = position.rules();
            let setup = Setup {
                castling_rights: Bitboard::EMPTY,
                ..position.to_setup()
            };
            assert_eq!(
                count(&mirrored(&setup), mode, rules),
                count(&setup, mode, rules),
                "{setup}"
            );
        }
    }
}

#[test]
fn exchanged_colors_exchange_winners() {
    for (mode, positions) in walks(PLIES, 8) {
        for position in positions {
            let flipped = Position::from_setup(
                &colors_flipped(&position.to_setup()),
                mode,
                position.rules(),
            );
            let (end, mirror) = (position.outcome(), flipped.outcome());
            assert_eq!(
                mirror.map(|end| end.termination),
                end.map(|end| end.termination)
            );
            let winner = end.and_then(|end| end.winner);
            assert_eq!(
                mirror.and_then(|end| end.winner),
                winner.map(|color| !color)
            );
            for color in Color::ALL {
                assert_eq!(
                    flipped.has_insufficient_material(!color),
                    position.has_insufficient_material(color),
                    "{}",
                    position.to_setup()
                );
            }
        }
    }
}
