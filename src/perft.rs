//! Counting the leaves of the tree of legal moves.

mod search;
mod split;
mod statistics;
mod table;

use std::fmt;

pub use split::Unit;
pub use statistics::{Statistics, statistics};
pub use table::{Table, TableError};

use crate::kernel::CountingKernel;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Ruleset;

/// How much of a tree is counted without making moves. The result is always the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Bulk {
    /// Nothing: each leaf is made.
    Nothing,
    /// Leaves: the moves of their parents are counted, not made.
    Leaves,
    /// Leaves, and most of their parents: those whose number of moves can be told from one count and the move before.
    #[default]
    Parents,
}

/// A deeper recursion is not for the stack of the calling thread, which may be small.
const DEEP: u32 = 16;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'a> {
    /// What is counted without making moves.
    pub bulk: Bulk,
    /// Threads to count with, at least one. The result does not depend on it.
    pub threads: usize,
    /// How the processor is used. The result does not depend on it.
    pub kernel: CountingKernel,
    /// A table of counts, which makes transpositions cheap.
    pub table: Option<&'a Table>,
}

impl Default for Counting<'_> {
    fn default() -> Self {
        Self {
            bulk: Bulk::default(),
            threads: 1,
            kernel: CountingKernel::chosen(),
            table: None,
        }
    }
}

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountError {
    /// The monitor stopped it.
    Stopped,
    /// It exceeds 2^64 - 1.
    Overflow,
    /// The system gives no thread to count on.
    NoThread,
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "the count was stopped",
            Self::Overflow => "the count exceeds 2^64 - 1",
            Self::NoThread => "the system gives no thread to count on",
        })
    }
}

impl std::error::Error for CountError {}

/// How far a count has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Parts of the tree that are done.
    pub done: usize,
    /// All parts of the tree.
    pub parts: usize,
    /// Leaves counted so far; those of equal positions count once.
    pub leaves: u64,
}

/// Watches a long count, and may stop it.
pub trait Monitor {
    /// Called by the thread that asked for the count, every few milliseconds if that is how long subtrees of four plies
    /// take, and every 20 milliseconds while other threads count; `false` stops.
    fn go_on(&mut self, progress: Progress) -> bool;
}

/// Lets every count go on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {
    fn go_on(&mut self, _: Progress) -> bool {
        true
    }
}

/// The number of leaves at a depth in half-moves: 1 at depth 0, the number of legal moves at depth 1.
///
/// Games that are over have no leaves below them.
///
/// ```
/// use atomic_rs::{Atomic, CastlingMode, Position, STARTING_FEN, perft};
///
/// let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic).unwrap();
/// assert_eq!(perft(&start, 3), 8902);
/// ```
///
/// # Panics
///
/// When the count exceeds 2^64 - 1; [`perft_with`] returns an error instead.
#[must_use]
pub fn perft<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    match perft_with(position, depth, Counting::default(), &mut Unwatched) {
        Ok(leaves) => leaves,
        Err(error) => panic!("{error}"),
    }
}

/// As [`perft`], with a choice of how to count, and under a monitor.
///
/// # Errors
///
/// When the monitor stops the count, and when it exceeds 2^64 - 1.
pub fn perft_with<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    counting: Counting<'_>,
    monitor: &mut dyn Monitor,
) -> Result<u64, CountError> {
    if depth == 0 {
        return Ok(1);
    }
    if depth < search::MONITORED_DEPTH && counting.threads == 1 {
        // Over before a monitor could look.
        return search::count(position, depth, counting, &mut |_| true);
    }
    let counts = divide_with(position, depth, counting, monitor)?;
    let sum = counts
        .into_iter()
        .try_fold(0, |sum: u64, (_, leaves)| sum.checked_add(leaves));
    sum.ok_or(CountError::Overflow)
}

/// The leaves below each legal move, in the order of [`Position::legal_moves`]; no move at depth 0.
///
/// # Panics
///
/// When a count exceeds 2^64 - 1; [`divide_with`] returns an error instead.
#[must_use]
pub fn divide<R: Ruleset>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    match divide_with(position, depth, Counting::default(), &mut Unwatched) {
        Ok(counts) => counts,
        Err(error) => panic!("{error}"),
    }
}

/// As [`divide`], with a choice of how to count, and under a monitor.
///
/// # Errors
///
/// When the monitor stops the count, and when it exceeds 2^64 - 1.
pub fn divide_with<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    counting: Counting<'_>,
    monitor: &mut dyn Monitor,
) -> Result<Vec<(Move, u64)>, CountError> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    if counting.threads > 1 || depth > DEEP {
        return split::divide(position, depth, counting, monitor);
    }
    let moves = position.legal_moves();
    let mut progress = Progress {
        parts: moves.len(),
        ..Progress::default()
    };
    let mut counts = Vec::with_capacity(moves.len());
    for mv in moves {
        let leaves = search::count(&position.after(mv), depth - 1, counting, &mut |leaves| {
            monitor.go_on(Progress {
                leaves: progress.leaves.saturating_add(leaves),
                ..progress
            })
        })?;
        progress.done += 1;
        progress.leaves = progress.leaves.saturating_add(leaves);
        counts.push((mv, leaves));
    }
    Ok(counts)
}

/// Splits a count into parts that can be done anywhere: equal positions once, the biggest first.
///
/// The leaves at `depth` are the sum over the units of their positions' leaves at depth `depth - plies`, each times the
/// multiplicities of its sources; a source is the place of a root move among the legal moves. More than six plies count as
/// six; at none, the one unit is the position itself with the source 0.
///
/// `None` if there are more than `most` units.
#[must_use]
pub fn units<R: Ruleset>(position: &Position<R>, plies: u32, most: usize) -> Option<Vec<Unit<R>>> {
    split::units(position, plies, most)
}
