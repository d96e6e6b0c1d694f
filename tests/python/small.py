"""Positions that are small enough for the reference to count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atomic_rs import Board, reference

if TYPE_CHECKING:
    from collections.abc import Iterator

# Positions small enough for the reference, and how deep it goes.
SMALL: Final = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, False),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2, False),
    ("1r2k1r1/p7/8/8/8/8/7P/1R2K1R1 w GBgb - 0 1", 2, True),
    ("8/8/8/3kK3/8/8/8/3R4 b - - 0 1", 3, False),
    ("8/PPk5/8/8/8/8/5Kpp/5N1N w - - 0 1", 3, False),
    ("4k3/3p4/8/4P3/3pp3/8/4PP2/4K3 b - - 0 1", 3, False),
    ("rnb1kbnr/ppp2ppp/8/3pp1q1/3P4/2N2N2/PPP1PPPP/R1BQKB1R w KQkq - 0 4", 2, False),
]


def small(rules: str) -> Iterator[tuple[Board, reference.Position, int]]:
    """The small positions under a rule set, in the core and in the reference."""
    for fen, depth, chess960 in SMALL:
        yield (
            Board(fen, chess960=chess960, rules=rules),
            reference.parse_fen(fen, rules, chess960=chess960),
            depth,
        )
