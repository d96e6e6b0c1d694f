//! Does a game remember everything, and count repetitions right?

use atomic_rs::{Atomic, CastlingMode, DrawPolicy, Game, Move, Position, Termination};

use crate::random::Random;
use crate::starts::all;

fn game(fen: &str) -> Game<Atomic> {
    Game::new(Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap())
}

#[test]
fn undo_restores_everything() {
    let mut random = Random::new(12);
    for start in all() {
        let mut game = Game::new(start.position());
        let mut before = vec![game.clone()];
        for _ in 0..40 {
            let Some(mv) = random.choose(&game.position().legal_moves()) else {
                break;
            };
            assert!(game.push(mv));
            before.push(game.clone());
        }
        while before.pop().is_some_and(|earlier| {
            assert_eq!(game, earlier, "{}", start.id);
            assert_eq!(game.occurrences(), earlier.occurrences(), "{}", start.id);
            assert_eq!(game.root(), &start.position());
            game.pop().is_some()
        }) {}
        assert_eq!(game, Game::new(start.position()));
        assert_eq!(game.pop(), None);
    }
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    for start in all() {
        let mut game = Game::new(start.position());
        let before = game.clone();
        let illegal = (1..u16::try_from(Move::COUNT).unwrap())
            .step_by(7)
            .filter_map(Move::from_index)
            .filter(|mv| !start.position().is_legal(*mv));
        for mv in illegal.take(200) {
            assert!(!game.push(mv), "{mv} in {}", start.fen);
        }
        assert_eq!(game, before);
    }
}

/// Counts how often the current position stood in the whole game, by comparing everything but the counters.
fn occurrences(game: &Game<Atomic>) -> usize {
    let now = game.position();
    let is_repeated = |earlier: &Position<Atomic>| {
        earlier.board() == now.board()
            && earlier.turn() == now.turn()
            && earlier.legal_ep_square() == now.legal_ep_square()
    };
    1 + game
        .history()
        .filter(|(earlier, _)| is_repeated(earlier))
        .count()
}

#[test]
fn occurrences_are_counted_as_whole_positions_are_compared() {
    let mut random = Random::new(13);
    let mut most = 0;
    for fen in [
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/8/8/3kK3/8/8/7p/8 b - - 0 1",
        "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1",
        "n6k/8/8/8/8/8/8/K6N w - - 3 9",
    ] {
        for _ in 0..20 {
            let mut game = game(fen);
            for _ in 0..80 {
                let Some(mv) = random.choose(&game.position().legal_moves()) else {
                    break;
                };
                // Undoing one's last move half of the time makes repetitions likely.
                let back = game
                    .history()
                    .rev()
                    .nth(1)
                    .map(|(_, mv)| Move::new(mv.to(), mv.from()))
                    .filter(|back| {
                        game.position().is_legal(*back) && random.choose(&[true, false]).unwrap()
                    });
                assert!(game.push(back.unwrap_or(mv)));
                assert_eq!(
                    game.occurrences(),
                    occurrences(&game),
                    "{}",
                    game.position().to_setup()
                );
                most = most.max(game.occurrences());
            }
        }
    }
    assert!(most >= 5, "no position came back often: {most}");
}

#[test]
fn an_en_passant_square_makes_another_position_only_if_the_capture_is_legal() {
    let shuffle = ["h1g1", "h8g8", "g1h1", "g8h8"];
    for (fen, double_step, expected) in [
        // The capture on e3 is legal, so the position after the double step is another one.
        ("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e2e4", 1),
        // It would explode the black king on d2's neighbour, so nothing distinguishes the two.
        ("8/8/8/8/3p4/3k4/4P3/7K w - - 0 1", "e2e4", 2),
    ] {
        let mut game = game(fen);
        let play = |game: &mut Game<Atomic>, text: &str| {
            let mv = game
                .position()
                .parse_uci(text)
                .unwrap_or_else(|| panic!("{text} in {fen}"));
            assert!(game.push(mv));
        };
        play(&mut game, double_step);
        let moves = match expected {
            1 => ["h8g8", "h1g1", "g8h8", "g1h1"],
            _ => ["d3c3", "h1g1", "c3d3", "g1h1"],
        };
        for text in moves {
            play(&mut game, text);
        }
        assert_eq!(game.occurrences(), expected, "{fen}");
    }
    let mut start = game("7k/8/8/8/8/8/8/7K w - - 0 1");
    for text in shuffle.iter().chain(&shuffle) {
        let mv = start.position().parse_uci(text).unwrap();
        assert!(start.push(mv));
    }
    assert!(start.is_repetition(3) && !start.is_repetition(4));
}

#[test]
fn a_position_that_is_over_wins_over_every_count() {
    // Rook takes d8 and explodes the king, at the hundred and fiftieth half-move without progress.
    let mut won = game("3rk3/8/8/8/8/8/8/3RK3 w - - 150 90");
    assert_eq!(
        won.outcome(DrawPolicy::Claim, false)
            .map(|end| end.termination),
        Some(Termination::SeventyfiveMoves)
    );
    assert!(won.push("d1d8".parse().unwrap()));
    for policy in [
        DrawPolicy::Claim,
        DrawPolicy::Lichess,
        DrawPolicy::ChessPlayX,
    ] {
        let end = won.outcome(policy, true).unwrap();
        assert_eq!(end.termination, Termination::VariantLoss);
    }
}
