//! Exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::fen::Quoted;
use crate::position::PositionError;
use crate::san::SanError;

create_exception!(
    atomic_rs,
    InvalidMoveError,
    PyValueError,
    "The text is not a move in the expected notation."
);
create_exception!(
    atomic_rs,
    IllegalMoveError,
    PyValueError,
    "The move is not legal in the position."
);
create_exception!(
    atomic_rs,
    AmbiguousMoveError,
    PyValueError,
    "The text fits several legal moves."
);

/// A `ValueError` that explains what is wrong with a text.
pub(super) fn value_error(what: &str, text: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: {}", Quoted(text)))
}

/// An `InvalidMoveError` that names the text.
pub(super) fn invalid_move(what: &str, text: &str) -> PyErr {
    InvalidMoveError::new_err(format!("{what}: {}", Quoted(text)))
}

/// An `IllegalMoveError` that names the move and the position.
pub(super) fn illegal_move(text: &str, fen: &str) -> PyErr {
    IllegalMoveError::new_err(format!("illegal move {} in {fen}", Quoted(text)))
}

/// The `ValueError` of a FEN.
pub(super) fn position_error(error: &PositionError, fen: &str) -> PyErr {
    match error {
        PositionError::Fen(error) => {
            PyValueError::new_err(format!("{error} in FEN {}", Quoted(fen)))
        }
        PositionError::Kings(faults) => PyValueError::new_err(format!(
            "invalid board field, {faults}, in FEN {}",
            Quoted(fen)
        )),
    }
}

/// The error of a text in algebraic notation.
pub(super) fn san_error(error: SanError, san: &str, fen: &str) -> PyErr {
    let message = format!("{error}: {} in {fen}", Quoted(san));
    match error {
        SanError::Invalid => invalid_move("not a move in algebraic notation", san),
        SanError::Illegal | SanError::PromotionMissing => IllegalMoveError::new_err(message),
        SanError::Ambiguous => AmbiguousMoveError::new_err(message),
    }
}
