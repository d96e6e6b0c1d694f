"""What can differ, and what it takes to be compared."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from atomic_rs import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from atomic_rs import Rules
    from atomic_rs.starts import Start


@dataclass(frozen=True, slots=True)
class Case:
    """A position as a start and the moves made from it, under a rule set, to be seen to a depth.

    >>> from atomic_rs.starts import Start
    >>> case = Case(Start("games", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ("e1e2",))
    >>> case.board().fen()
    '4k3/8/8/8/8/8/4K3/8 b - - 1 1'
    """

    start: Start
    moves: tuple[str, ...] = ()
    rules: str | Rules = "atomic"
    depth: int = 1

    def board(self) -> Board:
        """The board after the moves; `ValueError` if they cannot be made."""
        board = Board(self.start.fen, chess960=self.start.chess960, rules=self.rules)
        for uci in self.moves:
            board.push_uci(uci)
        return board

    def after(self, uci: str) -> Case:
        """The case after one more move, seen to one less."""
        return replace(self, moves=(*self.moves, uci), depth=self.depth - 1)

    def __str__(self) -> str:
        about = [
            *(["chess960"] if self.start.chess960 else []),
            *([str(self.rules)] if self.rules != "atomic" else []),
        ]
        remark = f" ({', '.join(about)})" if about else ""
        return f"{self.start.fen}{remark} moves {' '.join(self.moves) or '-'}"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something on which the core and somebody else do not agree, and the game that leads there."""

    what: str
    core: object
    other: object
    case: Case
    name: str = "reference"
    """Who the other one is."""
    reasons: tuple[str, ...] = field(default=(), compare=False)
    """What speaks for the core's answer, line by line."""

    @property
    def kind(self) -> str:
        """What differs, without the move it was seen with.

        >>> from atomic_rs.starts import Start
        >>> case = Case(Start("games", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
        >>> Difference("capture by e2e4", True, False, case).kind
        'capture'
        """
        return self.what.partition(" by ")[0]

    def __str__(self) -> str:
        width = max(len(self.name), len("core"))
        return "\n".join(
            [
                f"{self.what} after {self.case}",
                f"  {'core':<{width}} {shown(self.core)}",
                f"  {self.name:<{width}} {shown(self.other)}",
                *(f"  {reason}" for reason in self.reasons),
            ]
        )


def shown(value: object) -> str:
    """A value as text, lists of moves without quotes.

    >>> shown(["e2e4", "e7e5"]), shown([]), shown(True)
    ('e2e4 e7e5', '-', 'True')
    """
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return " ".join(value) or "-"
    return str(value)


class Compared(Protocol):
    """A game that the core plays beside somebody else."""

    @property
    def case(self) -> Case:
        """The position now."""

    @property
    def board(self) -> Board:
        """The core's board."""

    def push(self, uci: str) -> None:
        """Make a legal move on both."""

    def pop(self) -> None:
        """Take the last move back on both."""

    def differences(self, *, thorough: bool = False) -> list[Difference]:
        """Everything about the position on which the two do not agree."""


if TYPE_CHECKING:
    Compare = Callable[[Case], Compared]
