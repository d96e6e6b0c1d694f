"""Start positions: what one is, and the tools that put random ones together.

Random games from the usual array hardly ever meet touching kings, promotions or castling, so most
positions to start from are made on purpose: `themes` says which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

STANDARD: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FILES: Final = "abcdefgh"
PIECES: Final = "QRBNqrbn"
MEN: Final = "QRBNPqrbnp"


@dataclass(frozen=True, slots=True)
class Start:
    """A position to start from: its FEN, and the theme it was made for."""

    theme: str
    fen: str
    chess960: bool = False


def array(random: Random) -> str:
    """One of the 960 arrays as a row of White's pieces.

    >>> from random import Random
    >>> row = array(Random(1))
    >>> sorted(row) == sorted("RNBQKBNR"), row.index("B") % 2 != row.rindex("B") % 2
    (True, True)
    """
    row = [""] * 8
    row[random.randrange(0, 8, 2)] = "B"
    row[random.randrange(1, 8, 2)] = "B"
    for piece in "QNN":
        row[random.choice([file for file in range(8) if not row[file]])] = piece
    for piece in "RKR":
        row[row.index("")] = piece
    return "".join(row)


def kings(
    random: Random,
    *,
    near: bool,
    board: dict[str, str] | None = None,
    free: set[str] | None = None,
) -> dict[str, str]:
    """Put both kings on a board, two steps apart at most if `near`; those in `free` stay empty."""
    board = dict(board or {})
    squares = [
        square for square in all_squares() if square not in board and square not in (free or ())
    ]
    white = random.choice(squares)
    others = [square for square in squares if square != white]
    close = [square for square in others if distance(square, white) <= 2]
    board[white] = "K"
    board[random.choice(close if near and close else others)] = "k"
    return board


def scatter(
    board: dict[str, str], men: str, number: int, random: Random, free: set[str] | None = None
) -> None:
    """Put that many of `men` on empty squares, pawns not on the first and last rank."""
    for _ in range(number):
        man = random.choice(men)
        squares = [
            square
            for square in all_squares()
            if square not in board
            and square not in (free or ())
            and not (man in "Pp" and square[1] in "18")
        ]
        if squares:
            board[random.choice(squares)] = man


def mirrored(board: dict[str, str]) -> dict[str, str]:
    """The same position with colors and sides of the board exchanged.

    >>> mirrored({"e1": "K", "a7": "q"})
    {'e8': 'k', 'a2': 'Q'}
    """
    return {square[0] + str(9 - int(square[1])): man.swapcase() for square, man in board.items()}


def all_squares() -> list[str]:
    """The names of the 64 squares."""
    return [file + rank for rank in "12345678" for file in FILES]


def distance(a: str, b: str) -> int:
    """King steps from one square to another."""
    return max(abs(ord(a[0]) - ord(b[0])), abs(ord(a[1]) - ord(b[1])))


def fen_of(
    board: dict[str, str],
    turn: str,
    castling: str = "-",
    ep_square: str = "-",
    halfmove_clock: int = 0,
) -> str:
    """Write a position as FEN.

    >>> fen_of({"e1": "K", "e8": "k"}, "w")
    '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
    """
    rows = []
    for rank in "87654321":
        row, gap = "", 0
        for file in FILES:
            man = board.get(file + rank)
            if man is None:
                gap += 1
                continue
            row, gap = f"{row}{gap or ''}{man}", 0
        rows.append(f"{row}{gap or ''}")
    return f"{'/'.join(rows)} {turn} {castling} {ep_square} {halfmove_clock} 1"
