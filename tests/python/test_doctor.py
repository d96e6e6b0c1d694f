"""`atomic-rs doctor`: what it tells, and that it finds what is wrong."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from atomic_rs import __version__, _core
from atomic_rs.cli import doctor, main

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process."""
    monkeypatch.delenv("ATOMIC_RS_KERNEL", raising=False)

    def run(*options: str) -> tuple[int, str]:
        code = main(["doctor", *options])
        out, err = capsys.readouterr()
        assert err == ""
        return code, out

    return run


def failed(run: Run) -> list[str]:
    """The failed checks; the exit code says whether there are any."""
    code, out = run("--format", "json")
    names = [check["name"] for check in json.loads(out)["checks"] if not check["ok"]]
    assert code == bool(names)
    return names


def test_text_has_versions_and_checks(run: Run) -> None:
    code, out = run()
    assert code == 0
    assert out.startswith(f"atomic-rs   {__version__}\n")
    kernel, available = _core.kernels()
    assert f"kernel      {kernel} (this processor has {', '.join(available)})" in out
    for name in available:
        assert f"ok   kernel {name}: perft 5 is 4864979" in out
    assert "ok   reference: perft 2 is 400" in out
    assert "distributed " in out


def test_data(run: Run) -> None:
    code, out = run("--format", "json")
    found = json.loads(out)
    assert (code, found["version"]) == (0, __version__)
    assert found["python"].endswith(sys.version.split()[0])
    assert (found["kernel"], found["kernels"]) == _core.kernels()
    assert found["processors"] >= 1
    assert found["packages"].keys() == doctor.OPTIONAL.keys()
    assert all(check["ok"] for check in found["checks"])
    code, out = run("--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["name"] for row in rows] == [check["name"] for check in found["checks"]]


def test_quiet_is_silent_when_all_is_well(run: Run) -> None:
    assert run("-q") == (0, "")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["doctor", "--help"])
    assert "atomic-rs doctor --format json" in capsys.readouterr().out


def test_a_kernel_that_is_not_there_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOMIC_RS_KERNEL", "abacus")
    assert failed(run) == ["ATOMIC_RS_KERNEL=abacus"]
    monkeypatch.setenv("ATOMIC_RS_KERNEL", "portable")
    assert failed(run) == []


def test_wrong_counts_are_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAVES", 7)
    kernels = [f"kernel {name}" for name in _core.kernels()[1]]
    assert failed(run) == kernels
    monkeypatch.undo()
    monkeypatch.setattr("atomic_rs.reference.perft", lambda *_: 401)
    assert failed(run) == ["reference"]
    code, out = run("-q")
    assert (code, out) == (1, "FAIL reference: perft 2 is 400, not 401\n")


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import os; os.kill(os.getpid(), 9)", "ended with code -9"),
        ("raise LookupError('nothing here')", "LookupError: nothing here"),
        ("print('abacus', 4864979)", "abacus counted"),
        ("print()", "counted"),
    ],
)
def test_kernels_that_do_not_work_are_found(
    run: Run, monkeypatch: pytest.MonkeyPatch, program: str, told: str
) -> None:
    monkeypatch.setattr(doctor, "PROGRAM", program)
    code, out = run("-q")
    assert code == 1
    assert all(told in line for line in out.splitlines())
    assert len(out.splitlines()) == len(_core.kernels()[1])


@pytest.mark.parametrize(
    "error", [FileNotFoundError("no python"), subprocess.TimeoutExpired("python", 120)]
)
def test_a_program_that_does_not_run_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: Any, **__: Any) -> None:  # noqa: ANN401 - whatever `run` takes
        raise error

    monkeypatch.setattr("subprocess.run", fail)
    assert failed(run) == [f"kernel {name}" for name in _core.kernels()[1]]
