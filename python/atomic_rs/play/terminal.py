"""A game in the terminal: lines come in, boards and answers go out."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, TypeAlias

from atomic_rs import IllegalMoveError, Move
from atomic_rs.play.table import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from atomic_rs import Board
    from atomic_rs.play.table import Table
    from atomic_rs.play.view import View

    Draw: TypeAlias = Callable[[Board, list[int], bool], list[str]]

PATIENCE: Final = 3600.0  # seconds that an opponent may think
HELP: Final = """\
a move       in algebraic notation or UCI: Nf3, g1f3, exd5, e7e8q
burn MOVE    show what a capture would destroy
moves        list the legal moves, captures with an x
undo         take back your last move
claim        claim a draw
flip         turn the board
fen          print the position
quit         leave"""


class TerminalGame:
    """Plays the game of a table by lines of text.

    `draw` makes the lines of a diagram from a board, squares that burn, and whether it is turned;
    `say` prints a line.

    >>> from atomic_rs.play.table import Table
    >>> game = TerminalGame(Table(), draw=lambda board, burnt, flip: [], say=print)
    >>> game.run(["Nf3", "e4", "moves", "quit"])
    White to move.
    1. Nf3
    Black to move.
    illegal move: "e4" in rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1
    a5 a6 b5 b6 c5 c6 d5 d6 e5 e6 f5 f6 g5 g6 h5 h6 Na6 Nc6 Nf6 Nh6
    """

    def __init__(
        self, table: Table, *, draw: Draw, say: Callable[[str], None], flip: bool = False
    ) -> None:
        self._table = table
        self._draw = draw
        self._say = say
        self._flip = flip
        self._told = 0

    def run(self, lines: Iterable[str]) -> None:
        """Play until the lines end, or one says to quit."""
        self._show(self._settled())
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0].lower() in {"quit", "exit"}:
                return
            try:
                self._obey(words[0].lower(), words)
            except (RefusedError, ValueError) as error:
                self._say(str(error))

    def _obey(self, command: str, words: list[str]) -> None:
        """Do what a line says."""
        state = self._table.state()
        match command:
            case "help" | "?":
                self._say(HELP)
            case "fen":
                self._say(state["fen"])
            case "moves":
                self._moves(state)
            case "burn":
                self._burn(state, words[1:])
            case "flip":
                self._flip = not self._flip
                self._show(state)
            case "undo":
                self._table.undo(state["version"])
                self._told = 0
                self._show(self._settled())
            case "claim":
                self._table.claim(state["version"])
                self._show(self._settled())
            case _:
                self._move(state, words[0])

    def _settled(self) -> View:
        """The state in which it is the human's turn, or the game over."""
        return self._table.wait(lambda state: not state["thinking"], PATIENCE)

    def _move(self, state: View, text: str) -> None:
        """Make a move, or say why it cannot be made."""
        try:
            self._table.move(state["version"], text)
        except IllegalMoveError as error:
            self._say(self._reason(text) or str(error))
        else:
            self._show(self._settled())

    def _reason(self, text: str) -> str | None:
        """Why a move in UCI notation is illegal."""
        with contextlib.suppress(ValueError):
            reason = self._table.board().explain(Move.from_uci(text))
            return None if reason is None else f"{text} is illegal: {reason}"
        return None

    def _moves(self, state: View) -> None:
        """List the moves, as many in a line as fit."""
        line = ""
        for move in state["moves"]:
            if len(line) + len(move["san"]) >= 80:
                self._say(line)
                line = ""
            line += f"{' ' if line else ''}{move['san']}"
        self._say(line or "there are no moves")

    def _burn(self, state: View, words: list[str]) -> None:
        """Show what a capture would destroy."""
        board = self._table.board()
        move = board.parse_san(" ".join(words))
        explosion = board.explosion(move)
        if explosion is None:
            self._say(f"{board.san(move)} is no capture")
            return
        for line in self._draw(board, sorted(explosion.squares), self._flip):
            self._say(line)
        blast = next(made["blast"] for made in state["moves"] if made["uci"] == board.uci(move))
        lost = " ".join(f"{letter}{square}" for square, letter in blast["pieces"].items())
        self._say(f"{board.san(move)} would destroy {lost}")

    def _show(self, state: View) -> None:
        """Draw the board, and say what has happened and who is to move."""
        start = state["start"]
        offset = start["turn"] == "black"
        for index in range(self._told, len(state["history"])):
            number, black = divmod(index + offset, 2)
            dots = "..." if black else "."
            self._say(f"{start['number'] + number}{dots} {state['history'][index]}")
        self._told = len(state["history"])
        if state["notice"]:
            self._say(state["notice"])
        for line in self._draw(self._table.board(), [], self._flip):
            self._say(line)
        if state["outcome"]:
            self._say(f"{state['outcome']['result']} {state['outcome']['text']}")
            return
        check = ", in check" if state["check"] else ""
        claim = " A draw can be claimed." if state["claim"] else ""
        self._say(f"{state['turn'].title()} to move{check}.{claim}")
