"""The strokes of which `atomic_rs.svg` makes its pictures."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, Protocol
from xml.etree import ElementTree as ET

from atomic_rs.drawings import SIZE, shapes
from atomic_rs.pieces import COLOR_NAMES, PIECE_SYMBOLS, Color, piece_name
from atomic_rs.squares import (
    FILE_NAMES,
    RANK_NAMES,
    SQUARES,
    Square,
    parse_square,
    square_distance,
    square_file,
    square_name,
    square_rank,
)
from atomic_rs.text import quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

MARGIN: Final = 15
"""The width of the margin with letters and numbers."""

COLORS: Final[dict[str, str]] = {
    "square light": "#e9e4d4",
    "square dark": "#7d99a8",
    "square light lastmove": "#d9d07a",
    "square dark lastmove": "#a8ab55",
    "margin": "#222a33",
    "inner border": "#11161c",
    "outer border": "#11161c",
    "coord": "#e3e7ec",
    "check": "#d1322099",
    "blast": "#f0801e66",
    "burnt": "#d83a1680",
    "ring": "#b8330c",
    "burst": "#ffc53d",
    "mark": "#1d232b",
    "arrow green": "#15781bb0",
    "arrow red": "#882020b0",
    "arrow yellow": "#e68f00b8",
    "arrow blue": "#003088b0",
}
"""The colours of a picture by name. Alpha is the last of four bytes."""

# What XML 1.0 has no way to write.
UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
GHOST: Final = "0.42"


class Man(Protocol):
    """What is drawn of a man: its kind and colour, as `Piece` has them."""

    @property
    def piece_type(self) -> int: ...  # noqa: D102 - as in `Piece`
    @property
    def color(self) -> bool: ...  # noqa: D102 - as in `Piece`


def man_name(man: Man) -> str:
    """A man in words, such as "white knight"."""
    return f"{COLOR_NAMES[man.color]} {piece_name(man.piece_type)}"


def square_number(square: Square | str) -> Square:
    """A square given as a number or a name; `ValueError` if there is none.

    >>> square_number("e4"), square_number(28)
    (28, 28)
    """
    if isinstance(square, str):
        return parse_square(square)
    if square not in SQUARES:
        raise ValueError(f"square must be from 0 to 63, not {quoted(square)}")
    return square


class Painter:
    """A picture in the making, `side` units wide and high, shown in `size` pixels."""

    def __init__(self, side: float, size: float | None) -> None:
        box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {side:g} {side:g}"}
        if size is not None:
            if isinstance(size, bool) or not (0 < size < math.inf):
                raise ValueError(f"size must be a positive number, not {quoted(size)}")
            box |= {"width": f"{size:g}", "height": f"{size:g}"}
        self._root = ET.Element("svg", box | {"role": "img"})

    def text(self) -> str:
        """The picture as text."""
        return ET.tostring(self._root, encoding="unicode")

    def title(self, title: str) -> None:
        """Say in a few words what the picture shows."""
        self._root.set("aria-label", title)
        self._words("title", title)

    def _words(self, tag: str, words: str) -> None:
        """Add an element with text."""
        ET.SubElement(self._root, tag).text = _writable(words)

    def man(self, man: Man, x: float, y: float, *, where: str = "", ghost: bool = False) -> None:
        """Draw a man in the square whose upper left corner is given."""
        letter = PIECE_SYMBOLS[man.piece_type] or ""
        classes = ("ghost" if ghost else "piece", man_name(man), where)
        group = ET.SubElement(
            self._root,
            "g",
            {
                "class": " ".join(filter(None, classes)),
                "stroke-linecap": "round",
                "stroke-linejoin": "round",
            },
        )
        if x or y:
            group.set("transform", f"translate({x:g} {y:g})")
        if ghost:
            group.set("opacity", GHOST)
        for shape in shapes(letter.upper() if man.color else letter):
            ET.SubElement(group, "path", shape)


class BoardPainter(Painter):
    """The picture of a board in the making; the methods put one layer on top of another."""

    def __init__(  # noqa: PLR0913 - what pictures differ in
        self,
        size: float | None,
        *,
        orientation: Color,
        coordinates: bool,
        borders: bool,
        colors: Mapping[str, str] | None,
        style: str | None,
    ) -> None:
        self._inner = 1 if borders else 0
        self._outer = 1 if borders and coordinates else 0
        self._margin = MARGIN if coordinates else 0
        self._edge = self._inner + self._outer + self._margin
        self._side = 8 * SIZE + 2 * self._edge
        super().__init__(self._side, size)
        self._orientation = orientation
        self._colors = COLORS | dict(colors or {})
        self._coordinates = coordinates
        if style is not None:
            self._words("style", style)

    def describe(self, men: Mapping[Square, Man]) -> None:
        """Say where the men stand."""
        sides = []
        for color in (True, False):
            words = [
                f"{piece_name(men[square].piece_type)} {square_name(square)}"
                for square in sorted(men, key=lambda square: (-men[square].piece_type, square))
                if men[square].color == color
            ]
            sides.append(f"{COLOR_NAMES[color].title()}: {', '.join(words) or 'nothing'}.")
        self._words("desc", " ".join(sides))

    def frame(self) -> None:
        """The margin with letters and numbers, and the lines around it."""
        if self._margin:
            at = self._outer + self._margin / 2
            self._border("margin", at, self._margin)
        if self._outer:
            self._border("outer border", self._outer / 2, self._outer)
        if self._inner:
            self._border("inner border", self._edge - self._inner / 2, self._inner)
        if not self._coordinates:
            return
        for index in range(8):
            place = index if self._orientation else 7 - index
            along = self._edge + (place + 0.5) * SIZE
            down = self._edge + (7 - place + 0.5) * SIZE
            near, far = self._outer + self._margin / 2, self._side - self._margin / 2 - self._outer
            for across in (near, far):
                self._coordinate(FILE_NAMES[index], along, across)
                self._coordinate(RANK_NAMES[index], across, down)

    def squares(self, lastmove: Collection[Square]) -> None:
        """The squares, those of the last move in colours of their own."""
        for square in SQUARES:
            shade = "light" if (square_file(square) + square_rank(square)) % 2 else "dark"
            name = f"square {shade}{' lastmove' if square in lastmove else ''}"
            self.fill(square, name, name)

    def fill(self, square: Square, color: str, name: str) -> None:
        """Colour a square; `color` is a name in the colours, or a colour."""
        x, y = self._corner(square)
        box = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{SIZE}", "height": f"{SIZE}"}
        self._shape("rect", box | {"class": f"{name} {square_name(square)}"}, fill=color)

    def blast(self, ground_zero: Square, lost: Collection[Square]) -> None:
        """The squares that an explosion reaches, those with lost men, a ring and a star."""
        reached = [square for square in SQUARES if square_distance(square, ground_zero) <= 1]
        for square in reached:
            self.fill(square, "blast", "blast")
        for square in lost:
            self.fill(square, "burnt", "burnt")
        corners = [self._corner(square) for square in reached]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = (max(values) + SIZE for values in zip(*corners, strict=True))
        ring = {"x": f"{left + 1.5:g}", "y": f"{top + 1.5:g}", "rx": "7", "class": "ring"}
        ring |= {"width": f"{right - left - 3:g}", "height": f"{bottom - top - 3:g}"}
        self._shape("rect", ring, stroke="ring", width=3)
        x, y = self._middle(ground_zero)
        turns = [(math.tau * step / 24, 21 if step % 2 else 14) for step in range(24)]
        points = " ".join(
            f"{x + reach * math.cos(turn):.2f},{y + reach * math.sin(turn):.2f}"
            for turn, reach in turns
        )
        self._shape("polygon", {"points": points, "class": "burst"}, fill="burst")

    def man_at(self, square: Square, man: Man, *, ghost: bool) -> None:
        """Draw a man on a square, or what is left of it."""
        self.man(man, *self._corner(square), where=square_name(square), ghost=ghost)

    def cross(self, square: Square) -> None:
        """Put a cross on a square."""
        x, y = self._middle(square)
        arm = SIZE * 0.24
        path = (
            f"M{x - arm:g} {y - arm:g}L{x + arm:g} {y + arm:g}"
            f"M{x + arm:g} {y - arm:g}L{x - arm:g} {y + arm:g}"
        )
        mark = {"d": path, "class": f"cross {square_name(square)}", "stroke-linecap": "round"}
        self._shape("path", mark, stroke="mark", width=4)

    def arrow(self, tail: Square, head: Square, color: str) -> None:
        """Draw an arrow, or a circle if it goes nowhere."""
        color = f"arrow {color}" if f"arrow {color}" in self._colors else color
        x, y = self._middle(tail)
        if tail == head:
            circle = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{SIZE * 0.45:g}", "class": "circle"}
            self._shape("circle", circle, stroke=color, width=SIZE * 0.09)
            return
        goal_x, goal_y = self._middle(head)
        length = math.hypot(goal_x - x, goal_y - y)
        along = ((goal_x - x) / length, (goal_y - y) / length)

        def at(ahead: float, aside: float) -> str:
            return (
                f"{x + along[0] * ahead - along[1] * aside:.2f},"
                f"{y + along[1] * ahead + along[0] * aside:.2f}"
            )

        tip, neck, shaft, barb = length - SIZE * 0.1, length - SIZE * 0.55, SIZE * 0.08, SIZE * 0.24
        outline = [at(0, shaft), at(neck, shaft), at(neck, barb), at(tip, 0)]
        outline += [at(neck, -barb), at(neck, -shaft), at(0, -shaft)]
        name = f"arrow {square_name(tail)}{square_name(head)}"
        self._shape("polygon", {"points": " ".join(outline), "class": name}, fill=color)

    def _corner(self, square: Square) -> tuple[float, float]:
        """The upper left corner of a square."""
        file, rank = square_file(square), square_rank(square)
        column, row = (file, 7 - rank) if self._orientation else (7 - file, rank)
        return self._edge + column * SIZE, self._edge + row * SIZE

    def _middle(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self._corner(square)
        return x + SIZE / 2, y + SIZE / 2

    def _border(self, color: str, at: float, width: float) -> None:
        """A line all around, its middle `at` units from the edge."""
        box = {"x": f"{at:g}", "y": f"{at:g}", "class": color}
        box |= dict.fromkeys(("width", "height"), f"{self._side - 2 * at:g}")
        self._shape("rect", box, stroke=color, width=width)

    def _coordinate(self, name: str, x: float, y: float) -> None:
        """A letter or a number on the margin."""
        place = {"x": f"{x:g}", "y": f"{y + 3.4:g}", "text-anchor": "middle", "class": "coord"}
        font = {"font-size": "10", "font-family": "system-ui, sans-serif", "aria-hidden": "true"}
        self._shape("text", place | font, fill="coord").text = name

    def _shape(
        self,
        tag: str,
        attributes: dict[str, str],
        *,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0,
    ) -> ET.Element:
        """Add a shape, painted in colours given by name or as such."""
        painted = attributes | self._paint("fill", fill)
        if stroke is not None:
            painted |= self._paint("stroke", stroke) | {"stroke-width": f"{width:g}"}
        return ET.SubElement(self._root, tag, painted)

    def _paint(self, kind: str, name: str | None) -> dict[str, str]:
        """The attributes of a colour; alpha gets one of its own, which old programs know."""
        if name is None:
            return {kind: "none"}
        color = _writable(self._colors.get(name, name))
        if re.fullmatch("#[0-9a-fA-F]{8}", color):
            return {kind: color[:7], f"{kind}-opacity": f"{int(color[7:], 16) / 255:.2f}"}
        return {kind: color}


def _writable(text: str) -> str:
    """The text; `ValueError` if XML cannot write it."""
    if not isinstance(text, str):
        raise TypeError(f"expected text, got {type(text).__name__}")
    if UNWRITABLE.search(text):
        raise ValueError(f"a picture cannot contain {quoted(text)}")
    return text
