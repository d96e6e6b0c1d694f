//! What boards and positions are made from.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::board::Board;
use super::convert::{castling_mode, type_error};
use super::errors::position_error;
use super::position::Position;
use super::rules::RulesArgument;
use crate::any::{AnyPosition, View, with_view};
use crate::castling::CastlingMode;
use crate::fen::STARTING_FEN;
use crate::rules::Rules;
use crate::setup::Setup;

/// The first argument of `Board` and `Position`.
pub(super) enum Source<'a, 'py> {
    /// Nothing was given: the start position.
    Start,
    /// None: an empty board.
    Empty,
    /// A FEN.
    Fen(Borrowed<'a, 'py, PyString>),
    /// The position of another object, and how it spells castling.
    Position(AnyPosition, CastlingMode),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Source<'a, 'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(fen) = value.cast::<PyString>() {
            Ok(Self::Fen(fen))
        } else if value.is_none() {
            Ok(Self::Empty)
        } else if let Ok(position) = value.cast::<Position>() {
            let position = position.get();
            Ok(Self::Position(position.position, position.mode))
        } else if let Ok(board) = value.cast::<Board>() {
            let board = board.try_borrow()?;
            Ok(Self::Position(board.view().to_owned(), board.mode))
        } else {
            Err(type_error("a FEN, a Position, a Board or None", &value))
        }
    }
}

impl Source<'_, '_> {
    /// The position under a castling mode and rule set; those of the source, or the usual ones, if none are given.
    pub(super) fn position(
        self,
        chess960: Option<bool>,
        rules: Option<RulesArgument>,
    ) -> PyResult<(AnyPosition, CastlingMode)> {
        let mode = castling_mode(chess960.unwrap_or_default());
        let record = rules.as_ref().map_or(Rules::ATOMIC, |rules| rules.0);
        let position = match &self {
            Self::Start => read(STARTING_FEN, mode, record)?,
            Self::Empty => AnyPosition::from_setup(&Setup::default(), mode, record),
            Self::Fen(fen) => read(fen.to_str()?, mode, record)?,
            Self::Position(position, old) => {
                if chess960.is_none() && rules.is_none() {
                    return Ok((*position, *old));
                }
                let mode = chess960.map_or(*old, castling_mode);
                let record = rules.map_or_else(|| position.view().rules(), |rules| rules.0);
                return Ok((converted(position.view(), mode, record), mode));
            }
        };
        Ok((position, mode))
    }
}

/// The position of a FEN.
pub(super) fn read(fen: &str, mode: CastlingMode, rules: Rules) -> PyResult<AnyPosition> {
    AnyPosition::from_fen(fen, mode, rules).map_err(|error| position_error(&error, fen))
}

/// A position under another castling mode or rule set.
fn converted(view: View<'_>, mode: CastlingMode, rules: Rules) -> AnyPosition {
    let setup = with_view!(view, position => position.to_setup());
    AnyPosition::from_setup(&setup, mode, rules)
}
