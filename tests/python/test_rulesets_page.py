"""docs/rulesets.md is up to date, and what it says of each position is so."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import pytest

from atomic_rs import RULES

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import rulesets  # noqa: E402 - the script is in no package

EXAMPLES: Final = rulesets.examples()
EACH: Final = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)


def test_the_page_is_up_to_date() -> None:
    assert rulesets.main(["--check"]) == 0


@EACH
def test_every_answer_is_what_core_and_reference_say(example: rulesets.Example) -> None:
    for answer in example.answers:
        for rules in answer.rules:
            assert rulesets.core_says(example.fen, example.move, rules) == answer.says
            assert rulesets.reference_says(example.fen, example.move, rules) == answer.says


@EACH
def test_every_rule_set_answers_once(example: rulesets.Example) -> None:
    named = [rules for answer in example.answers for rules in answer.rules]
    assert sorted(named) == sorted(RULES)


@EACH
def test_positions_are_small(example: rulesets.Example) -> None:
    assert sum(letter.isalpha() for letter in example.fen.split()[0]) <= 7


def test_every_pair_that_differs_is_told_apart() -> None:
    assert len(rulesets.PAIRS) == 45
    for one, other in rulesets.PAIRS:
        assert rulesets.differing(one, other)
        assert any(example.tells_apart(one, other) for example in EXAMPLES), (one, other)
        assert f"| `{one}` / `{other}` |" in rulesets.page()


def test_every_rule_that_is_cited_is_there() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    known = set(re.findall(r"\*\*(R\d+)\.", text))
    cited = set(re.findall(r"\bR\d+\b", rulesets.page()))
    assert cited <= known
    sources = set(re.findall(r"\[([A-Z][A-Z, ]+)\]", rulesets.page()))
    for short in {name for each in sources for name in each.split(", ")}:
        assert f"\n| {short}" in text or f", {short}" in text, short


def test_every_link_has_its_heading() -> None:
    page = rulesets.page()
    headings = {rulesets.anchor(line) for line in re.findall(r"^#+ (.*)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= headings


def test_a_pair_without_a_position_is_an_error() -> None:
    with pytest.raises(ValueError, match="no position tells atomic and icc apart: try --search"):
        list(rulesets.pairs([each for each in EXAMPLES if not each.tells_apart("atomic", "icc")]))


def test_the_search_finds_a_position_for_every_pair() -> None:
    texts = rulesets.search(rulesets.PAIRS, seed=1, positions=300)
    for one, other in rulesets.PAIRS:
        telling = [
            text
            for text in texts
            if not any({one, other} <= set(words(line)) for line in text.split("\n")[1:])
        ]
        assert telling, (one, other)


def words(line: str) -> list[str]:
    """The names in a line of the search."""
    return line.rsplit(": ", 1)[1].split(", ")
