"""Who plays against a human: a random mover, or a UCI engine."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from atomic_rs.engine import Engine, EngineError, UnfitEngineError, position_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from atomic_rs import Board, Move


class OpponentError(Exception):
    """The opponent cannot move; the message says why."""


class Opponent(Protocol):
    """Somebody who chooses moves."""

    name: str
    """How the page calls it."""

    def choose(self, board: Board) -> Move:
        """A move for the side to move; `OpponentError` if there is none to be had."""

    def close(self) -> None:
        """Stop whatever runs for it."""


class RandomMover:
    """Plays any legal move, each as likely as the others.

    >>> from atomic_rs import Board
    >>> RandomMover(seed=1).choose(Board()) in Board().legal_moves
    True
    """

    name = "random mover"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, board: Board) -> Move:
        """A legal move."""
        moves = board.legal_moves
        if not moves:
            raise OpponentError("there is no legal move")
        return self._random.choice(moves)

    def close(self) -> None:
        """Nothing runs."""


class EngineMover:
    """Plays what a UCI engine plays after `seconds` of thought.

    The engine starts at once; `UnfitEngineError` if it does not. `options` are set first. An engine
    that does not offer the rule set, fails or cheats raises `OpponentError` when it is asked.

    >>> import sys
    >>> from atomic_rs import Board
    >>> mover = EngineMover([sys.executable, "-m", "atomic_rs", "uci"], seconds=0.05)
    >>> mover.choose(Board()) in Board().legal_moves
    True
    >>> mover.close()
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        seconds: float = 0.5,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self._engine = PlayingEngine(command, options=options, timeout=10.0 + 2 * seconds)
        self._milliseconds = max(1, round(1000 * seconds))
        try:
            self._engine.start()
        except EngineError as error:
            raise UnfitEngineError(f"the engine does not start: {error}") from error
        self.name = self._engine.name

    def choose(self, board: Board) -> Move:
        """The engine's move."""
        moves = [move.uci() for move in board.move_stack]
        try:
            self._engine.prepare(str(board.rules), chess960=board.chess960)
            answer = self._engine.think(board.root().fen(), moves, self._milliseconds)
            return board.parse_uci(answer)
        except (EngineError, ValueError) as error:
            raise OpponentError(str(error)) from error

    def close(self) -> None:
        """End the engine."""
        self._engine.close()


class PlayingEngine(Engine):
    """A UCI engine that is asked for moves it thought about, not for the rules."""

    def prepare(self, rules: str, *, chess960: bool) -> None:
        """Make the engine play a rule set; `UnfitEngineError` if it says that it cannot."""
        self.start()
        if self._rules != (rules, chess960):
            self._configure(rules, chess960=chess960)

    def think(self, fen: str, moves: Sequence[str], milliseconds: int) -> str:
        """The move that the engine plays after a while; `EngineError` if none comes."""
        self._send(position_line(fen, moves), f"go movetime {milliseconds}")
        answers: list[str] = []

        def is_last(line: str) -> bool:
            words = line.split()
            if words[:1] == ["bestmove"]:
                answers.extend(words[1:2] or ["nothing"])
            return bool(answers)

        self._until(is_last)
        return answers[0]
