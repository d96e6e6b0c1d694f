"""Boards in the terminal: `show`, and games by lines of text."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from atomic_rs import Board, Move
from atomic_rs.cli.diagram import Diagram, burnt
from atomic_rs.play.opponent import RandomMover
from atomic_rs.play.table import Setting, Table
from atomic_rs.play.terminal import TerminalGame

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "atomic_rs"]
UCI = f"{sys.executable} -m atomic_rs uci"
BEFORE = "g1f3 a7a6 f3g5 a6a5"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def run(*arguments: str, typed: str = "", code: int = 0) -> str:
    """What a command prints when nobody looks."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=environment,
    )
    assert ran.returncode == code, ran.stderr
    return ran.stdout if code == 0 else ran.stderr


def look(*arguments: str, typed: str = "", **environment: str) -> str:
    """What a command prints on a terminal."""
    main, side = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=side,
        stdout=side,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **environment},
    ) as program:
        os.close(side)
        os.write(main, typed.encode())
        seen = b""
        while select.select([main], [], [], 30)[0]:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        program.wait(30)
    os.close(main)
    return seen.decode()


def fetch(url: str) -> dict[str, Any]:
    """The game that a server has."""
    connection = http.client.HTTPConnection(url.split("/")[2], timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", "/api/game")
        return dict(json.load(connection.getresponse()))


class TestShow:
    """`atomic-rs show`."""

    def test_marks_when_piped(self) -> None:
        lines = run("show", "--moves", BEFORE, "--blast", "Nxf7", "--last").splitlines()
        assert lines == [
            "r n b q k*b*n*r",
            ". p p p p p*p p",
            ".'. . . . . . .",
            "p'. . . . . N*.",
            ". . . . . . . .",
            ". . . . . . . .",
            "P P P P P P P P",
            "R N B Q K B . R",
        ]

    def test_a_check_is_marked(self) -> None:
        assert "K!" in run("show", "--last", "--fen", "4k3/8/8/8/7q/8/8/4K3 w - - 0 1")

    def test_colours_on_a_terminal_only(self) -> None:
        options = ("show", "--unicode", "--moves", BEFORE, "--blast", "g5f7", "--last")
        seen = look(*options).splitlines()
        assert all("\x1b[" in line for line in seen[:8])
        plain = [ESCAPES.sub("", line) for line in seen]
        assert max(map(len, plain)) <= 80
        assert plain[0].split() == ["8", *"♜♞♝♛♚♝♞♜"]
        assert plain[8].split() == list("abcdefgh")
        assert len(re.findall("48;5;(?:166|172)m", "".join(seen))) == 5
        for text in (run(*options), look(*options, NO_COLOR="1"), look(*options, "--no-color")):
            assert "\x1b" not in text

    def test_flipped(self) -> None:
        lines = Diagram(flip=True, coordinates=True).lines(Board())
        assert lines[0] == "1 R N B K Q B N R"
        assert lines[8] == "  h g f e d c b a"

    def test_a_picture(self, tmp_path: Path) -> None:
        path = tmp_path / "board.svg"
        run("show", "--moves", BEFORE, "--blast", "Nxf7", "--last", "--flip", "-o", str(path))
        written = path.read_text(encoding="utf-8")
        assert ET.fromstring(written).get("width") == "390"  # noqa: S314 - made by us
        assert "explosion on f7" in written
        assert run("show", "--svg", "--size", "200").startswith("<svg")

    @pytest.mark.parametrize("blast", ["e2e5", "e9", "Qh5", ""])
    def test_wrong_moves(self, blast: str) -> None:
        assert blast in run("show", "--blast", blast, code=2)

    def test_burnt(self) -> None:
        assert burnt(Board(), Move.from_uci("e2e4")) == []


class TestTerminalGame:
    """`TerminalGame` and `play --terminal`."""

    def test_a_game_to_the_explosion(self) -> None:
        out = run("play", "--terminal", typed="Nf3\na6\nNg5\na5\nburn Nxf7\ng5f7\n")
        assert "Nxf7# would destroy Ng5 pf7 ke8 bf8 ng8" in out
        assert out.splitlines()[-1] == "1-0 White wins: the black king exploded"
        assert max(map(len, out.splitlines())) <= 100
        assert "\x1b" not in out

    def test_commands(self) -> None:
        typed = "fen\nmoves\nflip\nhelp\ne2e5\ne9\nundo\ne4\nburn a6\nundo\nclaim\n\nquit\nd4\n"
        out = run("play", "--terminal", "--letters", typed=typed)
        for text in (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "a3",
            "  h g f e d c b a",
            "algebraic notation",
            "e2e5 is illegal: the man does not move that way",
            '"e9"',
            "there is no move to take back",
            "1. e4",
            "a6 is no capture",
            "there is no draw to claim",
        ):
            assert text in out, text
        assert "d4" not in out.splitlines()[-1]

    def test_a_claim(self) -> None:
        typed = "\n".join([*["Nf3", "Nf6", "Ng1", "Ng8"] * 2, "claim"])
        out = run("play", "--terminal", "-q", typed=typed)
        assert "A draw can be claimed." in out
        assert out.splitlines()[-1] == "1/2-1/2 Draw: the position has occurred three times"

    def test_against_opponents(self) -> None:
        for options in (["--opponent", "random", "--seed", "1"], ["--engine", UCI]):
            out = run("play", "--terminal", "-q", "--seconds", "0.02", *options, typed="e4\n")
            assert re.search(r"^1\. e4\n1\.\.\. \S+\nWhite to move\.$", out, re.MULTILINE)
        out = run("play", "--terminal", "-q", "--opponent", "random", "--side", "black")
        assert re.match(r"1\. \S+\nBlack to move\.", out)

    def test_rules_and_positions(self) -> None:
        fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        options = ["--rules", "icc", "--chess960", "--fen", fen, "--moves", "e1h1"]
        out = run("play", "--terminal", *options)
        assert out.splitlines()[0] == "1. O-O"

    def test_on_a_terminal(self) -> None:
        seen = look("play", "--terminal", typed="e4\nquit\n")
        assert "Type a move, or help." in seen
        assert "\x1b[1;38;5;231;48;5;" in seen
        assert "1. e4" in seen

    @pytest.mark.parametrize(
        "options",
        [
            ["--opponent", "engine"],
            ["--engine", "/nowhere/engine"],
            ["--engine", "true"],
            ["--engine", UCI, "--engine-option", "Nonsense"],
            ["--engine", UCI, "--engine-option", "Nonsense=1"],
            ["--seconds", "never"],
            ["--port", "70000"],
            ["--fen", "nonsense"],
            ["--rules", "chess"],
        ],
    )
    def test_wrong_use(self, options: list[str]) -> None:
        message = run("play", "--terminal", *options, code=2)
        assert message.startswith("atomic-rs")
        assert message.count("\n") == 1

    def test_moves_are_wrapped(self) -> None:
        said: list[str] = []
        table = Table(Setting("QQQQQQQQ/8/8/8/8/8/1k6/7K w - - 0 1"), {"random": RandomMover(1)})
        with table:
            TerminalGame(table, draw=lambda *_: [], say=said.append).run(["moves"])
        assert len(said) > 3
        assert max(map(len, said)) <= 80


class TestServing:
    """`atomic-rs play` as a program."""

    def test_it_serves_until_it_is_stopped(self) -> None:
        command = [*PROGRAM, "play", "--no-open", "--port", "0", "-q", "--moves", "e2e4"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            url = program.stdout.readline().strip()
            assert fetch(url)["history"] == ["e4"]
            program.send_signal(signal.SIGINT)
            assert program.wait(10) == 130
        with pytest.raises(OSError, match="refused"):
            fetch(url)

    def test_the_browser_is_opened(self, tmp_path: Path) -> None:
        opened = tmp_path / "opened"
        browser = tmp_path / "browser"
        browser.write_text(f"#!/bin/sh\necho $1 > {opened}\n", encoding="utf-8")
        browser.chmod(0o755)
        with subprocess.Popen(
            [*PROGRAM, "play", "--port", "0", "-q"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "BROWSER": str(browser)},
        ) as program:
            assert program.stdout is not None
            url = program.stdout.readline().strip()
            deadline = time.monotonic() + 20
            while not (opened.exists() and opened.read_text()) and time.monotonic() < deadline:
                time.sleep(0.05)
            program.send_signal(signal.SIGINT)
            assert program.wait(10) == 130
        assert opened.read_text(encoding="utf-8").strip() == url

    def test_a_taken_port_is_an_error_if_it_was_asked_for(self) -> None:
        command = [*PROGRAM, "play", "--no-open", "--port", "0", "-q"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            taken = program.stdout.readline().strip().rstrip("/").rpartition(":")[2]
            assert "in use" in run("play", "--no-open", "--port", taken, code=2)
            program.send_signal(signal.SIGINT)
            program.wait(10)
