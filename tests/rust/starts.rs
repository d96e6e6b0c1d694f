//! The positions of `tests/data/perft`, from some of which other tests start too.

use std::fs;
use std::path::{Path, PathBuf};

use atomic_rs::{Atomic, CastlingMode, Position, Rules, Ruleset};

use crate::random::{Random, scattered, walk};

/// The suites from which other tests start.
const COMMON: [&str; 2] = ["atomic.epd", "atomic-960.epd"];

/// One line of a suite.
pub(crate) struct Start {
    /// File and line.
    pub(crate) id: String,
    /// The position as the suite writes it.
    pub(crate) fen: String,
    /// How castling is named.
    pub(crate) mode: CastlingMode,
    /// The rule set of the suite.
    pub(crate) rules: Rules,
    /// Leaves by depth, in ascending order of depth.
    pub(crate) counts: Vec<(u32, u64)>,
}

impl Start {
    /// The position in atomic chess.
    pub(crate) fn position(&self) -> Position<Atomic> {
        self.under(Atomic)
    }

    /// The position under a rule set.
    pub(crate) fn under<R: Ruleset>(&self, rules: R) -> Position<R> {
        Position::from_fen(&self.fen, self.mode, rules)
            .unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }
}

/// The directory of a kind of test data.
pub(crate) fn data(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(kind)
}

/// The files of a directory of test data, sorted by name.
pub(crate) fn files(kind: &str) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(data(kind))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

/// Every position of every suite.
pub(crate) fn every_suite() -> Vec<Start> {
    let paths = files("perft");
    paths.iter().flat_map(|path| read(path)).collect()
}

/// The positions of atomic chess from which other tests start.
pub(crate) fn all() -> Vec<Start> {
    let names = COMMON.map(|name| data("perft").join(name));
    names.iter().flat_map(|path| read(path)).collect()
}

/// Random games of some plies under each named rule set: how castling is named, and the positions.
///
/// They start from each position of the suites, and from as many scattered ones, if these have no fault there.
pub(crate) fn walks(
    plies: usize,
    seed: u64,
) -> impl Iterator<Item = (CastlingMode, Vec<Position<Rules>>)> {
    let mut random = Random::new(seed);
    let starts = all();
    Rules::NAMED.iter().flat_map(move |(_, rules)| {
        let mut walks = Vec::new();
        for start in &starts {
            let position = scattered(&mut random);
            let chess960 = CastlingMode::Chess960;
            let other = (chess960, Position::from_setup(&position, chess960, *rules));
            for (mode, start) in [(start.mode, start.under(*rules)), other] {
                if start.faults().is_empty() {
                    walks.push((mode, walk(start, plies, &mut random)));
                }
            }
        }
        walks
    })
}

/// Reads a suite. Its name is `<rules>[-sparse][-960].epd`.
fn read(path: &Path) -> Vec<Start> {
    let name = path.file_stem().unwrap().to_string_lossy();
    let rules = name.split('-').next().and_then(Rules::find).unwrap();
    let mode = if name.ends_with("-960") {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let mut fields = line.split(" ;");
            Start {
                id: format!("{name}:{}", index + 1),
                fen: fields.next().unwrap_or_default().to_owned(),
                mode,
                rules,
                counts: fields.map(count).collect(),
            }
        })
        .collect()
}

/// Reads a field such as `D3 8902`.
fn count(field: &str) -> (u32, u64) {
    field
        .strip_prefix('D')
        .and_then(|field| field.split_once(' '))
        .and_then(|(depth, nodes)| Some((depth.parse().ok()?, nodes.parse().ok()?)))
        .unwrap_or_else(|| panic!("no count: {field:?}"))
}

#[test]
fn there_are_suites_for_every_rule_set() {
    let starts = every_suite();
    for (name, rules) in Rules::NAMED {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let suite = |start: &&Start| start.rules == *rules && start.mode == mode;
            assert!(starts.iter().filter(suite).count() >= 30, "{name} {mode:?}");
        }
    }
    for start in starts {
        let depths: Vec<_> = start.counts.iter().map(|(depth, _)| *depth).collect();
        let ascending: Vec<_> = (1..).take(depths.len()).collect();
        assert_eq!(depths, ascending, "{}", start.id);
    }
}

#[test]
fn the_positions_of_the_suites_have_no_fault() {
    for start in every_suite() {
        let faults = start.under(start.rules).faults();
        assert!(faults.is_empty(), "{} {}: {faults}", start.id, start.fen);
    }
}
