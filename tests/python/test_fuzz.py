"""`atomic-rs fuzz` and `atomic-rs diff`."""

from __future__ import annotations

import importlib.util
import json
import shlex
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from atomic_rs import RULES
from atomic_rs.cli import main
from atomic_rs.differential import Plan, campaign
from atomic_rs.differential.campaign import pieces
from atomic_rs.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

ENGINES: Final = Path(__file__).resolve().parent.parent / "engines"
OURS: Final = shlex.join([sys.executable, "-m", "atomic_rs", "uci"])


def program(name: str, *arguments: str) -> str:
    return shlex.join([sys.executable, str(ENGINES / name), *arguments])


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as exit_:
            code = int(exit_.code or 0)
        return code, *capsys.readouterr()

    return run


def test_core_and_reference_agree_under_all_rules(run: Run) -> None:
    code, out, err = run("fuzz", "--rules", "all", "--positions", "1500", "--stats")
    assert (code, err) == (0, "")
    rows = [line for line in out.splitlines() if line.rstrip().endswith("%")]
    assert len(rows) == len(RULES) * len(THEMES)
    assert out.splitlines()[-1].startswith("core beside the reference, 10 rule sets, seed 1: 1,5")
    assert out.splitlines()[-1].endswith(", no difference")


def test_ours_agrees_with_the_core(run: Run) -> None:
    code, out, _ = run("fuzz", "--engine", OURS, "--positions", "300", "--rules", "all", "-q")
    assert (code, out) == (0, "")


def test_a_broken_engine_is_found_out(run: Run, tmp_path: Path) -> None:
    engine = program("broken.py", "no_blast_in_double_check")
    arguments = ("fuzz", "--engine", engine, "--positions", "3000", "--save", str(tmp_path))
    code, out, _ = run(*arguments)
    assert code == 1
    assert "DIFFERENT 1: missing moves" in out
    assert "which answers the check" in out
    [path] = tmp_path.glob("*.toml")
    [case] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    assert case["verified_by"] == ["reference model", "core"]
    # The command that it prints shows the difference once more.
    [again] = [line for line in out.splitlines() if line.startswith("  again")]
    words = shlex.split(again)[1:]
    assert words[0] == "atomic-rs"
    code, out, _ = run(*words[1:])
    assert code == 1
    assert case["fen"] in out


def test_findings_as_json(run: Run) -> None:
    engine = program("broken.py", "kings_capture")
    code, out, _ = run("fuzz", "--engine", engine, "--format", "json")
    [finding] = json.loads(out)["findings"]
    assert code == 1
    assert finding["men"] == 3
    assert finding["depth"] == 1
    assert "a king may not capture" in finding["reasons"][0]
    assert finding["command"].startswith("atomic-rs diff 1 --fen ")


def test_an_engine_that_fails_is_a_finding(run: Run) -> None:
    code, out, _ = run("fuzz", "--engine", program("bad.py", "crash"), "--no-shrink")
    assert code == 1
    assert "DIFFERENT 1: engine: crash" in out
    assert "> go perft 2" in out


def test_an_engine_that_never_answers_is_reported_at_once(run: Run) -> None:
    code, out, _ = run("fuzz", "--engine", program("bad.py", "crash at start"))
    assert code == 1
    assert "DIFFERENT 1: engine: crash" in out
    code, out, _ = run("fuzz", "--engine", program("bad.py", "never reads"), "--timeout", "0.5")
    assert code == 1
    assert "DIFFERENT 1: engine: time-out" in out
    assert "shrunk" not in out


def test_diff_walks_down_to_the_node(run: Run) -> None:
    engine = program("broken.py", "no_en_passant")
    moves = ("--moves", "a2a4 h7h6 a4a5")
    code, out, _ = run("diff", "3", "--engine", engine, *moves)
    assert code == 1
    assert "moves a2a4 h7h6 a4a5 b7b5" in out
    assert "missing a5b6: axb6 is legal, it destroys a5 b5" in out
    code, out, _ = run("diff", "1", "--engine", engine, *moves)
    assert (code, out) == (0, "core and the engine agree to depth 1\n")


def test_diff_beside_the_reference(run: Run) -> None:
    code, out, _ = run("diff", "2", "--rules", "doering")
    assert (code, out) == (0, "core and the reference agree to depth 2\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("fuzz", "--rules", "chess"), 'there is no rule set "chess"'),
        (("fuzz", "--theme", "bishops"), 'there is no theme "bishops"'),
        (("fuzz", "--jobs", "0"), "--jobs must be from 1"),
        (("fuzz", "--positions", "0"), "--positions must be at least 1"),
        (("fuzz", "--depth", "9"), "--depth must be from 1 to 6"),
        (("fuzz", "--engine", ""), "--engine needs a command"),
        (("fuzz", "--engine", "/no/such/program"), "cannot start"),
        (("fuzz", "--engine", "x", "--engine-option", "Hash"), "needs NAME=VALUE"),
        (("fuzz", "--engine", "x", "--timeout", "0"), "--timeout needs"),
        (("diff", "2", "--fen", "x"), 'invalid board field "x"'),
        (("diff", "0"), "depth must be from 1 to 20"),
        (("diff", "2", "--engine", "/no/such/program"), "cannot start"),
    ],
)
def test_wrong_use(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_an_engine_without_the_rule_set(run: Run) -> None:
    engine = program("broken.py", "no_en_passant")
    code, _, err = run("fuzz", "--engine", engine, "--rules", "icc")
    assert code == 2
    assert 'does not offer "icc" as UCI_Variant; it offers: atomic' in err


def test_the_same_plan_gives_the_same_positions_with_any_number_of_jobs() -> None:
    plan = Plan(120, seed=3, rules=("atomic", "icc"), themes=("sparse", "en passant", "overfull"))
    alone = list(campaign(plan, 1))
    assert list(campaign(plan, 2)) == alone
    assert sum(tally.positions for _, tally in alone) >= 120


@pytest.mark.parametrize("positions", [0, 1, 7, 1000, 123_456])
def test_pieces_sum_up(positions: int) -> None:
    plan = Plan(positions, rules=tuple(RULES))
    found = pieces(plan)
    assert sum(piece.positions for piece in found) == positions
    assert len({piece.name for piece in found}) == len(found)
    assert found == pieces(plan)


@pytest.mark.skipif(importlib.util.find_spec("chess") is None, reason="needs python-chess")
def test_known_faults_of_python_chess(run: Run) -> None:
    engine = program("python_chess_uci.py")
    options = ("--engine", engine, "--positions", "200", "--depth", "1")
    # It names en passant squares where capturing would explode the own king.
    code, out, _ = run("fuzz", *options, "--theme", "en passant", "--fen-field", "legal")
    assert code == 1
    assert "DIFFERENT 1: FEN" in out
    assert men_left(out) <= 6
    assert run("fuzz", *options, "--theme", "promotion")[0] == 0


@pytest.mark.skipif(importlib.util.find_spec("pyffish") is None, reason="needs pyffish")
def test_fairy_stockfish_agrees(run: Run) -> None:
    engine = program("pyffish_uci.py")
    code, out, _ = run(
        "fuzz", "--engine", engine, "--positions", "100", "--depth", "1", "--rules", "all"
    )
    assert code == 0
    assert "left out: pyffish 0.0." in out


def men_left(out: str) -> int:
    """How many men the first finding has."""
    [fen, *_] = [line.split()[1] for line in out.splitlines() if line.startswith("  shrunk")]
    return sum(letter.isalpha() for letter in fen)
