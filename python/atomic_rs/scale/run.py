"""A count in units: hand them out, keep what comes back, report, add up."""

from __future__ import annotations

from contextlib import ExitStack, closing
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from atomic_rs import _core
from atomic_rs.scale.handout import PAUSE, hand_out
from atomic_rs.scale.journal import Journal
from atomic_rs.scale.work import Work

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator
    from concurrent.futures import Executor

    from atomic_rs._core import Board, Position
    from atomic_rs.scale import Progress
    from atomic_rs.scale.work import Unit

    Found = tuple[Unit, int]

NOBODY: Final = _core.Position(None)


class How(NamedTuple):
    """The arguments of the core that say how to count."""

    bulk: int
    threads: int
    hash_mb: int


def run(  # noqa: PLR0913, PLR0917 - the arguments of `perft`
    board: Board | Position,
    depth: int,
    how: How,
    progress: Progress | None,
    executor: Executor | Callable[[], Executor] | None,
    checkpoint: str | os.PathLike[str] | None,
) -> Work:
    """Count in units, and give the finished work."""
    # The core judges the arguments, on an empty board, where every count is short. Whether the
    # memory is enough for a table, the workers' machines must say.
    _core.perft(
        *(NOBODY, depth),
        bulk=how.bulk,
        threads=how.threads,
        hash_mb=how.hash_mb if executor is None else 0,
    )
    [(position, _)] = _core.units(board, 0)
    with ExitStack() as stack:
        if checkpoint is None:
            journal = None
            work = Work(position, depth)
        else:
            journal = stack.enter_context(Journal(checkpoint, position, depth))
            work = journal.work
        report = Report(work, progress)
        report(now=True)
        found: Generator[Found | None]
        if executor is None:
            found = count_here(work, how, report)
        else:
            found = hand_out(work.left, work.depth_of_units, how, executor)
        for answer in stack.enter_context(closing(found)):
            if answer is not None:
                if journal is not None:
                    journal.write(*answer)
                work.add(*answer)
            report()
        report(now=True)
    return work


class Report:
    """Calls the progress callback, but not too often."""

    def __init__(self, work: Work, progress: Progress | None) -> None:
        self._work = work
        self._progress = progress
        self._next = 0.0

    def __call__(self, more: int = 0, *, now: bool = False) -> None:
        """Report the finished units, and some leaves of an unfinished one."""
        if self._progress is not None and (now or monotonic() >= self._next):
            self._progress(self._work.done, len(self._work.units), self._work.leaves + more)
            self._next = monotonic() + PAUSE

    def within(self, unit: Unit) -> Progress | None:
        """The callback for a count of one unit, if there is one for all."""
        if self._progress is None:
            return None
        paths = unit.paths
        return lambda _done, _parts, leaves: self(leaves * paths)


def count_here(work: Work, how: How, report: Report) -> Generator[Found]:
    """Count one unit after the other in this thread, with as many others as the core starts."""
    for unit in work.left:
        leaves = _core.perft(
            *(unit.position, work.depth_of_units),
            **how._asdict(),
            progress=report.within(unit),
        )
        yield unit, leaves
