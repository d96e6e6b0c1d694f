"""Counting, from a microsecond on one thread to weeks on many machines.

`perft` and `divide` go straight to the core unless they are given an executor or a checkpoint.
Then the count is split into units of work: the positions some half-moves below, equal ones once,
the biggest first. What each unit comes to is multiplied with the number of ways to get there, and
added up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atomic_rs import _core
from atomic_rs._core import statistics

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from concurrent.futures import Executor

    from atomic_rs._core import Board, Move, Position

    Progress = Callable[[int, int, int], object]

__all__ = ["divide", "perft", "statistics"]

# The core's own defaults. To leave them out saves the core reading them, which takes it longer than
# counting one move; they are compared by identity, which is no less right and tells 1 from True.
BULK: Final = 2
THREADS: Final = 1
HASH_MB: Final = 0


def perft(  # noqa: PLR0913 - each is one's own to choose
    board: Board | Position,
    depth: int,
    *,
    bulk: int = BULK,
    threads: int = THREADS,
    hash_mb: int = HASH_MB,
    progress: Progress | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> int:
    """The number of leaves of the tree of legal moves at a depth in half-moves.

    The number is 1 at depth 0; games that are over have no leaves below them. Depths are 0 to 255:
    `ValueError` outside.

    `bulk` says how much is counted without making moves: 0 nothing, 1 leaves, 2 most of their
    parents too. `threads` is a number of threads, 0 for as many as there are processors. `hash_mb`
    is the size of a table of counts in MiB, 0 for none: `MemoryError` if it exceeds the machine's
    memory. A table mistakes one position for another once in some 10^18 look-ups; otherwise the
    result is the same in all ways.

    Other threads run meanwhile, and Ctrl-C stops the count. `progress(done, parts, leaves)` is
    called about twenty times a second, by the calling thread, with the number of parts done, of all
    parts, and of the leaves so far; what it raises stops the count.

    `executor` is a `concurrent.futures.Executor` that counts the parts: a pool of threads or of
    processes, or machines, as dask's `Client.get_executor()`. `bulk`, `threads` and `hash_mb` then
    say how it counts each of them. A part that was cancelled, or whose worker died, is handed out
    again; other errors of workers come out. An executor that is broken for good, as a pool of
    processes is when one of them died, raises `BrokenExecutor`, unless `executor` is a function
    without arguments that makes executors: then a new one takes over. Executors made by it are shut
    down at the end.

    `checkpoint` is the name of a file that keeps what has been counted. A count that was killed
    goes on where it was when it is called again with the same file; `ValueError` names what differs
    if the file is about another position, depth or rule set, and `BlockingIOError` says that
    another run writes to it. `docs/checkpoints.md` describes its format.

    A number beyond 64 bits raises `OverflowError`. With an executor or a checkpoint only that of a
    single part does; their sum may be as large as it likes.

    >>> from atomic_rs import Board, perft
    >>> perft(Board(), 4)
    197326
    >>> perft(Board(), 5, threads=2, hash_mb=16)
    4864979

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     perft(Board(), 5, executor=pool)
    4864979
    """
    if executor is None and checkpoint is None:
        if bulk is BULK and threads is THREADS and hash_mb is HASH_MB and progress is None:
            return _core.perft(board, depth)
        return _core.perft(
            board, depth, bulk=bulk, threads=threads, hash_mb=hash_mb, progress=progress
        )
    from atomic_rs.scale.run import How, run  # noqa: PLC0415 - most counts need none

    return sum(
        run(board, depth, How(bulk, threads, hash_mb), progress, executor, checkpoint).counts
    )


def divide(  # noqa: PLR0913 - the same
    board: Board | Position,
    depth: int,
    *,
    bulk: int = BULK,
    threads: int = THREADS,
    hash_mb: int = HASH_MB,
    progress: Progress | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> dict[Move, int]:
    """The leaves below each legal move, in the order of `legal_moves`; empty at depth 0.

    Everything else is as for `perft`, and a checkpoint of the one can be used by the other.

    >>> from atomic_rs import Board, divide
    >>> board = Board("8/8/8/8/8/4k3/8/4K2r w - - 0 1")
    >>> {move.uci(): leaves for move, leaves in divide(board, 2).items()}
    {'e1d2': 21, 'e1e2': 21, 'e1f2': 21}
    """
    if executor is None and checkpoint is None:
        if bulk is BULK and threads is THREADS and hash_mb is HASH_MB and progress is None:
            return _core.divide(board, depth)
        return _core.divide(
            board, depth, bulk=bulk, threads=threads, hash_mb=hash_mb, progress=progress
        )
    from atomic_rs.scale.run import How, run  # noqa: PLC0415 - the same

    work = run(board, depth, How(bulk, threads, hash_mb), progress, executor, checkpoint)
    return dict(zip(work.position.legal_moves, work.counts, strict=True)) if depth else {}
