//! How a game ends, and what is odd about a position.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::board::Board;
use super::convert::{ColorArgument, number};
use super::position::Position;
use crate::any::{with_game, with_view};
use crate::outcome::{self, KingLoss, Termination};
use crate::setup::Faults;

/// The name of a termination in Python.
fn termination_name(termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate => "CHECKMATE",
        Termination::Stalemate => "STALEMATE",
        Termination::InsufficientMaterial => "INSUFFICIENT_MATERIAL",
        Termination::SeventyfiveMoves => "SEVENTYFIVE_MOVES",
        Termination::FivefoldRepetition => "FIVEFOLD_REPETITION",
        Termination::FiftyMoves => "FIFTY_MOVES",
        Termination::ThreefoldRepetition => "THREEFOLD_REPETITION",
        Termination::VariantWin => "VARIANT_WIN",
        Termination::VariantLoss => "VARIANT_LOSS",
        Termination::VariantDraw => "VARIANT_DRAW",
    }
}

/// The Python object of an outcome.
fn outcome_to_python(py: Python<'_>, outcome: outcome::Outcome) -> PyResult<Bound<'_, PyAny>> {
    static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static TERMINATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let termination = TERMINATION
        .import(py, "atomic_rs.outcome", "Termination")?
        .getattr(termination_name(outcome.termination))?;
    let winner = outcome.winner.map(crate::piece::Color::is_white);
    let king_loss = outcome.king_loss.map(|loss| match loss {
        KingLoss::Exploded => "exploded",
        KingLoss::Captured => "captured",
    });
    OUTCOME
        .import(py, "atomic_rs.outcome", "Outcome")?
        .call1((termination, winner, king_loss))
}

/// Adds to a class the questions that a position alone can answer. The class provides `view()`.
macro_rules! endings {
    ($class:ident) => {
        impl $class {
            fn ends_by(&self, termination: Termination) -> bool {
                with_view!(self.view(), position => {
                    position.outcome().is_some_and(|outcome| outcome.termination == termination)
                })
            }

            fn variant_ends_by(&self, termination: Termination) -> bool {
                with_view!(self.view(), position => {
                    position.variant_outcome().is_some_and(|outcome| outcome.termination == termination)
                })
            }
        }

        #[pymethods]
        impl $class {
            /// Whether the side to move is in check. Kings that touch are not, and a rule set may have no check.
            fn is_check(&self) -> bool {
                with_view!(self.view(), position => position.is_check())
            }

            /// Whether the side to move is in check and has no legal move.
            fn is_checkmate(&self) -> bool {
                self.ends_by(Termination::Checkmate)
            }

            /// Whether the side to move is not in check and has no legal move; False once a king is gone.
            fn is_stalemate(&self) -> bool {
                self.ends_by(Termination::Stalemate)
            }

            /// Whether neither side can win any more, by material.
            fn is_insufficient_material(&self) -> bool {
                with_view!(self.view(), position => position.is_insufficient_material())
            }

            /// Whether a color cannot win any more, by material.
            fn has_insufficient_material(&self, color: ColorArgument) -> bool {
                with_view!(self.view(), position => position.has_insufficient_material(color.0))
            }

            /// Whether a king is gone.
            fn is_variant_end(&self) -> bool {
                with_view!(self.view(), position => position.variant_outcome().is_some())
            }

            /// Whether the king of the side that is not to move is gone.
            fn is_variant_win(&self) -> bool {
                self.variant_ends_by(Termination::VariantWin)
            }

            /// Whether the king of the side to move is gone.
            fn is_variant_loss(&self) -> bool {
                self.variant_ends_by(Termination::VariantLoss)
            }

            /// Whether both kings are gone and the rule set calls that a draw.
            fn is_variant_draw(&self) -> bool {
                self.variant_ends_by(Termination::VariantDraw)
            }

            /// The reasons why the position cannot come from a game, as `Status` flags.
            fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                status_to_python(py, with_view!(self.view(), position => position.faults()))
            }

            /// Whether `status()` finds nothing odd.
            fn is_valid(&self) -> bool {
                with_view!(self.view(), position => position.faults().is_empty())
            }
        }
    };
}

endings!(Board);
endings!(Position);

fn status_to_python(py: Python<'_>, faults: Faults) -> PyResult<Bound<'_, PyAny>> {
    static STATUS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    STATUS
        .import(py, "atomic_rs.status", "Status")?
        .call1((faults.bits(),))
}

/// The result of an outcome as PGN writes it.
fn result(outcome: Option<outcome::Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(outcome) => match outcome.winner {
            None => "1/2-1/2",
            Some(winner) if winner.is_white() => "1-0",
            Some(_) => "0-1",
        },
    }
}

#[pymethods]
impl Position {
    /// The end of the game by the board alone, or None: a king is gone, no legal move, too little material.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        with_view!(self.view(), position => position.outcome())
            .map(|outcome| outcome_to_python(py, outcome))
            .transpose()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    fn result(&self) -> &'static str {
        result(with_view!(self.view(), position => position.outcome()))
    }

    /// Whether the game is over; see `outcome()`.
    fn is_game_over(&self) -> bool {
        with_view!(self.view(), position => position.outcome()).is_some()
    }
}

impl Board {
    fn core_outcome(&self, claim_draw: bool) -> Option<outcome::Outcome> {
        with_game!(&self.game, game => game.outcome(self.draws, claim_draw))
    }
}

#[pymethods]
impl Board {
    /// The end of the game, or None while it goes on.
    ///
    /// Tested in this order: a king is gone, no legal move, too little material, then what ends games by counting according
    /// to `draws`; then, with `claim_draw`, what can be claimed: 50 moves, threefold repetition.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        claim_draw: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.core_outcome(claim_draw)
            .map(|outcome| outcome_to_python(py, outcome))
            .transpose()
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        result(self.core_outcome(claim_draw))
    }

    /// Whether the game is over; see `outcome()`.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.core_outcome(claim_draw).is_some()
    }

    /// Whether the current position has occurred at least `count` times.
    ///
    /// Positions are the same if men, turn, castling rights and the legality of en passant are.
    #[pyo3(signature = (count = None), text_signature = "($self, count=3)")]
    fn is_repetition(&self, count: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let count = count.map_or(Ok(3), |count| number(count, "count", u32::MAX))?;
        Ok(with_game!(&self.game, game => game.is_repetition(count as usize)))
    }

    /// Whether the current position has occurred at least five times.
    fn is_fivefold_repetition(&self) -> bool {
        with_game!(&self.game, game => game.is_repetition(5))
    }

    /// Whether 150 half-moves have passed without capture or pawn move, and there is a legal move.
    fn is_seventyfive_moves(&self) -> bool {
        with_game!(&self.game, game => game.is_seventyfive_moves())
    }

    /// Whether 100 half-moves have passed without capture or pawn move, and there is a legal move.
    fn is_fifty_moves(&self) -> bool {
        with_game!(&self.game, game => game.is_fifty_moves())
    }

    /// Whether a draw by fifty moves or threefold repetition can be claimed.
    fn can_claim_draw(&self) -> bool {
        with_game!(&self.game, game => game.can_claim_draw())
    }

    /// Whether 100 half-moves have passed without capture or pawn move, or a legal move would complete them.
    fn can_claim_fifty_moves(&self) -> bool {
        with_game!(&self.game, game => game.can_claim_fifty_moves())
    }

    /// Whether the position has occurred three times, or a legal move would bring a third occurrence.
    fn can_claim_threefold_repetition(&self) -> bool {
        with_game!(&self.game, game => game.can_claim_threefold_repetition())
    }
}
