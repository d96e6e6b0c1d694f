"""Checkpoints: files that keep what a count has found so far. `docs/checkpoints.md` has the format.

A line is on the disk before its unit counts as done. A run that is killed can only leave a last
line without its end, which the next run cuts off.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import weakref
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from atomic_rs._core import Rules
from atomic_rs.scale.work import MOST_PLIES, Work, epd

if TYPE_CHECKING:
    from atomic_rs._core import Position
    from atomic_rs.scale.work import Unit

# The number of the format, and the key in the first line that says so.
VERSION: Final = 1
FORMAT: Final = "atomic_rs_checkpoint"
# What makes two counts the same.
QUESTION: Final = ("epd", "chess960", "rules", "depth")


class Journal:
    """A checkpoint, open and locked, and the work that it is about, as far as it has come.

    `ValueError` if the file is about another count, or no checkpoint; `BlockingIOError` if another
    run has it.
    """

    def __init__(self, path: str | os.PathLike[str], position: Position, depth: int) -> None:
        self._path = os.fspath(path)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            check_kind(self._file, self._path)
            lock(self._file, self._path)
            self._keys: dict[Unit, str] = {}
            self.work = self._read(position, depth)
        except BaseException:
            self.close()
            raise
        journals.add(self)

    def _read(self, position: Position, depth: int) -> Work:
        """Take up what the file has, or begin it; cut off a last line that was not finished."""
        text = read_all(self._file)
        lines = text.split(b"\n")
        unfinished = lines.pop()
        question = question_of(position, depth)
        if not lines:
            work = Work(position, depth)
            size = {"plies": work.plies, "units": len(work.units)}
            line = to_line({FORMAT: VERSION, **question, **size})
            if not line.startswith(unfinished):
                raise ValueError(f"{self._path} is no checkpoint")
            self._cut(0)
            self._append(line)
            sync_directory(self._path)
        else:
            header = self._header(lines[0], question)
            work = Work(position, depth, header["plies"])
            if len(work.units) != header["units"]:
                raise self._damaged(1, f"{len(work.units)} units expected")
            self._recover(lines[1:], work)
            self._cut(len(text) - len(unfinished))
        self._keys = {unit: unit.key for unit in work.left}
        return work

    def _header(self, line: bytes, question: dict[str, Any]) -> dict[str, Any]:
        """The first line; `ValueError` tells why it is not that of the same count."""
        try:
            header = json.loads(line)
        except ValueError:
            header = None
        if not isinstance(header, dict) or FORMAT not in header:
            raise ValueError(f"{self._path} is no checkpoint")
        if header[FORMAT] != VERSION:
            raise ValueError(
                f"{self._path} has format {header[FORMAT]} of checkpoints, expected {VERSION}"
            )
        differences = [
            f"{key} is {shown(header.get(key))}, not {shown(value)}"
            for key, value in question.items()
            if header.get(key) != value
        ]
        if differences:
            raise ValueError(f"{self._path} is about another count: {'; '.join(differences)}")
        most = min(MOST_PLIES, question["depth"])
        if not is_count(header.get("plies")) or header["plies"] > most:
            raise self._damaged(1, f"no plies from 0 to {most}")
        if (header["plies"] == 0) != (question["depth"] == 0):
            raise self._damaged(1, "no plies of its depth")
        return header

    def _recover(self, lines: list[bytes], work: Work) -> None:
        """Add the units of the lines after the first."""
        left = {unit.key: unit for unit in work.left} if lines else {}
        for number, line in enumerate(lines, start=2):
            try:
                found = json.loads(line)
            except ValueError:
                found = None
            if not isinstance(found, dict) or not is_count(found.get("leaves")):
                raise self._damaged(number, "no unit with its leaves")
            unit = left.pop(str(found.get("unit")), None)
            if unit is None:
                raise self._damaged(number, "a unit that is not, or no longer, to be counted")
            work.add(unit, found["leaves"])

    def _damaged(self, number: int, reason: str) -> ValueError:
        return ValueError(f"{self._path} is damaged: line {number}: {reason}")

    def write(self, unit: Unit, leaves: int) -> None:
        """Put a finished unit on the disk."""
        self._append(to_line({"unit": self._keys[unit], "leaves": leaves}))

    def _append(self, line: bytes) -> None:
        while line:
            line = line[os.write(self._file, line) :]
        os.fsync(self._file)

    def _cut(self, size: int) -> None:
        os.ftruncate(self._file, size)
        os.lseek(self._file, 0, os.SEEK_END)

    def close(self) -> None:
        """Let others have the file."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def question_of(position: Position, depth: int) -> dict[str, Any]:
    """What is counted, as the first line of a checkpoint has it.

    >>> from atomic_rs import Position
    >>> question_of(Position(), 9)["epd"]
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -'
    """
    fields = signature(Rules).parameters
    rules = {field: getattr(position.rules, field) for field in fields}
    return dict(zip(QUESTION, (epd(position), position.chess960, rules, int(depth)), strict=True))


def shown(value: object) -> str:
    """A value of the first line in a message.

    >>> shown({"check": "none", "king_x_king": True}), shown("w")
    ('{"check": "none", "king_x_king": true}', '"w"')
    """
    return json.dumps(value)


def is_count(value: object) -> bool:
    """Whether a value is a number from 0 on.

    >>> [is_count(value) for value in (0, 2**70, -1, True, 1.0, None)]
    [True, True, False, False, False, False]
    """
    return type(value) is int and value >= 0


def to_line(value: object) -> bytes:
    """A line of a checkpoint."""
    return json.dumps(value).encode() + b"\n"


def read_all(file: int) -> bytes:
    """All bytes of an open file."""
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def sync_directory(path: str) -> None:
    """See to it that the name of a new file is on the disk too."""
    directory = os.open(Path(path).parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def check_kind(file: int, path: str) -> None:
    """`ValueError` if an open file is a terminal, a pipe or the like."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise ValueError(f"{path} is no regular file")


def lock(file: int, path: str) -> None:
    """Lock an open file until it is closed; `BlockingIOError` if another run has locked it."""
    import fcntl  # noqa: PLC0415 - not every system has it, and only checkpoints need it

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BlockingIOError(errno.EAGAIN, "another run writes to it", path) from None


# A forked process shares the locks of its parent. It must not keep one when its parent is gone.
journals: weakref.WeakSet[Journal] = weakref.WeakSet()


def close_all() -> None:
    """Close all checkpoints in this process."""
    for journal in list(journals):
        journal.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=close_all)
