//! `perft`, `divide` and their like: long calls that let other threads run and answer Ctrl-C.

use std::time::{Duration, Instant};

use pyo3::exceptions::{PyMemoryError, PyOSError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::board::Board;
use super::convert::{number, type_error};
use super::moves;
use super::position::Position;
use crate::any::{AnyPosition, View, with_view};
use crate::castling::CastlingMode;
use crate::kernel::CountingKernel;
use crate::moves::Move;
use crate::perft::{
    self as core, Bulk, CountError, Counting, Monitor, Progress, Statistics, Table, Unwatched,
};

/// How long signals and the progress callback wait.
const PAUSE: Duration = Duration::from_millis(50);

/// Nobody lives to see the end of a deeper count; the limit keeps recursion within the stack.
const MOST_DEPTH: u32 = 255;

const MOST_THREADS: u32 = 256;

/// Statistics make every move, and deeper ones would not end; the limit keeps recursion within a small stack.
const MOST_STATISTICS_DEPTH: u32 = 32;

/// A list of more units would be too long to be of use.
const MOST_UNITS: usize = 1 << 20;

/// Units after more plies than this would be too many.
const MOST_PLIES: u32 = 4;

/// Counts at lesser depths take microseconds, less than it takes to let other threads run.
const DETACHED_DEPTH: u32 = 3;

/// Looks after Python while a count runs without the GIL.
struct Attendant {
    next: Instant,
    callback: Option<Py<PyAny>>,
    last: Progress,
    error: Option<PyErr>,
}

impl Attendant {
    fn new(callback: Option<Py<PyAny>>) -> Self {
        Self {
            next: Instant::now() + PAUSE,
            callback,
            last: Progress::default(),
            error: None,
        }
    }

    /// Lets signal handlers run and reports progress.
    fn attend(&mut self) -> bool {
        let Progress {
            done,
            parts,
            leaves,
        } = self.last;
        let attended = Python::attach(|py| {
            py.check_signals()?;
            if let Some(callback) = &self.callback {
                callback.call1(py, (done, parts, leaves))?;
            }
            Ok(())
        });
        self.error = attended.err();
        self.next = Instant::now() + PAUSE;
        self.error.is_none()
    }

    /// What a count has come to; the callback hears of the end.
    fn finish<T>(mut self, counted: Result<T, CountError>, end: Option<Progress>) -> PyResult<T> {
        if let (Ok(_), Some(end), true) = (&counted, end, self.callback.is_some()) {
            self.last = end;
            self.attend();
        }
        match (counted, self.error) {
            (_, Some(error)) => Err(error),
            (Ok(result), None) => Ok(result),
            (Err(CountError::NoThread), None) => {
                Err(PyOSError::new_err(CountError::NoThread.to_string()))
            }
            (Err(error @ (CountError::Overflow | CountError::Stopped)), None) => {
                Err(PyOverflowError::new_err(error.to_string()))
            }
        }
    }
}

impl Monitor for Attendant {
    fn go_on(&mut self, progress: Progress) -> bool {
        self.last = progress;
        Instant::now() < self.next || self.attend()
    }
}

/// What is to be counted: a position and how its moves are spelled.
pub(super) struct Subject {
    position: AnyPosition,
    mode: CastlingMode,
}

impl<'py> FromPyObject<'_, 'py> for Subject {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = value.cast::<Board>() {
            let board = board.try_borrow()?;
            Ok(Self {
                position: board.view().to_owned(),
                mode: board.mode,
            })
        } else if let Ok(position) = value.cast::<Position>() {
            let position = position.get();
            Ok(Self {
                position: position.position,
                mode: position.mode,
            })
        } else {
            Err(type_error("a Board or a Position", &value))
        }
    }
}

/// The table for a number of MiB; none for 0. `MemoryError` for more than the machine has.
fn table(py: Python<'_>, mib: u32) -> PyResult<Option<Table>> {
    if mib == 0 {
        return Ok(None);
    }
    let bytes = u64::from(mib) << 20;
    if memory(py).is_some_and(|memory| bytes > memory) {
        return Err(PyMemoryError::new_err(format!(
            "a table of {mib} MiB is more than the memory"
        )));
    }
    let size = usize::try_from(bytes).map_err(|_| PyMemoryError::new_err("table too large"))?;
    let table = py.detach(|| Table::new(size));
    table
        .map(Some)
        .map_err(|error| PyMemoryError::new_err(error.to_string()))
}

/// The bytes of memory that the machine has, if the system tells.
fn memory(py: Python<'_>) -> Option<u64> {
    let os = py.import("os").ok()?;
    let ask = |name: &str| {
        os.call_method1("sysconf", (name,))
            .ok()?
            .extract::<u64>()
            .ok()
    };
    ask("SC_PHYS_PAGES")?.checked_mul(ask("SC_PAGE_SIZE")?)
}

/// How to count, and who hears of it.
struct How {
    bulk: Bulk,
    threads: usize,
    table: Option<Table>,
    progress: Option<Py<PyAny>>,
}

impl How {
    /// Reads the arguments as they come from Python.
    fn new(
        py: Python<'_>,
        bulk: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        hash_mb: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let bulk = match optional(bulk, "bulk", 2, 2)? {
            0 => Bulk::Nothing,
            1 => Bulk::Leaves,
            _ => Bulk::Parents,
        };
        let threads = match optional(threads, "threads", MOST_THREADS, 1)? {
            0 => std::thread::available_parallelism().map_or(1, Into::into),
            threads => threads as usize,
        };
        let table = table(py, optional(hash_mb, "hash_mb", u32::MAX, 0)?)?;
        Ok(Self {
            bulk,
            threads,
            table,
            progress,
        })
    }

    fn counting(&self) -> Counting<'_> {
        Counting {
            bulk: self.bulk,
            threads: self.threads,
            table: self.table.as_ref(),
            ..Counting::default()
        }
    }

    /// Whether the count takes less than it takes to release the GIL, and nobody wants to hear of it.
    fn is_short(&self, depth: u32) -> bool {
        depth < DETACHED_DEPTH && self.progress.is_none()
    }

    /// Counts all.
    fn leaves(self, py: Python<'_>, view: View<'_>, depth: u32) -> PyResult<u64> {
        if depth == 0 || self.is_short(depth) {
            let counting = self.counting();
            let counted = with_view!(view, position => {
                core::perft_with(position, depth, counting, &mut Unwatched)
            });
            return Attendant::new(None).finish(counted, None);
        }
        let sum = self
            .below(py, view, depth)?
            .iter()
            .try_fold(0, |sum: u64, (_, leaves)| sum.checked_add(*leaves));
        sum.ok_or_else(|| PyOverflowError::new_err(CountError::Overflow.to_string()))
    }

    /// Counts below each move.
    fn below(mut self, py: Python<'_>, view: View<'_>, depth: u32) -> PyResult<Vec<(Move, u64)>> {
        let is_short = self.is_short(depth);
        let progress = self.progress.take();
        let counting = self.counting();
        if is_short {
            let counted = with_view!(view, position => {
                core::divide_with(position, depth, counting, &mut Unwatched)
            });
            return Attendant::new(None).finish(counted, None);
        }
        let mut attendant = Attendant::new(progress);
        let counted = py.detach(|| {
            with_view!(view, position => {
                core::divide_with(position, depth, counting, &mut attendant)
            })
        });
        let end = counted.as_ref().ok().map(|counts| {
            let parts = attendant.last.parts.max(counts.len());
            let leaves = counts
                .iter()
                .fold(0, |sum: u64, (_, leaves)| sum.saturating_add(*leaves));
            Progress {
                done: parts,
                parts,
                leaves,
            }
        });
        attendant.finish(counted, end)
    }
}

/// A whole number from 0 to `most`, or the default if none is given.
fn optional(
    value: Option<&Bound<'_, PyAny>>,
    what: &str,
    most: u32,
    default: u32,
) -> PyResult<u32> {
    value.map_or(Ok(default), |value| number(value, what, most))
}

/// The number of leaves of the tree of legal moves at a depth in half-moves.
///
/// `board` is a `Board` or a `Position`. The number is 1 at depth 0; games that are over have no leaves below them.
/// Depths are 0 to 255: `ValueError` outside; `OverflowError` for a number beyond 64 bits.
///
/// `bulk` says how much is counted without making moves: 0 nothing, 1 leaves, 2 most of their parents too. `threads` is a
/// number of threads, 0 for as many as there are processors. `hash_mb` is the size of a table of counts in MiB, 0 for
/// none: `MemoryError` if it exceeds the machine's memory. A table mistakes one position for another once in some 10^18
/// look-ups; otherwise the result is the same in all ways.
///
/// Other threads run meanwhile, and Ctrl-C stops the count. `progress(done, parts, leaves)` is called about twenty times a
/// second, by the calling thread, with the number of parts done, of all parts, and of the leaves so far; what it raises
/// stops the count.
///
/// >>> perft(Board(), 4)
/// 197326
/// >>> perft(Board(), 5, threads=2, hash_mb=16)
/// 4864979
#[pyfunction]
#[pyo3(
    signature = (board, depth, *, bulk = None, threads = None, hash_mb = None, progress = None),
    text_signature = "(board, depth, *, bulk=2, threads=1, hash_mb=0, progress=None)"
)]
pub(super) fn perft(
    py: Python<'_>,
    board: Subject,
    depth: &Bound<'_, PyAny>,
    bulk: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    hash_mb: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<u64> {
    let depth = number(depth, "depth", MOST_DEPTH)?;
    How::new(py, bulk, threads, hash_mb, progress)?.leaves(py, board.position.view(), depth)
}

/// The leaves below each legal move, as a dict in the order of `legal_moves`; empty at depth 0.
///
/// Everything else is as for `perft`.
///
/// >>> {move.uci(): leaves for move, leaves in divide(Board("8/8/8/8/8/4k3/8/4K2r w - - 0 1"), 2).items()}
/// {'e1d2': 21, 'e1e2': 21, 'e1f2': 21}
#[pyfunction]
#[pyo3(
    signature = (board, depth, *, bulk = None, threads = None, hash_mb = None, progress = None),
    text_signature = "(board, depth, *, bulk=2, threads=1, hash_mb=0, progress=None)"
)]
pub(super) fn divide<'py>(
    py: Python<'py>,
    board: Subject,
    depth: &Bound<'py, PyAny>,
    bulk: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    hash_mb: Option<&Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let depth = number(depth, "depth", MOST_DEPTH)?;
    let how = How::new(py, bulk, threads, hash_mb, progress)?;
    let counts = how.below(py, board.position.view(), depth)?;
    let result = PyDict::new(py);
    for (mv, leaves) in counts {
        let mv = with_view!(board.position.view(), position => position.spelled(mv, board.mode));
        result.set_item(moves::to_python(py, mv)?, leaves)?;
    }
    Ok(result)
}

/// The name of the kernel that counts, and of all kernels that this processor has, from the slowest to the fastest.
///
/// The environment variable `ATOMIC_RS_KERNEL` forces one of them when it is set before the first count.
///
/// >>> name, available = kernels()
/// >>> name in available, available[0]
/// (True, 'portable')
#[pyfunction]
pub(super) fn kernels() -> (&'static str, Vec<&'static str>) {
    let available = CountingKernel::available()
        .into_iter()
        .map(CountingKernel::name);
    (CountingKernel::chosen().name(), available.collect())
}

/// What kinds of moves lead to the leaves at a depth, as a dict.
///
/// Of the moves that lead to the leaves: "captures" (en passant included), "en_passant", "castles", "promotions" (by
/// capture included). Of the leaves: "nodes" (their number), "checks", "mates". Of what the moves destroy:
/// "king_explosions" (kings, captured ones too) and "pieces_destroyed" (all men, capturing ones included). All are 0 at
/// depth 0, but there is one node. Depths are 0 to 32; `progress` and Ctrl-C are as for `perft`.
///
/// >>> statistics(Board(), 3)["captures"]
/// 34
#[pyfunction]
#[pyo3(signature = (board, depth, *, progress = None))]
pub(super) fn statistics<'py>(
    py: Python<'py>,
    board: Subject,
    depth: &Bound<'py, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let depth = number(depth, "depth", MOST_STATISTICS_DEPTH)?;
    let mut attendant = Attendant::new(progress);
    let counted = py.detach(|| {
        with_view!(board.position.view(), position => {
            core::statistics(position, depth, &mut attendant)
        })
    });
    let end = counted.as_ref().ok().map(|counted| Progress {
        done: attendant.last.parts,
        leaves: counted.nodes,
        ..attendant.last
    });
    let Statistics {
        nodes,
        captures,
        en_passant,
        castles,
        promotions,
        checks,
        mates,
        king_explosions,
        pieces_destroyed,
    } = attendant.finish(counted, end)?;
    let result = PyDict::new(py);
    result.set_item("nodes", nodes)?;
    result.set_item("captures", captures)?;
    result.set_item("en_passant", en_passant)?;
    result.set_item("castles", castles)?;
    result.set_item("promotions", promotions)?;
    result.set_item("checks", checks)?;
    result.set_item("mates", mates)?;
    result.set_item("king_explosions", king_explosions)?;
    result.set_item("pieces_destroyed", pieces_destroyed)?;
    Ok(result)
}

/// Splits a count into units that can be done anywhere: a list of positions after some plies, equal ones once.
///
/// Each item is a `Position` and a list of its sources: places of root moves in `legal_moves`, each with the number of its
/// paths; at 0 plies the one source is 0. The biggest come first. `plies` is 0 to 4; `ValueError` outside, and for more
/// than a million units.
///
/// >>> [(position, sources)] = units(Board("8/8/8/8/8/4k3/8/4K2r w - - 0 1"), 0)
/// >>> sources
/// [(0, 1)]
#[pyfunction]
pub(super) fn units<'py>(
    py: Python<'py>,
    board: Subject,
    plies: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let plies = number(plies, "plies", MOST_PLIES)?;
    let mode = board.mode;
    with_view!(board.position.view(), position => {
        let units = py.detach(|| core::units(position, plies, MOST_UNITS)).ok_or_else(|| {
            PyValueError::new_err(format!("more than {MOST_UNITS} units after {plies} plies"))
        })?;
        let list = PyList::empty(py);
        for unit in units {
            list.append((Position { position: unit.position.into(), mode }, unit.sources))?;
        }
        Ok(list)
    })
}
