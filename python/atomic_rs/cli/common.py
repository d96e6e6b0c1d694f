"""What the commands share: options, the position to work on, and output."""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import os
import re
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from atomic_rs import RULES, STARTING_FEN, Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Progress = Callable[[int, int, int], object]

LONGEST_ERROR: Final = 300
DEEPEST: Final = 255  # the core's own limit
STYLES: Final = {"bold": "1", "red": "31", "green": "32", "faint": "2"}


class UseError(Exception):
    """The command was used in a way that makes no sense; the message says how."""


def one_line(message: str) -> str:
    r"""The message on one line of reasonable length.

    >>> one_line("two\nlines")
    'two lines'
    """
    line = " ".join(message.split())
    return line if len(line) <= LONGEST_ERROR else line[: LONGEST_ERROR - 1] + "…"


# --- options ---


def add_command(
    commands: argparse._SubParsersAction[Any],
    name: str,
    command: Callable[[argparse.Namespace], int],
    summary: str,
    examples: Sequence[str],
) -> argparse.ArgumentParser:
    """Add a command with its help, run by `command`, and with the options that all have."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog="\n".join(["examples:", *(f"  atomic-rs {example}" for example in examples)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(command=command)
    output = parser.add_argument_group("output")
    output.add_argument("-o", "--output", metavar="FILE", help="write to FILE, not to the terminal")
    output.add_argument("-q", "--quiet", action="store_true", help="print only the bare answer")
    output.add_argument("--no-color", action="store_true", help="no colours (also: NO_COLOR)")
    output.add_argument("--no-progress", action="store_true", help="no progress bar")
    return parser


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the choice of an output format."""
    parser.add_argument(
        "--format", choices=("text", "json", "csv"), default="text", help="form of the output"
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the choice of rules."""
    parser.add_argument("--chess960", action="store_true", help="castling is king takes own rook")
    parser.add_argument(
        "--rules", default="atomic", metavar="NAME", help=f"rule set: {', '.join(RULES)}"
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a position."""
    group = parser.add_argument_group("position")
    group.add_argument(
        "--fen", default="startpos", metavar="FEN", help="position (default: startpos)"
    )
    group.add_argument(
        "--moves", default="", metavar="MOVES", help='UCI moves to make first, as in "e2e4 e7e5"'
    )
    add_rules(parser)


def add_depth(parser: argparse.ArgumentParser) -> None:
    """Add the depth, as an argument or as an option."""
    parser.add_argument(
        "depth", nargs="?", type=whole_number, metavar="DEPTH", help="number of half-moves"
    )
    parser.add_argument(
        *("-d", "--depth"),
        dest="depth_option",
        type=whole_number,
        metavar="DEPTH",
        help="the same",
    )


def whole_number(text: str) -> int:
    """Read a number of half-moves, or of nodes."""
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number of up to 18 digits')
    return int(text)


def depth_of(options: argparse.Namespace) -> int:
    """The depth asked for; `UseError` if there is none, or two, or nobody could count it."""
    named = [value for value in (options.depth, options.depth_option) if value is not None]
    if len(named) != 1:
        raise UseError("name a depth" if not named else "name the depth once")
    if named[0] > DEEPEST:
        raise UseError(f"depth must be from 0 to {DEEPEST}, not {named[0]}")
    return int(named[0])


def board_of(options: argparse.Namespace) -> Board:
    """The position that the options name; `ValueError` names the text that is wrong."""
    fen = STARTING_FEN if options.fen == "startpos" else options.fen
    board = Board(fen, chess960=options.chess960, rules=options.rules)
    for move in options.moves.replace(",", " ").split():
        board.push_uci(move)
    return board


# --- output ---


class Output:
    """Where a command prints to: standard output, or the file of `--output`."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._path: str | None = options.output
        self._stream: TextIO | None = sys.stdout
        self._color = (
            self._path is None
            and not options.no_color
            and not os.environ.get("NO_COLOR")
            and is_terminal(sys.stdout)
        )

    def __enter__(self) -> Self:
        if self._path is not None:
            self._stream = Path(self._path).open("w", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None and self._stream is not None:
            self._stream.close()

    def line(self, text: str = "") -> None:
        """Print a line, at once if somebody looks at it."""
        if self._stream is not None:
            self._stream.write(f"{text}\n")
            if is_terminal(self._stream):
                self._stream.flush()

    @property
    def colored(self) -> bool:
        """Whether the output has colours."""
        return self._color

    def styled(self, text: str, style: str) -> str:
        """The text in a style of `STYLES`, if the output has any."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self._color else text

    def json(self, value: object) -> None:
        """Print a value as JSON."""
        self.line(json.dumps(value, indent=2, ensure_ascii=False))

    def csv(self, header: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
        """Print rows as CSV with a header, floats with three digits after the point."""
        text = io.StringIO()
        writer = csv.DictWriter(text, header, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows({key: rounded(value) for key, value in row.items()} for row in rows)
        self.line(text.getvalue().rstrip("\n"))


def rounded(value: object) -> object:
    """Floats with three digits after the point, anything else as it is."""
    return f"{value:.3f}" if isinstance(value, float) else value


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at the stream; there is none in a program without a console."""
    return stream is not None and stream.isatty()


def per_second(nodes: int, seconds: float) -> int:
    """Nodes a second.

    >>> per_second(500, 0.25)
    2000
    """
    return round(nodes / seconds) if seconds > 0 else 0


@contextlib.contextmanager
def progress_bar(options: argparse.Namespace, title: str) -> Iterator[Progress | None]:
    """A progress bar on standard error, None where nobody would see it."""
    if options.no_progress or options.quiet or not is_terminal(sys.stderr):
        yield None
        return
    # Half of the start-up time, needed here only.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True, no_color=options.no_color or None)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[nodes]:,} nodes, {task.fields[speed]:,}/s"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, nodes=0, speed=0)
        first: tuple[int, float] | None = None

        def update(done: int, total: int, nodes: int) -> None:
            nonlocal first
            now = perf_counter()
            # What a checkpoint had was not counted now.
            first = first or (nodes, now)
            speed = per_second(nodes - first[0], now - first[1])
            bar.update(task, completed=done, total=total, nodes=nodes, speed=speed)

        yield update
