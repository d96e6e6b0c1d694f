"""The examples and the scripts run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def test_walk_together() -> None:
    program = [sys.executable, str(ROOT / "examples" / "walk_together.py"), "300", "5"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert ", 0 differences" in done.stdout
    assert done.stderr == ""
