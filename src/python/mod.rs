//! The Python module `atomic_rs._core`: translation only, no chess.

// Python calls methods on objects and hands arguments over by value; its names and docstrings are python-chess's and
// Python's, not Rust's.
#![allow(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_self,
    clippy::wrong_self_convention
)]

mod board;
mod convert;
mod ending;
mod errors;
mod explosion;
mod illegality;
mod legal_moves;
mod moves;
mod notation;
mod packed;
mod perft;
mod piece;
mod position;
mod questions;
mod rules;
mod source;

use pyo3::prelude::*;

/// The compiled core: bitboard move generation, hashing and perft for atomic chess.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::board::{Board, restore_board};
    #[pymodule_export]
    use super::errors::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError};
    #[pymodule_export]
    use super::legal_moves::LegalMoves;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::perft::{divide, kernels, perft, statistics, units};
    #[pymodule_export]
    use super::piece::Piece;
    #[pymodule_export]
    use super::position::{Position, restore_position};
    #[pymodule_export]
    use super::rules::{Rules, restore_rules};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::moves::prepare(module.py())?;
        module.add("RULES", super::rules::table(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
