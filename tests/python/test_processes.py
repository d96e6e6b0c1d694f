"""Processes of a command end with it, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = ("fuzz", "--positions", "10000000", "--jobs", "2", "--no-progress")
PATIENCE = 30.0  # seconds
SLACK = 5.0  # seconds, of which an idle machine needs a few tenths

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="asks Linux for the children of a process"
)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children")
    return list(map(int, text.read_text(encoding="ascii").split())) if text.exists() else []


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended; nobody may have asked yet how it did."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def descendants(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    return [each for child in children(pid) for each in (child, *descendants(child))]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("engine", ["", "atomic_rs uci"])
def test_workers_and_engines_end_with_their_parent(engine: str, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "atomic_rs", *COMMAND]
    # Two workers and Python's tracker of what they share; the engine of each.
    expected = 5 if engine else 3
    if engine:
        command += ["--engine", f"{sys.executable} -m {engine}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as parent:
        try:
            deadline = time.monotonic() + PATIENCE
            while len(started := descendants(parent.pid)) < expected:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            time.sleep(1)  # until they are at work
            told = time.monotonic()
            parent.send_signal(number)
            code = parent.wait(PATIENCE)
        finally:
            parent.kill()
    while any(map(is_running, started)) and time.monotonic() < told + PATIENCE:
        time.sleep(0.05)
    assert time.monotonic() - told < SLACK
    assert code == (130 if number is signal.SIGINT else -number)
