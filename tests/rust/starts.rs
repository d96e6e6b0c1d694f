//! The positions of `tests/data/perft`, from which all other tests start too.

use std::fs;
use std::path::{Path, PathBuf};

use atomic_rs::{Atomic, CastlingMode, Position, Rules, Ruleset};

use crate::random::{Random, scattered, walk};

/// The perft suites, and how castling is named in them.
const SUITES: [(&str, CastlingMode); 2] = [
    ("atomic.epd", CastlingMode::Standard),
    ("atomic-960.epd", CastlingMode::Chess960),
];

/// One line of a suite.
pub(crate) struct Start {
    /// File and line.
    pub(crate) id: String,
    /// The position as the suite writes it.
    pub(crate) fen: String,
    /// How castling is named.
    pub(crate) mode: CastlingMode,
    /// Leaves by depth, in ascending order of depth.
    pub(crate) counts: Vec<(u32, u64)>,
}

impl Start {
    /// The position under the rule set of the suite.
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
pub(crate) fn all() -> Vec<Start> {
    SUITES
        .iter()
        .flat_map(|(name, mode)| read(name, *mode))
        .collect()
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

fn read(name: &str, mode: CastlingMode) -> Vec<Start> {
    let text = fs::read_to_string(data("perft").join(name)).unwrap();
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let mut fields = line.split(" ;");
            Start {
                id: format!("{name}:{}", index + 1),
                fen: fields.next().unwrap_or_default().to_owned(),
                mode,
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
fn the_suites_are_all_there() {
    let names: Vec<_> = files("perft")
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut known = SUITES.map(|(name, _)| name.to_owned());
    known.sort();
    assert_eq!(names, known);
    for start in all() {
        let depths: Vec<_> = start.counts.iter().map(|(depth, _)| *depth).collect();
        let ascending: Vec<_> = (1..).take(depths.len()).collect();
        assert_eq!(depths, ascending, "{}", start.id);
    }
}

#[test]
fn the_positions_of_the_suites_have_no_fault() {
    for start in all() {
        let faults = start.position().faults();
        assert!(faults.is_empty(), "{} {}: {faults}", start.id, start.fen);
    }
}
