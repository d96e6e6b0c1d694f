//! `Board`: making boards, looking at them, playing moves.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};

use super::convert::{
    ColorArgument, SquareArgument, castling_mode, en_passant_mode, number, type_error,
};
use super::errors::{illegal_move, invalid_move, position_error};
use super::legal_moves::LegalMoves;
use super::moves::{self, Move};
use super::piece::Piece;
use super::rules::{Rules, RulesArgument};
use crate::any::{AnyGame, AnyPosition, with_game};
use crate::castling::CastlingMode;
use crate::fen::{self, EnPassantMode, STARTING_FEN};
use crate::position::PositionError;
use crate::rules;
use crate::setup::Setup;
use crate::square::Square;

/// An atomic chess game: a position and the moves that led to it.
///
/// `fen` is a FEN, X-FEN or Shredder-FEN, or None for an empty board. With `chess960`, kings and rooks may castle from
/// any square of their back rank, and castling is written as the king taking its own rook. `rules` names the rule set.
///
/// A FEN that is malformed, that has no king at all, or several of one colour, raises `ValueError` naming the text;
/// everything else loads, and `status()` tells what is odd about it. A board that raised is as it was.
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
#[pyclass(subclass, module = "atomic_rs")]
pub(super) struct Board {
    pub(super) game: AnyGame,
    pub(super) mode: CastlingMode,
}

impl Board {
    pub(super) fn position(&self) -> AnyPosition {
        self.game.position()
    }

    /// The FEN for messages.
    fn text(&self) -> String {
        with_game!(&self.game, game => game.position().fen(EnPassantMode::Legal, false))
    }

    /// Plays a move of this board's spelling.
    fn play(&mut self, mv: crate::moves::Move) -> PyResult<()> {
        let mode = self.mode;
        let played = with_game!(&mut self.game, game => {
            if mv.is_null() {
                game.push(mv)
            } else {
                match game.position().legal_as_spelled(mv, mode) {
                    Some(mv) => {
                        game.push_unchecked(mv);
                        true
                    }
                    None => false,
                }
            }
        });
        if played {
            Ok(())
        } else {
            Err(illegal_move(&mv.to_string(), &self.text()))
        }
    }

    /// A new board of the class of `original`, with a game of its own.
    fn of_class<'py>(original: &Bound<'py, Self>, game: AnyGame) -> PyResult<Bound<'py, Self>> {
        let mode = original.borrow().mode;
        Self::of_type(&original.get_type(), Self { game, mode })
    }

    /// A new board of a class, which may be derived from this one.
    fn of_type<'py>(class: &Bound<'py, PyType>, board: Self) -> PyResult<Bound<'py, Self>> {
        let py = class.py();
        if class.is(py.get_type::<Self>()) {
            return Bound::new(py, board);
        }
        // A derived class may take other arguments; it is made as pickle makes objects, without its `__init__`.
        let new = class
            .call_method1("__new__", (class,))?
            .cast_into::<Self>()?;
        *new.borrow_mut() = board;
        Ok(new)
    }
}

/// Rebuilds a pickled board: class, FEN of the first position, moves, mode, rule set.
#[pyfunction]
#[pyo3(name = "_restore_board")]
pub(super) fn restore_board<'py>(
    class: &Bound<'py, PyType>,
    fen: &str,
    moves: &[u8],
    chess960: bool,
    rules: RulesArgument,
) -> PyResult<Bound<'py, Board>> {
    if !class.is_subclass_of::<Board>()? {
        return Err(type_error("a subclass of Board", class.as_any()));
    }
    let setup: Setup = fen
        .parse()
        .map_err(|error| position_error(&PositionError::Fen(error), fen))?;
    let mode = castling_mode(chess960);
    let mut game = AnyGame::new(AnyPosition::from_setup(&setup, mode, rules.0));
    for bytes in moves.chunks(2) {
        let mv = match bytes {
            [low, high] => crate::moves::Move::from_index(u16::from_le_bytes([*low, *high])),
            _ => None,
        };
        let pushed = mv.is_some_and(|mv| with_game!(&mut game, game => game.push(mv)));
        if !pushed {
            return Err(PyValueError::new_err(
                "the pickled moves of a board are damaged",
            ));
        }
    }
    Board::of_type(class, Board { game, mode })
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (fen = Some(STARTING_FEN), *, chess960 = false, rules = RulesArgument::default()),
        text_signature = "(fen=STARTING_FEN, *, chess960=False, rules='atomic')"
    )]
    fn new(fen: Option<&str>, chess960: bool, rules: RulesArgument) -> PyResult<Self> {
        let mode = castling_mode(chess960);
        let rules = rules.0;
        let position = match fen {
            Some(fen) => AnyPosition::from_fen(fen, mode, rules)
                .map_err(|error| position_error(&error, fen))?,
            None => AnyPosition::from_setup(&Setup::default(), mode, rules),
        };
        Ok(Self {
            game: AnyGame::new(position),
            mode,
        })
    }

    /// Whose move it is: True for White.
    #[getter]
    fn turn(&self) -> bool {
        with_game!(&self.game, game => game.position().turn().is_white())
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.game.rules())
    }

    /// Whether castling follows Chess960.
    #[getter]
    fn chess960(&self) -> bool {
        self.mode == CastlingMode::Chess960
    }

    /// The rooks that may still castle, as a mask of 64 bits.
    ///
    /// Rights that a FEN names without king and rook in place are part of it until the first move.
    #[getter]
    fn castling_rights(&self) -> u64 {
        with_game!(&self.game, game => game.position().castling_rights().0)
    }

    /// The square that a pawn passed in the last move, whether or not it can be captured there, or None.
    #[getter]
    fn ep_square(&self) -> Option<usize> {
        with_game!(&self.game, game => game.position().ep_square().map(Square::index))
    }

    /// Half-moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        with_game!(&self.game, game => game.position().halfmove_clock())
    }

    /// The number of the full move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        with_game!(&self.game, game => game.position().fullmove_number())
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

    /// The legal moves of the current position.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves {
            position: self.position(),
            mode: self.mode,
        }
    }

    /// The FEN.
    ///
    /// Castling rights are written as X-FEN, or as Shredder-FEN on demand. The en passant square is written if a capture
    /// there is legal under the rule set (`"legal"`), always after a double step (`"fen"`), or if a pawn stands ready
    /// (`"xfen"`). `promoted` is accepted for python-chess's sake: atomic chess does not mark promoted pieces.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None))]
    fn fen(&self, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        let _ = promoted;
        let mode = en_passant_mode(en_passant)?;
        Ok(with_game!(&self.game, game => game.position().fen(mode, shredder)))
    }

    /// The first field of the FEN.
    fn board_fen(&self) -> String {
        with_game!(&self.game, game => fen::board_fen(game.position().board()))
    }

    /// Sets up the position of a FEN and forgets all moves; `ValueError` as for a new board.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        let position = AnyPosition::from_fen(fen, self.mode, self.game.rules())
            .map_err(|error| position_error(&error, fen))?;
        self.game = AnyGame::new(position);
        Ok(())
    }

    /// The man on a square, or None.
    fn piece_at(&self, square: SquareArgument) -> Option<Piece> {
        with_game!(&self.game, game => game.position().board().piece_at(square.0).map(Piece))
    }

    /// All men by square, as a new dict.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        let board = with_game!(&self.game, game => *game.position().board());
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                map.set_item(square.index(), Piece(piece))?;
            }
        }
        Ok(map)
    }

    /// The square of a colour's king; None if it has none, or several.
    fn king(&self, color: ColorArgument) -> Option<usize> {
        with_game!(&self.game, game => game.position().board().king(color.0).map(Square::index))
    }

    /// Whether the kings stand one king step apart.
    fn kings_touch(&self) -> bool {
        with_game!(&self.game, game => game.position().kings_touch())
    }

    /// Whether a move is legal, in the spelling that `legal_moves` has.
    fn is_legal(&self, r#move: &Bound<'_, Move>) -> bool {
        let mv = r#move.get().0;
        with_game!(&self.game, game => game.position().legal_as_spelled(mv, self.mode).is_some())
    }

    /// Whether a move captures, en passant included.
    fn is_capture(&self, r#move: &Bound<'_, Move>) -> bool {
        let mv = r#move.get().0;
        with_game!(&self.game, game => game.position().is_capture(mv))
    }

    /// Whether a move captures en passant.
    fn is_en_passant(&self, r#move: &Bound<'_, Move>) -> bool {
        let mv = r#move.get().0;
        with_game!(&self.game, game => game.position().is_en_passant(mv))
    }

    /// Whether a move castles, in either spelling.
    fn is_castling(&self, r#move: &Bound<'_, Move>) -> bool {
        let mv = r#move.get().0;
        with_game!(&self.game, game => {
            game.position().is_castling(game.position().unspelled(mv))
        })
    }

    /// Plays a legal move, or the null move; `IllegalMoveError` for others.
    fn push(&mut self, r#move: &Bound<'_, Move>) -> PyResult<()> {
        self.play(r#move.get().0)
    }

    /// Reads and plays a legal move in UCI notation and returns it; errors as for `parse_uci`.
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let mv = self.read_uci(uci)?;
        self.play(mv)?;
        moves::to_python(py, mv)
    }

    /// Reads a legal move in UCI notation, or the null move `0000`.
    ///
    /// Both spellings of castling are accepted; the result has the board's own. `InvalidMoveError` if the text is no
    /// move, `IllegalMoveError` if the move is not legal.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        moves::to_python(py, self.read_uci(uci)?)
    }

    /// The UCI text of a move, with castling spelled as the board's mode or `chess960` says.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(&self, r#move: &Bound<'_, Move>, chess960: Option<bool>) -> String {
        let mv = r#move.get().0;
        let spelling = chess960.map_or(self.mode, castling_mode);
        with_game!(&self.game, game => {
            let position = game.position();
            position.spelled(position.unspelled(mv), spelling).to_string()
        })
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
        let mut game = slf.borrow().game.clone();
        with_game!(&mut game, game => game.keep_last(kept));
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
        let board = slf.borrow();
        let (fen, played) = with_game!(&board.game, game => {
            let played: Vec<u8> =
                game.history().flat_map(|(_, mv)| (mv.index() as u16).to_le_bytes()).collect();
            (game.root().to_setup().to_string(), played)
        });
        let restore = py.import("atomic_rs._core")?.getattr("_restore_board")?;
        let rules = board.rules();
        let arguments = (
            slf.get_type(),
            fen,
            PyBytes::new(py, &played),
            board.chess960(),
            rules,
        );
        (restore, arguments).into_pyobject(py)
    }

    /// The Polyglot key of the position, 64 bits.
    ///
    /// It covers men, turn, castling rights, and the file of an en passant square beside which a pawn stands ready; not
    /// the rule set, the counters or the past.
    fn zobrist_hash(&self) -> u64 {
        with_game!(&self.game, game => game.position().polyglot_key())
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let equal = {
            slf.try_borrow()?
                .position()
                .is_same(&other.try_borrow()?.position())
        };
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __str__(&self) -> String {
        let board = with_game!(&self.game, game => *game.position().board());
        let rank = |rank| {
            let mark = |file| {
                board
                    .piece_at(Square::at(file, rank))
                    .map_or_else(|| ".".to_owned(), |piece| piece.to_string())
            };
            (0..8).map(mark).collect::<Vec<_>>().join(" ")
        };
        (0..8).rev().map(rank).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = slf.get_type().name()?;
        let board = slf.try_borrow()?;
        let chess960 = if board.chess960() {
            ", chess960=True"
        } else {
            ""
        };
        let rules = match board.rules() {
            Rules(rules::Rules::ATOMIC) => String::new(),
            rules => match rules.0.name() {
                Some(name) => format!(", rules='{name}'"),
                None => format!(", rules={}", rules.text()),
            },
        };
        Ok(format!("{class}('{}'{chess960}{rules})", board.text()))
    }
}

impl Board {
    /// A legal move of a UCI text, or the null move, in this board's spelling.
    fn read_uci(&self, uci: &str) -> PyResult<crate::moves::Move> {
        let mv: crate::moves::Move = uci
            .parse()
            .map_err(|_| invalid_move("not a move in UCI notation", uci))?;
        if mv.is_null() {
            return Ok(mv);
        }
        with_game!(&self.game, game => {
            let position = game.position();
            position.parse_uci(uci).map(|mv| position.spelled(mv, self.mode))
        })
        .ok_or_else(|| illegal_move(uci, &self.text()))
    }
}
