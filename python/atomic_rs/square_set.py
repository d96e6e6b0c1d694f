"""`SquareSet`: a set of squares that is a number of 64 bits inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet
from operator import index
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from atomic_rs import bitboards
from atomic_rs.bitboards import BB_ALL, Bitboard, scan_forward, scan_reversed
from atomic_rs.squares import SQUARES_180, Square, parse_square
from atomic_rs.text import quoted

if TYPE_CHECKING:
    from typing import Self

IntoSquareSet: TypeAlias = SupportsIndex | Iterable[Square | str]


class SquareSet:  # noqa: PLW1641 - it is mutable, hence not hashable
    """A mutable set of squares.

    Made from a mask, of which 64 bits count, or from squares in any order. Wherever a set is
    expected, masks and iterables of squares do as well; wherever a square is expected, its name
    does. A set equals every set, mask or iterable of the same squares, iterates from a1 to h8, and
    is not hashable.

    What is no square raises `ValueError`, what is of a wrong type `TypeError`.

    >>> from atomic_rs.squares import E4
    >>> squares = SquareSet(["a8", "e4", "b1"])
    >>> squares
    SquareSet(0x0100_0000_1000_0002)
    >>> E4 in squares, len(squares), list(squares)
    (True, 3, [1, 28, 56])
    >>> int(squares | SquareSet.between(0, 7)) == 0x0100_0000_1000_007E
    True
    >>> print(squares)
    1 . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . 1 . . .
    . . . . . . . .
    . . . . . . . .
    . 1 . . . . . .
    """

    __slots__ = ("mask",)

    mask: Bitboard

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask = _mask(squares)

    # The set itself.

    def __contains__(self, square: Square | str) -> bool:
        return bool(self.mask & _bit(square))

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == _mask(other)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return NotImplemented

    def __repr__(self) -> str:
        return f"SquareSet(0x{self.mask:019_x})"

    def __str__(self) -> str:
        marks = ["1" if self.mask >> square & 1 else "." for square in SQUARES_180]
        return "\n".join(" ".join(marks[start : start + 8]) for start in range(0, 64, 8))

    def _repr_svg_(self) -> str:
        """What notebooks show: an empty board with the squares crossed."""
        from atomic_rs import svg  # noqa: PLC0415 - only notebooks need it

        return svg.board(squares=self, size=390)

    def __reduce__(self) -> tuple[type[Self], tuple[Bitboard]]:
        # Protocols of pickle before the second know no slots.
        return type(self), (self.mask,)

    def __copy__(self) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """A set of its own with the same squares."""
        return type(self)(self.mask)

    def tolist(self) -> list[bool]:
        """64 bools, one for each square from a1 to h8.

        >>> SquareSet([0, 2]).tolist()[:4]
        [True, False, True, False]
        """
        return [bool(self.mask >> square & 1) for square in range(64)]

    def mirror(self) -> Self:
        """The set as seen from the other side of the board: the ranks in reverse order.

        >>> SquareSet(["b1"]).mirror() == SquareSet(["b8"])
        True
        """
        return type(self)(bitboards.flip_vertical(self.mask))

    def carry_rippler(self) -> Iterator[Bitboard]:
        """The masks of all subsets, from the empty one upwards as numbers.

        >>> list(SquareSet([0, 2]).carry_rippler())
        [0, 1, 4, 5]
        """
        subset = 0
        while True:
            yield subset
            subset = subset - self.mask & self.mask
            if not subset:
                return

    # Sets that are made from squares.

    @classmethod
    def ray(cls, a: Square, b: Square) -> Self:
        """The whole rank, file or diagonal through two squares, from edge to edge, or nothing.

        >>> len(SquareSet.ray(0, 63))
        8
        """
        return cls(bitboards.ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> Self:
        """The squares strictly between two squares of one rank, file or diagonal.

        >>> SquareSet.between(0, 63) == SquareSet.ray(0, 63) - [0, 63]
        True
        """
        return cls(bitboards.between(a, b))

    @classmethod
    def from_square(cls, square: Square | str) -> Self:
        """The set of one square.

        >>> SquareSet.from_square(5) == SquareSet([5])
        True
        """
        return cls(_bit(square))

    # Comparing.

    def __le__(self, other: IntoSquareSet) -> bool:
        return self.issubset(other)

    def __lt__(self, other: IntoSquareSet) -> bool:
        return self.issubset(other) and self.mask != _mask(other)

    def __ge__(self, other: IntoSquareSet) -> bool:
        return self.issuperset(other)

    def __gt__(self, other: IntoSquareSet) -> bool:
        return self.issuperset(other) and self.mask != _mask(other)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Whether no square is in both."""
        return not self.mask & _mask(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Whether all squares of this set are in the other."""
        return not self.mask & ~_mask(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Whether all squares of the other are in this set."""
        return not _mask(other) & ~self.mask

    # New sets from two.

    def union(self, other: IntoSquareSet) -> Self:
        """The squares of both, as a new set; also `|`."""
        return type(self)(self.mask | _mask(other))

    def intersection(self, other: IntoSquareSet) -> Self:
        """The squares that are in both, as a new set; also `&`."""
        return type(self)(self.mask & _mask(other))

    def difference(self, other: IntoSquareSet) -> Self:
        """The squares that are not in the other, as a new set; also `-`."""
        return type(self)(self.mask & ~_mask(other))

    def symmetric_difference(self, other: IntoSquareSet) -> Self:
        """The squares that are in one of the two only, as a new set; also `^`."""
        return type(self)(self.mask ^ _mask(other))

    def __or__(self, other: IntoSquareSet) -> Self:
        return self.union(other)

    def __and__(self, other: IntoSquareSet) -> Self:
        return self.intersection(other)

    def __sub__(self, other: IntoSquareSet) -> Self:
        return self.difference(other)

    def __xor__(self, other: IntoSquareSet) -> Self:
        return self.symmetric_difference(other)

    def __ror__(self, other: IntoSquareSet) -> Self:
        return self.union(other)

    def __rand__(self, other: IntoSquareSet) -> Self:
        return self.intersection(other)

    def __rsub__(self, other: IntoSquareSet) -> Self:
        return type(self)(_mask(other) & ~self.mask)

    def __rxor__(self, other: IntoSquareSet) -> Self:
        return self.symmetric_difference(other)

    def __invert__(self) -> Self:
        return type(self)(~self.mask)

    def __lshift__(self, shift: int) -> Self:
        return type(self)(self.mask << shift)

    def __rshift__(self, shift: int) -> Self:
        return type(self)(self.mask >> shift)

    # Changing this set.

    def update(self, *others: IntoSquareSet) -> None:
        """Add the squares of all others; also `|=`."""
        for mask in map(_mask, others):
            self.mask |= mask

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keep the squares that are in all others; also `&=`."""
        for mask in map(_mask, others):
            self.mask &= mask

    def difference_update(self, other: IntoSquareSet) -> None:
        """Remove the squares of the other; also `-=`."""
        self.mask &= ~_mask(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keep the squares that are in one of the two only; also `^=`."""
        self.mask ^= _mask(other)

    def __ior__(self, other: IntoSquareSet) -> Self:
        self.mask |= _mask(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> Self:
        self.mask &= _mask(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> Self:
        self.mask &= ~_mask(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> Self:
        self.mask ^= _mask(other)
        return self

    def __ilshift__(self, shift: int) -> Self:
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> Self:
        self.mask >>= shift
        return self

    def add(self, square: Square | str) -> None:
        """Add a square."""
        self.mask |= _bit(square)

    def discard(self, square: Square | str) -> None:
        """Remove a square if it is in the set."""
        self.mask &= ~_bit(square)

    def remove(self, square: Square | str) -> None:
        """Remove a square; `KeyError` if it is not in the set."""
        bit = _bit(square)
        if not self.mask & bit:
            raise KeyError(square)
        self.mask ^= bit

    def pop(self) -> Square:
        """Remove the lowest square and return it; `KeyError` if the set is empty."""
        if not self.mask:
            raise KeyError("pop from an empty SquareSet")
        square = bitboards.lsb(self.mask)
        self.mask ^= 1 << square
        return square

    def clear(self) -> None:
        """Remove all squares."""
        self.mask = 0


MutableSet.register(SquareSet)


def _bit(square: Square | str) -> Bitboard:
    """The mask of one square, which may be a name."""
    if isinstance(square, str):
        return 1 << parse_square(square)
    if isinstance(square, bool):
        raise TypeError("expected a square, got bool")
    number = index(square)
    if not 0 <= number < 64:
        raise ValueError(f"square must be from 0 to 63, not {quoted(number)}")
    return 1 << number


def _mask(squares: IntoSquareSet) -> Bitboard:
    """The mask of what stands for a set of squares."""
    if isinstance(squares, SquareSet):
        return squares.mask
    if not isinstance(squares, Iterable):
        return index(squares) & BB_ALL
    mask = 0
    for square in squares:
        mask |= _bit(square)
    return mask
