//! `Illegality`, an enum of the Python package.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::explain::Illegality;

/// Whether the reason is that the own king would be attacked.
pub(super) fn is_into_check(reason: Illegality) -> bool {
    matches!(
        reason,
        Illegality::KingLeftAttacked
            | Illegality::CastlingThroughAttack
            | Illegality::CastlingIntoAttack
    )
}

/// The member of the Python enum.
pub(super) fn to_python(py: Python<'_>, reason: Illegality) -> PyResult<Bound<'_, PyAny>> {
    static ILLEGALITY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let name = match reason {
        Illegality::NullMove => "NULL_MOVE",
        Illegality::GameOver => "GAME_OVER",
        Illegality::NoPiece => "NO_PIECE",
        Illegality::WrongSide => "WRONG_SIDE",
        Illegality::OwnPiece => "OWN_PIECE",
        Illegality::Unreachable => "UNREACHABLE",
        Illegality::PromotionMissing => "PROMOTION_MISSING",
        Illegality::PromotionImpossible => "PROMOTION_IMPOSSIBLE",
        Illegality::KingMayNotCapture => "KING_MAY_NOT_CAPTURE",
        Illegality::KingTakesKing => "KING_TAKES_KING",
        Illegality::ProtectedPiece => "PROTECTED_PIECE",
        Illegality::KingsMayNotTouch => "KINGS_MAY_NOT_TOUCH",
        Illegality::OwnKingExplodes => "OWN_KING_EXPLODES",
        Illegality::KingLeftAttacked => "KING_LEFT_ATTACKED",
        Illegality::CastlingWithoutRight => "CASTLING_WITHOUT_RIGHT",
        Illegality::CastlingBlocked => "CASTLING_BLOCKED",
        Illegality::CastlingThroughAttack => "CASTLING_THROUGH_ATTACK",
        Illegality::CastlingIntoAttack => "CASTLING_INTO_ATTACK",
    };
    ILLEGALITY
        .import(py, "atomic_rs.illegality", "Illegality")?
        .getattr(name)
}
