"""The check of the tree's shape finds what it is there to find."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from shape import breaches  # noqa: E402 - the script is in no package

PLANTED: Final = [
    ("src/square.rs", "use crate::movegen::MoveList;", "uses crate::movegen"),
    ("src/square.rs", "use crate::{bitboard, square};", "uses crate::bitboard"),
    ("src/square.rs", "use pyo3::prelude::*;", "only src/python/ may name pyo3"),
    ("src/square.rs", "\n" * 800, "more than 700"),
    ("python/atomic_rs/suite.py", "import chess", "imports chess"),
    ("python/atomic_rs/status.py", "from atomic_rs.cli import main", "may not import"),
    ("python/atomic_rs/reference/rules.py", "from atomic_rs import Board", "may not import"),
    ("python/atomic_rs/reference/rules.py", "import rich", "standard library"),
    ("python/atomic_rs/reference/rules.py", "pass\n" * 600, "the reference has"),
    ("python/atomic_rs/suite.py", "# TO" + "DO: later", "left for later"),
    ("python/atomic_rs/novelty.py", '"""New."""', "no place in PYTHON_LAYERS"),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources."""
    hidden = shutil.ignore_patterns("*.so", "__pycache__")
    for directory in ("src", "python"):
        shutil.copytree(ROOT / directory, tmp_path / directory, ignore=hidden)
    for name in ("Cargo.toml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(("name", "planted", "found"), PLANTED)
def test_a_planted_breach_is_found(tree: Path, name: str, planted: str, found: str) -> None:
    path = tree / name
    before = breaches(tree)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{planted}\n{text}", encoding="utf-8")
    new = [breach for breach in breaches(tree) if breach not in before]
    assert [breach for breach in new if found in breach], new


def test_a_peer_among_the_dependencies_is_found(tree: Path) -> None:
    path = tree / "pyproject.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('["rich>=13"]', '["chess>=1"]'), encoding="utf-8")
    assert "pyproject.toml: chess is a peer, which only tests may use" in breaches(tree)
