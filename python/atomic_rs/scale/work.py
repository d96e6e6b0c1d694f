"""A count split into units of work, and what they have come to so far."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atomic_rs import _core

if TYPE_CHECKING:
    from atomic_rs._core import Position

# The core splits no further.
MOST_PLIES: Final = 4
# Below such a depth a unit is smaller than the trouble of handing it out.
LEAST_DEPTH: Final = 3
# Enough for the last ones to be small beside all of them.
LEAST_UNITS: Final = 64
# What fits into memory.
MOST_UNITS: Final = 200_000
# About a second of one processor.
LEAVES_PER_UNIT: Final = 1_500_000_000


@dataclass(frozen=True, eq=False, slots=True)
class Unit:
    """A position whose leaves are to be counted once.

    Each of its sources is the place of a root move in `legal_moves`, with the number of its paths.
    """

    position: Position
    sources: list[tuple[int, int]]

    @property
    def key(self) -> str:
        """What tells the unit from all others of its count: the position without counters."""
        return epd(self.position)

    @property
    def paths(self) -> int:
        """The number of ways to get there."""
        return sum(paths for _, paths in self.sources)


class Work:
    """The units of a count, and the leaves found below each root move.

    It is split after the given number of half-moves, or as is best. At depth 0 there is one unit
    and one count, the root itself.

    >>> from atomic_rs import Position
    >>> work = Work(Position(), depth=3, plies=2)
    >>> len(work.units), work.counts[:3], work.depth_of_units
    (400, [0, 0, 0], 1)
    >>> work.add(work.units[0], 30)
    >>> work.done, work.leaves, sum(work.counts)
    (1, 30, 30)
    """

    def __init__(self, position: Position, depth: int, plies: int | None = None) -> None:
        self.position = position
        if plies is None:
            self.plies, self.units = split(position, depth)
        else:
            self.plies, self.units = plies, units_of(position, plies)
        self.depth_of_units = depth - self.plies
        self.counts = [0] * (len(self.position.legal_moves) if self.plies else 1)
        self.leaves = 0
        self._left = dict.fromkeys(self.units)

    @property
    def done(self) -> int:
        """The number of finished units."""
        return len(self.units) - len(self._left)

    @property
    def left(self) -> list[Unit]:
        """The units that have not been counted."""
        return list(self._left)

    def add(self, unit: Unit, leaves: int) -> None:
        """Add what a unit has come to; `KeyError` if it has been added before."""
        del self._left[unit]
        for root, paths in unit.sources:
            self.counts[root] += leaves * paths
            self.leaves += leaves * paths


def epd(position: Position) -> str:
    """The position as text, without the counters, on which no count depends.

    >>> from atomic_rs import Position
    >>> epd(Position())
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -'
    """
    return " ".join(position.fen(shredder=True).split()[:4])


def units_of(position: Position, plies: int) -> list[Unit]:
    """The units after a number of half-moves, the biggest first."""
    collects = gc.isenabled()
    # Looking for garbage among so many new things takes longer than making them.
    gc.disable()
    try:
        return [Unit(*unit) for unit in _core.units(position, plies)]
    finally:
        if collects:
            gc.enable()


def split(position: Position, depth: int) -> tuple[int, list[Unit]]:
    """After how many half-moves to split, and the units: as few as are many and small enough.

    >>> from atomic_rs import Position
    >>> [split(Position(), depth)[0] for depth in (0, 1, 5, 7, 9, 10, 14)]
    [0, 1, 2, 2, 3, 4, 4]
    """
    growth, leaves = estimate(position, depth)
    plies = min(depth, 1)
    units = units_of(position, plies)
    while plies < min(MOST_PLIES, depth - LEAST_DEPTH):
        enough = len(units) >= max(LEAST_UNITS, leaves / LEAVES_PER_UNIT)
        if enough or len(units) * growth > MOST_UNITS:
            break
        plies += 1
        units = units_of(position, plies)
    return plies, units


def estimate(position: Position, depth: int) -> tuple[float, float]:
    """How the tree grows with each half-move, roughly, and to how many leaves."""
    known = min(depth, 4)
    leaves = float(_core.perft(position, known))
    growth = 1.0
    if known == 4:
        growth = max(1.0, (leaves / max(_core.perft(position, 2), 1)) ** 0.5)
    return growth, min(leaves * growth ** min(depth - known, 32), 1e30)
