"""tools/suites.py makes the same suites again, and finds a number that is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest

from data import CORE_RULES, DATA, perft_suites

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import suites  # noqa: E402 - the script is in no package


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fairy-Stockfish is not installed, and suites are small."""
    monkeypatch.setattr(suites, "fairy", lambda: None)
    few = {"few men": (suites.few_men, suites.is_any, 2), "crowd": (suites.crowd, suites.is_any, 1)}
    monkeypatch.setattr(suites, "STANDARD", few)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("rules", ["icc", "pawns"])
def test_a_suite_is_made_and_checked(rules: str, tmp_path: Path) -> None:
    text = suites.make(rules, is_960=False)
    assert text == suites.make(rules, is_960=False)
    path = tmp_path / suites.file_name(rules, is_960=False)
    path.write_text(text, encoding="utf-8")
    assert suites.check(path, None).startswith(f"{rules}.epd: 3 positions, ")
    assert ("was not asked" if rules == "pawns" else "does not have") in text


@pytest.mark.usefixtures("alone")
def test_a_wrong_number_is_found(tmp_path: Path) -> None:
    path = tmp_path / "icc.epd"
    text = suites.make("icc", is_960=False)
    path.write_text(text.replace(";D3 ", ";D3 1"), encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"icc: .* D3 1\d+ expected, core found"):
        suites.check(path, None)


def test_every_suite_has_the_name_and_the_themes_it_should_have() -> None:
    names = {
        suites.file_name(rules, is_960=is_960) for rules in CORE_RULES for is_960 in (False, True)
    }
    assert names | {"atomic.epd", "atomic-960.epd"} == perft_suites().keys()
    for name in names:
        wanted = suites.CHESS960 if "-960" in name else suites.STANDARD
        head = (DATA / "perft" / name).read_text(encoding="utf-8").split("\n")
        assert "# Made and checked by tools/suites.py." in head
        assert [theme for theme in wanted if f"# {theme}" not in head] == []
