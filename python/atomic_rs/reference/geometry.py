"""The board itself: colours, letters, squares and the ways over them; no position, no rules."""

from typing import Literal

Color = Literal["w", "b"]

COLORS: tuple[Color, Color] = ("w", "b")
OPPONENT: dict[Color, Color] = {"w": "b", "b": "w"}
FORWARD: dict[Color, int] = {"w": 1, "b": -1}
BACK_RANK: dict[Color, str] = {"w": "1", "b": "8"}
FILES, RANKS = "abcdefgh", "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
SHADE = {square: "light" if sum(map(ord, square)) % 2 else "dark" for square in SQUARES}
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def letter(kind: str, color: Color) -> str:
    """Spell a kind of man as a man of one colour."""
    return kind if color == "w" else kind.lower()


def color_of(man: str) -> Color:
    """Say whose man a letter stands for."""
    return "w" if man.isupper() else "b"


def step(square: str, files: int, ranks: int) -> str | None:
    """Go some files to the right and some ranks up; None beyond the edge of the board."""
    file, rank = FILES.index(square[0]) + files, RANKS.index(square[1]) + ranks
    return FILES[file] + RANKS[rank] if file in range(8) and rank in range(8) else None


def span(one: str, other: str) -> list[str]:
    """List the squares of a rank from one to another, both included."""
    return [file + one[1] for file in FILES if min(one, other) <= file + one[1] <= max(one, other)]


def walk(square: str, way: tuple[int, int], limit: int) -> list[str]:
    """List the squares met by going on in one direction, at most `limit` of them."""
    steps = [step(square, way[0] * count, way[1] * count) for count in range(1, limit + 1)]
    return [at for at in steps if at]


# Kind of man -> square -> the paths that it can take from there on an empty board.
PATHS = {
    kind: {square: [walk(square, way, limit) for way in ways] for square in SQUARES}
    for kind, ways, limit in (
        ("N", JUMPS, 1),
        ("B", DIAGONAL, 7),
        ("R", STRAIGHT, 7),
        ("Q", STRAIGHT + DIAGONAL, 7),
        ("K", STRAIGHT + DIAGONAL, 1),
    )
}
# The squares one king step away, and those that a pawn attacks.
NEIGHBOURS = {square: [at for path in PATHS["K"][square] for at in path] for square in SQUARES}
PAWN_TARGETS = {
    (color, square): [at for files in (-1, 1) if (at := step(square, files, FORWARD[color]))]
    for color in COLORS
    for square in SQUARES
}
