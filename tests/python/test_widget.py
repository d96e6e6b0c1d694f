"""The notebook widget: its traits, its answers to the browser, and a real kernel."""

from __future__ import annotations

import asyncio
import json
import threading
from textwrap import dedent
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets import TraitError

from atomic_rs import Board, IllegalMoveError, Move
from atomic_rs.widget import BoardWidget

CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def send(widget: BoardWidget, content: object) -> None:
    """A message from the browser."""
    widget._handle_custom_msg(content, [])  # noqa: SLF001 - ipywidgets' own way in


def version(widget: BoardWidget) -> str:
    return str(widget._view["version"])  # noqa: SLF001 - what the browser sees


class TestTraits:
    """What is set, and what follows."""

    def test_moves_and_fen_follow_each_other(self) -> None:
        widget = BoardWidget()
        widget.moves = ["e2e4", "e7e5"]
        assert (widget.fen, widget.ply) == (widget.board.fen(), 2)
        widget.fen = CASTLING
        assert (widget.moves, widget.ply, widget.board.fen()) == ([], 0, CASTLING)

    def test_a_board_with_moves(self) -> None:
        board = Board(rules="atomar")
        board.push_san("e4")
        widget = BoardWidget(board, orientation="black")
        assert (widget.moves, widget.rules, widget.orientation) == (["e2e4"], "atomar", "black")
        board.push_san("e5")
        assert widget.moves == ["e2e4"]

    def test_rules_and_chess960_begin_anew(self) -> None:
        widget = BoardWidget(CASTLING)
        widget.play("O-O")
        widget.rules = "icc"
        assert (widget.moves, widget.fen, str(widget.board.rules)) == ([], CASTLING, "icc")
        widget.chess960 = True
        widget.play("O-O")
        assert (widget.moves, str(widget.board.rules)) == (["e1h1"], "icc")

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("fen", "nonsense"),
            ("fen", 7),
            ("moves", ["e2e5"]),
            ("moves", ["e2e4", "e2e4"]),
            ("moves", [3]),
            ("rules", "chess"),
            ("orientation", "up"),
            ("ply", "one"),
        ],
    )
    def test_what_cannot_be_changes_nothing(self, name: str, value: object) -> None:
        widget = BoardWidget()
        widget.play("e4")
        before = widget.get_state()
        with pytest.raises(TraitError):
            setattr(widget, name, value)
        assert widget.get_state() == before

    def test_looking_back(self) -> None:
        widget = BoardWidget()
        widget.moves = ["e2e4", "e7e5"]
        widget.ply = 1
        seen = widget._view  # noqa: SLF001 - what the browser sees
        assert (seen["ply"], seen["plies"], seen["moves"]) == (1, 2, [])
        assert seen["last"]["uci"] == "e2e4"
        widget.ply = 99
        assert widget.ply == 2
        assert widget._view["moves"]  # noqa: SLF001 - the same

    def test_playing_and_taking_back(self) -> None:
        widget = BoardWidget()
        played: list[Move] = []
        widget.on_move(played.append)
        widget.play(Move.from_uci("e2e4"))
        widget.on_move(played.append, remove=True)
        widget.play("e5")
        assert [move.uci() for move in played] == ["e2e4"]
        widget.undo()
        assert widget.moves == ["e2e4"]
        with pytest.raises(IllegalMoveError):
            widget.play("e4")
        with pytest.raises(IndexError):
            BoardWidget().undo()


class TestMessages:
    """What the browser sends."""

    def test_a_move_is_played_once(self) -> None:
        widget = BoardWidget()
        message = {"type": "move", "uci": "e2e4", "version": version(widget)}
        send(widget, message)
        send(widget, message)
        assert widget.moves == ["e2e4"]

    @pytest.mark.parametrize(
        "content",
        [
            None,
            [],
            "move",
            {},
            {"type": "move"},
            {"type": "move", "uci": "e2e4"},
            {"type": "move", "uci": "e2e4", "version": "0-0"},
            {"type": "run", "uci": "e2e4"},
        ],
    )
    def test_nonsense_changes_nothing(self, content: object) -> None:
        widget = BoardWidget()
        send(widget, content)
        assert widget.moves == []

    @pytest.mark.parametrize("uci", ["e2e5", "0000", "", "x" * 1000, None, 7])
    def test_illegal_moves_change_nothing(self, uci: object) -> None:
        widget = BoardWidget()
        send(widget, {"type": "move", "uci": uci, "version": version(widget)})
        assert widget.moves == []


CELLS = (
    """
    from atomic_rs.widget import BoardWidget
    board = BoardWidget(orientation="black")
    played = []
    board.on_move(lambda move: played.append(move.uci()))
    board
    """,
    """
    board.play("Nf3")
    version = board._view["version"]
    board._handle_custom_msg({"type": "move", "uci": "a7a6", "version": version}, [])
    print(played, board.fen)
    """,
    "board.fen = 'nonsense'",
    """
    from atomic_rs import Board
    Board()
    """,
)


def test_in_a_real_kernel() -> None:
    cells = [dedent(cell) for cell in CELLS]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = NotebookClient(notebook, timeout=60, kernel_name="python3", allow_errors=True)
    # The client runs a loop of its own, which may not be nested in one of another test.
    thread = threading.Thread(target=lambda: asyncio.run(client.async_execute()))
    thread.start()
    thread.join(120)
    outputs: list[list[Any]] = [cell.outputs for cell in notebook.cells]
    shown = outputs[0][0].data["application/vnd.jupyter.widget-view+json"]
    states = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    state = states[shown["model_id"]]["state"]
    assert (state["orientation"], state["moves"]) == ("black", ["g1f3", "a7a6"])
    assert "export default" in state["_esm"]
    assert json.loads(json.dumps(state["_view"]))["ply"] == 2
    assert outputs[1][0].text.startswith("['g1f3', 'a7a6'] rnbqkbnr/")
    assert outputs[2][0].ename == "TraitError"
    assert outputs[3][0].data["image/svg+xml"].startswith("<svg")
