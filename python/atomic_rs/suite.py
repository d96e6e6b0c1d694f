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

from atomic_rs import Board, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COUNT: Final = re.compile(r"D?\s*([0-9]{1,3})\s+([0-9]{1,30})", re.ASCII)


@dataclass(slots=True)
class Entry:
    """A position of a suite: its name, where it stands, and its node counts by depth."""

    name: str
    fen: str
    line: int
    nodes: dict[int, int] = field(default_factory=dict)

    def board(self, *, chess960: bool = False, rules: str = "atomic") -> Board:
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
    """Read the suite file at `path`; `SuiteError` names a bad line, `OSError` an unreadable file."""
    try:
        return list(parse(Path(path).read_text(encoding="utf-8").splitlines()))
    except UnicodeDecodeError:
        raise SuiteError("not a text file") from None


def parse(lines: Iterable[str]) -> Iterator[Entry]:
    """Read a suite line by line.

    >>> [entry] = parse(["# bare kings", "8/8/8/3kK3/8/8/8/8 w - - 0 1 ;D1 8 ;D2 56"])
    >>> entry.name, entry.nodes
    ('bare kings', {1: 8, 2: 56})
    """
    comment = ""
    number_below_comment = 0
    block: Entry | None = None
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        word, _, rest = text.partition(" ")
        if not text:
            continue
        if text.startswith("#"):
            comment, number_below_comment = text.lstrip("# "), 0
        elif word == "id":
            if block and block.fen:
                yield block
            block = Entry(rest.strip(), "", number)
        elif word == "epd":
            if block is None or block.fen:
                if block:
                    yield block
                block = Entry(f"line {number}", "", number)
            block.fen = rest.strip()
        elif word == "perft":
            if block is None or not block.fen:
                raise SuiteError(f"line {number}: perft without an epd line above it")
            block.nodes |= [count(rest, number)]
        else:
            fen, *counts = text.split(";")
            if not counts or "/" not in fen:
                raise SuiteError(f'line {number}: no counts in "{text[:80]}"')
            number_below_comment += 1
            suffix = f" {number_below_comment}" if number_below_comment > 1 else ""
            name = f"{comment}{suffix}" if comment else f"line {number}"
            nodes = dict(count(field, number) for field in counts if field.strip())
            yield Entry(name, fen.strip(), number, nodes)
    if block and block.fen:
        yield block


def count(text: str, number: int) -> tuple[int, int]:
    """Read one depth with its number of nodes."""
    found = COUNT.fullmatch(text.strip())
    if not found:
        raise SuiteError(f'line {number}: no depth with its count in "{text[:80]}"')
    return int(found[1]), int(found[2])
