//! `perft` and `divide`: long calls that let other threads run and answer Ctrl-C.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::board::Board;
use super::convert::number;
use super::moves;
use crate::any::with_view;
use crate::moves::Move;
use crate::perft::{Monitor, perft_monitored};
use crate::position::Position;
use crate::rules::Ruleset;

/// How long signals and the progress callback wait.
const PAUSE: Duration = Duration::from_millis(50);

/// Nobody lives to see the end of a deeper count; the limit keeps recursion within the stack.
const MOST_DEPTH: u32 = 255;

/// Looks after Python while a count runs without the GIL.
struct Attendant {
    next: Instant,
    progress: Option<Py<PyAny>>,
    units_done: usize,
    units: usize,
    leaves: u64,
    error: Option<PyErr>,
}

impl Attendant {
    /// Lets signal handlers run and reports progress.
    fn attend(&mut self) -> bool {
        let done = Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &self.progress {
                progress.call1(py, (self.units_done, self.units, self.leaves))?;
            }
            Ok(())
        });
        self.error = done.err();
        self.next = Instant::now() + PAUSE;
        self.error.is_none()
    }
}

impl Monitor for Attendant {
    fn go_on(&mut self, leaves: u64) -> bool {
        self.leaves += leaves;
        Instant::now() < self.next || self.attend()
    }
}

/// The leaves below each legal move at a depth of 1 or more.
fn count_below<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    attendant: &mut Attendant,
) -> Option<Vec<(Move, u64)>> {
    let moves = position.legal_moves();
    attendant.units = moves.len();
    let mut counts = Vec::with_capacity(moves.len());
    let mut leaves = 0_u64;
    for mv in moves {
        let below = perft_monitored(&position.after(mv), depth - 1, attendant)?;
        counts.push((mv, below));
        leaves = leaves.wrapping_add(below);
        attendant.units_done += 1;
        attendant.leaves = leaves;
    }
    Some(counts)
}

/// Counts below each move of a board with the GIL released, for depths of 1 or more.
fn count(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    depth: u32,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<(Move, u64)>> {
    let (position, mode) = {
        let board = board.try_borrow()?;
        (board.view().to_owned(), board.mode)
    };
    let mut attendant = Attendant {
        next: Instant::now() + PAUSE,
        progress,
        units_done: 0,
        units: 0,
        leaves: 0,
        error: None,
    };
    let counts = py.detach(|| {
        with_view!(position.view(), position => {
            count_below(position, depth, &mut attendant).map(|counts| {
                counts.into_iter().map(|(mv, below)| (position.spelled(mv, mode), below)).collect()
            })
        })
    });
    if attendant.progress.is_some() && attendant.error.is_none() {
        attendant.attend();
    }
    match (counts, attendant.error) {
        (Some(counts), None) => Ok(counts),
        (_, Some(error)) => Err(error),
        // A count stops only for an error.
        (None, None) => Ok(Vec::new()),
    }
}

/// The number of leaves of the tree of legal moves at a depth in half-moves.
///
/// It is 1 at depth 0; games that are over have no leaves below them. Other threads run meanwhile, and Ctrl-C stops the
/// count. `progress(done, units, leaves)` is called about twenty times a second with the number of root moves done, of
/// all root moves, and of the leaves so far; what it raises stops the count. Depths are 0 to 255: `ValueError` outside.
///
/// >>> perft(Board(), 4)
/// 197326
#[pyfunction]
#[pyo3(signature = (board, depth, *, progress = None))]
pub(super) fn perft(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    depth: &Bound<'_, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<u64> {
    let depth = number(depth, "depth", MOST_DEPTH)?;
    if depth == 0 {
        return Ok(1);
    }
    let counts = count(py, board, depth, progress)?;
    Ok(counts
        .iter()
        .fold(0, |sum, (_, below)| sum.wrapping_add(*below)))
}

/// The leaves below each legal move, as a dict in the order of `legal_moves`; empty at depth 0.
///
/// Everything else is as for `perft`.
///
/// >>> {move.uci(): leaves for move, leaves in divide(Board("8/8/8/8/8/4k3/8/4K2r w - - 0 1"), 2).items()}
/// {'e1d2': 17, 'e1e2': 19, 'e1f2': 20}
#[pyfunction]
#[pyo3(signature = (board, depth, *, progress = None))]
pub(super) fn divide<'py>(
    py: Python<'py>,
    board: &Bound<'py, Board>,
    depth: &Bound<'py, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let depth = number(depth, "depth", MOST_DEPTH)?;
    let result = PyDict::new(py);
    if depth > 0 {
        for (mv, below) in count(py, board, depth, progress)? {
            result.set_item(moves::to_python(py, mv)?, below)?;
        }
    }
    Ok(result)
}
