"""What `Board` and `Position` can be asked beyond what the core answers.

The core speaks of masks and lists; here they become what python-chess has: `SquareSet`, iterators,
texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atomic_rs.bitboards import BB_ALL, BB_BACKRANKS, BB_EMPTY, BB_SQUARES, Bitboard
from atomic_rs.chess960 import array_board, array_number
from atomic_rs.epd import write_epd
from atomic_rs.pieces import WHITE, Color, PieceType
from atomic_rs.pseudo_legal import PseudoLegalMoves
from atomic_rs.square_set import IntoSquareSet, SquareSet
from atomic_rs.squares import FILE_NAMES, Square
from atomic_rs.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from atomic_rs._core import Move
    from atomic_rs.answers import Answers, EnPassantSpec
    from atomic_rs.epd import IntoOperand


class Questions:
    """The part of python-chess's interface that `Board` and `Position` share."""

    __slots__ = ()

    # Sets of squares.

    def pieces(self: Answers, piece_type: PieceType, color: Color) -> SquareSet:
        """The squares of the men of a kind and a color.

        >>> from atomic_rs import Board, KNIGHT, WHITE
        >>> list(Board().pieces(KNIGHT, WHITE))
        [1, 6]
        """
        return SquareSet(self.pieces_mask(piece_type, color))

    def piece_count(self: Answers) -> int:
        """The number of men on the board.

        >>> from atomic_rs import Board
        >>> Board().piece_count()
        32
        """
        return self.occupied.bit_count()

    def attacks(self: Answers, square: Square | str) -> SquareSet:
        """The squares that the man on a square attacks, or none if the square is empty.

        A man attacks what it could take if an enemy stood there and nobody had a king.

        >>> from atomic_rs import Board
        >>> Board().attacks("g1") == {"e2", "f3", "h3"}
        True
        """
        return SquareSet(self.attacks_mask(square))

    def attackers(
        self: Answers, color: Color, square: Square | str, occupied: IntoSquareSet | None = None
    ) -> SquareSet:
        """The men of a color that attack a square.

        This is geometry, as in python-chess: kings count, although in most rule sets they may not
        capture, and so do men that are pinned. Who gives check in the sense of the rule set is what
        `checkers` says. `occupied` takes the place of the occupied squares for what stands in the
        way.

        >>> from atomic_rs import Board, WHITE
        >>> Board().attackers(WHITE, "f3") == {"g1", "e2", "g2"}
        True
        """
        mask = None if occupied is None else int(SquareSet(occupied))
        return SquareSet(self.attackers_mask(color, square, mask))

    def pin(self: Answers, color: Color, square: Square | str) -> SquareSet:
        """The whole line on which a square is pinned to the king of a color, or else all squares.

        This is geometry, as in python-chess: a man between its king and an enemy slider. In atomic
        chess such a man may be free to move all the same, while kings touch or by exploding the
        enemy king, and one that is not pinned may not; `explain` tells why a move is illegal.

        >>> from atomic_rs import BB_FILE_E, WHITE, Board
        >>> Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1").pin(WHITE, "e2") == BB_FILE_E
        True
        """
        return SquareSet(self.pin_mask(color, square))

    def checkers(self: Answers) -> SquareSet:
        """The men that give check to the side to move, in the sense of the rule set.

        None while the kings touch, once a king is gone, and in rule sets without check.

        >>> from atomic_rs import Board
        >>> Board("4k3/8/8/8/8/8/4r3/K3R3 b - - 0 1").checkers()
        SquareSet(0x0000_0000_0000_0000)
        >>> Board("4k3/8/8/8/8/8/r7/K7 w - - 0 1").checkers() == {"a2"}
        True
        """
        return SquareSet(self.checkers_mask())

    def was_into_check(self: Answers) -> bool:
        """Whether the side that is not to move stands in check, so that its king can be exploded.

        Legal play does not lead there.

        >>> from atomic_rs import Board
        >>> Board("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1").was_into_check()
        True
        """
        return bool(self.status() & Status.OPPOSITE_CHECK)

    # Moves.

    @property
    def pseudo_legal_moves(self: Answers) -> PseudoLegalMoves:
        """The moves that are legal but for what becomes of the own king, as they are now.

        >>> from atomic_rs import Board
        >>> board = Board("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1")
        >>> board.pseudo_legal_moves.count(), board.legal_moves.count()
        (5, 1)
        """
        return PseudoLegalMoves(self.position())

    def generate_legal_moves(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The legal moves from and to the squares of two masks, as they are now.

        Castling counts as a move to the square that its text names: the king's goal, or with
        `chess960` the rook's square.

        >>> from atomic_rs import BB_E2, Board
        >>> list(Board().generate_legal_moves(BB_E2))
        [Move.from_uci('e2e3'), Move.from_uci('e2e4')]
        """
        return iter(self.legal_list(from_mask, to_mask))

    def generate_legal_captures(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The legal captures, en passant included, from and to the squares of two masks.

        >>> from atomic_rs import Board
        >>> list(Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").generate_legal_captures())
        [Move.from_uci('e5d6')]
        """
        moves = self.legal_list(from_mask, to_mask & _targets(self))
        return iter([move for move in moves if self.is_capture(move)])

    def generate_legal_ep(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The legal captures en passant from and to the squares of two masks."""
        moves = self.legal_list(from_mask, to_mask & _ep_mask(self))
        return iter([move for move in moves if self.is_en_passant(move)])

    def generate_castling_moves(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The legal castling moves from and to the squares of two masks.

        >>> from atomic_rs import Board
        >>> list(Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").generate_castling_moves())
        [Move.from_uci('e1c1'), Move.from_uci('e1g1')]
        """
        moves = self.legal_list(from_mask & self.kings, to_mask)
        return iter([move for move in moves if self.is_castling(move)])

    def generate_pseudo_legal_moves(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The moves of two masks that are legal but for what becomes of the own king."""
        return iter(self.pseudo_legal_list(from_mask, to_mask))

    def generate_pseudo_legal_captures(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The captures of two masks that are legal but for what becomes of the own king."""
        moves = self.pseudo_legal_list(from_mask, to_mask & _targets(self))
        return iter([move for move in moves if self.is_capture(move)])

    def generate_pseudo_legal_ep(
        self: Answers, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The captures en passant that are legal but for what becomes of the own king."""
        moves = self.pseudo_legal_list(from_mask, to_mask & _ep_mask(self))
        return iter([move for move in moves if self.is_en_passant(move)])

    # Text.

    def epd(
        self: Answers,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: IntoOperand,
    ) -> str:
        """The first four fields of the FEN, and operations.

        An operation is an opcode and a text, a number, a legal move, None, or for `am`, `bm` and
        `pv` several legal moves. The other arguments are those of `fen`.

        >>> from atomic_rs import Board, Move
        >>> board = Board("4k3/8/8/8/8/8/4P3/4K3 w - - 7 9")
        >>> board.epd(bm=Move.from_uci("e2e4"), id="test 1", hmvc=board.halfmove_clock)
        '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "test 1"; hmvc 7;'
        """
        fields = self._epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
        return write_epd(fields, self.position(), operations) if operations else fields

    def shredder_fen(
        self: Answers, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None
    ) -> str:
        """The FEN with castling rights named by the files of the rooks.

        >>> from atomic_rs import Board
        >>> Board().shredder_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        """
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def chess960_pos(
        self: Answers,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> int | None:
        """The number of this start position among the 960, or None if it is none of them.

        Unless told to ignore it, White must be to move, all castling rights must be there, and the
        counters must be fresh.

        >>> from atomic_rs import Board
        >>> Board().chess960_pos(), Board.from_chess960_pos(17).chess960_pos()
        (518, 17)
        """
        pieces = self.board_fen().rpartition("/")[2]
        number = array_number(pieces)
        rights = self.clean_castling_rights()
        if (
            number is None
            or self.board_fen() != array_board(number)
            or self.ep_square is not None
            or not (ignore_turn or self.turn is WHITE)
            or not (ignore_castling or rights == self.rooks & BB_BACKRANKS)
            or not (ignore_counters or (self.halfmove_clock, self.fullmove_number) == (0, 1))
        ):
            return None
        return number

    def xboard(self: Answers, move: Move, chess960: bool | None = None) -> str:
        """The text of a move in XBoard's protocol.

        That is UCI but for castling in Chess960 and the null move.

        >>> from atomic_rs import Board, Move
        >>> board = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
        >>> board.xboard(Move.from_uci("e1h1")), board.xboard(Move.null())
        ('O-O', '@@@@')
        """
        if not move:
            return "@@@@"
        if (self.chess960 if chess960 is None else chess960) and self.is_castling(move):
            return "O-O" if self.is_kingside_castling(move) else "O-O-O"
        return self.uci(move, chess960=chess960)

    def parse_xboard(self: Answers, xboard: str) -> Move:
        """Read a legal move in XBoard's protocol or SAN; errors are those of `parse_san`."""
        return self.parse_san("--" if xboard == "@@@@" else xboard)

    def unicode(
        self: Answers,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = WHITE,
    ) -> str:
        """A diagram with the chess symbols of Unicode, as seen from the side `orientation`.

        >>> from atomic_rs import BLACK, Board
        >>> print(Board().unicode(empty_square=".", orientation=BLACK))
        ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖
        ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
        ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜
        """
        step = 1 if orientation else -1
        files, ranks = range(8)[::step], range(8)[::-step]
        lines = []
        for rank in ranks:
            men = [self.piece_at(8 * rank + file) for file in files]
            marks = [
                man.unicode_symbol(invert_color=invert_color) if man else empty_square
                for man in men
            ]
            if borders:
                lines += ["  " + "-" * 17, f"{rank + 1} |{'|'.join(marks)}|"]
            else:
                lines.append(" ".join(marks))
        if borders:
            names = " ".join(FILE_NAMES[file] for file in files)
            lines += ["  " + "-" * 17, f"   {names}"]
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        """What notebooks show: the picture of the board, with its last move and check marked."""
        from atomic_rs import svg  # noqa: PLC0415 - only notebooks need it

        return svg.snapshot(self)


def _ep_mask(board: Answers) -> Bitboard:
    """The en passant square as a mask."""
    return BB_EMPTY if board.ep_square is None else BB_SQUARES[board.ep_square]


def _targets(board: Answers) -> Bitboard:
    """Where the side to move could capture."""
    return board.occupied_co[not board.turn] | _ep_mask(board)
