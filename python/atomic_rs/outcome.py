"""How a game ended: python-chess's `Outcome` and `Termination`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Literal


class Termination(Enum):
    """Why a game is over.

    Names and values are python-chess's, so that results of both libraries can be compared.
    """

    CHECKMATE = auto()
    """The side to move is in check and has no legal move."""
    STALEMATE = auto()
    """The side to move is not in check and has no legal move."""
    INSUFFICIENT_MATERIAL = auto()
    """Neither side has the men to win by any sequence of legal moves."""
    SEVENTYFIVE_MOVES = auto()
    """150 half-moves without a capture or a pawn move."""
    FIVEFOLD_REPETITION = auto()
    """The position occurred for the fifth time."""
    FIFTY_MOVES = auto()
    """100 half-moves without a capture or a pawn move."""
    THREEFOLD_REPETITION = auto()
    """The position occurred for the third time."""
    VARIANT_WIN = auto()
    """The king of the side that is not to move is gone."""
    VARIANT_LOSS = auto()
    """The king of the side to move is gone: it exploded or was captured."""
    VARIANT_DRAW = auto()
    """The rule set ends the game as a draw."""


@dataclass
class Outcome:
    """The end of a game: its reason and its winner.

    `winner` is True for White, False for Black, None for a draw. `king_loss` tells how a king was
    lost, "exploded" or "captured", None if none was; outcomes are equal without regard to it.

    >>> Outcome(Termination.VARIANT_LOSS, True).result()
    '1-0'
    """

    termination: Termination
    winner: bool | None
    king_loss: Literal["exploded", "captured"] | None = field(default=None, compare=False)

    def result(self) -> str:
        """The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"
