"""Atomic chess, exact and fast: python-chess's `AtomicBoard` interface over a Rust core.

>>> import atomic_rs
>>> board = atomic_rs.Board()
>>> board.push_uci("g1f3")
Move.from_uci('g1f3')
>>> len(board.legal_moves)
20
>>> atomic_rs.perft(atomic_rs.Board(), 4)
197326
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atomic_rs._core import (
    RULES,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    LegalMoves,
    Move,
    Piece,
    Rules,
    __version__,
    divide,
    perft,
)
from atomic_rs.outcome import Outcome, Termination
from atomic_rs.status import Status

if TYPE_CHECKING:
    from typing import TypeAlias

    Square: TypeAlias = int
    Color: TypeAlias = bool
    PieceType: TypeAlias = int

WHITE: bool = True
BLACK: bool = False

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

__all__ = [
    "BLACK",
    "RULES",
    "STARTING_FEN",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Rules",
    "Status",
    "Termination",
    "__version__",
    "divide",
    "perft",
]
