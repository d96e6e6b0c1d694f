"""The table, its opponents, and what the page is told about a position."""

from __future__ import annotations

import json
import random
import sys
import threading
from typing import TYPE_CHECKING, Final

import pytest

from atomic_rs import STARTING_FEN, Board
from atomic_rs.play.opponent import EngineMover, OpponentError, RandomMover
from atomic_rs.play.table import RefusedError, Setting, StaleError, Table
from atomic_rs.play.view import view

if TYPE_CHECKING:
    from atomic_rs import Move

UCI: Final = [sys.executable, "-m", "atomic_rs", "uci"]


class TestTable:
    """The table behind the server."""

    def test_a_whole_game_against_the_random_mover(self) -> None:
        mover = RandomMover(3)
        with Table(Setting(opponent="random", human=False), {"random": RandomMover(2)}) as table:
            while True:
                state = table.wait(lambda state: not state["thinking"])
                if state["outcome"] or len(state["history"]) > 400:
                    break
                table.move(state["version"], mover.choose(table.board()).uci())
            board = Board(STARTING_FEN)
            for san in state["history"]:
                board.push_san(san)
            assert board.fen() == state["fen"]

    def test_undo_goes_back_to_the_human(self) -> None:
        with Table(Setting(opponent="random"), {"random": RandomMover(2)}) as table:
            state = table.move(table.state()["version"], "e4")
            state = table.wait(lambda state: not state["thinking"])
            assert len(state["history"]) == 2
            assert table.undo(state["version"])["history"] == []

    def test_taking_back_while_the_opponent_thinks(self) -> None:
        thinking, go_on = threading.Event(), threading.Event()

        class Slow(RandomMover):
            def choose(self, board: Board) -> Move:
                thinking.set()
                go_on.wait(10)
                return super().choose(board)

        with Table(Setting(opponent="random"), {"random": Slow(1)}) as table:
            state = table.move(table.state()["version"], "e4")
            assert thinking.wait(10)
            assert state["thinking"]
            with pytest.raises(RefusedError, match="your turn"):
                table.move(state["version"], "e5")
            table.undo(state["version"])
            go_on.set()
            assert table.wait(lambda state: bool(state["history"]), 0.3)["history"] == []

    def test_an_opponent_that_fails_hands_over(self) -> None:
        class Broken(RandomMover):
            def choose(self, board: Board) -> Move:
                raise OpponentError(f"out of order after {board.ply()} half-moves")

        with Table(Setting(opponent="random"), {"random": Broken()}) as table:
            table.move(table.state()["version"], "e4")
            state = table.wait(lambda state: not state["thinking"])
            assert "out of order after 1 half-moves" in state["notice"]
            assert (state["opponent"], len(state["moves"])) == ("nobody", 20)

    def test_against_an_engine(self) -> None:
        engine = EngineMover(UCI, seconds=0.02)
        with Table(Setting(opponent="engine"), {"engine": engine}) as table:
            table.move(table.state()["version"], "e4")
            state = table.wait(lambda state: not state["thinking"])
            assert (len(state["history"]), state["notice"]) == (2, None)

    @pytest.mark.parametrize(
        "program",
        [
            "raise SystemExit(3)",
            "print('bestmove e2e5'); input()",
            "import os\nwhile True:\n if input() == 'isready': print('readyok', flush=True)",
        ],
    )
    def test_a_bad_engine_is_reported(self, program: str) -> None:
        hello = "for _ in range(1): input(); print('uciok', flush=True)\n"
        lines = f"{hello}input(); print('readyok', flush=True)\n{program}"
        engine = EngineMover([sys.executable, "-c", lines], seconds=0.02)
        engine._engine.timeout = 0.5  # noqa: SLF001 - the test cannot wait for ten seconds
        with Table(Setting(opponent="engine"), {"engine": engine}) as table:
            table.move(table.state()["version"], "e4")
            state = table.wait(lambda state: not state["thinking"])
            assert state["notice"]
            assert (state["history"], state["opponent"]) == (["e4"], "nobody")

    def test_versions_differ_between_tables(self) -> None:
        with Table() as one, Table() as other, pytest.raises(StaleError):
            other.move(one.state()["version"], "e4")


class TestView:
    """What the page is told about a position."""

    @pytest.mark.parametrize(
        ("fen", "chess960", "targets"),
        [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, {"O-O": ["g1"], "O-O-O": ["c1"]}),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                True,
                {"O-O": ["h1", "g1"], "O-O-O": ["a1", "c1"]},
            ),
            # The king may just step to g1; it goes where the rook was; it stays where it is.
            ("1k6/8/8/8/8/8/8/5K1R w H - 0 1", True, {"O-O": ["h1"]}),
            ("1k6/8/8/8/8/8/8/5KR1 w G - 0 1", True, {"O-O": ["g1"]}),
            ("7k/8/8/8/8/8/8/1RK5 w B - 0 1", True, {"O-O-O": ["b1"]}),
        ],
    )
    def test_castling_targets(
        self, fen: str, chess960: bool, targets: dict[str, list[str]]
    ) -> None:
        board = Board(fen, chess960=chess960)
        moves = view(board, None)["moves"]
        assert {
            move["san"]: move["targets"] for move in moves if move["san"].startswith("O-O")
        } == targets

    def test_targets_of_a_man_mean_one_move_each_but_for_promotion(self) -> None:
        for number in range(0, 960, 37):
            board = Board.from_chess960_pos(number)
            for _ in range(30):
                moves = view(board, None)["moves"]
                if not moves:
                    break
                seen = [
                    (move["from"], target, move["promotion"])
                    for move in moves
                    for target in move["targets"]
                ]
                assert len(seen) == len(set(seen))
                board.push_uci(random.Random(number).choice(moves)["uci"])

    def test_everything_is_json(self) -> None:
        board = Board("4k3/5n2/8/6N1/8/8/8/4K3 w - - 0 1")
        assert json.loads(json.dumps(view(board, None))) == view(board, None)
