"""Themes: they meet their corners, and are the same everywhere."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from atomic_rs import Board, corners
from atomic_rs.differential import walk
from atomic_rs.themes import PLAYABLE, THEMES, starts
from data import CORE_RULES

SHARE: Final = 0.5
# The third start that each theme makes with seed 1: the same on every machine, and for ever.
PINNED: Final = {
    "games": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "chess960": "nrnbqkbr/pppppppp/8/8/8/8/PPPPPPPP/QBNNBRKR w KQkq - 0 1",
    "sparse": "5R2/7P/5k2/6N1/8/8/8/K1q5 w - - 0 1",
    "draws": "4B3/8/5k2/6B1/8/8/8/K7 w - - 96 1",
    "crowd": "b5r1/p1pPb3/p1P1rNp1/3N3Q/P1r1PNQ1/1p3Kpp/2k5/N7 w - - 0 1",
    "overfull": "1n5q/rNBP3N/Bn1p3p/RQP1QK2/3q1k1b/QNR3p1/2P1P1n1/1R1B1rN1 w - - 0 1",
    "touching kings": "8/8/5k2/2p2K2/8/4Q3/1P3B2/8 b - - 0 1",
    "open castling": "r4kr1/3N4/8/2b5/8/1nq5/8/1R3KR1 w KQkq - 0 1",
    "castling beside the king": "8/8/8/8/8/8/Q2k4/5RKR w KQ - 0 1",
    "castling in the blast": "rn2kbr1/3Q4/3N4/6K1/8/8/8/8 w kq - 0 1",
    "en passant": "2k2n2/4P3/6r1/3b2Pp/2K1n3/3N4/8/8 w - h6 0 1",
    "promotion": "6rn/6PP/8/8/K6n/3k4/1p1p1pp1/4RBR1 b - - 0 1",
    "broken pins": "2r5/k7/r7/1B6/br2R3/2N5/K7/1Q6 w - - 0 1",
    "impossible": "1r5b/2N5/8/8/5K2/6k1/1P6/8 b - e3 0 1",
}


@pytest.mark.parametrize("theme", THEMES)
def test_half_of_the_positions_are_in_the_corner_under_every_rule_set(theme: str) -> None:
    for rules in CORE_RULES:
        tally = walk(40, f"{theme}", rules=rules, themes=[theme])
        assert tally.differences == []
        assert tally.hits[theme] >= SHARE * tally.themes[theme], rules


@pytest.mark.parametrize("theme", THEMES)
def test_starts_depend_on_the_seed_alone(theme: str) -> None:
    random = Random(1)
    made = [THEMES[theme].start(random) for _ in range(3)]
    assert made[-1].fen == PINNED[theme]
    assert [start.theme for start in made] == [theme] * 3


@pytest.mark.parametrize("theme", PLAYABLE)
def test_playable_starts_are_valid_if_wanted(theme: str) -> None:
    random = Random(2)
    for _ in range(10):
        start = THEMES[theme].start(random, valid=True)
        assert Board(start.fen, chess960=start.chess960).is_valid()


def test_themes_take_turns() -> None:
    source = starts(Random(3))
    assert [next(source).theme for _ in THEMES] == list(THEMES)
    source = starts(Random(3), ["sparse", "crowd"])
    assert [next(source).theme for _ in range(3)] == ["sparse", "crowd", "sparse"]


@pytest.mark.parametrize(
    ("corner", "inside", "outside"),
    [
        # The knight shields the king, and a capture beside it burns it.
        (
            corners.broken_pins,
            "3r3k/8/3n4/2p5/1B6/8/3K4/8 w - - 0 1",
            "3r3k/8/3n4/8/8/1B6/3K4/8 w - - 0 1",
        ),
        # A pinned man may take beside who pins it; elsewhere the pin is that of chess.
        (
            corners.broken_pins,
            "2nr3k/8/3N4/8/8/8/3K4/8 w - - 0 1",
            "3r3k/8/3N4/5p2/8/8/3K4/8 w - - 0 1",
        ),
        (
            corners.castling_in_the_blast,
            "r3k3/1p6/8/8/8/8/8/1R2K3 w q - 0 1",
            "r3k3/2p5/8/8/8/8/8/2R1K3 w q - 0 1",
        ),
        (
            corners.explosive_en_passant,
            "4k3/8/2n5/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pP3/2n5/8/8/4K3 w - d6 0 1",
        ),
        (
            corners.explosive_promotion,
            "1rr1k3/2P5/8/8/8/8/8/4K3 w - - 0 1",
            "1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            corners.castling_beside_king,
            "8/8/8/8/8/8/6k1/4K2R w K - 0 1",
            "8/8/8/8/8/6k1/8/4K2R w K - 0 1",
        ),
        (corners.touching_kings, "8/8/8/3kK3/8/8/8/8 w - - 0 1", "8/8/8/3k1K2/8/8/8/8 w - - 0 1"),
        (
            corners.overfull,
            f"{'Q' * 8}/{'Q' * 8}/8/8/8/8/8/K1k5 w - - 0 1",
            f"{'Q' * 8}/8/8/8/8/8/8/K1k5 w - - 0 1",
        ),
    ],
)
def test_corners(corner: object, inside: str, outside: str) -> None:
    assert callable(corner)
    assert corner(Board(inside))
    assert not corner(Board(outside))
