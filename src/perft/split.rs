//! Splitting a count into units of work, and doing them on several threads.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::{CountError, Counting, Monitor, Progress, search};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Ruleset;

/// So many units a thread keep all of them busy to the end.
const UNITS_PER_THREAD: usize = 64;
/// Units are no smaller than this depth.
const LEAST_DEPTH: u32 = 3;
/// The stack of a thread in bytes: enough for a recursion of 255 plies.
const STACK: usize = 4 << 20;
/// How long the monitor waits between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// A part of a count.
#[derive(Clone, Debug)]
pub struct Unit<R> {
    /// The position whose leaves are to be counted.
    pub position: Position<R>,
    /// The root moves that lead to it, each with the number of its paths; a root move is its place among the legal moves.
    pub sources: Vec<(usize, u64)>,
}

/// More plies are not worth the splitting, and the numbers of paths to a position stay far below 2^64.
pub(super) const MOST_PLIES: u32 = 6;

/// The positions after some plies, equal ones once, those with many moves first.
///
/// `None` if there are more than `most`.
pub(super) fn units<R: Ruleset>(
    position: &Position<R>,
    plies: u32,
    most: usize,
) -> Option<Vec<Unit<R>>> {
    let mut level = root_units(position, plies);
    for _ in 1..plies.min(MOST_PLIES) {
        level = next_level(level, most)?;
    }
    Some(biggest_first(level))
}

/// The positions after at most one ply.
fn root_units<R: Ruleset>(position: &Position<R>, plies: u32) -> Vec<Unit<R>> {
    if plies == 0 {
        return vec![Unit {
            position: *position,
            sources: vec![(0, 1)],
        }];
    }
    let roots = position.legal_moves().into_iter().enumerate();
    merge(
        roots.map(|(root, mv)| (position.after(mv), vec![(root, 1)])),
        usize::MAX,
    )
    .unwrap_or_default()
}

/// The positions one ply on; `None` if there are more than `most`.
fn next_level<R: Ruleset>(level: Vec<Unit<R>>, most: usize) -> Option<Vec<Unit<R>>> {
    let children = level.into_iter().flat_map(|unit| {
        let moves = unit.position.legal_moves();
        moves
            .into_iter()
            .map(move |mv| (unit.position.after(mv), unit.sources.clone()))
    });
    merge(children, most)
}

fn biggest_first<R: Ruleset>(mut level: Vec<Unit<R>>) -> Vec<Unit<R>> {
    level.sort_by_cached_key(|unit| std::cmp::Reverse(unit.position.legal_count()));
    level
}

/// Equal positions once, in the order of their first appearance; `None` if there are more than `most`.
fn merge<R: Ruleset>(
    children: impl Iterator<Item = (Position<R>, Vec<(usize, u64)>)>,
    most: usize,
) -> Option<Vec<Unit<R>>> {
    let mut places = HashMap::new();
    let mut units: Vec<Unit<R>> = Vec::new();
    for (position, sources) in children {
        let same = (*position.board(), position.legal_ep_square());
        let place = *places.entry(same).or_insert(units.len());
        match units.get_mut(place) {
            None if place == most => return None,
            None => units.push(Unit { position, sources }),
            Some(unit) => {
                for (root, paths) in sources {
                    match unit.sources.iter_mut().find(|(other, _)| *other == root) {
                        Some((_, sum)) => *sum += paths,
                        None => unit.sources.push((root, paths)),
                    }
                }
            }
        }
    }
    Some(units)
}

/// What the threads share.
struct Shared<'a, R> {
    units: &'a [Unit<R>],
    next: AtomicUsize,
    done: AtomicUsize,
    leaves: AtomicU64,
    stop: AtomicBool,
    counts: Mutex<Vec<u64>>,
    error: Mutex<Option<CountError>>,
}

/// The leaves below each legal move, counted by several threads.
pub(super) fn divide<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    counting: Counting<'_>,
    monitor: &mut dyn Monitor,
) -> Result<Vec<(Move, u64)>, CountError> {
    let (mut plies, mut work) = (1, root_units(position, 1));
    let wanted = counting.threads.saturating_mul(UNITS_PER_THREAD);
    while work.len() < wanted && depth - plies > LEAST_DEPTH && plies < MOST_PLIES {
        plies += 1;
        work = next_level(work, usize::MAX).unwrap_or_default();
    }
    let work = biggest_first(work);
    let moves = position.legal_moves();
    let mut counts = vec![0_u64; moves.len()];
    let shared = Shared {
        units: &work,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        leaves: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        counts: Mutex::new(vec![0; work.len()]),
        error: Mutex::new(None),
    };
    let asker = thread::current();
    thread::scope(|scope| {
        let work_on = || {
            work_through(&shared, depth - plies, counting);
            asker.unpark();
        };
        // The system may have fewer threads to give: any number will do, but none.
        let workers: Vec<_> = (0..counting.threads.min(work.len()))
            .map_while(|_| {
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, work_on)
                    .ok()
            })
            .collect();
        if workers.is_empty() && !work.is_empty() {
            shared.fail(CountError::NoThread);
        }
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            thread::park_timeout(PAUSE);
            let progress = Progress {
                done: shared.done.load(Ordering::Relaxed),
                parts: work.len(),
                leaves: shared.leaves.load(Ordering::Relaxed),
            };
            if !shared.stop.load(Ordering::Relaxed) && !monitor.go_on(progress) {
                shared.fail(CountError::Stopped);
            }
        }
    });
    if let Some(error) = shared.error.into_inner().unwrap_or_default() {
        return Err(error);
    }
    let leaves = shared.counts.into_inner().unwrap_or_default();
    for (unit, leaves) in work.iter().zip(leaves) {
        for (root, paths) in &unit.sources {
            let sum = leaves
                .checked_mul(*paths)
                .and_then(|part| counts[*root].checked_add(part));
            counts[*root] = sum.ok_or(CountError::Overflow)?;
        }
    }
    Ok(moves.into_iter().zip(counts).collect())
}

impl<R> Shared<'_, R> {
    fn fail(&self, error: CountError) {
        self.stop.store(true, Ordering::Relaxed);
        if let Ok(mut first) = self.error.lock() {
            first.get_or_insert(error);
        }
    }
}

/// Does one unit after the other until none is left.
fn work_through<R: Ruleset>(shared: &Shared<'_, R>, depth: u32, counting: Counting<'_>) {
    loop {
        let place = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(unit) = shared.units.get(place) else {
            return;
        };
        let mut told = 0;
        let counted = search::count(&unit.position, depth, counting, &mut |leaves| {
            shared.leaves.fetch_add(leaves - told, Ordering::Relaxed);
            told = leaves;
            !shared.stop.load(Ordering::Relaxed)
        });
        match counted {
            Ok(leaves) => {
                shared
                    .leaves
                    .fetch_add(leaves.saturating_sub(told), Ordering::Relaxed);
                shared.done.fetch_add(1, Ordering::Relaxed);
                if let Ok(mut counts) = shared.counts.lock() {
                    counts[place] = leaves;
                }
            }
            Err(error) => {
                shared.fail(error);
                return;
            }
        }
    }
}
