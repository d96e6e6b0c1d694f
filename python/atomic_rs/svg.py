"""Boards and men as SVG pictures, under the names and options of python-chess's `chess.svg`.

The pictures are text without ids, links or scripts, so that any number of them can stand in one
page. Each has a title and a description for screen readers, and whatever a caller passes in is
escaped. The drawings of the men are those of `atomic_rs.drawings`, under this project's licences.

>>> from atomic_rs import Board, Move, svg
>>> board = Board("4k3/5n2/8/6N1/8/8/8/4K3 w - - 0 1")
>>> picture = svg.board(board, blast=Move.from_uci("g5f7"), size=360)
>>> picture[:39], "explosion on f7" in picture
('<svg xmlns="http://www.w3.org/2000/svg"', True)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, runtime_checkable

from atomic_rs.drawings import SIZE
from atomic_rs.painter import COLORS, BoardPainter, Man, Painter, man_name, square_number
from atomic_rs.pieces import WHITE, Color
from atomic_rs.squares import Square, square_name
from atomic_rs.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["COLORS", "Arrow", "Picture", "board", "piece", "snapshot"]

ARROWS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Step(Protocol):
    """What is drawn of a move: where it starts and ends, as `Move` has them."""

    @property
    def from_square(self) -> int: ...
    @property
    def to_square(self) -> int: ...


@runtime_checkable
class Blast(Protocol):
    """What is drawn of an explosion, as `Explosion` has it."""

    @property
    def ground_zero(self) -> int: ...
    @property
    def pieces(self) -> Mapping[int, Man]: ...


# `Board` and `Position`; they stand above this module, whose pictures they give out.
Drawable: TypeAlias = Any
Lines: TypeAlias = "Iterable[Arrow | tuple[Square, Square]]"


class Picture(str):
    """The text of an SVG picture, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


class Arrow:
    """An arrow from the square `tail` to `head`, or a circle if both are the same.

    `color` is "green", "red", "yellow" or "blue", or a colour of CSS.

    >>> Arrow.from_pgn("Re4e5").color, Arrow(12, 28).pgn(), Arrow(12, 12).pgn()
    ('red', 'Ge2e4', 'Ge2')
    """

    __slots__ = ("color", "head", "tail")

    def __init__(self, tail: Square | str, head: Square | str, *, color: str = "green") -> None:
        self.tail, self.head = square_number(tail), square_number(head)
        self.color = color

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """Read an arrow as PGN comments write it after `%cal`, or `%csl`; `ValueError` for others.

        >>> Arrow.from_pgn("Ge2")
        Arrow(12, 12, color='green')
        """
        found = re.fullmatch("([GRYB])([a-h][1-8])([a-h][1-8])?", pgn)
        if found is None:
            raise ValueError(f"invalid arrow {quoted(pgn)}")
        color, tail, head = found.groups()
        return cls(tail, head or tail, color=ARROWS[color])

    def pgn(self) -> str:
        """The arrow as PGN comments write it; green if its colour has no letter there."""
        letter = next((key for key, color in ARROWS.items() if color == self.color), "G")
        head = "" if self.head == self.tail else square_name(self.head)
        return f"{letter}{square_name(self.tail)}{head}"

    def __repr__(self) -> str:
        return f"Arrow({self.tail}, {self.head}, color={self.color!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrow):
            return NotImplemented
        return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))


def piece(piece: Man, size: float | None = None) -> Picture:
    """The picture of a man, `size` pixels wide and high.

    >>> from atomic_rs import Piece
    >>> "<title>black knight</title>" in piece(Piece.from_symbol("n"), size=30)
    True
    """
    painter = Painter(SIZE, size)
    painter.title(man_name(piece))
    painter.man(piece, 0, 0)
    return Picture(painter.text())


def snapshot(position: Drawable, *, size: float | None = 390) -> Picture:
    """A board with its last move and check marked: what notebooks show of a `Board`.

    >>> from atomic_rs import Board
    >>> "White to move" in snapshot(Board())
    True
    """
    moves = getattr(position, "move_stack", ())
    return board(
        position,
        size=size,
        lastmove=moves[-1] if moves else None,
        check=position.king(position.turn) if position.is_check() else None,
    )


def board(  # noqa: PLR0913 - python-chess's options
    board: Drawable | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Step | None = None,
    check: Square | str | None = None,
    arrows: Lines = (),
    fill: Mapping[Square, str] | None = None,
    squares: Iterable[Square] | int | None = None,
    size: float | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    borders: bool = False,
    style: str | None = None,
    blast: Step | Blast | None = None,
) -> Picture:
    """The picture of a `Board` or `Position`, or of an empty board for None.

    `orientation` is the colour whose side is below. `lastmove` colours two squares, `check` the
    square of a king in check. `arrows` are `Arrow`s or pairs of squares, `fill` colours squares,
    `squares` puts crosses on some. `size` is the width and height in pixels. `coordinates` puts
    letters and numbers on a margin, and `borders` a line around it. `colors` replaces some of
    `COLORS`, `style` is CSS for the picture; squares and men have classes such as
    `square light e4` and `piece white knight e4`.

    `blast` is a capture or an `Explosion`. A capture that is possible on the board shows what it
    would destroy, the last move of the board what it has destroyed: a ring around the squares it
    reaches, and the lost men as ghosts. A quiet move shows nothing; any other raises `ValueError`.

    >>> from atomic_rs import Board
    >>> board(Board(), orientation=False, coordinates=False, size=200)[:80]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" width="200" height'
    """
    painter = BoardPainter(
        size,
        orientation=orientation,
        coordinates=coordinates,
        borders=borders,
        colors=colors,
        style=style,
    )
    explosion = None if blast is None else _explosion(board, blast)
    men = {} if board is None else dict(board.piece_map())
    painter.title(_title(board, explosion))
    painter.describe(men)
    painter.frame()
    painter.squares(() if lastmove is None else (lastmove.from_square, lastmove.to_square))
    for square, color in (fill or {}).items():
        painter.fill(square_number(square), color, "fill")
    if check is not None:
        painter.fill(square_number(check), "check", "check")
    if explosion is not None:
        painter.blast(explosion.ground_zero, explosion.pieces)
    for square, man in men.items():
        ghost = explosion is not None and square in explosion.pieces
        painter.man_at(square, man, ghost=ghost)
    if explosion is not None:
        for square, man in explosion.pieces.items():
            if square not in men:
                painter.man_at(square, man, ghost=True)
    for square in _marked(squares):
        painter.cross(square)
    for line in arrows:
        arrow = line if isinstance(line, Arrow) else Arrow(*line)
        painter.arrow(arrow.tail, arrow.head, arrow.color)
    return Picture(painter.text())


def _explosion(board: Drawable | None, blast: Step | Blast) -> Blast | None:
    """What a move destroys on a board, or has destroyed as its last move."""
    if isinstance(blast, Blast):
        return blast
    if board is not None:
        if board.is_pseudo_legal(blast):
            explosion: Blast | None = board.explosion(blast)
            return explosion
        moves = getattr(board, "move_stack", ())
        if moves and moves[-1] == blast:
            before = board.copy(stack=1)
            before.pop()
            return _explosion(before, blast)
    raise ValueError(f"{blast} is neither a move of this board nor its last one")


def _marked(squares: Iterable[Square] | int | None) -> list[Square]:
    """The squares of a mask or a set."""
    if squares is None:
        return []
    if isinstance(squares, int):
        return [square for square in range(64) if squares >> square & 1]
    return [square_number(square) for square in squares]


def _title(board: Drawable | None, explosion: Blast | None) -> str:
    """What the picture shows, in a few words."""
    parts = ["Chess board"]
    if board is not None:
        side = "White" if board.turn else "Black"
        parts.append(f"{side} to move" + (", in check" if board.is_check() else ""))
    if explosion is not None:
        parts.append(f"explosion on {square_name(explosion.ground_zero)}")
    return "; ".join(parts)
