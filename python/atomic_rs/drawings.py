"""How the men look: outlines drawn for this project, under its licences, MIT or Apache-2.0.

Each drawing fills a square of 45 by 45. It is a list of shapes: a path, and how it is painted, by
the names in `PAINT`. Pictures, the page of `atomic-rs play` and the notebook widget share them.
"""

from __future__ import annotations

from typing import Final, TypeAlias

SIZE: Final = 45
"""The side of the square that a drawing fills."""

Shape: TypeAlias = tuple[str, str]

# The plinth on which all men but the pawn stand.
PLINTH: Final = (
    "M11 40.2c-1 0-1.6-.7-1.6-1.6 0-2.6 1.9-4.1 4.6-4.1h17c2.7 0 4.6 1.5 4.6 4.1"
    " 0 .9-.6 1.6-1.6 1.6z"
)

DRAWINGS: Final[dict[str, tuple[Shape, ...]]] = {
    "p": (
        (
            "body",
            (
                "M22.5 8.2a5.6 5.6 0 0 1 3.6 9.9c1 .3 1.6 1 1.6 1.9 0 .8-.6 1.4-1.5 1.5.4 4.6"
                " 2 7.6 4.6 10.6 2.5 1.2 3.9 3.2 3.9 6.1 0 1.2-.7 2-1.8 2H12.1c-1.1 0-1.8-.8"
                "-1.8-2 0-2.9 1.4-4.9 3.9-6.1 2.6-3 4.2-6 4.6-10.6-.9-.1-1.5-.7-1.5-1.5 0"
                "-.9.6-1.6 1.6-1.9a5.6 5.6 0 0 1 3.6-9.9z"
            ),
        ),
        ("line", "M14.8 32.3h15.4"),
    ),
    "n": (
        (
            "body",
            (
                "M13.2 34.6c.2-5.3 2.6-8.9 7.4-12.6-2.3.9-4.6 1-6.2 2.5-1.3 1.3-2.4 2.6-4.4"
                " 1.9-1.9-.7-2.5-2.8-1.7-4.7 1.2-3 3.6-5.1 4.6-8.1.5-1.7 1.4-3 3-3.9l-.3-4.4"
                " 4.7 3c8.5.4 13.3 7 13.3 16.7 0 3.8-.5 6.5-.5 9.6z"
            ),
        ),
        ("body", PLINTH),
        ("line", "M24.8 12.4c3.6 2.3 5.4 6.6 5.3 12.6"),
        ("dot", "M17.3 14.2a1.35 1.35 0 1 0 .01 0z"),
        ("dot", "M10.9 22.3a.75.75 0 1 0 .01 0z"),
    ),
    "b": (
        ("body", "M22.5 4.2a2.5 2.5 0 1 1-.01 0z"),
        (
            "body",
            (
                "M22.5 8.8c-5.3 3.9-9 8.6-9 13.7 0 3.1 1.5 5.6 3.9 7.3l-1.6 4.8h13.4l-1.6"
                "-4.8c2.4-1.7 3.9-4.2 3.9-7.3 0-5.1-3.7-9.8-9-13.7z"
            ),
        ),
        ("body", PLINTH),
        ("line", "M17.4 29.8h10.2"),
        ("line", "M26.6 13.6l-4.6 7.4"),
    ),
    "r": (
        (
            "body",
            (
                "M12 7.6h4.7v3.6h3.5V7.6h4.6v3.6h3.5V7.6H33v7.1l-3.1 3.4.9 16.5H14.2l.9-16.5"
                "-3.1-3.4z"
            ),
        ),
        ("body", PLINTH),
        ("line", "M15.2 18h14.6"),
        ("line", "M14.6 29.6h15.8"),
    ),
    "q": (
        (
            "body",
            ("M13.2 34.6 8.1 15.4l7.3 8 1.1-12.2 6 11.2 6-11.2 1.1 12.2 7.3-8-5.1 19.2z"),
        ),
        ("body", "M22.5 6.6a2.4 2.4 0 1 1-.01 0z"),
        ("body", "M16.2 8.2a2 2 0 1 1-.01 0zM28.8 8.2a2 2 0 1 1-.01 0z"),
        ("body", "M7.7 12.2a2 2 0 1 1-.01 0zM37.3 12.2a2 2 0 1 1-.01 0z"),
        ("body", PLINTH),
        ("line", "M12.4 29.8h20.2"),
    ),
    "k": (
        ("body", "M21 3.4h3v2.7h2.8v3H24V13h-3V9.1h-2.8v-3H21z"),
        (
            "body",
            (
                "M22.5 12.2c2 0 3.6 1.8 3.6 4.2 2.3-2.6 5.4-3.6 8.1-2.5 3.5 1.5 4.4 5.6 2.1"
                " 9.3-2.1 3.4-4 6-4.5 11.4H13.2c-.5-5.4-2.4-8-4.5-11.4-2.3-3.7-1.4-7.8 2.1"
                "-9.3 2.7-1.1 5.8-.1 8.1 2.5 0-2.4 1.6-4.2 3.6-4.2z"
            ),
        ),
        ("body", PLINTH),
        ("line", "M22.5 17.4v12.2"),
        ("line", "M13.6 29.8c5.7-1.6 12.1-1.6 17.8 0"),
    ),
}
"""The shapes of each kind of man, by its letter, from the lowest to the topmost."""

PAINT: Final[dict[bool, dict[str, dict[str, str]]]] = {
    True: {
        "body": {"fill": "#fffdf5", "stroke": "#1d232b", "stroke-width": "1.6"},
        "line": {"fill": "none", "stroke": "#1d232b", "stroke-width": "1.4"},
        "dot": {"fill": "#1d232b", "stroke": "none"},
    },
    False: {
        "body": {"fill": "#30363f", "stroke": "#0e1116", "stroke-width": "1.6"},
        "line": {"fill": "none", "stroke": "#d9dee5", "stroke-width": "1.4"},
        "dot": {"fill": "#d9dee5", "stroke": "none"},
    },
}
"""How shapes are painted, as attributes of SVG, by color: White's are under True."""


def shapes(symbol: str) -> list[dict[str, str]]:
    """The paths of a man with all their attributes, by its FEN letter; `KeyError` for others.

    >>> [shape["d"][:12] for shape in shapes("R")][0], shapes("r")[0]["fill"]
    ('M12 7.6h4.7v', '#30363f')
    """
    paint = PAINT[symbol.isupper()]
    return [{"d": path, **paint[kind]} for kind, path in DRAWINGS[symbol.lower()]]
