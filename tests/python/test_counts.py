"""`atomic-rs perft` and `divide`: how one tells them to count, and what they say meanwhile."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from atomic_rs import Board, divide, statistics
from atomic_rs.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., "Ran"]

PROGRAM: Final = [sys.executable, "-m", "atomic_rs"]
KIWI: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
START_5: Final = 4_864_979


class Ran:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*arguments: str) -> Ran:
        try:
            code = main(arguments)
        except SystemExit as exit_:
            code = int(exit_.code or 0)
        return Ran(code, *capsys.readouterr())

    return run


class TestHow:
    """Options that change nothing but how it is counted."""

    @pytest.mark.parametrize(
        "options",
        [
            "-t 1",
            "--threads 2",
            "-t 0 --hash 8",
            "--bulk 0",
            "--bulk 1 -t 2",
            "--bulk 2",
            "--no-bulk",
            "--executor process",
            "--executor process -t 1 --hash 1 --no-bulk",
        ],
    )
    def test_results_are_the_same(self, run: Run, options: str) -> None:
        ran = run("perft", "-q", "5", *options.split())
        assert (ran.code, ran.out, ran.err) == (0, f"{START_5}\n", "")
        ran = run("divide", "3", "--fen", KIWI, "--style", "stockfish", *options.split())
        board = Board(KIWI)
        below = [f"{board.uci(move)}: {leaves}" for move, leaves in divide(board, 3).items()]
        assert ran.out.splitlines()[: len(below)] == below

    def test_dask(self) -> None:
        done = subprocess.run(
            [*PROGRAM, "perft", "-q", "5", "--executor", "dask-local", "-t", "1"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert (done.stdout, done.stderr) == (f"{START_5}\n", "")

    def test_a_dask_cluster_by_its_address(self, run: Run) -> None:
        from distributed import LocalCluster  # noqa: PLC0415 - large

        with LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", processes=False
        ) as cluster:
            ran = run("perft", "-q", "5", "--executor", f"dask:{cluster.scheduler_address}")
            assert (ran.code, ran.out, ran.err) == (0, f"{START_5}\n", "")

    def test_checkpoints(self, run: Run, tmp_path: Path) -> None:
        path = str(tmp_path / "checkpoint")
        for _ in range(2):
            ran = run("perft", "4", "--checkpoint", path, "--format", "json")
            [row] = json.loads(ran.out)["perft"]
            assert row["nodes"] == 197_326
        # Nothing was counted the second time.
        assert row["nodes_per_second"] == 0
        ran = run("divide", "4", "--checkpoint", path, "--format", "json")
        assert json.loads(ran.out)["nodes"] == 197_326
        ran = run("perft", "5", "--checkpoint", path)
        assert (ran.code, ran.out) == (2, "")
        assert "depth is 4, not 5" in ran.err

    @pytest.mark.parametrize(
        ("options", "named"),
        [
            ("--hash 10000000", "10000000 MiB"),
            ("--threads 5000", "5000"),
            ("--threads many", '"many"'),
            ("--bulk 3", "3"),
            ("--bulk 1 --no-bulk", "--no-bulk"),
            ("--executor nobody", '"nobody"'),
            ("--executor dask:", '"dask:"'),
            ("--executor dask:nowhere", "nowhere"),
            ("--executor process --hash 10000000", "10000000 MiB"),
            ("--checkpoint .", "."),
            ("--checkpoint no/such/file", "no/such/file"),
        ],
    )
    def test_wrong_use_is_named_in_one_line(
        self, run: Run, options: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for command in ("perft", "divide"):
            ran = run(command, "4", *options.split())
            assert (ran.code, ran.out) == (2, "")
            assert named in ran.err
            assert ran.err.startswith("atomic-rs")
            assert ran.err.count("\n") == 1

    @pytest.mark.parametrize(
        "options",
        [
            "--all --checkpoint x",
            "--stats -t 2",
            "--stats --hash 1",
            "--stats --bulk 1",
            "--stats --no-bulk",
            "--stats --executor process",
            "--stats --checkpoint x",
        ],
    )
    def test_options_that_do_not_go_together(self, run: Run, options: str) -> None:
        ran = run("perft", "3", *options.split())
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "leave out --" in ran.err

    def test_without_dask_it_says_what_to_install(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        for name in ("dask-local", "dask:tcp://127.0.0.1:8786"):
            ran = run("perft", "4", "--executor", name)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err == 'atomic-rs: dask is not installed: pip install "atomic-rs[dask]"\n'


class TestStatistics:
    """`atomic-rs perft --stats`."""

    def test_table(self, run: Run) -> None:
        ran = run("perft", "4", "--all", "--stats")
        headings, *rows = [re.split(r" {2,}", line.strip()) for line in ran.out.splitlines()]
        assert headings[:4] == ["depth", "nodes", "captures", "e.p."]
        assert rows[3] == [
            *("4", "197,326", "1,564", "0", "0", "0", "453", "8", "3", "3,255"),
        ]
        assert len(rows) == 4

    def test_data(self, run: Run) -> None:
        expected = statistics(Board(KIWI), 2)
        ran = run("perft", "2", "--stats", "--fen", KIWI, "--format", "json")
        [row] = json.loads(ran.out)["perft"]
        assert row | expected == row
        ran = run("perft", "2", "--stats", "--fen", KIWI, "--format", "csv")
        [cells] = csv.DictReader(io.StringIO(ran.out))
        assert {key: int(cells[key]) for key in expected} == expected
        assert cells.keys() == row.keys()
        assert run("perft", "2", "--stats", "-q").out == "400\n"


class TestTerminal:
    """What somebody who waits sees, and how it ends."""

    def test_progress_has_parts_speed_and_time_left(self) -> None:
        shown = on_a_terminal([*PROGRAM, "perft", "12"], 1.5)
        assert re.search(r"perft 12", shown)
        assert re.search(r" \d+/400\x1b", shown)
        assert re.search(r"[\d,]+ nodes, [\d,]{9,}/s", shown)
        assert re.search(r"left \S*(-:--:--|\d+:\d\d:\d\d)", shown)

    @pytest.mark.parametrize(("executor", "seconds"), [("process", 1.5), ("dask-local", 3)])
    def test_ctrl_c_reaches_no_worker(self, executor: str, seconds: float) -> None:
        start = time.perf_counter()
        shown = on_a_terminal([*PROGRAM, "perft", "12", "--executor", executor], seconds)
        assert time.perf_counter() - start < 20
        assert "Traceback" not in shown
        assert "Error" not in shown

    @pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no list of processes")
    def test_workers_end_when_the_program_is_killed(self) -> None:
        command = [*PROGRAM, "perft", "12", "--executor", "process", "-t", "2"]
        with subprocess.Popen(
            command, stderr=subprocess.DEVNULL, start_new_session=True
        ) as process:
            assert waited(lambda: len(session(process.pid)) >= 3)
            time.sleep(0.5)
            process.kill()
            process.wait(10)
            assert waited(lambda: not session(process.pid))


def waited(done: Callable[[], bool]) -> bool:
    """Wait until something is so; False after some seconds."""
    end = time.monotonic() + 20
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def session(leader: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # The name, in parentheses, may have anything in it.
            state, *fields = (process / "stat").read_text("utf-8").rpartition(")")[2].split()
            if int(fields[2]) == leader and state != "Z":
                found.append(int(process.name))
    return found


def on_a_terminal(command: list[str], seconds: float) -> str:
    """What a program prints on a terminal before somebody presses Ctrl-C there."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="120")
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    shown = b""
    end = time.monotonic() + seconds
    pressed = False
    os.set_blocking(terminal, False)
    while True:
        if not pressed and time.monotonic() > end:
            os.write(terminal, b"\x03")
            pressed = True
        try:
            read = os.read(terminal, 65536)
        except BlockingIOError:
            time.sleep(0.02)
            continue
        except OSError:  # the other side is closed
            break
        shown += read
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGINT
    return shown.decode()
