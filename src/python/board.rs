//! `Board`: making boards, setting them up, playing moves.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use super::convert::{draw_policy, draw_policy_name, number, type_error};
use super::errors::position_error;
use super::moves::Move;
use super::packed;
use super::questions::questions;
use super::rules::RulesArgument;
use super::source::{Source, read};
use crate::any::{AnyGame, AnyPosition, View, with_game};
use crate::castling::CastlingMode;
use crate::fen::STARTING_FEN;
use crate::outcome::DrawPolicy;
use crate::position::PositionError;
use crate::setup::Setup;

/// An atomic chess game: a position and the moves that led to it.
///
/// `fen` is a FEN, X-FEN or Shredder-FEN, or a `Position`, or None for an empty board. With `chess960`, kings and rooks
/// may castle from any square of their back rank, and castling is written as the king taking its own rook. `rules` is
/// the name of a rule set, or a `Rules`. `draws` says what counting means for the end of the game: under "claim"
/// threefold repetition and fifty moves can be claimed, fivefold repetition and seventy-five moves end it; under
/// "lichess" fivefold repetition and fifty moves end it; under "chessplayx" nothing does by itself.
///
/// A FEN that is malformed, that has several kings of one colour, or none that could have been lost, raises `ValueError`
/// naming the text; everything else loads, and `status()` tells what is odd about it. A board that raised is as it was.
///
/// Assigning to `turn`, `chess960`, `castling_rights`, `ep_square` or a counter sets up another position, and forgets all
/// moves. Of another board or a position given instead of a FEN only the position is taken, with its castling mode and
/// rule set unless others are given. Attributes that a subclass adds are neither copied nor pickled.
///
/// Names and habits are those of python-chess's `chess.variant.AtomicBoard`. Boards compare by position and counters,
/// are not hashable, and can be copied and pickled with their moves.
///
/// >>> board = Board()
/// >>> for uci in ["g1f3", "a7a6", "f3g5", "a6a5", "g5f7"]:
/// ...     _ = board.push_uci(uci)
/// >>> board.fen()
/// 'rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3'
/// >>> board.result()
/// '1-0'
#[pyclass(subclass, module = "atomic_rs._core")]
pub(super) struct Board {
    pub(super) game: AnyGame,
    pub(super) mode: CastlingMode,
    pub(super) draws: DrawPolicy,
}

questions!(Board);

impl Board {
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        self.game.view()
    }

    /// Plays a move of this board's spelling.
    fn play(&mut self, mv: crate::moves::Move) -> PyResult<()> {
        let mode = self.mode;
        let played = with_game!(&mut self.game, game => {
            let null = Some(mv).filter(|mv| mv.is_null());
            let legal = null.or_else(|| game.position().legal_as_spelled(mv, mode));
            legal.inspect(|mv| game.push_unchecked(*mv)).is_some()
        });
        if played {
            Ok(())
        } else {
            Err(illegal_move(&mv.to_string(), &self.text()))
        }
    }

    /// Plays a move of the core's spelling that is known to be legal, or null, and returns it as it is spelled here.
    fn play_read(&mut self, py: Python<'_>, mv: crate::moves::Move) -> PyResult<Py<Move>> {
        let spelled = with_view!(self.view(), position => position.spelled(mv, self.mode));
        let object = moves::to_python(py, spelled)?;
        with_game!(&mut self.game, game => game.push_unchecked(mv));
        Ok(object)
    }

    /// Reads a move in algebraic notation as the core spells it.
    fn read_san(&self, san: &str) -> PyResult<crate::moves::Move> {
        with_view!(self.view(), position => position.parse_san(san))
            .map_err(|error| san_error(error, san, &self.text()))
    }

    /// Changes the current position as a setup, and forgets all moves.
    fn set_up(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = with_view!(self.view(), position => position.to_setup());
        change(&mut setup);
        let position = AnyPosition::from_setup(&setup, self.mode, self.view().rules());
        self.game = AnyGame::new(position);
    }

    /// A new board of the class of `original`, with a game of its own.
    fn of_class<'py>(original: &Bound<'py, Self>, game: AnyGame) -> PyResult<Bound<'py, Self>> {
        let Self { mode, draws, .. } = *original.try_borrow()?;
        Self::of_type(&original.get_type(), Self { game, mode, draws })
    }

    /// A new board of a class, which may be derived from this one.
    fn of_type<'py>(class: &Bound<'py, PyType>, board: Self) -> PyResult<Bound<'py, Self>> {
        let py = class.py();
        if class.is(py.get_type::<Self>()) {
            return Bound::new(py, board);
        }
        // A derived class may take other arguments; it is made as pickle makes objects, without its `__init__`.
        let new = class
            .call_method1("__new__", (class, py.None()))?
            .cast_into::<Self>()?;
        *new.try_borrow_mut()? = board;
        Ok(new)
    }
}

/// Rebuilds a pickled board: class, packed first position, moves, rule set, drawing policy.
#[pyfunction]
#[pyo3(name = "_restore_board", signature = (class, packed, moves, rules, draws, /))]
pub(super) fn restore_board<'py>(
    class: &Bound<'py, PyType>,
    packed: &[u8],
    moves: &[u8],
    rules: RulesArgument,
    draws: &str,
) -> PyResult<Bound<'py, Board>> {
    if !class.is_subclass_of::<Board>()? {
        return Err(type_error("a subclass of Board", class.as_any()));
    }
    let damaged = || PyValueError::new_err("the pickled bytes of a board are damaged");
    let (setup, mode) = packed::unpack(packed).ok_or_else(damaged)?;
    let mut game = AnyGame::new(AnyPosition::from_setup(&setup, mode, rules.0));
    for bytes in moves.chunks(2) {
        let mv = match bytes {
            [low, high] => crate::moves::Move::from_index(u16::from_le_bytes([*low, *high])),
            _ => None,
        };
        let pushed = mv.is_some_and(|mv| with_game!(&mut game, game => game.push(mv)));
        if !pushed {
            return Err(damaged());
        }
    }
    Board::of_type(
        class,
        Board {
            game,
            mode,
            draws: draw_policy(draws)?,
        },
    )
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (fen = Source::Start, *, chess960 = None, rules = None, draws = "claim"),
        text_signature = "(fen=STARTING_FEN, *, chess960=False, rules='atomic', draws='claim')"
    )]
    fn new(
        fen: Source<'_, '_>,
        chess960: Option<bool>,
        rules: Option<RulesArgument>,
        draws: &str,
    ) -> PyResult<Self> {
        let (position, mode) = fen.position(chess960, rules)?;
        Ok(Self {
            game: AnyGame::new(position),
            mode,
            draws: draw_policy(draws)?,
        })
    }

    /// What counting means for the end of the game: "claim", "lichess" or "chessplayx".
    #[getter]
    fn draws(&self) -> &'static str {
        draw_policy_name(self.draws)
    }

    #[setter]
    fn set_draws(&mut self, draws: &str) -> PyResult<()> {
        self.draws = draw_policy(draws)?;
        Ok(())
    }

    #[setter]
    fn set_turn(&mut self, turn: ColorArgument) {
        self.set_up(|setup| setup.turn = turn.0);
    }

    #[setter]
    fn set_castling_rights(&mut self, castling_rights: Mask) {
        self.set_up(|setup| setup.castling_rights = castling_rights.0);
    }

    #[setter]
    fn set_ep_square(&mut self, ep_square: Option<SquareArgument>) {
        self.set_up(|setup| setup.ep_square = ep_square.map(|square| square.0));
    }

    #[setter]
    fn set_halfmove_clock(&mut self, halfmove_clock: &Bound<'_, PyAny>) -> PyResult<()> {
        let clock = number(halfmove_clock, "half-move clock", u32::MAX)?;
        self.set_up(|setup| setup.halfmove_clock = clock);
        Ok(())
    }

    #[setter]
    fn set_fullmove_number(&mut self, fullmove_number: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = number(fullmove_number, "full-move number", u32::MAX)?;
        self.set_up(|setup| setup.fullmove_number = number.max(1));
        Ok(())
    }

    #[setter]
    fn set_chess960(&mut self, chess960: bool) {
        // Rights that the other mode does not know are reported by `status`, as when a FEN names them.
        self.mode = castling_mode(chess960);
        self.set_up(|_| {});
    }

    /// Sets up the position of a FEN and forgets all moves; `ValueError` as for a new board.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        self.game = AnyGame::new(read(fen, self.mode, self.view().rules())?);
        Ok(())
    }

    /// Sets up the men of a FEN's first field and forgets all moves, rights and the en passant square.
    fn set_board_fen(&mut self, fen: &str) -> PyResult<()> {
        let board = fen::parse_board(fen)
            .map_err(|error| position_error(&PositionError::Fen(error), fen))?;
        self.set_up(|setup| {
            setup.board = board;
            setup.castling_rights = Bitboard::EMPTY;
            setup.ep_square = None;
        });
        Ok(())
    }

    /// Sets the castling rights to those of a FEN's castling field, and forgets all moves.
    fn set_castling_fen(&mut self, castling_fen: &str) -> PyResult<()> {
        let board = with_view!(self.view(), position => *position.board());
        let rights = fen::parse_castling(castling_fen, &board)
            .map_err(|error| position_error(&PositionError::Fen(error), castling_fen))?;
        self.set_up(|setup| setup.castling_rights = rights);
        Ok(())
    }

    /// Puts a man on a square, or takes away what stands there if `piece` is None, and forgets all moves.
    ///
    /// `promoted` is accepted for python-chess's sake, and ignored.
    #[pyo3(signature = (square, piece, promoted = false))]
    fn set_piece_at(
        &mut self,
        square: SquareArgument,
        piece: Option<PyRef<'_, Piece>>,
        promoted: bool,
    ) {
        let _ = promoted;
        self.set_up(|setup| match piece {
            Some(piece) => setup.board.put(square.0, piece.0),
            None => setup.board.clear(square.0.into()),
        });
    }

    /// Takes the man away from a square and returns it, or None; forgets all moves.
    fn remove_piece_at(&mut self, square: SquareArgument) -> Option<Piece> {
        let removed = self.piece_at(SquareArgument(square.0));
        self.set_up(|setup| setup.board.clear(square.0.into()));
        removed
    }

    /// Sets up the start position and forgets all moves.
    fn reset(&mut self) -> PyResult<()> {
        self.set_fen(STARTING_FEN)
    }

    /// Sets up the men of the start position, without other changes but that all moves are forgotten.
    fn reset_board(&mut self) -> PyResult<()> {
        let start: Setup = STARTING_FEN
            .parse()
            .map_err(|error| position_error(&PositionError::Fen(error), STARTING_FEN))?;
        self.set_up(|setup| setup.board = start.board);
        Ok(())
    }

    /// Empties the board: White to move, no rights, fresh counters, no moves.
    fn clear(&mut self) {
        self.set_up(|setup| *setup = Setup::default());
    }

    /// Takes all men away, without other changes but that all moves are forgotten.
    fn clear_board(&mut self) {
        self.set_up(|setup| setup.board = crate::board::Board::default());
    }

    /// Forgets all moves.
    fn clear_stack(&mut self) {
        self.game = AnyGame::new(self.view().to_owned());
    }

    /// The moves played so far, as a new list.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        with_game!(&self.game, game => {
            game.history()
                .map(|(position, mv)| moves::to_python(py, position.spelled(mv, self.mode)))
                .collect()
        })
    }

    /// Plays a legal move, or the null move; `IllegalMoveError` for others.
    fn push(&mut self, r#move: &Bound<'_, Move>) -> PyResult<()> {
        self.play(r#move.get().0)
    }

    /// Reads and plays a legal move in UCI notation and returns it; errors as for `parse_uci`.
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let mv = notation::read_uci(self.view(), self.mode, uci)?;
        let mv = self.unspelled(mv);
        self.play_read(py, mv)
    }

    /// Reads and plays a legal move in algebraic notation and returns it; errors as for `parse_san`.
    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        let mv = self.read_san(san)?;
        self.play_read(py, mv)
    }

    /// Plays a legal move, or the null move, and returns it in algebraic notation; `IllegalMoveError` for others.
    fn san_and_push(&mut self, r#move: &Bound<'_, Move>) -> PyResult<String> {
        let san = self.san(r#move)?;
        self.play(r#move.get().0)?;
        Ok(san)
    }

    /// Takes back the last move and returns it; `IndexError` if there is none.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let mode = self.mode;
        let popped = with_game!(&mut self.game, game => {
            game.pop().map(|mv| game.position().spelled(mv, mode))
        });
        match popped {
            Some(mv) => moves::to_python(py, mv),
            None => Err(PyIndexError::new_err("pop from a board without moves")),
        }
    }

    /// The last move; `IndexError` if there is none.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let last = with_game!(&self.game, game => {
            game.history().next_back().map(|(position, mv)| position.spelled(mv, self.mode))
        });
        match last {
            Some(mv) => moves::to_python(py, mv),
            None => Err(PyIndexError::new_err("peek at a board without moves")),
        }
    }

    /// The number of half-moves since the start of the game, by counters and turn.
    fn ply(&self) -> u64 {
        2 * (u64::from(self.fullmove_number()) - 1) + u64::from(!self.turn())
    }

    /// The position before the first move of the stack, as a board without moves.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let mut game = slf.try_borrow()?.game.clone();
        with_game!(&mut game, game => while game.pop().is_some() {});
        Self::of_class(slf, game)
    }

    /// A copy, with all moves, none (`stack=False`), or at most the last `stack` ones.
    #[pyo3(signature = (*, stack = None), text_signature = "($self, *, stack=True)")]
    fn copy<'py>(
        slf: &Bound<'py, Self>,
        stack: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Self>> {
        let kept = match stack {
            None => usize::MAX,
            Some(stack) => match stack.extract::<bool>() {
                Ok(true) => usize::MAX,
                Ok(false) => 0,
                Err(_) => number(stack, "stack", u32::MAX)? as usize,
            },
        };
        let game = {
            let board = slf.try_borrow()?;
            with_game!(&board.game, game => game.with_last(kept).into())
        };
        Self::of_class(slf, game)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        Self::copy(slf, None)
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Self>> {
        let copy = Self::copy(slf, None)?;
        memo.set_item(slf.as_ptr() as usize, &copy)?;
        Ok(copy)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let board = slf.try_borrow()?;
        let (packed, played) = with_game!(&board.game, game => {
            let played: Vec<u8> =
                game.history().flat_map(|(_, mv)| (mv.index() as u16).to_le_bytes()).collect();
            (packed::pack(&game.root().to_setup(), board.mode), played)
        });
        let restore = py.import("atomic_rs._core")?.getattr("_restore_board")?;
        let rules = board.rules();
        let arguments = (
            slf.get_type(),
            PyBytes::new(py, &packed),
            PyBytes::new(py, &played),
            rules.argument(py)?,
            board.draws(),
        );
        (restore, arguments).into_pyobject(py)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let position = slf.try_borrow()?.view().to_owned();
        let equal = position.is_same(&other.try_borrow()?.view().to_owned());
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }
}
