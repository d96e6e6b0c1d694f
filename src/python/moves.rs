//! `Move`, and the table of move objects that all boards share.

use std::cmp::Ordering;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple};

use super::convert::{RoleArgument, SquareArgument};
use super::errors::invalid_move;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingMode;
use crate::moves;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Ruleset;
use crate::square::Square;

/// A move: from where, to where, and what a pawn becomes.
///
/// Squares are ints from 0 (a1) to 63 (h8), or texts such as "e4" as arguments. Castling is the king's two-square step,
/// or the king's move onto its own rook on boards with `chess960=True`. Moves are immutable, equal by value, hashable,
/// and ordered by their UCI text. The null move is false.
///
/// >>> Move.from_uci("b7a8q")
/// Move.from_uci('b7a8q')
/// >>> Move("e2", "e4").to_square
/// 28
/// >>> bool(Move.null())
/// False
#[pyclass(frozen, module = "atomic_rs")]
pub(super) struct Move(pub(super) moves::Move);

/// The objects of the moves that are worth sharing: what a queen or a knight could do, promotions, and the null move.
struct Interned {
    objects: Vec<Py<Move>>,
    /// The place of each move among the objects, by `Move::index`; small enough to stay in the processor's cache.
    places: Vec<u16>,
}

static INTERNED: PyOnceLock<Interned> = PyOnceLock::new();

/// The place of a move that has no shared object.
const NOWHERE: u16 = u16::MAX;

fn intern(py: Python<'_>) -> PyResult<Interned> {
    let mut table = Interned {
        objects: Vec::new(),
        places: vec![NOWHERE; moves::Move::COUNT],
    };
    let mut add = |mv: moves::Move| -> PyResult<()> {
        table.places[mv.index()] = table.objects.len() as u16;
        table.objects.push(Py::new(py, Move(mv))?);
        Ok(())
    };
    add(moves::Move::NULL)?;
    for from in Bitboard::ALL {
        let reached = attacks::rook_rays(from) | attacks::bishop_rays(from) | attacks::knight(from);
        for to in reached {
            add(moves::Move::new(from, to))?;
            if matches!((from.rank(), to.rank()), (6, 7) | (1, 0))
                && from.file().abs_diff(to.file()) <= 1
            {
                for role in Role::PROMOTIONS {
                    add(moves::Move::with_promotion(from, to, role))?;
                }
            }
        }
    }
    Ok(table)
}

/// Makes the shared objects, so that no later call pays for it.
pub(super) fn prepare(py: Python<'_>) -> PyResult<()> {
    INTERNED.get_or_try_init(py, || intern(py)).map(|_| ())
}

/// The object of a move: the shared one if there is one.
#[inline]
pub(super) fn to_python(py: Python<'_>, mv: moves::Move) -> PyResult<Py<Move>> {
    let shared = INTERNED.get(py).and_then(|table| {
        let place = table.places[mv.index()];
        table.objects.get(usize::from(place))
    });
    match shared {
        Some(object) => Ok(object.clone_ref(py)),
        None => Py::new(py, Move(mv)),
    }
}

/// The objects of moves of a position, as a castling mode spells them.
pub(super) fn list<'py, R: Ruleset>(
    py: Python<'py>,
    position: &Position<R>,
    moves: &[moves::Move],
    mode: CastlingMode,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(
        py,
        moves.iter().map(|mv| Spelled(position.spelled(*mv, mode))),
    )
}

/// A move on its way into a list.
struct Spelled(moves::Move);

impl<'py> IntoPyObject<'py> for Spelled {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        to_python(py, self.0).map(|object| object.into_bound(py))
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn new(
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<RoleArgument>,
        drop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if let Some(drop) = drop {
            let text = drop.repr()?;
            return Err(invalid_move("atomic chess has no drops", text.to_str()?));
        }
        let (from, to) = (from_square.0, to_square.0);
        Ok(Self(match promotion {
            Some(role) => moves::Move::with_promotion(from, to, role.0),
            None => moves::Move::new(from, to),
        }))
    }

    /// The square the moving man leaves, 0 to 63.
    #[getter]
    fn from_square(&self) -> usize {
        self.0.from().index()
    }

    /// The square the moving man goes to, 0 to 63.
    #[getter]
    fn to_square(&self) -> usize {
        self.0.to().index()
    }

    /// The piece type that a pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.0.promotion().map(|role| role as u8)
    }

    /// None: atomic chess has no drops.
    #[getter]
    fn drop(&self) -> Option<u8> {
        None
    }

    /// The UCI text, such as `e2e4`, `b7b8q`, or `0000` for the null move.
    fn uci(&self) -> String {
        self.0.to_string()
    }

    /// The same as `uci()`, but `@@@@` for the null move.
    fn xboard(&self) -> String {
        if self.0.is_null() {
            "@@@@".to_owned()
        } else {
            self.uci()
        }
    }

    /// The move of a UCI text; `InvalidMoveError` if the text is none.
    ///
    /// Whether the move is legal anywhere is not asked.
    #[staticmethod]
    fn from_uci(py: Python<'_>, uci: &str) -> PyResult<Py<Self>> {
        match uci.parse() {
            Ok(mv) => to_python(py, mv),
            Err(_) => Err(invalid_move("not a move in UCI notation", uci)),
        }
    }

    /// The null move: the side to move passes.
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        to_python(py, moves::Move::NULL)
    }

    fn __bool__(&self) -> bool {
        !self.0.is_null()
    }

    fn __hash__(&self) -> usize {
        self.0.index()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get().0;
        let ordering = match op {
            CompareOp::Eq | CompareOp::Ne => self.0.cmp(&other),
            _ => uci_order(self.0, other),
        };
        Ok(op
            .matches(ordering)
            .into_pyobject(py)?
            .to_owned()
            .into_any()
            .unbind())
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<Self>();
        let promotion = self.promotion();
        (class, (self.from_square(), self.to_square(), promotion)).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        slf
    }
}

/// The order of UCI texts: files before ranks.
fn uci_order(left: moves::Move, right: moves::Move) -> Ordering {
    let square = |square: Square| (square.file(), square.rank());
    let parts = |mv: moves::Move| {
        let letter = mv.promotion().map_or(' ', Role::letter);
        // `0000` comes before all squares.
        (!mv.is_null(), square(mv.from()), square(mv.to()), letter)
    };
    parts(left).cmp(&parts(right))
}
