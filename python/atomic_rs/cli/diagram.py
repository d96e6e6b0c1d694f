"""Boards as text: plain for files and pipes, coloured squares for terminals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atomic_rs import square_name

if TYPE_CHECKING:
    from collections.abc import Collection

    from atomic_rs import Board, Move, Piece

# Backgrounds of the 256 colours by mark, of dark and light squares: both sides' men show on all.
BACKGROUNDS: Final = {
    "": (60, 103),
    "last": (94, 136),
    "check": (160, 160),
    "blast": (166, 172),
}
BURST: Final = "✸"
SIGNS: Final = {"last": "'", "check": "!", "blast": "*"}
RESET: Final = "\x1b[0m"


@dataclass(frozen=True)
class Diagram:
    r"""How a board is drawn, and what is marked on it.

    >>> from atomic_rs import Board, Move
    >>> board = Board("4k3/5n2/8/6N1/8/8/8/4K3 w - - 0 1")
    >>> lines = Diagram(blast=burnt(board, Move.from_uci("g5f7"))).lines(board)
    >>> print("\n".join(lines[:4]))
    . . . . k*. . .
    . . . . . n*. .
    . . . . . . . .
    . . . . . . N*.
    """

    unicode: bool = False
    color: bool = False
    flip: bool = False
    coordinates: bool = False
    last: Collection[int] = ()
    check: int | None = None
    blast: Collection[int] = ()

    def lines(self, board: Board) -> list[str]:
        """The lines of the diagram, the far side first."""
        ranks = range(8) if self.flip else range(7, -1, -1)
        files = range(7, -1, -1) if self.flip else range(8)
        named = self.coordinates or self.color
        drawn = []
        for rank in ranks:
            cells = [self._cell(board.piece_at(8 * rank + file), 8 * rank + file) for file in files]
            line = "".join(cells)
            line = f"{line}{RESET}" if self.color else line.rstrip()
            drawn.append(f"{rank + 1} {line}" if named else line)
        if named:
            names = [square_name(file)[0] for file in files]
            drawn.append(f"   {'  '.join(names)}" if self.color else f"  {' '.join(names)}")
        return drawn

    def _mark(self, square: int) -> str:
        """What is marked on a square."""
        if square in self.blast:
            return "blast"
        if square == self.check:
            return "check"
        return "last" if square in self.last else ""

    def _cell(self, man: Piece | None, square: int) -> str:
        """One square."""
        mark = self._mark(square)
        if not self.color:
            return figure(man, unicode=self.unicode) + SIGNS.get(mark, " ")
        light = (square // 8 + square) % 2
        ground = BACKGROUNDS[mark][light]
        ink = "1;38;5;231" if man is not None and man.color else "38;5;16"
        if man is None:
            text = BURST if mark == "blast" and self.unicode else " "
        elif self.unicode:
            text = man.unicode_symbol(invert_color=man.color)
        else:
            text = man.symbol()
        return f"\x1b[{ink};48;5;{ground}m {text} "


def figure(man: Piece | None, *, unicode: bool) -> str:
    """One square of a plain diagram."""
    if man is None:
        return "·" if unicode else "."
    return man.unicode_symbol() if unicode else man.symbol()


def burnt(board: Board, move: Move) -> list[int]:
    """The squares that a capture would clear; none for a quiet move."""
    explosion = board.explosion(move)
    return [] if explosion is None else sorted(explosion.squares)


def last_squares(board: Board) -> list[int]:
    """The squares of the last move."""
    moves = board.move_stack
    return [moves[-1].from_square, moves[-1].to_square] if moves and moves[-1] else []
