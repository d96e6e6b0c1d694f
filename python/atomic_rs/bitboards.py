"""Sets of squares as ints of 64 bits: the named ones, and what can be done with them.

Bit 0 is a1, bit 63 is h8. All functions take masks of 64 bits and give such masks.

>>> list(scan_forward(BB_FILE_C & BB_BACKRANKS))
[2, 58]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from atomic_rs.squares import SQUARES, Square

if TYPE_CHECKING:
    from collections.abc import Iterator

Bitboard: TypeAlias = int

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF

BB_SQUARES: Final[list[Bitboard]] = [1 << square for square in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:]

BB_FILES: Final[list[Bitboard]] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: Final[list[Bitboard]] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS

BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
BB_LIGHT_SQUARES: Bitboard = BB_ALL ^ BB_DARK_SQUARES

_DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
_MIRRORED_BYTES: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _reach(square: Square, steps: tuple[tuple[int, int], ...]) -> Bitboard:
    """The squares that single steps of files and ranks lead to from a square."""
    file, rank = square & 7, square >> 3
    return sum(
        1 << (rank + up) * 8 + file + right
        for right, up in steps
        if 0 <= file + right < 8 and 0 <= rank + up < 8
    )


_KNIGHT_STEPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_KING_STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
BB_KNIGHT_ATTACKS: Final = [_reach(square, _KNIGHT_STEPS) for square in SQUARES]
BB_KING_ATTACKS: Final = [_reach(square, _KING_STEPS) for square in SQUARES]
# Indexed by colour, then by square.
BB_PAWN_ATTACKS: Final = [
    [_reach(square, ((-1, up), (1, up))) for square in SQUARES] for up in (-1, 1)
]


def _checked(bb: Bitboard) -> Bitboard:
    """The mask; `ValueError` if it has more than 64 bits or is negative."""
    if 0 <= bb <= BB_ALL:
        return bb
    raise ValueError("a mask of squares must have 64 bits")


def lsb(bb: Bitboard) -> int:
    """The lowest square of a mask, -1 if it is empty.

    >>> lsb(BB_RANK_2) == 8
    True
    """
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """The highest square of a mask, -1 if it is empty.

    >>> msb(BB_RANK_2) == 15
    True
    """
    return bb.bit_length() - 1


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares of a mask from a1 up.

    >>> list(scan_forward(BB_CORNERS))
    [0, 7, 56, 63]
    """
    _checked(bb)
    while bb:
        low = bb & -bb
        yield low.bit_length() - 1
        bb ^= low


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares of a mask from h8 down.

    >>> list(scan_reversed(BB_CORNERS))
    [63, 56, 7, 0]
    """
    _checked(bb)
    while bb:
        high = bb.bit_length() - 1
        yield high
        bb ^= 1 << high


def popcount(bb: Bitboard) -> int:
    """The number of squares in a mask.

    >>> popcount(BB_LIGHT_SQUARES)
    32
    """
    return bb.bit_count()


def flip_vertical(bb: Bitboard) -> Bitboard:
    """The mask with the ranks in reverse order.

    >>> flip_vertical(BB_A1 | BB_C2) == BB_A8 | BB_C7
    True
    """
    return int.from_bytes(_checked(bb).to_bytes(8, "little"), "big")


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """The mask with the files in reverse order.

    >>> flip_horizontal(BB_A1 | BB_C2) == BB_H1 | BB_F2
    True
    """
    return int.from_bytes(_checked(bb).to_bytes(8, "little").translate(_MIRRORED_BYTES), "little")


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """The mask mirrored at the diagonal from a1 to h8: files become ranks.

    >>> flip_diagonal(BB_A1 | BB_C2) == BB_A1 | BB_B3
    True
    """
    return sum(1 << ((square & 7) * 8 + (square >> 3)) for square in scan_forward(bb))


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """The mask mirrored at the diagonal from a8 to h1.

    >>> flip_anti_diagonal(BB_A1 | BB_C2) == BB_H8 | BB_G6
    True
    """
    return flip_vertical(flip_horizontal(flip_diagonal(bb)))


def shift_up(b: Bitboard) -> Bitboard:
    """The mask one rank higher; what leaves the board is gone, here and in all shifts.

    >>> shift_up(BB_RANK_7 | BB_RANK_8) == BB_RANK_8
    True
    """
    return b << 8 & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """The mask two ranks higher.

    >>> shift_2_up(BB_RANK_2) == BB_RANK_4
    True
    """
    return b << 16 & BB_ALL


def shift_down(b: Bitboard) -> Bitboard:
    """The mask one rank lower.

    >>> shift_down(BB_RANK_2) == BB_RANK_1
    True
    """
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """The mask two ranks lower.

    >>> shift_2_down(BB_RANK_7) == BB_RANK_5
    True
    """
    return b >> 16


def shift_right(b: Bitboard) -> Bitboard:
    """The mask one file nearer to the h-file.

    >>> shift_right(BB_FILE_G | BB_FILE_H) == BB_FILE_H
    True
    """
    return b << 1 & ~BB_FILE_A & BB_ALL


def shift_2_right(b: Bitboard) -> Bitboard:
    """The mask two files nearer to the h-file.

    >>> shift_2_right(BB_FILE_A | BB_FILE_G) == BB_FILE_C
    True
    """
    return b << 2 & ~BB_FILE_A & ~BB_FILE_B & BB_ALL


def shift_left(b: Bitboard) -> Bitboard:
    """The mask one file nearer to the a-file.

    >>> shift_left(BB_FILE_A | BB_FILE_B) == BB_FILE_A
    True
    """
    return b >> 1 & ~BB_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """The mask two files nearer to the a-file.

    >>> shift_2_left(BB_FILE_H | BB_FILE_B) == BB_FILE_F
    True
    """
    return b >> 2 & ~BB_FILE_H & ~BB_FILE_G


def shift_up_left(b: Bitboard) -> Bitboard:
    """The mask one step along the diagonal towards a8.

    >>> shift_up_left(BB_E4) == BB_D5
    True
    """
    return shift_up(shift_left(b))


def shift_up_right(b: Bitboard) -> Bitboard:
    """The mask one step along the diagonal towards h8.

    >>> shift_up_right(BB_E4) == BB_F5
    True
    """
    return shift_up(shift_right(b))


def shift_down_left(b: Bitboard) -> Bitboard:
    """The mask one step along the diagonal towards a1.

    >>> shift_down_left(BB_E4) == BB_D3
    True
    """
    return shift_down(shift_left(b))


def shift_down_right(b: Bitboard) -> Bitboard:
    """The mask one step along the diagonal towards h1.

    >>> shift_down_right(BB_E4) == BB_F3
    True
    """
    return shift_down(shift_right(b))


def ray(a: Square, b: Square) -> Bitboard:
    """The whole rank, file or diagonal through two squares, from edge to edge.

    Empty if the squares are the same, or on no line together.

    >>> ray(0, 9) == ray(9, 63) != BB_EMPTY, ray(0, 10) == BB_EMPTY
    (True, True)
    """
    for right, up in _DIRECTIONS:
        if a != b and (a & 7) * up - (a >> 3) * right == (b & 7) * up - (b >> 3) * right:
            return _side(a, right, up) | 1 << a | _side(a, -right, -up)
    return BB_EMPTY


def between(a: Square, b: Square) -> Bitboard:
    """The squares strictly between two squares of one rank, file or diagonal; empty for others.

    >>> list(scan_forward(between(0, 27)))
    [9, 18]
    """
    low, high = min(a, b), max(a, b)
    return ray(a, b) & ((1 << high) - 1) & ~((2 << low) - 1)


def _side(square: Square, right: int, up: int) -> Bitboard:
    """The squares from a square, which is left out, to the edge of the board."""
    file, rank = (square & 7) + right, (square >> 3) + up
    mask = BB_EMPTY
    while 0 <= file < 8 and 0 <= rank < 8:
        mask |= 1 << rank * 8 + file
        file, rank = file + right, rank + up
    return mask
