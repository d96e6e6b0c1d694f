"""The game on the server: one board, everybody who looks at it, and the opponent."""

from __future__ import annotations

import contextlib
import functools
import secrets
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, Self, TypeAlias

from atomic_rs import RULES, STARTING_FEN, Board, IllegalMoveError, Move, Outcome
from atomic_rs.play.opponent import OpponentError
from atomic_rs.play.view import View, color_name, explain, sans, view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from atomic_rs.play.opponent import Opponent

Draws: TypeAlias = Literal["claim", "lichess", "chessplayx"]

DRAWS: Final[tuple[Draws, ...]] = ("claim", "lichess", "chessplayx")
NOBODY: Final = "nobody"
LONGEST_GAME: Final = 12_000  # half-moves; no game with rules against endlessness reaches it


class StaleError(Exception):
    """The game has moved on since the request was made."""


class RefusedError(Exception):
    """The request makes no sense in this game; the message says why."""


@dataclass(frozen=True)
class Setting:
    """What a game is played by: position, rules, and who plays.

    `opponent` is "nobody" when two people share the board, otherwise a name among those that the
    table offers; `human` is then the colour of the human. `moves` are made at once, in UCI.
    """

    fen: str = STARTING_FEN
    rules: str = "atomic"
    chess960: bool = False
    draws: Draws = "claim"
    opponent: str = NOBODY
    human: bool = True
    moves: tuple[str, ...] = ()

    def board(self) -> Board:
        """The board that the game starts from; `ValueError` naming what is wrong."""
        board = Board(self.fen, rules=self.rules, chess960=self.chess960, draws=self.draws)
        for move in self.moves:
            board.push_uci(move)
        return board


class Table:
    """One game, safe for many threads.

    Every change names the version of the game that it was made for and is refused with
    `StaleError` if there is a newer one: two tabs, a double click or a late request cannot make a
    move twice or in another position.

    >>> table = Table()
    >>> before = table.state()
    >>> after = table.move(before["version"], "Nf3")
    >>> after["history"], after["turn"]
    (['Nf3'], 'black')
    >>> table.move(before["version"], "Nf3")
    Traceback (most recent call last):
    ...
    atomic_rs.play.table.StaleError: the game has moved on
    """

    def __init__(
        self,
        setting: Setting | None = None,
        opponents: Mapping[str, Opponent] | None = None,
        *,
        pause: float = 0.0,
    ) -> None:
        self._opponents = dict(opponents or {})
        self._pause = pause
        self._changed = threading.Condition()
        self._closing = threading.Event()
        # A version is the table's own name and a number that grows with each change.
        self._name = secrets.token_hex(8)
        self._count = 0
        self._claimed: Outcome | None = None
        self._notice: str | None = None
        self._begin(setting or Setting())
        self._worker: threading.Thread | None = None
        if self._opponents:
            self._worker = threading.Thread(target=self._play, name="opponent", daemon=True)
            self._worker.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the opponents."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        for opponent in self._opponents.values():
            opponent.close()
        if self._worker is not None:
            self._worker.join(timeout=5)

    # What there is to see.

    def state(self, ply: int | None = None) -> View:
        """The game as the page shows it, or how it stood after `ply` half-moves."""
        with self._changed:
            return self._state(ply)

    def board(self) -> Board:
        """A copy of the board."""
        with self._changed:
            return self._board.copy()

    @property
    def setting(self) -> Setting:
        """What the game is played by."""
        with self._changed:
            return self._setting

    def is_news(self, version: str) -> bool:
        """Whether the game differs from a version of it."""
        with self._changed:
            return version != self._version

    def explain(self, version: str, origin: str, target: str) -> str | None:
        """Why no move goes from one square to another, if there is something to explain."""
        with self._changed:
            self._expect(version)
            return explain(self._board, origin, target)

    # What one can do.

    def move(self, version: str, text: str) -> View:
        """Make a move, given as UCI or in algebraic notation, for the human whose turn it is."""

        def make() -> None:
            if self._outcome() is not None:
                raise RefusedError("the game is over")
            if not self._humans_turn():
                raise RefusedError("it is not your turn")
            if len(self._sans) >= LONGEST_GAME:
                raise RefusedError("the game is too long")
            self._push(_read(self._board, text))

        return self._change(version, make)

    def undo(self, version: str) -> View:
        """Take back the last move, or what the opponent answered and the human's move."""

        def make() -> None:
            count = self._undoable()
            if not count:
                raise RefusedError("there is no move to take back")
            for _ in range(count):
                self._board.pop()
                self._sans.pop()
            self._claimed = None

        return self._change(version, make)

    def claim(self, version: str) -> View:
        """Claim the draw that can be claimed."""

        def make() -> None:
            if not self._claimable():
                raise RefusedError("there is no draw to claim")
            self._claimed = self._board.outcome(claim_draw=True)

        return self._change(version, make)

    def new(self, version: str, setting: Setting) -> View:
        """Begin another game; errors of the setting leave the old one as it is."""

        def make() -> None:
            if setting.opponent != NOBODY and setting.opponent not in self._opponents:
                raise RefusedError("there is no such opponent")
            self._begin(setting)

        return self._change(version, make)

    def wait(self, until: Callable[[View], bool], seconds: float = 10.0) -> View:
        """The first state for which `until` holds, or the last one before the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: until(self._state()), timeout=seconds)
            return self._state()

    # Inside: all of these are called with the lock held.

    def _change(self, version: str, make: Callable[[], None]) -> View:
        """Make a change of the newest version, tell everybody, and return what came of it."""
        with self._changed:
            self._expect(version)
            make()
            self._count += 1
            self._changed.notify_all()
            return self._state()

    @property
    def _version(self) -> str:
        """The newest version."""
        return f"{self._name}-{self._count}"

    def _expect(self, version: str) -> None:
        """Refuse what was meant for another version."""
        if version != self._version:
            raise StaleError("the game has moved on")

    def _begin(self, setting: Setting) -> None:
        """Lay out a new game."""
        board = setting.board()
        self._setting = setting
        self._board = board
        self._sans = sans(board)
        self._claimed = None
        self._notice = None

    def _push(self, move: Move) -> None:
        """Make a move."""
        self._sans.append(self._board.san_and_push(move))
        self._claimed = None
        self._notice = None

    def _outcome(self) -> Outcome | None:
        """How the game has ended, if it has."""
        return self._claimed or self._board.outcome()

    def _humans_turn(self) -> bool:
        """Whether a human moves next."""
        return self._setting.opponent == NOBODY or self._board.turn == self._setting.human

    def _opponents_turn(self) -> bool:
        """Whether the opponent is to move."""
        return self._outcome() is None and not self._humans_turn()

    def _claimable(self) -> bool:
        """Whether the human whose turn it is can claim a draw."""
        return self._outcome() is None and self._humans_turn() and self._board.can_claim_draw()

    def _undoable(self) -> int:
        """How many half-moves go back at once: to where the human is to move again."""
        count = 1
        if self._setting.opponent != NOBODY and self._humans_turn():
            count = 2
        return count if count <= len(self._sans) else 0

    def _state(self, ply: int | None = None) -> View:
        """The game as data."""
        outcome = self._outcome()
        plies = len(self._sans)
        shown = plies if ply is None else max(0, min(ply, plies))
        live = shown == plies
        board = self._board if live else _back(self._board, plies - shown)
        root = self._board.root()
        setting = self._setting
        return view(board, outcome if live else None, live=live and self._humans_turn()) | {
            "version": self._version,
            "ply": shown,
            "history": list(self._sans),
            "start": {
                "fen": root.fen(),
                "turn": color_name(root.turn),
                "number": root.fullmove_number,
            },
            "claim": self._claimable(),
            "undo": self._undoable() > 0,
            "thinking": self._opponents_turn(),
            "rules": setting.rules,
            "chess960": setting.chess960,
            "draws": setting.draws,
            "opponent": setting.opponent,
            "human": color_name(setting.human),
            "notice": self._notice,
            "offers": {
                "rules": list(RULES),
                "draws": list(DRAWS),
                "opponents": {name: mover.name for name, mover in self._opponents.items()},
            },
        }

    def _play(self) -> None:
        """Make the opponent's moves until the table is closed; runs in a thread of its own."""
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: (
                        self._closing.is_set()
                        or (self._outcome() is None and not self._humans_turn())
                    )
                )
                if self._closing.is_set():
                    return
                version, board = self._version, self._board.copy()
                opponent = self._opponents[self._setting.opponent]
            self._closing.wait(self._pause)
            answer: Move | str
            try:
                answer = opponent.choose(board)
            except OpponentError as error:
                answer = str(error)
            with contextlib.suppress(StaleError):
                self._change(version, functools.partial(self._answer, answer, opponent.name))

    def _answer(self, answer: Move | str, name: str) -> None:
        """Make the opponent's move, or hand its side to the human when it has failed."""
        if isinstance(answer, Move):
            try:
                self._push(answer)
            except IllegalMoveError as error:
                answer = str(error)
            else:
                return
        self._notice = f"The {name} stopped playing, you now move for both sides: {answer}"
        self._setting = replace(self._setting, opponent=NOBODY)


def _back(board: Board, count: int) -> Board:
    """The board some half-moves ago."""
    board = board.copy()
    for _ in range(count):
        board.pop()
    return board


def _read(board: Board, text: str) -> Move:
    """A move as UCI or in algebraic notation; errors are those of `parse_san`."""
    text = text.strip()
    with contextlib.suppress(ValueError):
        move = board.parse_uci(text)
        if move:
            return move
    move = board.parse_san(text)
    if not move:
        raise IllegalMoveError("a null move is no legal move")
    return move
