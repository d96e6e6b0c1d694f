"""The faults that `tools/mutants.py` plants: they can be planted, and there are enough of them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from mutants import Mutant, Tried, mutants, table  # noqa: E402 - the script is in no package

SOURCE: Final = ROOT / "src"
RULES: Final = re.findall(r"\*\*(R\d+)\.", (ROOT / "docs" / "rules.md").read_text("utf-8"))


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_its_text_stands_once_and_its_rule_exists(mutant: Mutant) -> None:
    assert mutant.place(SOURCE).is_file()
    assert mutant.old != mutant.new
    assert set(mutant.rule.split(", ")) <= set(RULES)


def test_there_are_enough() -> None:
    assert len(mutants()) >= 25
    assert len({mutant.name for mutant in mutants()}) == len(mutants())


def test_a_stale_text_is_told() -> None:
    with pytest.raises(ValueError, match='"gone" stands 0 times'):
        Mutant("gone", "R1", "no such text", "").place(Path(SOURCE))


def test_a_table_of_verdicts() -> None:
    mutant = mutants()[0]
    lines = list(table([Tried(mutant, "caught", 1234, 3, "legal moves", "atomic-rs diff")]))
    assert lines[2] == (f"| {mutant.name} | {mutant.rule} | caught | 1,234 | 3 | legal moves |")
