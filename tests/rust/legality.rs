//! Does all that knows what is legal say the same, wherever games go?

use std::collections::HashSet;

use atomic_rs::{
    Atomic, CastlingMode, Color, Faults, Move, Piece, Position, Role, Rules, SelfBlast,
    Termination, perft,
};

use crate::random::{Random, scattered};
use crate::starts::walks;

/// Half-moves of each random game.
const PLIES: usize = 60;

fn every_move() -> impl Iterator<Item = Move> {
    (0..u16::try_from(Move::COUNT).unwrap()).filter_map(Move::from_index)
}

fn has_king(position: &Position<Rules>, color: Color) -> bool {
    let role = Role::King;
    position.board().by_piece(Piece { color, role }).any()
}

#[test]
fn is_legal_knows_exactly_the_listed_moves() {
    for (index, (_, positions)) in walks(20, 1).enumerate() {
        // Trying all moves takes long, so one position of each game must do: an early, a late, or another one.
        let position = positions[index % positions.len()];
        let listed: HashSet<_> = position.legal_moves().into_iter().collect();
        for mv in every_move() {
            let what = || format!("{mv} in {}", position.to_setup());
            assert_eq!(position.is_legal(mv), listed.contains(&mv), "{}", what());
            assert_eq!(
                position.explain(mv).is_none(),
                listed.contains(&mv),
                "{}",
                what()
            );
        }
    }
}

#[test]
fn moves_are_listed_once_in_order_and_counted_right() {
    for position in walks(PLIES, 2).flat_map(|(_, positions)| positions) {
        let moves = position.legal_moves();
        let setup = position.to_setup();
        assert!(moves.is_sorted_by(|one, other| one < other), "{setup}");
        assert_eq!(position.legal_count(), moves.len(), "{setup}");
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{setup}");
    }
}

#[test]
fn overfull_boards_are_counted_right_too() {
    let mut random = Random::new(15);
    let mut most = 0;
    for _ in 0..2000 {
        let position =
            Position::from_setup(&scattered(&mut random), CastlingMode::Chess960, Atomic);
        let moves = position.legal_moves();
        assert_eq!(
            position.legal_count(),
            moves.len(),
            "{}",
            position.to_setup()
        );
        assert_eq!(
            perft(&position, 1),
            moves.len() as u64,
            "{}",
            position.to_setup()
        );
        most = most.max(moves.len());
    }
    assert!(most > 80, "at most {most} moves");

    // More moves than a byte can count.
    let fen = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QKQQQQkQ w - - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    assert_eq!(position.legal_count(), 273);
    assert_eq!(position.legal_moves().len(), 273);
}

#[test]
fn a_capture_may_open_a_line_by_removing_four_men() {
    // The knight leaves the file, and its explosion on b5 removes the three other men on it (R16).
    let fen = "r7/7k/N7/Nn6/N7/N7/8/K7 w - - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    let capture = "a3b5".parse().unwrap();
    assert!(!position.is_legal(capture));
    assert_eq!(position.legal_count(), position.legal_moves().len());
    // Without the rook nothing is opened.
    let harmless = fen.replace("r7", "8");
    let position = Position::from_fen(&harmless, CastlingMode::Standard, Atomic).unwrap();
    assert!(position.is_legal(capture));
}

#[test]
fn an_impossible_right_is_a_fault_until_the_first_move() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    assert_eq!(position.faults(), Faults::BAD_CASTLING_RIGHTS);
    let next = position.after("e1d1".parse().unwrap());
    assert_eq!(next.faults(), Faults::default());
}

#[test]
fn no_legal_move_exposes_or_gives_up_the_own_king() {
    for position in walks(PLIES, 3).flat_map(|(_, positions)| positions) {
        let us = position.turn();
        for mv in position.legal_moves() {
            let next = position.after(mv);
            let what = || format!("{mv} in {}", position.to_setup());
            assert_eq!(next.turn(), !us, "{}", what());
            assert!(next.checkers_of(us).is_empty(), "{}", what());
            if position.rules().self_blast == SelfBlast::Illegal {
                assert!(has_king(&next, us), "{}", what());
            }
        }
    }
}

#[test]
fn the_validator_accepts_every_position_of_a_game() {
    for position in walks(PLIES, 4).flat_map(|(_, positions)| positions) {
        let faults = position.faults();
        assert!(faults.is_empty(), "{faults} in {}", position.to_setup());
    }
}

#[test]
fn every_legal_move_reads_back_from_algebraic_notation() {
    for position in walks(PLIES, 12).flat_map(|(_, positions)| positions) {
        let mut texts = HashSet::new();
        for mv in position.legal_moves() {
            let what = || format!("{mv} in {}", position.to_setup());
            let san = position.san(mv);
            assert_eq!(position.parse_san(&san), Ok(mv), "{san} for {}", what());
            assert_eq!(position.parse_san(&position.lan(mv)), Ok(mv), "{}", what());
            assert!(texts.insert(san), "{}", what());
        }
    }
}

#[test]
fn a_position_without_a_king_is_over_and_has_no_moves() {
    let mut ends = 0;
    for position in walks(PLIES, 5).flat_map(|(_, positions)| positions) {
        let us = position.turn();
        let end = position.variant_outcome();
        let gone = [us, !us].map(|color| !has_king(&position, color));
        assert_eq!(end.is_some(), gone != [false; 2], "{}", position.to_setup());
        if let Some(end) = end {
            ends += 1;
            assert_eq!(position.outcome(), Some(end));
            assert_eq!(position.legal_moves(), []);
            assert!(!position.is_check());
            if gone == [true, false] {
                assert_eq!(end.termination, Termination::VariantLoss);
                assert_eq!(end.winner, Some(!us));
            }
        }
    }
    assert!(ends > 100, "only {ends} kings were lost");
}
