//! Do the ways of counting agree with each other?

use atomic_rs::{
    AllExplode, Atomar, Atomic, Bremen, Bulk, CastlingMode, Check, CountError, Counting,
    CountingKernel, Doering, Icc, IccPawns, KingInBlast, Monitor, NoCheckAtomic, Nuclear, Pawns,
    Position, Progress, Rules, Ruleset, STARTING_FEN, SelfBlast, Table, Touch, Unwatched, divide,
    divide_with, perft, perft_with, statistics, units,
};

use crate::starts::{all, every_suite, walks};

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
fn bulk_counting_changes_nothing_under_every_record() {
    let leaves_only = Counting {
        bulk: Bulk::Leaves,
        ..Counting::default()
    };
    // Kings near each other, where distance between them matters.
    let near = "8/8/8/8/3k4/8/8/3K4 w - - 0 1";
    for rules in every_record() {
        let near = Position::from_fen(near, CastlingMode::Standard, rules).unwrap();
        let starts = all();
        let suite = starts.iter().step_by(15).map(|start| start.under(rules));
        for position in suite.chain([near]) {
            assert_eq!(
                perft_with(&position, 3, Counting::default(), &mut Unwatched),
                perft_with(&position, 3, leaves_only, &mut Unwatched),
                "{rules:?} {}",
                position.to_setup()
            );
        }
    }
}

#[test]
fn a_table_keeps_rule_sets_apart() {
    let table = Table::new(1 << 20).unwrap();
    let counting = Counting {
        table: Some(&table),
        ..Counting::default()
    };
    for (name, rules) in Rules::NAMED {
        let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, *rules).unwrap();
        let found = perft_with(&start, 5, counting, &mut Unwatched);
        assert_eq!(found, Ok(perft(&start, 5)), "{name}");
    }
}

#[test]
fn depth_needs_no_stack_of_the_caller() {
    let fen = "7k/8/8/8/8/p1p5/P1P5/K7 w - - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    let counted = std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(move || {
            let table = Table::new(1 << 24).unwrap();
            let counting = Counting {
                table: Some(&table),
                ..Counting::default()
            };
            perft_with(&position, 255, counting, &mut Unwatched)
        })
        .unwrap()
        .join();
    assert_eq!(counted.unwrap(), Err(CountError::Overflow));
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

/// Takes note of the last progress, and stops after a number of calls.
struct Notes {
    calls_left: u32,
    last: Progress,
}

impl Monitor for Notes {
    fn go_on(&mut self, progress: Progress) -> bool {
        assert!(progress.leaves >= self.last.leaves && progress.done >= self.last.done);
        self.last = progress;
        self.calls_left = self.calls_left.saturating_sub(1);
        self.calls_left > 0
    }
}

fn start() -> Position<Atomic> {
    Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic).unwrap()
}

fn notes(calls_left: u32) -> Notes {
    Notes {
        calls_left,
        last: Progress::default(),
    }
}

#[test]
fn a_monitor_sees_the_progress_and_can_stop_the_count() {
    for threads in [1, 2] {
        let counting = Counting {
            threads,
            ..Counting::default()
        };
        let mut patient = notes(u32::MAX);
        assert_eq!(
            perft_with(&start(), 5, counting, &mut patient),
            Ok(4_864_979)
        );
        assert!(patient.last.parts >= 20);

        let mut impatient = notes(3);
        assert_eq!(
            perft_with(&start(), 100, counting, &mut impatient),
            Err(CountError::Stopped)
        );
        assert_eq!(impatient.calls_left, 0);
    }
}

/// All ways to count: bulk, threads, kernels, tables from tiny to roomy.
fn ways(tables: &[Table]) -> Vec<Counting<'_>> {
    let mut ways = Vec::new();
    for bulk in [Bulk::Nothing, Bulk::Leaves, Bulk::Parents] {
        for threads in [1, 3] {
            for table in tables.iter().map(Some).chain([None]) {
                for kernel in CountingKernel::available() {
                    ways.push(Counting {
                        bulk,
                        threads,
                        kernel,
                        table,
                    });
                }
            }
        }
    }
    ways
}

/// Which of so many parts of a test is due: the one that the environment variable `TEST_PART` numbers, which continuous
/// integration makes the day, so that in as many days every part has its turn.
fn part_due(parts: usize) -> usize {
    let named = std::env::var("TEST_PART").ok();
    named.map_or(0, |number| number.parse::<usize>().unwrap()) % parts
}

#[test]
fn nothing_to_count_is_one_leaf_in_every_way() {
    for counting in ways(&[]) {
        let counted = perft_with(&start(), 0, counting, &mut Unwatched);
        assert_eq!(counted, Ok(1), "{counting:?}");
    }
}

#[test]
fn every_way_to_count_gives_the_same() {
    /// A fifth of the positions is what a debug build counts in a few seconds.
    const PARTS: usize = 5;
    let first = part_due(PARTS);
    for start in all().iter().skip(first).step_by(PARTS) {
        let position = start.position();
        let expected = divide(&position, 4);
        // Tables hold one rule set; positions of several starts may share them.
        let tables = [0, 1 << 10, 1 << 20].map(|bytes| Table::new(bytes).unwrap());
        for counting in ways(&tables) {
            let counts = divide_with(&position, 4, counting, &mut Unwatched);
            assert_eq!(counts.as_ref(), Ok(&expected), "{} {counting:?}", start.id);
        }
    }
}

#[test]
#[ignore = "counts every suite to full depth in every way: a quarter of an hour, with --release"]
fn every_suite_to_full_depth_in_every_way() {
    let mut counts = 0_u64;
    for start in every_suite() {
        let tables = [1 << 10, 1 << 24].map(|bytes| Table::new(bytes).unwrap());
        for counting in ways(&tables) {
            for (depth, nodes) in &start.counts {
                let counted = if start.rules == Rules::ATOMIC {
                    perft_with(&start.position(), *depth, counting, &mut Unwatched)
                } else {
                    let position = start.under(start.rules);
                    perft_with(&position, *depth, counting, &mut Unwatched)
                };
                assert_eq!(counted, Ok(*nodes), "{} {counting:?}", start.id);
                counts += 1;
            }
        }
    }
    println!("{counts} counts");
}

/// Counts two plies in each of the ways, as many as listing and making the moves gives.
fn agree<R: Ruleset>(position: &Position<R>, ways: &[Counting<'_>]) {
    let expected = Ok(leaves(position, 2));
    for counting in ways {
        let counted = perft_with(position, 2, *counting, &mut Unwatched);
        assert_eq!(counted, expected, "{counting:?} {}", position.to_setup());
    }
}

#[test]
#[ignore = "ten million positions: some minutes, with --release"]
fn kernels_agree_on_ten_million_random_positions() {
    const POSITIONS: usize = 10_000_000;
    let mut ways = ways(&[]);
    ways.retain(|counting| counting.threads == 1);
    let mut compared = 0;
    for (mode, game) in (0..).flat_map(|seed| walks(40, seed)) {
        if compared >= POSITIONS {
            break;
        }
        compared += game.len();
        for position in game {
            agree(&position, &ways);
            if position.rules() == Rules::ATOMIC {
                // The code into which this rule set is folded.
                agree(
                    &Position::from_setup(&position.to_setup(), mode, Atomic),
                    &ways,
                );
            }
        }
    }
    let names: Vec<_> = CountingKernel::available()
        .iter()
        .map(|kernel| kernel.name())
        .collect();
    println!("{compared} positions, kernels {}", names.join(", "));
}

#[test]
fn bulk_counting_changes_nothing_wherever_games_go() {
    let leaves_only = Counting {
        bulk: Bulk::Leaves,
        ..Counting::default()
    };
    for position in walks(8, 16).flat_map(|(_, positions)| positions) {
        let expected = perft_with(&position, 3, leaves_only, &mut Unwatched);
        for kernel in CountingKernel::available() {
            let counting = Counting {
                kernel,
                ..Counting::default()
            };
            let found = perft_with(&position, 3, counting, &mut Unwatched);
            assert_eq!(found, expected, "{kernel:?} {}", position.to_setup());
        }
    }
}

#[test]
fn a_count_that_does_not_fit_is_an_error() {
    // Two bare kings never run out of moves; the table makes the depth affordable.
    let fen = "8/8/8/8/8/1k6/8/K7 w - - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    let table = Table::new(1 << 24).unwrap();
    for threads in [1, 2] {
        let counting = Counting {
            threads,
            table: Some(&table),
            ..Counting::default()
        };
        assert_eq!(
            perft_with(&position, 60, counting, &mut Unwatched),
            Err(CountError::Overflow)
        );
    }
}

#[test]
fn units_sum_up_to_the_whole() {
    for start in all().iter().step_by(7) {
        let position = start.position();
        let expected = divide(&position, 3);
        for plies in 1..=3 {
            let mut counts = vec![0; expected.len()];
            for unit in units(&position, plies, usize::MAX).unwrap() {
                let leaves = perft(&unit.position, 3 - plies);
                for (root, paths) in unit.sources {
                    counts[root] += paths * leaves;
                }
            }
            let sums: Vec<u64> = expected.iter().map(|(_, leaves)| *leaves).collect();
            assert_eq!(counts, sums, "{} {plies}", start.id);
        }
    }
}

#[test]
fn statistics_count_the_same_leaves() {
    for start in all().iter().step_by(5) {
        let position = start.position();
        for depth in 0..=3 {
            let found = statistics(&position, depth, &mut Unwatched).unwrap();
            assert_eq!(found.nodes, perft(&position, depth), "{}", start.id);
        }
    }
    let stopped = statistics(&start(), 4, &mut notes(2));
    assert_eq!(stopped, Err(CountError::Stopped));
}
