"""The core as a UCI engine: a program that other tools can ask for the rules, and play against.

It is made to be trusted, not to be strong: its moves come from a search of two half-moves by
material. What it does not understand it says so and ignores, and nothing that it reads ends it but
`quit` and the end of the input.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Final

from atomic_rs import (
    RULES,
    SQUARE_NAMES,
    STARTING_FEN,
    Board,
    Position,
    Rules,
    __version__,
    divide,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from atomic_rs import Move

NAME: Final = f"atomic-rs {__version__}"
WORTH: Final = (1, 3, 3, 5, 9)  # pawn, knight, bishop, rook, queen
WON: Final = 1000  # in pawns
LONGEST_LINE: Final = 1 << 20  # bytes
DEEPEST: Final = 255
GRACE: Final = 10.0  # seconds for a running command when the input ends
# What Fairy-Stockfish calls some of the rule sets.
ALIASES: Final = {"allexplodeatomic": "allexplode"}


# What it listens to; those without a meaning here are heard and need nothing.
WORDS: Final = frozenset(
    (
        *("uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "d", "quit"),
        *("debug", "ponderhit", "register"),
    )
)


class StoppedError(Exception):
    """The search or count was told to stop."""


@dataclass(eq=False, slots=True)
class Going:
    """A `go` that is done or waits for it: its words, and whether it is to stop."""

    words: list[str]
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(slots=True)
class Limits:
    """How long to search."""

    depth: int = 2
    nodes: int | None = None
    seconds: float | None = None
    is_infinite: bool = False
    only: tuple[str, ...] = ()


class Server:
    """A UCI engine that says its lines through `say`.

    Commands are done one after the other by a thread of their own, so that `stop` and `isready` are
    heard while a search or a count is running.

    >>> server = Server(print)
    >>> server.handle("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 moves a1a2 h8h7")
    True
    >>> server.handle("go perft 1"), server.wait(10)
    a2a1: 1
    a2b1: 1
    a2b2: 1
    a2a3: 1
    a2b3: 1
    <BLANKLINE>
    Nodes searched: 5
    <BLANKLINE>
    (True, True)
    >>> server.handle("quit")
    False
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._lock = threading.Lock()
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._going: list[Going] = []
        self.rules: Rules = RULES["atomic"]
        self.chess960 = False
        self.board = Board()
        threading.Thread(target=self._do_work, daemon=True).start()

    def say(self, *lines: str) -> None:
        """Say lines, never mixed with those of the search."""
        with self._lock:
            for line in lines:
                self._say(line)

    def handle(self, line: str) -> bool:
        """Take in what a line says; False if it is the end."""
        words = line.split()
        # As other engines do, look for the first word that is a command.
        while words and words[0] not in WORDS:
            words.pop(0)
        command = words[0] if words else ""
        if command == "quit":
            return False
        if command == "stop":
            self.stop()
        elif command == "isready" and self._going:
            self.say("readyok")
        elif command == "isready":
            self._work.put(lambda: self.say("readyok"))
        elif command == "go":
            self._end_endless()
            going = Going(words[1:])
            self._going.append(going)
            self._work.put(lambda: self._go(going))
        elif command:
            self._end_endless()
            self._work.put(lambda: self._do(command, words[1:]))
        elif line.strip():
            self.say(f"info string unknown command: {printable(line)}")
        return True

    def stop(self) -> None:
        """Stop every search and count that was asked for so far."""
        for going in list(self._going):
            going.stop.set()

    def _end_endless(self) -> None:
        """Nobody may be waited for who waits for `stop`."""
        for going in list(self._going):
            if {"infinite", "ponder"} & set(going.words):
                going.stop.set()

    def wait(self, seconds: float) -> bool:
        """Wait until all that was taken in is done; False if that takes too long."""
        self._end_endless()
        is_done = threading.Event()
        self._work.put(is_done.set)
        return is_done.wait(seconds)

    def _do_work(self) -> None:
        while True:
            try:
                self._work.get()()
            except Exception as error:  # noqa: BLE001 - no input may end the program
                self.say(f"info string {printable(str(error))}")

    # --- commands ---

    def _do(self, command: str, words: list[str]) -> None:
        if command == "uci":
            self._introduce()
        elif command == "setoption":
            self._set_option(words)
        elif command == "ucinewgame":
            self._reset()
        elif command == "position":
            self._set_position(words)
        elif command == "d":
            self._display()

    def _introduce(self) -> None:
        variants = " ".join(f"var {name}" for name in (*RULES, *ALIASES))
        self.say(
            f"id name {NAME}",
            "id author the atomic-rs developers",
            f"option name UCI_Variant type combo default atomic {variants}",
            "option name UCI_Chess960 type check default false",
            "uciok",
        )

    def _set_option(self, words: list[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name, value = name.strip().lower(), value.strip()
        if name == "uci_variant":
            self.rules = Rules.find(ALIASES.get(value.lower(), value))
        elif name == "uci_chess960":
            if value.lower() not in {"true", "false"}:
                raise ValueError(f"UCI_Chess960 is true or false, not {value}")
            self.chess960 = value.lower() == "true"
        else:
            raise ValueError(f"no such option: {name}")
        self._reset()

    def _reset(self) -> None:
        self.board = Board(STARTING_FEN, chess960=self.chess960, rules=self.rules)

    def _set_position(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        setup, moves = words[:cut], words[cut + 1 :]
        if setup[:1] == ["startpos"]:
            fen = STARTING_FEN
        elif setup[:1] == ["fen"]:
            fen = " ".join(setup[1:])
        else:
            raise ValueError("position needs startpos or fen")
        board = Board(fen, chess960=self.chess960, rules=self.rules)
        self.board = board
        for uci in moves:
            # As other engines do, stay where the moves can no longer be followed.
            board.push_uci(uci)

    def _display(self) -> None:
        board = self.board
        outcome = board.outcome()
        checkers = [name for square, name in enumerate(SQUARE_NAMES) if checks(board, square)]
        self.say(
            *(f" {line}" for line in str(board).splitlines()),
            "",
            f"Fen: {board.fen()}",
            f"Key: {board.zobrist_hash():016X}",
            f"Checkers: {' '.join(checkers)}",
            f"Rules: {board.rules.name}",
            f"Outcome: {f'{outcome.result()} {outcome.termination.name}' if outcome else '-'}",
        )

    def _go(self, going: Going) -> None:
        try:
            if going.words[:1] == ["perft"]:
                self._perft(number(going.words[1:2], "perft"), going.stop)
            else:
                self._search(read_limits(going.words, is_white=self.board.turn), going.stop)
        finally:
            self._going.remove(going)

    def _perft(self, depth: int, stop: threading.Event) -> None:
        def go_on(*_: int) -> None:
            if stop.is_set():
                raise StoppedError

        board = self.board
        if depth > DEEPEST:
            raise ValueError(f"depth must be from 0 to {DEEPEST}, not {depth}")
        try:
            counts = divide(board, depth, progress=go_on)
        except StoppedError:
            self.say("info string stopped")
            return
        lines = [f"{board.uci(move)}: {nodes}" for move, nodes in counts.items()]
        nodes = sum(counts.values()) if depth else 1
        self.say(*lines, "", f"Nodes searched: {nodes}", "")

    def _search(self, limits: Limits, stop: threading.Event) -> None:
        board = self.board
        start = time.monotonic()
        search = Search(Position(board), limits, stop)
        found = search.best()
        if found is None:
            self.say("bestmove (none)")
            return
        score, move = found
        milliseconds = round(1000 * (time.monotonic() - start))
        best = board.uci(move)
        self.say(
            f"info depth {search.depth} nodes {search.nodes} time {milliseconds} "
            f"score {score_text(score)} pv {best}"
        )
        if limits.is_infinite:
            stop.wait()
        self.say(f"bestmove {best}")


class Search:
    """The best move by material after the enemy's best answer.

    A move that wins at once is taken; one that lets the enemy win at once is left if possible.
    """

    def __init__(self, root: Position, limits: Limits, stop: threading.Event) -> None:
        self.root = root
        self.limits = limits
        self.nodes = 0
        self.depth = 1
        self._stop = stop
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds

    def best(self) -> tuple[int, Move] | None:
        """The score in pawns and the move; None if there is no legal move."""
        moves = [
            move
            for move in self.root.legal_moves
            if not self.limits.only or self.root.uci(move) in self.limits.only
        ]
        if not moves:
            return None
        children = [(move, self.root.after(move)) for move in moves]
        self.nodes += len(children)
        scored = [(-judged(child), move, child) for move, child in children]
        # The best first, so that little is lost if the search is cut short.
        scored.sort(key=lambda item: -item[0])
        score, best, _ = scored[0]
        if self.limits.depth < 2 or score >= WON:
            return score, best
        self.depth = 2
        deeper = -2 * WON
        for _, move, child in scored:
            worst = self._worst(child, deeper)
            if worst is None:
                break
            if worst > deeper:
                deeper, best = worst, move
        return (score if deeper == -2 * WON else deeper), best

    def _worst(self, child: Position, enough: int) -> int | None:
        """The score after the enemy's best answer; None if the search has to end."""
        worst = 2 * WON
        for answer in child.legal_moves:
            if self._must_end():
                return None
            self.nodes += 1
            worst = min(worst, judged(child.after(answer)))
            if worst <= enough:
                return worst
        return -judged(child) if worst == 2 * WON else worst

    def _must_end(self) -> bool:
        limits = self.limits
        return (
            self._stop.is_set()
            or (limits.nodes is not None and self.nodes >= limits.nodes)
            or (self._end is not None and time.monotonic() >= self._end)
        )


def judged(position: Position) -> int:
    """What a position is worth in pawns to the side to move.

    >>> judged(Position("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"))
    -18
    """
    turn = position.turn
    if not position.legal_moves:
        outcome = position.outcome()
        if outcome is None or outcome.winner is None:
            return 0
        return WON if outcome.winner == turn else -WON
    own, enemy = position.occupied_co[turn], position.occupied_co[not turn]
    men = (position.pawns, position.knights, position.bishops, position.rooks, position.queens)
    return sum(
        worth * ((kind & own).bit_count() - (kind & enemy).bit_count())
        for worth, kind in zip(WORTH, men, strict=True)
    )


def score_text(score: int) -> str:
    """A score as UCI writes it.

    >>> score_text(3), score_text(WON), score_text(-WON)
    ('cp 300', 'mate 1', 'mate -1')
    """
    if abs(score) >= WON:
        return f"mate {1 if score > 0 else -1}"
    return f"cp {100 * score}"


def read_limits(words: list[str], *, is_white: bool) -> Limits:
    """Read what follows `go`; words that are not known are ignored.

    >>> read_limits(["movetime", "500", "searchmoves", "e2e4"], is_white=True)
    Limits(depth=2, nodes=None, seconds=0.5, is_infinite=False, only=('e2e4',))
    """
    limits = Limits(is_infinite="infinite" in words or "ponder" in words)
    clock = "wtime" if is_white else "btime"
    for place, word in enumerate(words):
        value = words[place + 1 : place + 2]
        if word == "depth":
            limits.depth = number(value, word)
        elif word == "nodes":
            limits.nodes = number(value, word)
        elif word == "movetime":
            limits.seconds = number(value, word) / 1000
        elif word == clock and limits.seconds is None:
            limits.seconds = number(value, word) / 1000 / 40
        elif word == "searchmoves":
            limits.only = tuple(words[place + 1 :])
    return limits


def number(words: list[str], what: str) -> int:
    """Read the number after a word; one below nought counts as nought."""
    text = words[0] if words else ""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise ValueError(f"{what} needs a number, not {text}")
    return max(0, int(text))


def checks(board: Board, square: int) -> bool:
    """Whether a man on a square gives check."""
    return bool(board.checkers_mask() >> square & 1)


def printable(text: str) -> str:
    """A text on one line of reasonable length.

    >>> printable("go" + chr(7))
    'go?'
    """
    line = "".join(letter if letter.isprintable() else "?" for letter in text)
    return line if len(line) <= 200 else f"{line[:199]}…"


def lines_of(stream: BinaryIO) -> Iterator[str]:
    r"""The lines of a stream, whatever bytes they are made of, without those that are too long.

    >>> import io
    >>> list(lines_of(io.BytesIO(b"uci\n" + LONGEST_LINE * b"x" + b" quit\nd")))
    ['uci\n', 'd']
    """
    is_rest = False
    while data := stream.readline(LONGEST_LINE):
        is_part = len(data) == LONGEST_LINE and not data.endswith(b"\n")
        if not (is_part or is_rest):
            yield data.decode("utf-8", "replace")
        is_rest = is_part


def serve() -> int:
    """Answer standard input on standard output until `quit` or the end of the input."""
    output = sys.stdout

    def say(line: str) -> None:
        output.write(f"{line}\n")
        output.flush()

    server = Server(say)
    for line in lines_of(sys.stdin.buffer):
        if not server.handle(line):
            break
    # A count that was asked for in a pipe is to be seen, one that would take for ever is not.
    if not server.wait(GRACE):
        server.stop()
        server.wait(GRACE)
    return 0
