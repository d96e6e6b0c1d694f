"""The examples and the scripts run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import walk
from atomic_rs.differential import Difference, Tally
from atomic_rs.starts import Start

if TYPE_CHECKING:
    import pytest

ROOT: Final = Path(__file__).resolve().parents[2]


def test_walk_together() -> None:
    program = [sys.executable, str(ROOT / "examples" / "walk_together.py"), "300", "5"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert ", 0 differences" in done.stdout
    assert done.stderr == ""


def test_the_long_walk_runs_in_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert walk.main(["--positions", "2500", "--seed", "9", "--jobs", "2"]) == 0
    printed = capsys.readouterr()
    assert "0 differences" in printed.out
    assert "touching kings" in printed.out
    assert printed.err == ""


def test_the_long_walk_tells_each_difference() -> None:
    fault = Difference("FEN", "one", "other", Start("fault", "8/8/8/3kK3/8/8/8/8 w - - 0 1"), ())
    assert str(fault) in walk.report(Tally(positions=10, differences=[fault]), 1.0)
