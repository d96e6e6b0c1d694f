"""A client for programs that speak UCI, which nothing that they do can stop.

A program that crashes, goes silent, leaves early or answers nonsense raises `EngineError`, with the
input that made it do so; the next question starts it anew. Of the UCI protocol this uses what finds
out which moves a program thinks are legal.
"""

from __future__ import annotations

import contextlib
import queue
import re
import shlex
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Fault = Literal["crash", "time-out", "early exit", "garbage"]
Way = Literal["perft", "display", "searchmoves"]
WAYS: Final[tuple[Way, ...]] = ("perft", "display", "searchmoves")

LONGEST_LINE: Final = 1 << 16  # bytes; what is longer is read as several lines
MOST_LINES: Final = 100_000  # in answer to one question
PROBE_SECONDS: Final = 3.0

MOVE: Final = r"[a-h][1-8][a-h][1-8][qrbnk]?"
COUNT: Final = re.compile(rf"\s*(?:\d+[.)]\s*)?({MOVE})\s*[-:=]?\s+(\d{{1,19}})\s*", re.ASCII)
NODES: Final = re.compile(
    r"\s*(?:nodes(?: searched)?|total(?: nodes)?|leaves)\s*[:=]?\s*(\d{1,19})\s*", re.IGNORECASE
)
OPTION: Final = re.compile(r"option name (.+?) type (\w+)(.*)")
FEN: Final = re.compile(r"\s*fen\s*[:=]?\s+(\S+ [wb] \S+ \S+.*)", re.IGNORECASE)

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
START_MOVES: Final = 20

# What Fairy-Stockfish calls the rule sets that we call otherwise.
VARIANT_NAMES: Final = {"allexplode": "allexplodeatomic"}


class EngineError(Exception):
    """A program did what no program may; `sent` is what it was told since it was last at rest."""

    def __init__(self, fault: Fault, detail: str, sent: Iterable[str]) -> None:
        self.fault: Fault = fault
        self.detail = detail
        self.sent = tuple(sent)
        super().__init__(f"{fault}: {detail}")


class UnfitEngineError(ValueError):
    """A program cannot be asked: it does not play the variant, or shows its moves in no way."""


@dataclass(slots=True)
class Option:
    """An option that a program offers."""

    name: str
    kind: str
    choices: tuple[str, ...] = ()


@dataclass(slots=True)
class Process:
    """A running program with the threads that talk to it."""

    popen: subprocess.Popen[bytes]
    lines: queue.Queue[str | None] = field(default_factory=lambda: queue.Queue(1000))
    outbox: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    complaints: deque[str] = field(default_factory=lambda: deque(maxlen=20))
    closed: threading.Event = field(default_factory=threading.Event)

    listener: threading.Thread | None = None

    def start(self) -> None:
        """Start the threads; a program that reads or writes nothing stops them, never us."""
        for target in (self._read, self._write, self._listen):
            self.listener = threading.Thread(target=target, daemon=True)
            self.listener.start()

    @property
    def last_words(self) -> str:
        """What it said last on standard error, once it has ended; "" if nothing."""
        if self.listener is not None:
            self.listener.join(0.5)
        return f"; last words: {self.complaints[-1][:200]}" if self.complaints else ""

    def _read(self) -> None:
        stream = self.popen.stdout
        assert stream is not None  # noqa: S101 - opened with a pipe
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._hand_over(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        while not self.closed.is_set():
            with contextlib.suppress(queue.Full):
                self.lines.put(line, timeout=0.1)
                return

    def _write(self) -> None:
        stream = self.popen.stdin
        assert stream is not None  # noqa: S101 - opened with a pipe
        with contextlib.suppress(OSError, ValueError):
            while data := self.outbox.get():
                stream.write(data)
                stream.flush()

    def _listen(self) -> None:
        stream = self.popen.stderr
        assert stream is not None  # noqa: S101 - opened with a pipe
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self.complaints.append(line.decode("utf-8", "replace").rstrip())

    def kill(self) -> None:
        """End the program, and with it the threads."""
        self.closed.set()
        self.outbox.put(None)
        self.popen.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(5)
        # A program may have left children that hold its pipes: closing is theirs to wait for.
        for stream in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if stream is not None:
                threading.Thread(target=quietly, args=(stream.close,), daemon=True).start()


def quietly(do: Callable[[], object]) -> None:
    """Do something whatever comes of it."""
    with contextlib.suppress(OSError, ValueError):
        do()


class Engine:
    """A program that speaks UCI, started when first asked.

    `command` is the program with its arguments; `options` are set before anything else;
    `variant_name` is what it calls the rule set, if not as we do; no answer may take longer than
    `timeout` seconds; `way` says how it is asked for its moves, by default the best it has.

    >>> import sys
    >>> with Engine([sys.executable, "-m", "atomic_rs", "uci"]) as engine:
    ...     engine.set_up("atomic", chess960=False)
    ...     engine.way, len(engine.divide("8/8/8/3kK3/8/8/8/3R4 b - - 0 1", (), 1))
    ('perft', 7)
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        variant_name: str | None = None,
        timeout: float = 10.0,
        way: Way | None = None,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.options = dict(options or {})
        self.variant_name = variant_name
        self.timeout = timeout
        self.name = self.command[0] if self.command else ""
        self.offers: dict[str, Option] = {}
        self.starts = 0
        self._wanted_way = way
        self._ways: dict[tuple[str, bool], Way] = {}
        self._rules: tuple[str, bool] | None = None
        self._process: Process | None = None
        self._sent: list[str] = []
        self._settings: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        process, self._process, self._rules = self._process, None, None
        if process is None:
            return
        process.outbox.put(b"quit\n")
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.popen.wait(0.5)
        process.kill()

    @property
    def way(self) -> Way:
        """How it is asked for its moves under the rules that were last set up."""
        if self._rules is None:
            raise UnfitEngineError("no rules are set up")
        return self._ways[self._rules]

    # --- talking ---

    def start(self) -> None:
        """Start the program and greet it, unless it runs."""
        if self._process is not None:
            return
        self._sent, self._settings, self._rules = [], [], None
        try:
            popen = subprocess.Popen(  # noqa: S603 - running the given program is what this is for
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError, IndexError) as error:
            raise UnfitEngineError(f'cannot start "{shlex.join(self.command)}": {error}') from None
        self.starts += 1
        self._process = Process(popen)
        self._process.start()
        self._send("uci")
        for line in self._until(lambda line: line.strip() == "uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            if found := OPTION.fullmatch(line.strip()):
                choices = tuple(re.findall(r"\bvar (\S+)", found[3]))
                self.offers[found[1].lower()] = Option(found[1], found[2], choices)
        for name, value in self.options.items():
            if name.lower() not in self.offers:
                self.close()
                raise UnfitEngineError(f'{self.name} has no option "{name}"')
            self._set(self.offers[name.lower()].name, value)
        self._settle()

    def set_up(self, rules: str, *, chess960: bool) -> None:
        """Make the program play a rule set, in the castling mode of Chess960 or not.

        `UnfitEngineError` if it says that it does not know them.
        """
        self.start()
        if self._rules == (rules, chess960):
            return
        self._configure(rules, chess960=chess960)
        if (rules, chess960) not in self._ways:
            self._ways[rules, chess960] = self._find_way(rules, chess960=chess960)

    def _configure(self, rules: str, *, chess960: bool) -> None:
        variant = self.offers.get("uci_variant")
        name = self._variant(rules, variant)
        if variant is not None:
            self._set(variant.name, name)
        general = self.offers.get("uci_chess960")
        if general is not None:
            self._set(general.name, "true" if chess960 else "false")
        elif chess960:
            raise UnfitEngineError(f"{self.name} has no UCI_Chess960")
        self._send("ucinewgame")
        self._settle()
        self._rules = (rules, chess960)

    def _variant(self, rules: str, variant: Option | None) -> str:
        if self.variant_name is not None:
            return self.variant_name
        choices = () if variant is None else variant.choices
        for name in (rules, VARIANT_NAMES.get(rules, rules)):
            if name in choices or (variant is None and name == "atomic"):
                return name
        offered = ", ".join(choices) or "none"
        raise UnfitEngineError(
            f'{self.name} does not offer "{rules}" as UCI_Variant; it offers: {offered[:200]}'
        )

    def _set(self, name: str, value: str) -> None:
        line = f"setoption name {name} value {value}"
        self._settings.append(line)
        self._send(line)

    def _send(self, *lines: str) -> None:
        assert self._process is not None  # noqa: S101 - started before
        self._sent += lines
        self._process.outbox.put("".join(f"{line}\n" for line in lines).encode())

    def _until(self, is_last: Callable[[str], bool], timeout: float | None = None) -> list[str]:
        """The lines up to one, without it; `EngineError` if it does not come."""
        process = self._process
        assert process is not None  # noqa: S101 - started before
        seconds = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while True:
            try:
                line = process.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise self._failed("time-out", f"no answer within {seconds:g} s") from None
            if line is None:
                raise self._ended(process)
            if is_last(line):
                return lines
            lines.append(line)
            if len(lines) > MOST_LINES:
                raise self._failed("garbage", f"more than {MOST_LINES} lines, as {line[:80]!r}")

    def _settle(self) -> None:
        """Wait until the program has done all it was told."""
        self._send("isready")
        self._until(lambda line: line.strip() == "readyok")
        self._sent.clear()

    def _failed(self, fault: Fault, detail: str) -> EngineError:
        """End the program, and make the error that tells why; the next question starts it anew."""
        process, self._process, self._rules = self._process, None, None
        if process is not None:
            process.kill()
        settings = [line for line in self._settings if line not in self._sent]
        return EngineError(fault, detail, [*settings, *self._sent])

    def _ended(self, process: Process) -> EngineError:
        """The error of a program that has closed its output."""
        try:
            code = process.popen.wait(1)
        except subprocess.TimeoutExpired:
            return self._failed("early exit", "it closed its output")
        last = process.last_words
        if code == 0:
            return self._failed("early exit", f"it left with exit code 0{last}")
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return self._failed("crash", f"it ended with {how}{last}")

    # --- asking ---

    def _find_way(self, rules: str, *, chess960: bool) -> Way:
        """How to ask: the way that was wanted, or the first that works on the start position."""
        if self._wanted_way is not None:
            return self._wanted_way
        try:
            if self._can_perft():
                return "perft"
        except EngineError as error:
            # A program without perft may think on until it is stopped.
            if error.fault != "time-out":
                raise
            self.start()
            self._configure(rules, chess960=chess960)
        shown = self.display(START, ("e2e4",)) or ""
        if shown.split()[1:2] == ["b"]:
            return "display"
        tries = (("a2a3", True), ("h2h3", True), ("a2a5", False))
        if all((self.best_move(START, (), move) == move) == wanted for move, wanted in tries):
            return "searchmoves"
        raise UnfitEngineError(
            f"{self.name} has no perft that divides, no d that shows a FEN, and no searchmoves"
        )

    def _can_perft(self) -> bool:
        """Whether `go perft` lists the moves of the start position."""
        lines: list[str] = []

        def is_last(line: str) -> bool:
            lines.append(line)
            return bool(NODES.fullmatch(line)) or line.startswith("bestmove")

        self._send(f"position fen {START}", "go perft 1")
        self._until(is_last, min(self.timeout, PROBE_SECONDS))
        self._settle()
        return sum(bool(COUNT.fullmatch(line)) for line in lines) == START_MOVES

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """What `go perft` counts below each move of a position; needs the way "perft"."""
        self._send(position_line(fen, moves), f"go perft {depth}")
        total: list[int] = []

        def is_last(line: str) -> bool:
            if line.startswith("bestmove"):
                raise self._failed("garbage", f"{line[:80]!r} in answer to go perft")
            if found := NODES.fullmatch(line):
                total.append(int(found[1]))
            return bool(found)

        lines = self._until(is_last)
        found = [match for line in lines if (match := COUNT.fullmatch(line))]
        counts = {match[1]: int(match[2]) for match in found}
        if len(counts) != len(found):
            moves_seen = [match[1] for match in found]
            twice = next(move for move in moves_seen if moves_seen.count(move) > 1)
            raise self._failed("garbage", f"{twice} is listed twice")
        if sum(counts.values()) != total[0]:
            raise self._failed(
                "garbage", f"the counts sum up to {sum(counts.values())}, not {total[0]}"
            )
        self._settle()
        return counts

    def display(self, fen: str, moves: Sequence[str]) -> str | None:
        """The FEN that `d` shows of a position, None if there is none in the answer."""
        self._send(position_line(fen, moves), "d", "isready")
        lines = self._until(lambda line: line.strip() == "readyok")
        self._sent.clear()
        found = [match[1].strip() for line in lines if (match := FEN.fullmatch(line))]
        return found[0] if found else None

    def best_move(self, fen: str, moves: Sequence[str], only: str | None = None) -> str:
        """What the program plays at depth 1, with nothing but `only` to choose from if given."""
        wanted = f" searchmoves {only}" if only else ""
        self._send(position_line(fen, moves), f"go depth 1{wanted}")
        answers: list[str] = []

        def is_last(line: str) -> bool:
            is_answer = line.startswith("bestmove")
            if is_answer:
                answers.append(line)
            return is_answer

        self._until(is_last)
        words = answers[0].split()
        if len(words) < 2:
            raise self._failed("garbage", f"{answers[0][:80]!r} names no move")
        self._settle()
        return words[1]

    def accepts(self, fen: str, moves: Sequence[str], candidates: Iterable[str]) -> set[str]:
        """Those of some moves that the program plays; needs the way "display" or "searchmoves"."""
        if self.way == "searchmoves":
            return {move for move in candidates if self.best_move(fen, moves, move) == move}
        before = self.display(fen, moves)
        if before is None:
            raise self._failed("garbage", "d shows no FEN")
        played = ((move, self.display(fen, (*moves, move))) for move in candidates)
        return {move for move, after in played if has_moved(before, after)}


def has_moved(before: str, after: str | None) -> bool:
    """Whether the side to move is another one.

    >>> has_moved("8/8/8/3kK3/8/8/8/8 w - - 0 1", "8/8/8/3k1K2/8/8/8/8 b - - 1 1")
    True
    """
    return after is not None and after.split()[1:2] != before.split()[1:2]


def position_line(fen: str, moves: Sequence[str]) -> str:
    """The command that sets a position up.

    >>> position_line("8/8/8/3kK3/8/8/8/8 w - - 0 1", ["e5e6"])
    'position fen 8/8/8/3kK3/8/8/8/8 w - - 0 1 moves e5e6'
    """
    return f"position fen {fen}{' moves ' if moves else ''}{' '.join(moves)}"
