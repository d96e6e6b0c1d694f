//! `Explosion`, a dataclass of the Python package.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use super::piece::Piece;
use crate::explosion::Explosion;

/// The Python object of an explosion that a move of a side causes.
pub(super) fn explosion_to_python<'py>(
    py: Python<'py>,
    explosion: &Explosion,
    turn: bool,
) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let pieces = PyDict::new(py);
    for (square, piece) in &explosion.men {
        pieces.set_item(square.index(), Piece(*piece))?;
    }
    MAKE.import(py, "atomic_rs.explosion", "Explosion")?
        .call_method1(
            "of",
            (
                explosion.ground_zero.index(),
                pieces,
                explosion.lost_castling_rights.0,
                turn,
            ),
        )
}
