"""The 960 start arrays and their usual numbers; 518 is the orthodox one."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from operator import index
from typing import Final

from atomic_rs.text import quoted

COUNT: Final = 960


def array(number: int) -> str:
    """The pieces of White's first rank in the array of a number; `ValueError` if there is none.

    The number says in turn, from its smallest part: where the bishop of the light squares stands,
    and that of the dark ones; on which of the free files the queen stands; on which of those left
    the knights stand. The king stands between the rooks on the last three.

    >>> array(518), array(0), array(959)
    ('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
    """
    rest = index(number)
    if not 0 <= rest < COUNT:
        raise ValueError(f"chess960 position number must be from 0 to 959, not {quoted(number)}")
    rest, light = divmod(rest, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row = [""] * 8
    row[2 * light + 1] = row[2 * dark] = "B"
    row[_free(row)[queen]] = "Q"
    free = _free(row)
    for knight in list(combinations(range(5), 2))[knights]:
        row[free[knight]] = "N"
    for file, piece in zip(_free(row), "RKR", strict=True):
        row[file] = piece
    return "".join(row)


def array_number(pieces: str) -> int | None:
    """The number of the array with these pieces on White's first rank, or None.

    >>> array_number("RNBQKBNR"), array_number("RNBQKBRN") == None
    (518, False)
    """
    return _numbers().get(pieces)


def array_board(number: int) -> str:
    """The board field of a FEN with the array of a number.

    >>> array_board(518)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    """
    pieces = array(number)
    return f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces}"


def _free(row: list[str]) -> list[int]:
    """The files on which nothing stands yet."""
    return [file for file, piece in enumerate(row) if not piece]


@cache
def _numbers() -> dict[str, int]:
    """The number of each array."""
    return {array(number): number for number in range(COUNT)}
