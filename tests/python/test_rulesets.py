"""Rule sets are values: core and reference have the same ones, and play any of them alike."""

from __future__ import annotations

import dataclasses
import pickle
from random import Random
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from atomic_rs import RULES, Board, Rules, perft, reference
from atomic_rs.themes import starts
from data import CORE_RULES

FIELDS: Final[dict[str, tuple[object, ...]]] = {
    "pawns_explode": (False, True),
    "king": ("dies", "immune"),
    "self_blast": ("illegal", "mover_loses", "draw"),
    "check": ("none", "atomic", "orthodox"),
    "king_x_king": (False, True),
    "touch": ("allowed", "forbidden"),
    "material": ("atomic", "bare_king", "never", "fide"),
}
ANY_FIELDS: Final = st.fixed_dictionaries(
    {name: st.sampled_from(values) for name, values in FIELDS.items()}
)


def fields_of(rules: Rules | reference.Rules) -> dict[str, object]:
    """What a rule set says, by field."""
    return {name: getattr(rules, name) for name in FIELDS}


def test_core_and_reference_have_the_same_table() -> None:
    assert tuple(RULES) == tuple(reference.RULES) == CORE_RULES
    named = {field.name for field in dataclasses.fields(reference.Rules)}
    assert named == {"name", *FIELDS}
    for name, rules in RULES.items():
        assert fields_of(rules) == fields_of(reference.RULES[name])
        assert rules.name == str(rules) == name
        assert Rules.find(name.upper()) == rules


def test_aliases() -> None:
    for alias in ("lichess", "fics", "LICHESS"):
        assert Rules.find(alias) == RULES["atomic"]
        assert reference.find_rules(alias).name == "atomic"
    for name in ("", "chess", "lichess "):
        with pytest.raises(ValueError, match="unknown rule set"):
            Rules.find(name)
        with pytest.raises(ValueError, match="unknown rule set"):
            reference.find_rules(name)


def test_values_are_equal_by_their_fields() -> None:
    own = Rules(pawns_explode=True)
    assert own == RULES["pawns"] == "pawns" != RULES["atomic"]
    assert len({own, RULES["pawns"], Rules(), RULES["atomic"]}) == 2
    assert own.name == "pawns"
    assert Rules(touch="forbidden").name is None
    for rules in (*RULES.values(), Rules(touch="forbidden")):
        assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own
    with pytest.raises(AttributeError):
        own.king = "immune"  # type: ignore[misc]


def test_boards_keep_their_rules() -> None:
    for rules in (*RULES.values(), Rules(touch="forbidden")):
        board = Board(rules=rules)
        board.push_uci("e2e4")
        again = pickle.loads(pickle.dumps(board))  # noqa: S301 - our own
        for same in (board, board.copy(), again):
            assert same.rules == rules
            assert same == board
        board.set_fen("8/8/8/3kK3/8/8/8/3R4 b - - 0 1")
        assert board.rules == rules
    assert Board(rules="icc") != Board()


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_fields_without_a_meaning_are_refused(field: str) -> None:
    wrong: dict[str, Any] = {field: "sometimes"}
    with pytest.raises((TypeError, ValueError)):
        Rules(**wrong)


@given(fields=ANY_FIELDS, seed=st.integers(0, 2**32 - 1), pick=st.integers(0, 8))
@settings(max_examples=300)
def test_any_rules_that_the_core_takes_are_played_alike(
    fields: dict[str, Any], seed: int, pick: int
) -> None:
    try:
        rules = Rules(**fields)
    except ValueError:
        assume(False)
    source = starts(Random(seed))
    start = [next(source) for _ in range(pick + 1)][-1]
    record = reference.Rules("any", **fields)
    board = Board(start.fen, chess960=start.chess960, rules=rules)
    position = reference.parse_fen(start.fen, record, chess960=start.chess960)
    assert sorted(move.uci() for move in board.legal_moves) == reference.legal_moves(position)
    assert perft(board, 2) == reference.perft(position, 2)
    for move in board.legal_moves:
        board.push(move)
        after = reference.apply(position, move.uci())
        assert board.fen() == reference.to_fen(after)
        assert board.is_check() == reference.in_check(after)
        ended = reference.outcome([position, after])
        assert board.result() == (ended.result if ended else "*")
        board.pop()
