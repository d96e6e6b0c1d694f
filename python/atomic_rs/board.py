"""`Board` and `Position`: the core's classes, completed to the interface of python-chess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from atomic_rs import _core, bridges
from atomic_rs.bitboards import BB_SQUARES, Bitboard, flip_vertical, lsb, scan_forward
from atomic_rs.chess960 import array_board
from atomic_rs.epd import read_epd
from atomic_rs.pieces import COLORS, PIECE_TYPES
from atomic_rs.questions import Questions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from atomic_rs._core import Move, Piece, Rules
    from atomic_rs.epd import Operand
    from atomic_rs.squares import Square

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = f"{STARTING_BOARD_FEN} w KQkq - 0 1"


class Board(Questions, _core.Board):
    """An atomic chess game: a position and the moves that led to it.

    `fen` is a FEN, X-FEN or Shredder-FEN, a `Position`, another board, whose position is taken, or
    None for an empty board. With `chess960`, kings and rooks may castle from any square of their
    back rank, and castling is written as the king taking its own rook. `rules` is the name of a
    rule set, or a `Rules`. `draws` says what counting means for the end of the game: under "claim"
    threefold repetition and fifty moves can be claimed, fivefold repetition and seventy-five moves
    end it; under "lichess" fivefold repetition and fifty moves end it; under "chessplayx" nothing
    ends it by itself.

    A FEN that is malformed, that has several kings of one color, or none at all, raises
    `ValueError` naming the text; everything else loads, and `status()` tells what is odd about it.
    A board that raised is as it was.

    Names and habits are those of python-chess's `chess.variant.AtomicBoard`, but `push` checks that
    the move is legal. Boards compare by position and counters, are not hashable, and can be copied
    and pickled with their moves. A square as an argument is an int or a name such as "e4".

    >>> from atomic_rs import Board
    >>> board = Board()
    >>> for san in ["Nf3", "a6", "Ng5", "a5", "Nxf7#"]:
    ...     move = board.push_san(san)
    >>> board.result(), board.outcome().termination.name
    ('1-0', 'VARIANT_LOSS')
    """

    __slots__ = ()
    __module__ = "atomic_rs"

    # What python-chess says about its class for atomic chess, whatever rules a board here has.
    aliases: ClassVar[list[str]] = ["Atomic", "Atom", "Atomic chess"]
    uci_variant: ClassVar[str] = "atomic"
    xboard_variant: ClassVar[str] = "atomic"
    starting_fen: ClassVar[str] = STARTING_FEN
    tbw_suffix: ClassVar[str | None] = ".atbw"
    tbz_suffix: ClassVar[str | None] = ".atbz"
    tbw_magic: ClassVar[bytes | None] = b"\x55\x8d\xa4\x49"
    tbz_magic: ClassVar[bytes | None] = b"\x91\xa9\x5e\xeb"
    pawnless_tbw_suffix: ClassVar[str | None] = None
    pawnless_tbz_suffix: ClassVar[str | None] = None
    pawnless_tbw_magic: ClassVar[bytes | None] = None
    pawnless_tbz_magic: ClassVar[bytes | None] = None
    connected_kings: ClassVar[bool] = True
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False

    # Making boards.

    @classmethod
    def empty(cls, *, chess960: bool = False, rules: str | Rules = "atomic") -> Self:
        """A board without men, White to move.

        >>> Board.empty().fen()
        '8/8/8/8/8/8/8/8 w - - 0 1'
        """
        return cls(None, chess960=chess960, rules=rules)

    @classmethod
    def from_epd(
        cls, epd: str, *, chess960: bool = False, rules: str | Rules = "atomic"
    ) -> tuple[Self, dict[str, Operand]]:
        """The board and the operations of an EPD; errors as for `set_epd`.

        >>> Board.from_epd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1"; hmvc 3;')
        (Board('4k3/8/8/8/8/8/4P3/4K3 w - - 3 1'),
         {'bm': [Move.from_uci('e2e4')], 'id': '1', 'hmvc': 3})
        """
        fen, operations = read_epd(epd, chess960=chess960, rules=rules)
        return cls(fen, chess960=chess960, rules=rules), operations

    @classmethod
    def from_chess960_pos(cls, scharnagl: int, *, rules: str | Rules = "atomic") -> Self:
        """The start position of a number from 0 to 959, on a board with `chess960`.

        `ValueError` for other numbers.

        >>> Board.from_chess960_pos(0)
        Board('bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1', chess960=True)
        """
        return cls(f"{array_board(scharnagl)} w KQkq - 0 1", chess960=True, rules=rules)

    @classmethod
    def from_chess(cls, board: Any) -> Self:  # noqa: ANN401 - python-chess is optional
        """A board with the position, the moves and `chess960` of a `chess.variant.AtomicBoard`.

        `ValueError` if it is of another variant, or has moves that are not legal.
        """
        fen, chess960, moves = bridges.parts_of_chess(board)
        made = cls(fen, chess960=chess960)
        for move in moves:
            made.push_uci(move)
        return made

    def to_chess(self) -> Any:  # noqa: ANN401 - python-chess is optional
        """A `chess.variant.AtomicBoard` with the position, the moves and `chess960` of this board.

        `ValueError` if the rule set is not `atomic`, `ImportError` without python-chess.
        """
        return bridges.to_chess(self)

    def position(self) -> Position:
        """The current position: frozen, hashable, without past.

        >>> board = Board()
        >>> board.position() == Position(), board.position().board() == board
        (True, True)
        """
        return Position(self)

    # Setting up. All of these forget the moves.

    def set_epd(self, epd: str) -> dict[str, Operand]:
        """Set up the position of an EPD and return its operations.

        `hmvc` and `fmvn` set the counters, otherwise 0 and 1. Moves are read in SAN and checked.
        `ValueError` naming the text if it is no EPD, `InvalidMoveError`, `IllegalMoveError` or
        `AmbiguousMoveError` for its moves; the board is then as it was.

        >>> board = Board()
        >>> board.set_epd("4k3/8/8/8/8/8/4P3/4K3 w - - pv e4 Kd7; D1 8;")
        {'pv': [Move.from_uci('e2e4'), Move.from_uci('e8d7')], 'D1': 8}
        """
        fen, operations = read_epd(epd, chess960=self.chess960, rules=self.rules)
        self.set_fen(fen)
        return operations

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up the start position of a number from 0 to 959, and `chess960`.

        `ValueError` for other numbers.

        >>> board = Board()
        >>> board.set_chess960_pos(959)
        >>> board.board_fen(), board.chess960
        ('rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB', True)
        """
        fen = f"{array_board(scharnagl)} w KQkq - 0 1"
        self.chess960 = True
        self.set_fen(fen)

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Replace all men by those of a mapping from squares; turn, rights and counters stay.

        >>> board = Board()
        >>> board.set_piece_map({0: Piece.from_symbol("K"), 63: Piece.from_symbol("k")})
        >>> board.fen()
        '7k/8/8/8/8/8/8/K7 w - - 0 1'
        """
        scratch = _core.Board(None)
        for square, piece in pieces.items():
            scratch.set_piece_at(square, piece)
        self._set_up(scratch, self.castling_rights, self.ep_square)

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Move everything on the board as a function moves masks of squares.

        Castling rights stay where king and rook are still in place; turn and counters stay.

        >>> from atomic_rs import flip_horizontal
        >>> board = Board("4k3/8/8/8/8/8/P7/1N2K3 w - - 3 9")
        >>> board.apply_transform(flip_horizontal)
        >>> board.fen()
        '3k4/8/8/8/8/8/7P/3K2N1 w - - 3 9'
        """
        self._transform(f, swap=False)

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """A copy without moves, changed as `apply_transform` does."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Change sides: colors, turn, and the board as seen from the other side.

        >>> board = Board("4k3/8/8/8/8/8/P7/4K2R w K - 3 9")
        >>> board.apply_mirror()
        >>> board.fen()
        '4k2r/p7/8/8/8/8/8/4K3 b k - 3 9'
        """
        self._transform(flip_vertical, swap=True)
        self.turn = not self.turn

    def mirror(self) -> Self:
        """A copy without moves, changed as `apply_mirror` does.

        >>> Board().mirror().fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'
        """
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def push_xboard(self, san: str) -> Move:
        """Read and play a legal move in XBoard's protocol and return it; errors as `parse_san`."""
        move = self.parse_xboard(san)
        self.push(move)
        return move

    def _transform(self, f: Callable[[Bitboard], Bitboard], *, swap: bool) -> None:
        """Move everything as a function moves masks, and change the colors on demand."""
        scratch = _core.Board(None)
        for color in COLORS:
            for piece_type in PIECE_TYPES:
                piece = _core.Piece(piece_type, color is not swap)
                for square in scan_forward(f(self.pieces_mask(piece_type, color))):
                    scratch.set_piece_at(square, piece)
        rights = f(self.clean_castling_rights())
        passed = 0 if self.ep_square is None else f(BB_SQUARES[self.ep_square])
        self._set_up(scratch, rights, lsb(passed) if passed else None)
        self.castling_rights = self.clean_castling_rights()

    def _set_up(self, men: _core.Board, rights: Bitboard, ep_square: Square | None) -> None:
        """Take over the men of another board, with castling rights and en passant square."""
        self.set_board_fen(men.board_fen())
        self.castling_rights = rights
        self.ep_square = ep_square


class Position(Questions, _core.Position):
    """One position: frozen, hashable, safe to share between threads, and pickled into few bytes.

    It is made as a `Board` is, or from one, and answers the same questions where they need no past.
    Positions are equal if men, turn, castling rights, the legality of en passant, rule set and
    castling mode are; the counters do not matter. That is the sense in which positions repeat.

    >>> from atomic_rs import Move, Position
    >>> start = Position()
    >>> start.after(Move.from_uci("g1f3")).fen()
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    >>> len({start, Position(), Position("8/8/8/8/8/4k3/8/4K2R w K - 0 1")})
    2
    """

    __slots__ = ()
    __module__ = "atomic_rs"

    def position(self) -> Self:
        """This position itself."""
        return self

    def board(self) -> Board:
        """A board without moves that starts from this position.

        >>> Position("4k3/8/8/8/8/8/8/4K3 b - - 3 9").board()
        Board('4k3/8/8/8/8/8/8/4K3 b - - 3 9')
        """
        return Board(self)

    def to_chess(self) -> Any:  # noqa: ANN401 - python-chess is optional
        """A `chess.variant.AtomicBoard` that starts from this position; errors as for boards."""
        return bridges.to_chess(self)


def from_chess(board: Any) -> Board:  # noqa: ANN401 - python-chess is optional
    """A `Board` with the position, the moves and `chess960` of a `chess.variant.AtomicBoard`.

    `ValueError` if it is of another variant, or has moves that are not legal.
    """
    return Board.from_chess(board)
