//! `Piece`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{ColorArgument, RoleArgument};
use super::errors::value_error;
use crate::piece;

/// A man: its kind and its colour.
///
/// `piece_type` is 1 (pawn) to 6 (king); `color` is True for White.
///
/// >>> Piece.from_symbol("N").piece_type
/// 2
/// >>> Piece(6, False).symbol()
/// 'k'
#[pyclass(frozen, eq, hash, module = "atomic_rs")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Piece(pub(super) piece::Piece);

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(text_signature = "(piece_type, color)")]
    fn new(piece_type: RoleArgument, color: ColorArgument) -> Self {
        Self(piece::Piece {
            color: color.0,
            role: piece_type.0,
        })
    }

    /// The kind of the man, 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        self.0.role as u8
    }

    /// Whether the man is White's.
    #[getter]
    fn color(&self) -> bool {
        self.0.color.is_white()
    }

    /// The FEN letter: upper case for White.
    fn symbol(&self) -> String {
        self.0.to_string()
    }

    /// The chess symbol of Unicode, of the other colour if `invert_color` is set.
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        const SYMBOLS: [[char; 6]; 2] = [
            ['♙', '♘', '♗', '♖', '♕', '♔'],
            ['♟', '♞', '♝', '♜', '♛', '♚'],
        ];
        let color = if invert_color {
            !self.0.color
        } else {
            self.0.color
        };
        SYMBOLS[color as usize][self.0.role as usize - 1]
    }

    /// The man of a FEN letter; `ValueError` for any other text.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> PyResult<Self> {
        match symbol.as_bytes() {
            [letter] => piece::Piece::from_letter(*letter).map(Self),
            _ => None,
        }
        .ok_or_else(|| value_error("not a piece symbol of PNBRQKpnbrqk", symbol))
    }

    /// The picture that notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("atomic_rs.svg")?
            .call_method1("piece", (slf,))
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<Self>();
        (class, (self.piece_type(), self.color())).into_pyobject(py)
    }
}
