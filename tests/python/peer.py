"""python-chess beside ours: pairs of boards, and how their answers are compared.

Importing this skips the module that does so where python-chess is not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest

import atomic_rs
from atomic_rs import Board, Move

REASON: Final = "python-chess is not installed"
chess: Any = pytest.importorskip("chess", reason=REASON)
variant: Any = pytest.importorskip("chess.variant", reason=REASON)


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


ATTRIBUTES: Final = words("""
    turn castling_rights ep_square halfmove_clock fullmove_number chess960 move_stack legal_moves
    pseudo_legal_moves pawns knights bishops rooks queens kings occupied
""")
QUESTIONS: Final = words("""
    ply piece_map checkers checkers_mask is_check is_checkmate is_stalemate is_variant_end
    is_variant_win is_variant_loss is_variant_draw is_seventyfive_moves is_fifty_moves
    can_claim_fifty_moves board_fen castling_xfen castling_shredder_fen clean_castling_rights
    has_chess960_castling_rights has_pseudo_legal_en_passant generate_legal_moves
    generate_castling_moves generate_pseudo_legal_moves generate_pseudo_legal_captures
    generate_pseudo_legal_ep chess960_pos unicode __str__
""")
# These depend on whether an en passant capture is legal.
EN_PASSANT: Final = words("""
    fen shredder_fen epd mirror has_legal_en_passant generate_legal_captures generate_legal_ep
    is_repetition is_fivefold_repetition can_claim_threefold_repetition can_claim_draw
""")
# These depend on who can still win.
MATERIAL: Final = words("is_insufficient_material outcome result is_game_over")
OF_A_COLOR: Final = words("""
    king has_castling_rights has_kingside_castling_rights has_queenside_castling_rights
""")
OF_A_SQUARE: Final = words("piece_at piece_type_at color_at attacks attacks_mask")
OF_BOTH: Final = words("attackers attackers_mask is_attacked_by pin pin_mask is_pinned")
OF_A_MOVE: Final = words("""
    is_legal is_pseudo_legal is_capture is_en_passant is_castling is_kingside_castling
    is_queenside_castling is_zeroing
""")
OF_A_LEGAL_MOVE: Final = words("gives_check uci xboard san lan")


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever the two libraries answer
    """An answer of either library as something that can be compared."""
    for kinds, form in FORMS:
        if isinstance(value, kinds):
            return form(value)
    return value


# How answers are compared, by their kinds in both libraries.
FORMS: Final[list[tuple[tuple[type, ...], Callable[[Any], object]]]] = [
    ((str, bytes, int), lambda value: value),
    ((Move, chess.Move), lambda move: move.uci()),
    ((atomic_rs.Piece, chess.Piece), lambda piece: piece.symbol()),
    ((atomic_rs.SquareSet, chess.SquareSet), int),
    (
        (atomic_rs.Outcome, chess.Outcome),
        lambda outcome: (outcome.termination.name, outcome.winner),
    ),
    ((Board, variant.AtomicBoard), lambda board: board.fen()),
    ((dict,), lambda items: {key: plain(item) for key, item in items.items()}),
    ((list,), lambda items: [plain(item) for item in items]),
    ((Iterable,), lambda items: sorted(map(plain, items))),
]


class Pair:
    """A board of ours and one of theirs after the same moves."""

    def __init__(self, fen: str, *, chess960: bool = False) -> None:
        self.ours = Board(fen, chess960=chess960)
        self.theirs = variant.AtomicBoard(fen, chess960=chess960)

    def push(self, move: Move) -> None:
        self.ours.push(move)
        self.theirs.push(chess.Move.from_uci(move.uci()))

    def check(self, name: str, *arguments: object, **options: object) -> None:
        """Both answer a question alike."""
        ours, theirs = self.ask(name, *arguments, **options)
        assert ours == theirs, (name, arguments, options, self.ours, plain(self.ours.move_stack))

    def ask(self, name: str, *arguments: object, **options: object) -> tuple[Any, Any]:
        """What the two answer; a move as an argument becomes theirs."""
        translated = [
            chess.Move.from_uci(value.uci()) if isinstance(value, Move) else value
            for value in arguments
        ]
        ours, theirs = getattr(self.ours, name), getattr(self.theirs, name)
        if callable(theirs):
            return plain(ours(*arguments, **options)), plain(theirs(*translated, **options))
        return plain(ours), plain(theirs)

    @property
    def sees_en_passant_alike(self) -> bool:
        """Whether both agree, now and in the past, if en passant is legal."""
        moves = self.ours.move_stack
        ours, theirs = self.ours.copy(), self.theirs.copy()
        agree: bool = ours.has_legal_en_passant() == theirs.has_legal_en_passant()
        for _ in moves:
            ours.pop()
            theirs.pop()
            agree &= ours.has_legal_en_passant() == theirs.has_legal_en_passant()
        return agree
