//! `LegalMoves`: the view that `Board.legal_moves` gives.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

use super::convert::type_error;
use super::moves::{self, Move};
use crate::any::{AnyPosition, with_view};
use crate::castling::CastlingMode;

/// The legal moves of a position, as they were when the view was taken.
///
/// It is true if there is a move; `len()` and `count()` count without listing; `move in` tests one move without listing;
/// iteration, indexing and slicing follow the order of from-square, to-square, promotion. Castling is spelled as the
/// board's mode spells it.
///
/// >>> board = Board()
/// >>> len(board.legal_moves), Move.from_uci("e2e4") in board.legal_moves
/// (20, True)
/// >>> board.legal_moves[0], board.legal_moves[-1]
/// (Move.from_uci('b1a3'), Move.from_uci('h2h4'))
#[pyclass(frozen, module = "atomic_rs")]
pub(super) struct LegalMoves {
    pub(super) position: AnyPosition,
    pub(super) mode: CastlingMode,
}

impl LegalMoves {
    /// The list of move objects.
    pub(super) fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        with_view!(self.position.view(), position => moves::list(py, position, &position.legal_moves(), self.mode))
    }
}

#[pymethods]
impl LegalMoves {
    /// The number of legal moves, without listing them.
    fn count(&self) -> usize {
        with_view!(self.position.view(), position => position.legal_count())
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __bool__(&self) -> bool {
        with_view!(self.position.view(), position => position.has_legal_move())
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = r#move
            .cast::<Move>()
            .map_err(|_| type_error("a Move", r#move))?
            .get()
            .0;
        Ok(with_view!(self.position.view(), position => {
            position.legal_as_spelled(mv, self.mode).is_some()
        }))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let list = self.list(index.py())?;
        if index.is_instance_of::<PySlice>() {
            return list.as_any().get_item(index);
        }
        let length = list.len().cast_signed();
        let wanted = index
            .call_method0("__index__")
            .map_err(|_| type_error("an int or a slice", index))?;
        // What does not fit is beyond the end.
        let position: isize = wanted.extract().unwrap_or(isize::MAX);
        let wrapped = if position < 0 {
            position.saturating_add(length)
        } else {
            position
        };
        if !(0..length).contains(&wrapped) {
            let text = format!("index {position} of {length} legal moves");
            return Err(PyIndexError::new_err(text));
        }
        list.get_item(wrapped.unsigned_abs())
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = with_view!(self.position.view(), position => {
            position.legal_moves().into_iter().map(|mv| position.san(mv)).collect()
        });
        format!("<LegalMoves ({})>", moves.join(", "))
    }
}
