"""docs/pictures.md is up to date, and shows what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import pictures  # noqa: E402 - the script is in no package
from atomic_rs import Move  # noqa: E402 - after the path is set

CASES = pictures.cases()
ILLEGAL = {"own-king"}


def test_page_and_pictures_are_up_to_date() -> None:
    assert pictures.main(["--check"]) == 0, "run tools/pictures.py"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_case_explodes_and_is_legal_unless_it_says_so(case: pictures.Case) -> None:
    board = case.board()
    if case.move is None:
        assert board.kings_touch()
        assert not board.is_check()
        return
    move = Move.from_uci(case.move)
    assert board.is_legal(move) == (case.name not in ILLEGAL)
    assert board.explosion(move) is not None


def test_every_rule_that_is_cited_exists() -> None:
    rules = set(re.findall(r"\*\*(R\d+)\.", (ROOT / "docs/rules.md").read_text(encoding="utf-8")))
    cited = {rule for case in CASES for rule in re.findall(r"\bR\d+", case.text)}
    assert cited <= rules
    assert len(cited) > 10
