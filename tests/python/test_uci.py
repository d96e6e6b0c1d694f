"""Our own engine: what it says, and that nothing ends it."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atomic_rs import RULES, STARTING_FEN, Board
from atomic_rs.uci import WORDS, Server

TOUCHING: Final = "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"
PROGRAM: Final = [sys.executable, "-m", "atomic_rs", "uci"]


def said(*lines: str) -> list[str]:
    """What the engine says to some lines, one after the other."""
    heard: list[str] = []
    server = Server(heard.append)
    for line in lines:
        assert server.handle(line)
        assert server.wait(20)
    return heard


def test_it_introduces_itself() -> None:
    lines = said("uci")
    assert lines[0].startswith("id name atomic-rs ")
    assert lines[-1] == "uciok"
    [variants] = [line for line in lines if "UCI_Variant" in line]
    assert {f"var {name}" for name in RULES} <= set(variants.replace(" var", "\nvar").split("\n"))


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 20), (3, 8902)])
def test_perft(depth: int, nodes: int) -> None:
    lines = said("position startpos", f"go perft {depth}")
    assert lines[-2] == f"Nodes searched: {nodes}"
    assert len(lines) == 3 + (20 if depth else 0)


def test_display() -> None:
    lines = said(f"position fen {TOUCHING} moves d5d6", "d")
    assert "Fen: 8/8/3k4/4K3/8/8/8/3R4 w - - 1 2" in lines
    assert lines[2] == " . . . k . . . ."


@pytest.mark.parametrize("rules", RULES)
def test_every_rule_set_plays_itself(rules: str) -> None:
    heard: list[str] = []
    server = Server(heard.append)
    board = Board(rules=rules)
    server.handle(f"setoption name UCI_Variant value {rules}")
    for ply in range(30):
        if not board.legal_moves:
            break
        moves = [move.uci() for move in board.move_stack]
        server.handle(
            f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
        )
        server.handle(("go depth 1", "go nodes 40", "go movetime 5", "go depth 9")[ply % 4])
        assert server.wait(20)
        board.push_uci(heard[-1].removeprefix("bestmove "))
    assert board.ply() > 3


def test_it_takes_a_king_that_it_can_take() -> None:
    fen = "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1"
    assert said(f"position fen {fen}", "go depth 1")[-1] == "bestmove d1d7"
    # Black must not leave the pawn to be taken.
    assert said(f"position fen {fen.replace(' w ', ' b ')}", "go depth 2")[-1] != "bestmove d7d6"


def test_chess960_castles_onto_the_rook() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    for value, move in (("false", "e1g1"), ("true", "e1h1")):
        setup = (f"setoption name UCI_Chess960 value {value}", f"position fen {fen}")
        assert f"{move}: 1" in said(*setup, "go perft 1")
        assert said(*setup, f"go depth 1 searchmoves {move}")[-1] == f"bestmove {move}"


def test_there_may_be_no_move() -> None:
    assert said("position fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "go depth 2") == ["bestmove (none)"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("position fen nonsense", 'invalid board field "nonsense"'),
        ("position startpos moves e2e5", 'illegal move "e2e5"'),
        ("position", "position needs startpos or fen"),
        ("go depth", "depth needs a number"),
        ("go perft 300", "depth must be from 0 to 255"),
        ("setoption name UCI_Variant value chess", "unknown rule set"),
        ("setoption name UCI_Chess960 value perhaps", "true or false"),
        ("setoption name Hash value 1", "no such option"),
        ("hello", "unknown command: hello"),
    ],
)
def test_what_is_wrong_is_said_and_ignored(line: str, answer: str) -> None:
    lines = said(line, "isready")
    assert lines[0].startswith("info string")
    assert answer in lines[0]
    assert lines[1:] == ["readyok"]


def test_a_position_stays_where_its_moves_can_no_longer_be_followed() -> None:
    lines = said("position startpos moves e2e4 e2e4", "d")
    assert "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" in lines
    lines = said(f"position fen {TOUCHING}", "position fen x", "d")
    assert f"Fen: {TOUCHING}" in lines


def test_stop_ends_what_has_no_end() -> None:
    for go in ("go infinite", "go perft 30", "go ponder"):
        heard: list[str] = []
        server = Server(heard.append)
        server.handle(go)
        server.handle("isready")
        server.handle("stop")
        assert server.wait(20)
        assert "readyok" in heard
        assert heard[-1] == "info string stopped" or heard[-1].startswith("bestmove ")


LINES: Final = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            [
                *sorted(WORDS - {"quit"}),
                *("startpos", "fen", TOUCHING, STARTING_FEN, "moves", "e2e4", "d5d6", "perft"),
                *("depth", "nodes", "movetime", "infinite", "searchmoves", "name", "value"),
                *("UCI_Variant", "UCI_Chess960", "true", "doering", "0", "1", "2", "-1", "99"),
                *("wtime", "btime", "ponder", "\0", "é", "9" * 30),
            ]
        ),
        max_size=8,
    ).map(" ".join),
)


@settings(max_examples=60)
@given(st.lists(LINES, max_size=15))
def test_no_input_ends_it(lines: list[str]) -> None:
    heard: list[str] = []
    server = Server(heard.append)
    for line in lines:
        if "quit" not in line.split():
            assert server.handle(line)
    server.stop()
    assert server.wait(20)
    server.handle("isready")
    assert server.wait(20)
    assert heard[-1] == "readyok"


def piped(data: bytes) -> subprocess.CompletedProcess[bytes]:
    """The program after some input."""
    return subprocess.run(PROGRAM, input=data, capture_output=True, timeout=60, check=False)


def test_the_program_survives_bytes_of_any_kind() -> None:
    random = Random(5)
    noise = b"".join(
        random.choice((random.randbytes(30), b"go perft 2", b"position fen 8/8", b"stop", b"d"))
        + b"\n"
        for _ in range(300)
    )
    done = subprocess.run(
        PROGRAM,
        input=noise + b"x" * 3_000_000 + b"\nisready\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.endswith(b"readyok\n")


def test_the_program_answers_a_pipe_in_full() -> None:
    done = subprocess.run(
        PROGRAM,
        input=b"position startpos\ngo perft 4\nquit\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.endswith(b"\nNodes searched: 197326\n\n")
