"""The command line: what it prints, where, and how it ends."""

from __future__ import annotations

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

from atomic_rs import __version__
from atomic_rs.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., "Ran"]

COMMANDS: Final = ("perft", "divide", "suite", "moves", "show", "fen")
PROGRAM: Final = [sys.executable, "-m", "atomic_rs"]
CASTLING: Final = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
TOUCHING: Final = "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"
START_DIVIDE: Final = {
    **{f"{file}2{file}{rank}": 20 for file in "abcdefgh" for rank in "34"},
    **dict.fromkeys(("b1a3", "b1c3", "g1f3", "g1h3"), 20),
}


class Ran:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


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


class TestPerft:
    """`atomic-rs perft`."""

    def test_text_has_depth_nodes_seconds_and_speed(self, run: Run) -> None:
        ran = run("perft", "3")
        assert (ran.code, ran.err) == (0, "")
        assert ran.lines[0].split() == ["depth", "nodes", "time", "nodes/s"]
        assert re.fullmatch(r" +3 +8,902 +\d+\.\d{3} s +[\d,]+", ran.lines[1])

    def test_all_counts_each_depth(self, run: Run) -> None:
        rows = [line.split()[:2] for line in run("perft", "4", "--all").lines[1:]]
        assert rows == [["1", "20"], ["2", "400"], ["3", "8,902"], ["4", "197,326"]]

    def test_quiet_prints_the_bare_number(self, run: Run) -> None:
        assert run("perft", "-q", "3").out == "8902\n"
        assert run("perft", "-q", "0").out == "1\n"
        assert run("perft", "-q", "-d", "2", "--moves", "e2e4 e7e5").out == "835\n"

    def test_json_and_csv_are_data(self, run: Run) -> None:
        found = json.loads(run("perft", "2", "--all", "--format", "json").out)
        assert [row["nodes"] for row in found["perft"]] == [20, 400]
        assert found["rules"] == "atomic"
        rows = list(csv.DictReader(io.StringIO(run("perft", "2", "--format", "csv").out)))
        assert [(row["depth"], row["nodes"]) for row in rows] == [("2", "400")]
        assert rows[0].keys() == {"depth", "nodes", "seconds", "nodes_per_second"}

    def test_positions_of_chess960(self, run: Run) -> None:
        fen = "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1"
        assert run("perft", "3", "-q", "--chess960", "--fen", fen).out == "4364\n"


class TestDivide:
    """`atomic-rs divide`."""

    def test_table(self, run: Run) -> None:
        ran = run("divide", "2")
        assert {line.split()[0]: int(line.split()[1]) for line in ran.lines[:20]} == START_DIVIDE
        assert ran.lines[20].split() == ["total", "400"]
        assert re.fullmatch(r"20 moves, \d+\.\d{3} s, [\d,]+ nodes/s", ran.lines[21])

    def test_stockfish_style_byte_for_byte(self, run: Run) -> None:
        ran = run("divide", "2", "--style", "stockfish", "--fen", TOUCHING)
        assert ran.out == (
            "d5c4: 22\nd5d4: 16\nd5e4: 21\nd5c5: 22\nd5c6: 22\nd5d6: 18\nd5e6: 21\n"
            "\nNodes searched: 142\n"
        )
        assert run("divide", "0", "--style", "stockfish").out == "\nNodes searched: 1\n"

    def test_json_in_both_spellings(self, run: Run) -> None:
        for option in ("--style", "--format"):
            found = json.loads(run("divide", "2", option, "json").out)
            assert found["moves"] == START_DIVIDE
            assert (found["nodes"], found["depth"]) == (400, 2)

    def test_csv(self, run: Run) -> None:
        rows = run("divide", "2", "--format", "csv", "--sort", "uci").lines
        assert rows == ["move,nodes", *(f"{uci},20" for uci in sorted(START_DIVIDE))]

    def test_orders(self, run: Run) -> None:
        fen = ("--fen", "8/8/8/8/8/4k3/8/4K2r w - - 0 1")
        assert [line.split()[0] for line in run("divide", "-q", "2", *fen).lines] == [
            *("e1d2", "e1e2", "e1f2"),
        ]
        by_count = run("divide", "-q", "2", "--sort", "count", *fen).lines
        numbers = [int(line.split()[1]) for line in by_count]
        assert numbers == sorted(numbers, reverse=True)

    def test_castling_has_the_spelling_of_the_mode(self, run: Run) -> None:
        for options, spelling in (((), "e1g1"), (("--chess960",), "e1h1")):
            moves = [
                line.split()[0] for line in run("divide", "1", "--fen", CASTLING, *options).lines
            ]
            assert spelling in moves


class TestSuite:
    """`atomic-rs suite`."""

    @pytest.fixture
    def sound(self, tmp_path: Path) -> str:
        path = tmp_path / "sound.epd"
        path.write_text(
            "# start\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n"
            f"{TOUCHING} ;D1 7\n",
            encoding="utf-8",
        )
        return str(path)

    @pytest.fixture
    def wrong(self, tmp_path: Path) -> str:
        path = tmp_path / "wrong.perft"
        path.write_text(
            f"id kings\nepd {TOUCHING}\nperft 1 7\nperft 2 143\nperft 3 1\n\n"
            f"id again\nepd {TOUCHING}\nperft 1 8\n",
            encoding="utf-8",
        )
        return str(path)

    def test_a_sound_suite_is_fine(self, run: Run, sound: str) -> None:
        ran = run("suite", sound)
        assert ran.code == 0
        assert ran.lines[:2] == ["ok   start  D1-2  420 nodes", "ok   start 2  D1-1  7 nodes"]
        assert ran.lines[2].startswith("2 positions, 3 counts, 0 wrong; 427 nodes in ")
        assert run("suite", sound, "-q").out == ""

    def test_a_wrong_count_is_divided_beside_the_reference(self, run: Run, wrong: str) -> None:
        ran = run("suite", wrong)
        assert (ran.code, ran.err) == (1, "")
        assert "FAIL kings" in ran.lines
        assert "     depth 2: expected 143, got 142" in ran.lines
        assert "     d5e4              21            21" in ran.lines
        assert "reference agree" in ran.out
        assert "FAIL again" in ran.lines
        assert ran.lines[-1].startswith("2 positions, 3 counts, 2 wrong;")

    def test_fail_fast_stops_at_the_first(self, run: Run, wrong: str, sound: str) -> None:
        ran = run("suite", "--fail-fast", wrong, sound)
        assert ran.code == 1
        assert "again" not in ran.out
        assert "start" not in ran.out

    def test_limits_and_names_leave_counts_out(self, run: Run, wrong: str) -> None:
        assert run("suite", wrong, "--max-depth", "0").code == 2
        assert run("suite", wrong, "--max-depth", "1", "--filter", "KIN").code == 0
        assert (
            run("suite", wrong, "--max-nodes", "7", "--filter", "kin")
            .lines[-1]
            .startswith("1 positions, 2 counts, 1 wrong")
        )
        ran = run("suite", wrong, "--filter", "nobody")
        assert (ran.code, ran.out) == (2, "")
        assert '"nobody"' in ran.err

    def test_data_of_a_suite(self, run: Run, wrong: str) -> None:
        ran = run("suite", wrong, "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert (ran.code, len(rows)) == (1, 3)
        assert [(row["id"], row["ok"]) for row in rows] == [
            *(("kings", "True"), ("kings", "False"), ("again", "False")),
        ]
        assert json.loads(run("suite", wrong, "--format", "json").out)[1]["nodes"] == 142

    def test_castling_of_chess960_is_recognised(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "960.epd"
        path.write_text("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1 ;D1 25\n", encoding="utf-8")
        assert run("suite", str(path)).code == 0

    @pytest.mark.parametrize(
        ("text", "named"),
        [
            ("", "no position"),
            ("nonsense\n", "line 1"),
            (f"{TOUCHING} ;D1 seven\n", 'line 1: no depth with its count in "D1 seven"'),
            (f"# x\n\n{TOUCHING} ;D1 7 ;D\n", "line 3"),
            ("perft 1 20\n", "line 1: perft without an epd"),
            ("8/8/8/8/8/8/8/K6K w - - ;D1 3\n", "line 1: invalid board"),
        ],
    )
    def test_a_file_that_is_no_suite_is_named(
        self, run: Run, tmp_path: Path, text: str, named: str
    ) -> None:
        path = tmp_path / "bad.epd"
        path.write_text(text, encoding="utf-8")
        ran = run("suite", str(path))
        assert (ran.code, ran.out) == (2, "")
        assert named in ran.err
        assert str(path) in ran.err

    def test_files_that_cannot_be_read_are_named(self, run: Run, tmp_path: Path) -> None:
        binary = tmp_path / "binary"
        binary.write_bytes(b"\xff\xfe\x00")
        for path in (tmp_path / "missing", tmp_path, binary):
            ran = run("suite", str(path))
            assert (ran.code, ran.out) == (2, "")
            assert str(path) in ran.err


class TestPosition:
    """`atomic-rs moves`, `show` and `fen`."""

    def test_moves(self, run: Run) -> None:
        assert run("moves").lines == [
            *("b1a3", "b1c3", "g1f3", "g1h3"),
            *(f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"),
        ]
        assert run("moves", "g1").lines == ["g1f3", "g1h3"]
        assert run("moves", "e4").out == ""

    def test_captures_are_marked(self, run: Run) -> None:
        fen = ("--fen", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        assert "e5d6 x" in run("moves", *fen).lines
        assert run("moves", "--captures", "-q", *fen).out == "e5d6\n"
        rows = list(csv.DictReader(io.StringIO(run("moves", "--format", "csv", *fen).out)))
        assert [row["uci"] for row in rows if row["capture"]] == ["e5d6"]
        found = json.loads(run("moves", "e5", "--format", "json", *fen).out)
        assert found["moves"] == [
            {"uci": "e5d6", "capture": True},
            {"uci": "e5e6", "capture": False},
        ]

    def test_show(self, run: Run) -> None:
        ran = run("show", "--moves", "e2e4,d7d5 e4d5")
        assert ran.lines[0] == "r n b q k b n r"
        assert ran.lines[3:5] == [". . . . . . . ."] * 2
        assert run("show", "--flip").lines[0] == "R N B K Q B N R"
        assert run("show", "--unicode").lines[7] == "♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"

    def test_fen_is_normalised(self, run: Run) -> None:
        assert run("fen").out == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
        assert run("fen", *TOUCHING.split()[:2]).out == f"{TOUCHING}\n"
        ready = "4k3/8/8/8/1K2pPr1/8/8/8 b - f3 0 1"
        assert run("fen", "--xfen", ready).out == f"{ready}\n"
        assert run("fen", "--shredder", CASTLING).out == f"{CASTLING.replace('KQkq', 'HAha')}\n"

    def test_faults_of_a_position_are_all_named(self, run: Run) -> None:
        fen = "4k3/8/8/4P3/8/8/8/K3P3 w K d6 0 1"
        ran = run("fen", fen)
        assert (ran.code, ran.lines[0]) == (1, "4k3/8/8/4P3/8/8/8/K3P3 w - - 0 1")
        flags = ["PAWNS_ON_BACKRANK", "BAD_CASTLING_RIGHTS", "INVALID_EP_SQUARE"]
        assert [re.findall(r"\((\w+)\)$", line)[0] for line in ran.lines[1:]] == flags
        found = json.loads(run("fen", fen, "--format", "json").out)
        assert [fault["flag"] for fault in found["faults"]] == flags
        assert not found["valid"]
        assert run("fen", "-q", fen).lines == ran.lines[:1]
        [row] = csv.DictReader(io.StringIO(run("fen", fen, "--format", "csv").out))
        assert row["faults"] == " ".join(flags)


class TestUse:
    """Options that all commands share, and wrong use."""

    def test_version(self, run: Run) -> None:
        assert run("--version").out == f"atomic-rs {__version__}\n"

    @pytest.mark.parametrize("command", COMMANDS)
    def test_help_has_examples_that_work(
        self, run: Run, command: str, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
    ) -> None:
        ran = run(command, "--help")
        assert ran.code == 0
        examples = re.findall(r"^  atomic-rs (.*)$", ran.out, re.MULTILINE)
        assert len(examples) >= 2
        assert all(example.startswith(f"{command}") for example in examples)
        assert max(map(len, ran.lines)) <= 100
        monkeypatch.chdir(pytestconfig.rootpath)
        for example in examples:
            if "my." not in example and "*" not in example:
                assert run(*shell_words(example)).code == 0, example

    def test_the_first_help_names_all_commands(self, run: Run) -> None:
        ran = run("--help")
        assert all(f"\n    {command} " in ran.out for command in COMMANDS)

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            ((), "COMMAND"),
            (("nothing",), "nothing"),
            (("perft",), "name a depth"),
            (("perft", "3", "-d", "3"), "once"),
            (("perft", "-1"), "-1"),
            (("perft", "x"), '"x"'),
            (("perft", "\u0663"), "\u0663"),
            (("perft", "256"), "256"),
            (("perft", "9" * 5000), "999"),
            (("perft", "3", "--dept", "3"), "--dept"),
            (("perft", "3", "--fen", "8/8"), '"8/8"'),
            (("perft", "3", "--fen", "\udcff"), r"'\udcff' has bytes that are no text"),
            (("play", "--host", "no.such.host.invalid"), "no.such.host.invalid:"),
            (("perft", "3", "--fen", "4k3/8/8/8/8/8/8/4K3 w KQkx - 0 1"), '"KQkx"'),
            (("perft", "3", "--moves", "e2e5"), '"e2e5"'),
            (("perft", "3", "--moves", "e2e4 castle"), '"castle"'),
            (("perft", "3", "--rules", "chess"), '"chess"'),
            (("moves", "e9"), "e9"),
            (("moves", "--format", "xml"), "xml"),
            (("divide", "2", "--style", "perl"), "perl"),
            (("divide", "2", "--style", "table", "--format", "csv"), "contradict"),
            (("show", "--blast", "e2e4"), '"e2e4" captures nothing'),
            (("show", "--fen", ""), '""'),
            (("fen", "x\ny"), r"x\ny"),
            (("fen", "--xfen", "--shredder"), "--shredder"),
            (("suite",), "FILE"),
            (("suite", "x", "--max-nodes", "-3"), "--max-nodes"),
        ],
    )
    def test_wrong_use_is_named_in_one_line(
        self, run: Run, arguments: tuple[str, ...], named: str
    ) -> None:
        ran = run(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert named in ran.err
        assert ran.err.startswith("atomic-rs")
        assert ran.err.count("\n") == 1
        assert len(ran.err) < 500

    def test_output_goes_to_a_file(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "moves.txt"
        ran = run("moves", "g1", "-o", str(path))
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        assert path.read_text(encoding="utf-8") == "g1f3\ng1h3\n"
        assert run("perft", "2", "-q", "--output", str(tmp_path / "no" / "file")).code == 2

    def test_a_file_is_left_alone_when_the_position_is_wrong(
        self, run: Run, tmp_path: Path
    ) -> None:
        path = tmp_path / "kept.txt"
        path.write_text("kept", encoding="utf-8")
        assert run("moves", "--fen", "x", "-o", str(path)).code == 2
        assert path.read_text(encoding="utf-8") == "kept"


def shell_words(text: str) -> list[str]:
    """Split a command line as a shell does, without a shell."""
    return [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', text)]


class TestProcess:
    """The program as the system sees it."""

    def test_it_is_a_module_and_a_command(self) -> None:
        done = subprocess.run([*PROGRAM, "perft", "3", "-q"], capture_output=True, check=True)
        assert (done.stdout, done.stderr) == (b"8902\n", b"")
        command = Path(sys.executable).parent / "atomic-rs"
        done = subprocess.run([command, "perft", "3", "-q"], capture_output=True, check=True)
        assert (done.stdout, done.stderr) == (b"8902\n", b"")

    def test_exit_codes(self) -> None:
        for arguments, code in (
            (["fen"], 0),
            (["fen", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"], 1),
            (["fen", "x"], 2),
        ):
            done = subprocess.run([*PROGRAM, *arguments], capture_output=True, check=False)
            assert done.returncode == code
            assert b"Traceback" not in done.stderr

    @pytest.mark.parametrize("command", [["perft", "12"], ["divide", "12"]])
    def test_ctrl_c_ends_with_130_and_no_traceback(self, command: list[str]) -> None:
        with subprocess.Popen(
            [*PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            time.sleep(1.0)
            start = time.perf_counter()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
            assert time.perf_counter() - start < 3
        assert process.returncode == 130
        assert err == b""

    def test_a_reader_that_goes_away_is_no_fault(self) -> None:
        with subprocess.Popen(
            [*PROGRAM, "suite", "/dev/stdin", "--format", "csv"],
            *(-1,),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            process.stdin.write(f"{TOUCHING} ;D1 7\n".encode() * 2000)
            process.stdin.close()
            assert process.stderr.read() == b""
            assert process.wait(30) == 141

    def test_progress_and_colours_are_for_terminals(self) -> None:
        quiet = subprocess.run([*PROGRAM, "perft", "5"], capture_output=True, check=True)
        assert quiet.stderr == b""
        assert b"\x1b" not in quiet.stdout
        shown = on_a_terminal([*PROGRAM, "perft", "6"])
        assert "\x1b[1m" in shown
        assert "perft 6" in shown
        assert "118,926,425" in shown
        plain = on_a_terminal([*PROGRAM, "perft", "5", "--no-color", "--no-progress"])
        assert "\x1b" not in plain
        assert "perft 5" not in plain


def on_a_terminal(command: list[str]) -> str:
    """What a program prints when its output and its errors go to one terminal."""
    mine, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                read = os.read(mine, 65536)
            except OSError:  # the other side is closed
                break
            if not read:
                break
            shown += read
        assert process.wait(60) == 0
    os.close(mine)
    return shown.decode()
