"""Perft suites: files of positions with the numbers of legal move sequences by depth.

Two formats are read, also mixed in one file. One line a position:

    # a comment names the positions below it
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400

or a block of lines a position:

    id start
    epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
    perft 1 20
    perft 2 400
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atomic_rs import Board, Rules, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

COUNT: Final = re.compile(r"D?\s*([0-9]{1,3})\s+([0-9]{1,30})", re.ASCII)


@dataclass(slots=True)
class Entry:
    """A position of a suite: its name, where it stands, and its node counts by depth."""

    name: str
    fen: str
    line: int
    nodes: dict[int, int] = field(default_factory=dict)

    def board(self, *, chess960: bool = False, rules: str | Rules = "atomic") -> Board:
        """Set the position up, as Chess960 if asked for or if its castling rights need it.

        >>> Entry("inner rooks", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -", 1).board().chess960
        True
        """
        board = Board(self.fen, chess960=chess960, rules=rules)
        if Status.BAD_CASTLING_RIGHTS in board.status():
            general = Board(self.fen, chess960=True, rules=rules)
            if Status.BAD_CASTLING_RIGHTS not in general.status():
                return general
        return board


class SuiteError(ValueError):
    """A suite has a line that cannot be read; the message begins with its number."""


def read(path: str | Path) -> list[Entry]:
    """Read the suite file at `path`; `SuiteError` names a bad line.

    `OSError` if the file cannot be read.
    """
    try:
        return parse(Path(path).read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError:
        raise SuiteError("not a text file") from None


def parse(lines: Iterable[str]) -> list[Entry]:
    """Read a suite from its lines.

    >>> [entry] = parse(["# bare kings", "8/8/8/3kK3/8/8/8/8 w - - 0 1 ;D1 8 ;D2 56"])
    >>> entry.name, entry.nodes
    ('bare kings', {1: 8, 2: 56})
    """
    entries: list[Entry] = []
    comment, below_comment = "", 0
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        word, _, rest = text.partition(" ")
        if text.startswith("#"):
            comment, below_comment = text.lstrip("# "), 0
        elif word in {"id", "epd", "perft"}:
            read_block_line(entries, word, rest.strip(), number)
        elif text:
            below_comment += 1
            suffix = f" {below_comment}" if below_comment > 1 else ""
            name = f"{comment}{suffix}" if comment else f"line {number}"
            fen, *counts = text.split(";")
            if not counts or "/" not in fen:
                raise SuiteError(f'line {number}: no counts in "{text[:80]}"')
            nodes = dict(count(field, number) for field in counts if field.strip())
            entries.append(Entry(name, fen.strip(), number, nodes))
    return [entry for entry in entries if entry.fen]


def read_block_line(entries: list[Entry], word: str, rest: str, number: int) -> None:
    """Read a line of a block: `id` begins it, `epd` is its position, `perft` a count."""
    last = entries[-1] if entries else None
    if word == "id":
        entries.append(Entry(rest, "", number))
    elif word == "epd":
        if last is None or last.fen:
            entries.append(Entry(f"line {number}", "", number))
        entries[-1].fen = rest
    elif last is None or not last.fen:
        raise SuiteError(f"line {number}: perft without an epd line above it")
    else:
        last.nodes |= [count(rest, number)]


def count(text: str, number: int) -> tuple[int, int]:
    """Read one depth with its number of nodes."""
    found = COUNT.fullmatch(text.strip())
    if not found:
        raise SuiteError(f'line {number}: no depth with its count in "{text[:80]}"')
    return int(found[1]), int(found[2])
