//! Arguments and results that several classes share: squares, colours, numbers, names.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use super::errors::value_error;
use crate::bitboard::Bitboard;
use crate::castling::CastlingMode;
use crate::fen::EnPassantMode;
use crate::outcome::DrawPolicy;
use crate::piece::{Color, Role};
use crate::square::Square;

/// A `TypeError` that says what was expected and what came.
pub(super) fn type_error(expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let name = value
        .get_type()
        .name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, got {name}"))
}

/// A whole number from 0 to `most`; `what` names it in messages. `True` and `False` are no numbers.
pub(super) fn number(value: &Bound<'_, PyAny>, what: &str, most: u32) -> PyResult<u32> {
    if value.is_instance_of::<PyBool>() {
        return Err(type_error(&format!("an int for the {what}"), value));
    }
    // `operator.index` semantics: numpy integers are fine, floats are not.
    let index = value
        .call_method0("__index__")
        .map_err(|_| type_error(&format!("an int for the {what}"), value))?;
    index
        .extract::<u32>()
        .ok()
        .filter(|number| *number <= most)
        .ok_or_else(|| {
            // Numbers of a million digits are not worth printing, and cannot be by default.
            let text = index
                .str()
                .map_or_else(|_| "a huge number".to_owned(), |text| text.to_string());
            let text = if text.len() > 40 {
                "a huge number"
            } else {
                &text
            };
            PyValueError::new_err(format!("{what} must be from 0 to {most}, not {text}"))
        })
}

/// A square: an int from 0 to 63 or a text from `a1` to `h8`.
pub(super) struct SquareArgument(pub(super) Square);

impl<'py> FromPyObject<'_, 'py> for SquareArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_str()?;
            return text
                .parse()
                .map(Self)
                .map_err(|_| value_error("not a square", text));
        }
        let index = number(&value, "square", 63)?;
        Square::new(index)
            .map(Self)
            .ok_or_else(|| PyValueError::new_err("not a square"))
    }
}

/// A colour: `True` for White, `False` for Black.
pub(super) struct ColorArgument(pub(super) Color);

impl<'py> FromPyObject<'_, 'py> for ColorArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(white) = value.cast::<PyBool>() else {
            return Err(type_error(
                "a color, True for White or False for Black",
                &value,
            ));
        };
        Ok(Self(if white.is_true() {
            Color::White
        } else {
            Color::Black
        }))
    }
}

/// A piece type: an int from 1 (pawn) to 6 (king).
pub(super) struct RoleArgument(pub(super) Role);

impl<'py> FromPyObject<'_, 'py> for RoleArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let index = number(&value, "piece type", 6)?;
        Role::new(index)
            .map(Self)
            .ok_or_else(|| PyValueError::new_err("piece type must be from 1 to 6, not 0"))
    }
}

/// A set of squares: an int of 64 bits, what `int()` makes one of, such as a `SquareSet`, or some squares.
#[derive(Clone, Copy)]
pub(super) struct Mask(pub(super) Bitboard);

impl Mask {
    pub(super) const ALL: Self = Self(Bitboard::ALL);
}

impl<'py> FromPyObject<'_, 'py> for Mask {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mask) = value.extract::<u64>() {
            return Ok(Self(Bitboard(mask)));
        }
        if value.is_instance_of::<PyString>() {
            return Err(type_error("a mask of squares, or squares", &value));
        }
        let Ok(number) = value.call_method0("__int__") else {
            let squares = value
                .try_iter()
                .map_err(|_| type_error("a mask of squares, or squares", &value))?;
            return squares
                .map(|square| square?.extract::<SquareArgument>().map(|square| square.0))
                .collect::<PyResult<_>>()
                .map(Self);
        };
        let mask = number
            .extract::<u64>()
            .map_err(|_| PyValueError::new_err("a mask of squares must have 64 bits"))?;
        Ok(Self(Bitboard(mask)))
    }
}

/// Which en passant square a FEN names: `legal`, `fen` (always) or `xfen` (pseudo-legal).
pub(super) fn en_passant_mode(text: &str) -> PyResult<EnPassantMode> {
    match text {
        "legal" => Ok(EnPassantMode::Legal),
        "fen" => Ok(EnPassantMode::Always),
        "xfen" => Ok(EnPassantMode::PseudoLegal),
        _ => Err(value_error("en_passant must be legal, fen or xfen", text)),
    }
}

/// The castling mode of the flag `chess960`.
pub(super) fn castling_mode(chess960: bool) -> CastlingMode {
    if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    }
}

/// The policy of a name: what counting means for the end of a game.
pub(super) fn draw_policy(name: &str) -> PyResult<DrawPolicy> {
    match name {
        "claim" => Ok(DrawPolicy::Claim),
        "lichess" => Ok(DrawPolicy::Lichess),
        "chessplayx" => Ok(DrawPolicy::ChessPlayX),
        _ => Err(value_error(
            "draws must be claim, lichess or chessplayx, not",
            name,
        )),
    }
}

/// The name of a policy.
pub(super) fn draw_policy_name(policy: DrawPolicy) -> &'static str {
    match policy {
        DrawPolicy::Claim => "claim",
        DrawPolicy::Lichess => "lichess",
        DrawPolicy::ChessPlayX => "chessplayx",
    }
}
