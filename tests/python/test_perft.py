"""The perft suites: core and reference find the known numbers of move sequences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

import atomic_rs
from atomic_rs import RULES, Board, reference
from data import CORE_RULES, PerftCase, perft_suites

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUITES: Final = perft_suites()

# The quick run goes three half-moves deep everywhere, and as far as these numbers of nodes.
QUICK_DEPTH: Final = 3
QUICK_NODES: Final = 2_000_000
REFERENCE_NODES: Final = 500
SLOW_REFERENCE_NODES: Final = 100_000

# Rule sets that have the same moves everywhere, and differ in how a game ends.
SAME_MOVES: Final = frozenset({"allexplode", "nuclear"})

EACH: Final = pytest.mark.parametrize("name", SUITES)
RULES_OF_SUITES: Final = pytest.mark.parametrize("rules", CORE_RULES)


def cases_of(rules: str) -> list[PerftCase]:
    """The positions of all suites of a rule set."""
    return [case for cases in SUITES.values() for case in cases if case.rules == rules]


def board_of(case: PerftCase, rules: str | None = None) -> Board:
    """The position of a case, under its own rule set or under another."""
    return Board(case.entry.fen, chess960=case.chess960, rules=rules or case.rules)


def model_of(case: PerftCase) -> reference.Position:
    """The same in the reference."""
    return reference.parse_fen(case.entry.fen, case.rules, chess960=case.chess960)


def report(case: PerftCase, depth: int, got: int) -> str:
    """A wrong count, with the core's divide beside the reference's if that is not too long."""
    divided = atomic_rs.divide(board_of(case), depth)
    core = {move.uci(): nodes for move, nodes in divided.items()}
    model: dict[str, int] = {}
    if got <= SLOW_REFERENCE_NODES:
        model = reference.divide(model_of(case), depth)
    where = f"{case.rules}, {case.entry.name}: {case.entry.fen}"
    lines = [f"{where}, depth {depth}, {case.entry.nodes[depth]} expected, {got} got"]
    lines += [f"{move} {core.get(move)} {model.get(move)}" for move in sorted(core | model)]
    return "\n".join(lines)


def wrong_in_core(cases: Iterable[PerftCase], most_depth: int, most_nodes: int) -> Iterator[str]:
    """What the core counts differently, to that depth and to that number of nodes beyond."""
    for case in cases:
        board = board_of(case)
        for depth, nodes in case.entry.nodes.items():
            if depth <= most_depth or nodes <= most_nodes:
                got = atomic_rs.perft(board, depth)
                if got != nodes:
                    yield report(case, depth, got)
                    break


def wrong_in_reference(cases: Iterable[PerftCase], most: int) -> Iterator[str]:
    """What the reference counts differently, of counts up to that many nodes."""
    for case in cases:
        position = model_of(case)
        for depth, nodes in case.entry.nodes.items():
            if nodes <= most:
                got = reference.perft(position, depth)
                if got != nodes:
                    yield report(case, depth, got)
                    break


@EACH
def test_core(name: str) -> None:
    assert "\n".join(wrong_in_core(SUITES[name], QUICK_DEPTH, QUICK_NODES)) == ""


@EACH
def test_reference(name: str) -> None:
    assert "\n".join(wrong_in_reference(SUITES[name], REFERENCE_NODES)) == ""


@EACH
def test_divide_adds_up(name: str) -> None:
    for case in SUITES[name]:
        board = board_of(case)
        for depth in case.entry.nodes.keys() & {1, 2, 3}:
            below = atomic_rs.divide(board, depth)
            assert list(below) == list(board.legal_moves), case
            assert sum(below.values()) == case.entry.nodes[depth], case


def test_a_wrong_count_is_told_with_both_divides() -> None:
    case = SUITES["atomic.epd"][0]
    case.entry.nodes[2] += 1
    for found in (
        wrong_in_core([case], QUICK_DEPTH, QUICK_NODES),
        wrong_in_reference([case], REFERENCE_NODES),
    ):
        [text] = found
        assert "depth 2, 401 expected, 400 got" in text
        assert "\ng1f3 20 20\n" in text
    case.entry.nodes[2] -= 1


@RULES_OF_SUITES
def test_the_quick_run_is_no_empty_promise(rules: str) -> None:
    cases = cases_of(rules)
    assert len(cases) >= 150
    assert len({case.entry.fen for case in cases}) == len(cases)
    for case in cases:
        assert min(case.entry.nodes.values()) <= REFERENCE_NODES
        assert max(case.entry.nodes) >= QUICK_DEPTH or 0 in case.entry.nodes.values()
        assert board_of(case).is_valid()


@RULES_OF_SUITES
def test_every_kind_of_position_is_there(rules: str) -> None:
    kinds: Counter[str] = Counter()
    for case in cases_of(rules):
        board = board_of(case)
        moves = list(board.legal_moves)
        captures = list(filter(board.is_capture, moves))
        castling = "castling of Chess960" if case.chess960 else "castling"
        kinds[castling] += any(map(board.is_castling, moves))
        kinds["en passant"] += board.has_legal_en_passant()
        kinds["promotion by capture"] += any(move.promotion for move in captures)
        kinds["check"] += board.is_check()
        kinds["touching kings"] += board.kings_touch()
        kinds["captures by kings"] += any(
            move.from_square == board.king(board.turn) for move in captures
        )
    wanted = {"castling", "castling of Chess960", "en passant", "promotion by capture"}
    record = RULES[rules]
    if record.check != "none":
        wanted.add("check")
    if record.check != "orthodox":
        wanted.add("touching kings")
    if record.king == "immune" or record.self_blast != "illegal":
        wanted.add("captures by kings")
    assert {kind: kinds[kind] for kind in wanted if kinds[kind] < 8} == {}


@RULES_OF_SUITES
def test_suites_fail_under_any_rules_but_their_own(rules: str) -> None:
    cases = cases_of(rules)
    for other in CORE_RULES:
        if other != rules and {rules, other} != SAME_MOVES:
            wrong = sum(
                atomic_rs.perft(board_of(case, other), QUICK_DEPTH) != case.entry.nodes[QUICK_DEPTH]
                for case in cases
                if QUICK_DEPTH in case.entry.nodes
            )
            assert wrong >= 10, other


@pytest.mark.slow
@EACH
def test_core_to_full_depth(name: str) -> None:
    assert "\n".join(wrong_in_core(SUITES[name], 99, 0)) == ""


@pytest.mark.slow
@EACH
def test_reference_deeper(name: str) -> None:
    assert "\n".join(wrong_in_reference(SUITES[name], SLOW_REFERENCE_NODES)) == ""
