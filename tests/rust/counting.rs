//! Do the ways of counting agree with each other?

use atomic_rs::{
    AllExplode, Atomar, Atomic, Bremen, CastlingMode, Check, Doering, Icc, IccPawns, KingInBlast,
    Monitor, NoCheckAtomic, Nuclear, Pawns, Position, Rules, Ruleset, STARTING_FEN, SelfBlast,
    Touch, divide, perft, perft_monitored,
};

use crate::starts::{all, walks};

/// Counts by making every listed move, the last one too.
fn leaves<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    moves
        .into_iter()
        .map(|mv| leaves(&position.after(mv), depth - 1))
        .sum()
}

#[test]
fn perft_counts_what_listing_and_playing_count() {
    for start in all() {
        let position = start.position();
        for depth in 0..=3 {
            assert_eq!(
                perft(&position, depth),
                leaves(&position, depth),
                "{} depth {depth}",
                start.id
            );
        }
    }
}

#[test]
fn perft_counts_so_wherever_games_go() {
    for position in walks(12, 14).flat_map(|(_, positions)| positions) {
        let setup = position.to_setup();
        assert_eq!(perft(&position, 2), leaves(&position, 2), "{setup}");
    }
}

/// Every record that does not contradict itself, with or without a name. Which material ends a game moves nothing.
fn every_record() -> Vec<Rules> {
    let fields: [&[fn(&mut Rules)]; 6] = [
        &[
            |rules| rules.pawns_explode = false,
            |rules| rules.pawns_explode = true,
        ],
        &[
            |rules| rules.king = KingInBlast::Dies,
            |rules| rules.king = KingInBlast::Immune,
        ],
        &[
            |rules| rules.self_blast = SelfBlast::Illegal,
            |rules| rules.self_blast = SelfBlast::MoverLoses,
            |rules| rules.self_blast = SelfBlast::Draw,
        ],
        &[
            |rules| rules.check = Check::None,
            |rules| rules.check = Check::Atomic,
            |rules| rules.check = Check::Orthodox,
        ],
        &[
            |rules| rules.king_x_king = false,
            |rules| rules.king_x_king = true,
        ],
        &[
            |rules| rules.touch = Touch::Allowed,
            |rules| rules.touch = Touch::Forbidden,
        ],
    ];
    let mut records = vec![Rules::ATOMIC];
    for values in fields {
        records = records
            .iter()
            .flat_map(|rules| values.iter().map(|set| changed(*rules, *set)))
            .collect();
    }
    records.retain(|rules| rules.contradiction().is_none());
    records
}

fn changed(mut rules: Rules, set: fn(&mut Rules)) -> Rules {
    set(&mut rules);
    rules
}

#[test]
fn perft_counts_so_under_every_record() {
    let starts = all();
    for rules in every_record() {
        for start in starts.iter().step_by(6) {
            let position = start.under(rules);
            assert_eq!(
                perft(&position, 2),
                leaves(&position, 2),
                "{} {rules:?}",
                start.id
            );
        }
    }
}

#[test]
fn a_named_rule_set_counts_as_its_record() {
    fn check<R: Ruleset>(name: &str, ruleset: R) {
        let rules = Rules::find(name).unwrap();
        assert_eq!(ruleset.rules(), rules, "{name}");
        for start in all().iter().step_by(6) {
            let counts = (
                perft(&start.under(ruleset), 3),
                perft(&start.under(rules), 3),
            );
            assert_eq!(counts.0, counts.1, "{name} {}", start.id);
        }
    }
    check("atomic", Atomic);
    check("icc", Icc);
    check("nocheckatomic", NoCheckAtomic);
    check("pawns", Pawns);
    check("icc_pawns", IccPawns);
    check("allexplode", AllExplode);
    check("atomar", Atomar);
    check("doering", Doering);
    check("bremen", Bremen);
    check("nuclear", Nuclear);
    assert_eq!(Rules::NAMED.len(), 10);
}

#[test]
fn divide_is_perft_by_move() {
    for start in all() {
        let position = start.position();
        let divided = divide(&position, 2);
        let moves: Vec<_> = divided.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, position.legal_moves(), "{}", start.id);
        let sum: u64 = divided.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, perft(&position, 2), "{}", start.id);
        assert_eq!(divide(&position, 0), [], "{}", start.id);
    }
}

/// Takes note of the leaves, and stops after a number of calls.
struct Notes {
    calls_left: u32,
    leaves: u64,
}

impl Monitor for Notes {
    fn go_on(&mut self, leaves: u64) -> bool {
        self.leaves += leaves;
        self.calls_left = self.calls_left.saturating_sub(1);
        self.calls_left > 0
    }
}

#[test]
fn a_monitor_sees_all_leaves_and_can_stop_the_count() {
    let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic).unwrap();
    let mut patient = Notes {
        calls_left: u32::MAX,
        leaves: 0,
    };
    assert_eq!(perft_monitored(&start, 5, &mut patient), Some(4_864_979));
    assert_eq!(patient.leaves, 4_864_979);

    let mut impatient = Notes {
        calls_left: 3,
        leaves: 0,
    };
    assert_eq!(perft_monitored(&start, 100, &mut impatient), None);
    assert_eq!(impatient.calls_left, 0);
}
