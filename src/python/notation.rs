//! Reading and writing moves as text, for all classes that have a position.

use pyo3::prelude::*;

use super::convert::type_error;
use super::errors::{illegal_move, invalid_move};
use super::moves::Move;
use crate::any::{View, with_view};
use crate::castling::CastlingMode;
use crate::fen::EnPassantMode;
use crate::moves;

/// A legal move of a UCI text, or the null move, as a mode spells it.
pub(super) fn read_uci(view: View<'_>, mode: CastlingMode, uci: &str) -> PyResult<moves::Move> {
    let mv: moves::Move = uci
        .parse()
        .map_err(|_| invalid_move("not a move in UCI notation", uci))?;
    if mv.is_null() {
        return Ok(mv);
    }
    with_view!(view, position => {
        let legal = Some(position.unspelled(mv)).filter(|mv| position.is_legal(*mv));
        legal.map(|mv| position.spelled(mv, mode)).ok_or_else(|| {
            illegal_move(uci, &position.fen(EnPassantMode::Legal, false))
        })
    })
}

/// A sequence of legal moves as text with move numbers.
pub(super) fn variation_san(
    view: View<'_>,
    mode: CastlingMode,
    variation: &Bound<'_, PyAny>,
) -> PyResult<String> {
    with_view!(view, position => {
        let mut position = *position;
        let mut words = Vec::new();
        for item in variation.try_iter()? {
            let item = item?;
            let spelled = item.cast::<Move>().map_err(|_| type_error("a Move", &item))?.get().0;
            let mv = if spelled.is_null() { Some(spelled) } else { position.legal_as_spelled(spelled, mode) };
            let Some(mv) = mv else {
                let fen = position.fen(EnPassantMode::Legal, false);
                return Err(illegal_move(&spelled.to_string(), &fen));
            };
            let number = position.fullmove_number();
            let san = position.san(mv);
            if position.turn().is_white() {
                words.push(format!("{number}."));
                words.push(san);
            } else if words.is_empty() {
                words.push(format!("{number}...{san}"));
            } else {
                words.push(san);
            }
            position = position.after(mv);
        }
        Ok(words.join(" "))
    })
}
