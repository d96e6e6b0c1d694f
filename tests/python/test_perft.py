"""The perft suites: core and reference find the known numbers of move sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import atomic_rs
from atomic_rs import Board, reference
from data import perft_entries

if TYPE_CHECKING:
    from atomic_rs.suite import Entry

ENTRIES: Final = perft_entries()

# The quick run goes three half-moves deep everywhere, and as far as these numbers of nodes.
QUICK_DEPTH: Final = 3
QUICK_NODES: Final = 2_000_000
REFERENCE_NODES: Final = 1_500
SLOW_REFERENCE_NODES: Final = 100_000

EACH: Final = pytest.mark.parametrize(
    ("entry", "chess960"),
    [
        pytest.param(entry, chess960, id=f"{'960-' if chess960 else ''}{entry.name}")
        for entry, chess960 in ENTRIES
    ],
)


def report(entry: Entry, depth: int, got: int, *, chess960: bool) -> str:
    """A wrong count, with the core's divide beside the reference's if that is not too long."""
    board = Board(entry.fen, chess960=chess960)
    core = {move.uci(): nodes for move, nodes in atomic_rs.divide(board, depth).items()}
    model: dict[str, int] = {}
    if got <= SLOW_REFERENCE_NODES:
        position = reference.parse_fen(entry.fen, chess960=chess960)
        model = reference.divide(position, depth)
    lines = [f"{entry.name}: {entry.fen}, depth {depth}, {entry.nodes[depth]} expected, {got} got"]
    lines += [f"{move} {core.get(move)} {model.get(move)}" for move in sorted(core | model)]
    return "\n".join(lines)


def check(entry: Entry, depth: int, *, chess960: bool) -> None:
    """Count in the core."""
    got = atomic_rs.perft(Board(entry.fen, chess960=chess960), depth)
    assert got == entry.nodes[depth], report(entry, depth, got, chess960=chess960)


def check_reference(entry: Entry, most: int, *, chess960: bool) -> None:
    """Count in the reference, as deep as that many nodes."""
    position = reference.parse_fen(entry.fen, chess960=chess960)
    for depth, nodes in entry.nodes.items():
        if nodes <= most:
            assert reference.perft(position, depth) == nodes, (entry.name, entry.fen, depth)


@EACH
def test_core(entry: Entry, *, chess960: bool) -> None:
    for depth, nodes in entry.nodes.items():
        if depth <= QUICK_DEPTH or nodes <= QUICK_NODES:
            check(entry, depth, chess960=chess960)


@EACH
def test_reference(entry: Entry, *, chess960: bool) -> None:
    check_reference(entry, REFERENCE_NODES, chess960=chess960)


@EACH
def test_divide_adds_up(entry: Entry, *, chess960: bool) -> None:
    board = Board(entry.fen, chess960=chess960)
    for depth in entry.nodes.keys() & {1, 2, 3}:
        below = atomic_rs.divide(board, depth)
        assert list(below) == list(board.legal_moves)
        assert sum(below.values()) == entry.nodes[depth]


def test_the_quick_run_is_no_empty_promise() -> None:
    assert len(ENTRIES) >= 150
    assert all(min(entry.nodes) <= QUICK_DEPTH for entry, _ in ENTRIES)
    assert all(min(entry.nodes.values()) <= REFERENCE_NODES for entry, _ in ENTRIES)
    assert all(Board(entry.fen, chess960=chess960).is_valid() for entry, chess960 in ENTRIES)


@pytest.mark.slow
@EACH
def test_core_to_full_depth(entry: Entry, *, chess960: bool) -> None:
    for depth in entry.nodes:
        check(entry, depth, chess960=chess960)


@pytest.mark.slow
@EACH
def test_reference_deeper(entry: Entry, *, chess960: bool) -> None:
    check_reference(entry, SLOW_REFERENCE_NODES, chess960=chess960)
