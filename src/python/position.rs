//! `Position`: one position, frozen.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use super::convert::type_error;
use super::moves::Move;
use super::packed;
use super::questions::questions;
use super::rules::RulesArgument;
use super::source::Source;
use crate::any::{AnyPosition, View};
use crate::castling::CastlingMode;

/// One position: frozen, hashable, and safe to share between threads. Pickles pack it into at most 58 bytes, beside what
/// they always need.
///
/// It is made from a FEN, a `Board`, or another position, and answers the same questions as a board where they need no
/// past. Positions are equal if men, turn, castling rights, the legality of en passant, rule set and castling mode are;
/// the counters do not matter. That is the sense in which positions repeat.
///
/// >>> start = Position()
/// >>> start.after(Move.from_uci("g1f3")).fen()
/// 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
/// >>> len({start, Position(), Position("8/8/8/8/8/4k3/8/4K2R w K - 0 1")})
/// 2
#[pyclass(frozen, subclass, module = "atomic_rs._core")]
pub(super) struct Position {
    pub(super) position: AnyPosition,
    pub(super) mode: CastlingMode,
}

questions!(Position);

impl Position {
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        self.position.view()
    }

    /// A new object of a class, which may be derived from this one.
    fn of_type<'py>(
        class: &Bound<'py, PyType>,
        position: AnyPosition,
        mode: CastlingMode,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let plain = Bound::new(py, Self { position, mode })?;
        if class.is(py.get_type::<Self>()) {
            return Ok(plain.into_any());
        }
        class.call_method1("__new__", (class, plain))
    }
}

/// Rebuilds a pickled position from its class, its bytes, and its rule set.
#[pyfunction]
#[pyo3(name = "_restore_position", signature = (class, bytes, rules, /))]
pub(super) fn restore_position<'py>(
    class: &Bound<'py, PyType>,
    bytes: &[u8],
    rules: RulesArgument,
) -> PyResult<Bound<'py, PyAny>> {
    if !class.is_subclass_of::<Position>()? {
        return Err(type_error("a subclass of Position", class.as_any()));
    }
    let (setup, mode) = packed::unpack(bytes)
        .ok_or_else(|| PyValueError::new_err("the pickled bytes of a position are damaged"))?;
    Position::of_type(class, AnyPosition::from_setup(&setup, mode, rules.0), mode)
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (fen = Source::Start, *, chess960 = None, rules = None),
        text_signature = "(fen=STARTING_FEN, *, chess960=False, rules='atomic')"
    )]
    fn new(
        fen: Source<'_, '_>,
        chess960: Option<bool>,
        rules: Option<RulesArgument>,
    ) -> PyResult<Self> {
        let (position, mode) = fen.position(chess960, rules)?;
        Ok(Self { position, mode })
    }

    /// The position after a legal move, or the null move; `IllegalMoveError` for others.
    fn after<'py>(
        slf: &Bound<'py, Self>,
        r#move: &Bound<'py, Move>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        let mv = r#move.get().0;
        let mv = if mv.is_null() { mv } else { this.legal(mv)? };
        let after = this.position.after(mv);
        Self::of_type(&slf.get_type(), after, this.mode)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get();
        let equal = self.mode == other.mode && self.position.repeats(&other.position);
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        with_view!(self.view(), position => position.repetition_key()).hash(&mut hasher);
        self.view().rules().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.get();
        let restore = py.import("atomic_rs._core")?.getattr("_restore_position")?;
        let setup = with_view!(this.view(), position => position.to_setup());
        let bytes = PyBytes::new(py, &packed::pack(&setup, this.mode));
        (restore, (slf.get_type(), bytes, this.rules().argument(py)?)).into_pyobject(py)
    }
}
