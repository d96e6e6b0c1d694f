"""Squares as numbers from 0 (a1) to 63 (h8): their names, files, ranks and distances.

As in python-chess, squares are plain ints. The functions here check nothing but names: they are
called in loops.

>>> square_name(square(4, 3)), parse_square("e4") == E4
('e4', True)
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from atomic_rs.text import quoted

Square: TypeAlias = int

FILE_NAMES: Final = list("abcdefgh")
RANK_NAMES: Final = list("12345678")
SQUARES: Final[list[Square]] = list(range(64))
# As the board is looked at: the eighth rank first.
SQUARES_180: Final[list[Square]] = [square ^ 56 for square in SQUARES]
SQUARE_NAMES: Final = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

_NUMBERS: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}


def parse_square(name: str) -> Square:
    """The square of a name from `a1` to `h8`; `ValueError` for any other text.

    >>> parse_square("h8")
    63
    >>> parse_square("H8")
    Traceback (most recent call last):
    ValueError: not a square: "H8"
    """
    number = _NUMBERS.get(name)
    if number is None:
        raise ValueError(f"not a square: {quoted(name)}")
    return number


def square_name(square: Square) -> str:
    """The name of a square.

    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    """The square on a file and a rank, both counted from 0.

    >>> square_name(square(0, 7))
    'a8'
    """
    return rank_index * 8 + file_index


def parse_file(name: str) -> int:
    """The number, from 0, of a file from `a` to `h`; `ValueError` for any other text.

    >>> parse_file("c")
    2
    """
    if name in FILE_NAMES:
        return FILE_NAMES.index(name)
    raise ValueError(f"not a file: {quoted(name)}")


def file_name(file_index: int) -> str:
    """The letter of a file that is counted from 0.

    >>> file_name(2)
    'c'
    """
    return FILE_NAMES[file_index]


def parse_rank(name: str) -> int:
    """The number, from 0, of a rank from `1` to `8`; `ValueError` for any other text.

    >>> parse_rank("1")
    0
    """
    if name in RANK_NAMES:
        return RANK_NAMES.index(name)
    raise ValueError(f"not a rank: {quoted(name)}")


def rank_name(rank_index: int) -> str:
    """The digit of a rank that is counted from 0.

    >>> rank_name(0)
    '1'
    """
    return RANK_NAMES[rank_index]


def square_file(square: Square) -> int:
    """The file of a square, from 0 (the a-file) to 7.

    >>> square_file(E4)
    4
    """
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, from 0 (the first) to 7.

    >>> square_rank(E4)
    3
    """
    return square >> 3


def _steps(a: Square, b: Square) -> tuple[int, int]:
    """How far two squares are apart, in files and in ranks."""
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


def square_distance(a: Square, b: Square) -> int:
    """The number of king steps between two squares.

    >>> square_distance(A1, H8)
    7
    """
    return max(_steps(a, b))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """The number of steps along files and ranks between two squares.

    >>> square_manhattan_distance(A1, H8)
    14
    """
    return sum(_steps(a, b))


def square_knight_distance(a: Square, b: Square) -> int:
    """The number of moves that a knight needs between two squares of an empty board.

    >>> square_knight_distance(A1, B2), square_knight_distance(D4, E5)
    (4, 2)
    """
    return _knight_distances(a)[b]


def square_mirror(square: Square) -> Square:
    """The square opposite on the same file, as seen from the other side of the board.

    >>> square_mirror(A2) == A7
    True
    """
    return square ^ 56


@cache
def _knight_distances(start: Square) -> list[int]:
    """The number of knight's moves from one square to each."""
    distances = {start: 0}
    reached = [start]
    for here in reached:
        for there in SQUARES:
            if there not in distances and sorted(_steps(here, there)) == [1, 2]:
                distances[there] = distances[here] + 1
                reached.append(there)
    return [distances[square] for square in SQUARES]
