"""Handing units of work to the workers of an executor, each until somebody has counted it."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import TYPE_CHECKING, Final, ParamSpec

from atomic_rs import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Future

    from atomic_rs._core import Position
    from atomic_rs.scale.run import How
    from atomic_rs.scale.work import Unit

Parameters = ParamSpec("Parameters")

# Seconds between two looks; less than the core's pause, so that all of its reports come through.
PAUSE: Final = 0.04
# More keep no machine busier, fewer might.
MOST_IN_FLIGHT: Final = 1024
# A unit lost so often is to blame itself, and so is an executor that broke so often in a row.
MOST_LOSSES: Final = 3
# How dask says that the worker died, and its replacements too.
NAMES_OF_LOSS: Final = frozenset({"KilledWorker"})


class Stop:
    """A flag that tells counts in other threads to stop; its copies in other processes never do.

    It is the progress callback of those counts, which they call often.
    """

    def __init__(self) -> None:
        self.is_set = False

    def __call__(self, _done: int, _parts: int, _leaves: int) -> None:
        """Raise `CancelledError` if the count is to stop."""
        if self.is_set:
            raise CancelledError

    def __reduce__(self) -> tuple[type[Stop], tuple[()]]:
        return Stop, ()


def count(position: Position, depth: int, how: How, stop: Stop, _name: str) -> int:
    """Count a unit, wherever this runs.

    The name tells apart what dask would take for the same task, and give the same answer.
    """
    bulk, threads, hash_mb = how
    return _core.perft(position, depth, bulk=bulk, threads=threads, hash_mb=hash_mb, progress=stop)


def hand_out(
    units: Iterable[Unit], depth: int, how: How, executor: Executor | Callable[[], Executor]
) -> Generator[tuple[Unit, int] | None]:
    """Give each unit with its leaves, in the order in which they come back.

    None comes now and then, for the caller to do something else. Closing the iterator cancels what
    has been handed out.
    """
    flight = Flight(units, Pool(executor))
    stop = Stop()
    try:
        while flight.goes_on:
            flight.submit(depth, how, stop)
            yield flight.answer()
    except BaseException:
        stop.is_set = True
        flight.cancel()
        raise
    flight.pool.close()


class Flight:
    """The units that wait, those that have been handed out, and what comes back."""

    def __init__(self, units: Iterable[Unit], pool: Pool) -> None:
        self.pool = pool
        self._waiting = deque(units)
        self._flying: dict[Future[int], Unit] = {}
        self._landed: SimpleQueue[Future[int]] = SimpleQueue()
        self._losses: Counter[Unit] = Counter()
        self._name = token_hex(8)

    @property
    def goes_on(self) -> bool:
        """Whether there are units left."""
        return bool(self._waiting or self._flying)

    def submit(self, depth: int, how: How, stop: Stop) -> None:
        """Hand out as many units as may be out at a time."""
        if self.pool.broken and not self._flying:
            self.pool.replace()
        while self._waiting and not self.pool.broken and len(self._flying) < MOST_IN_FLIGHT:
            unit = self._waiting[0]
            name = f"{self._name}-{self._losses[unit]}"
            future = self.pool.submit(count, unit.position, depth, how, stop, name)
            if future is not None:
                self._flying[future] = self._waiting.popleft()
                future.add_done_callback(self._landed.put)

    def answer(self) -> tuple[Unit, int] | None:
        """The next unit that came back with its leaves, if it comes soon and was not lost."""
        try:
            future = self._landed.get(timeout=PAUSE)
        except Empty:
            return None
        unit = self._flying.pop(future)
        try:
            leaves = future.result()
        except BrokenExecutor as error:
            self.pool.broken = error
        except Exception as error:
            self._losses[unit] += 1
            if not is_loss(error) or self._losses[unit] > MOST_LOSSES:
                raise
        else:
            self.pool.losses = 0
            return unit, leaves
        self._waiting.appendleft(unit)
        return None

    def cancel(self) -> None:
        """Take back what has been handed out."""
        self.pool.cancel(self._flying)


def is_loss(error: BaseException) -> bool:
    """Whether an error says that a unit is not to blame, and should be tried again."""
    return isinstance(error, CancelledError) or type(error).__name__ in NAMES_OF_LOSS


class Pool:
    """An executor, or one after the other where there is a function that makes them."""

    def __init__(self, executor: Executor | Callable[[], Executor]) -> None:
        self._make: Callable[[], Executor] | None = None
        if not isinstance(executor, Executor):
            if not callable(executor):
                raise TypeError(
                    "expected a concurrent.futures.Executor or a function that makes one, "
                    f"got {type(executor).__name__}"
                )
            self._make = executor
            executor = made(executor)
        self._executor = executor
        self.broken: BrokenExecutor | None = None
        self.losses = 0

    def submit(
        self, task: Callable[Parameters, int], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[int] | None:
        """Submit a task; None if that shows that the executor is broken."""
        try:
            return self._executor.submit(task, *args, **kwargs)
        except BrokenExecutor as error:
            self.broken = error
            return None

    def replace(self) -> None:
        """Put a new executor in the place of the broken one; its error if that is no help."""
        self.losses += 1
        if self.broken is not None and (self._make is None or self.losses > MOST_LOSSES):
            raise self.broken
        self.close()
        if self._make is not None:
            self._executor = made(self._make)
        self.broken = None

    def close(self) -> None:
        """Shut down what was made here."""
        if self._make is not None:
            self._executor.shutdown()

    def cancel(self, futures: Iterable[Future[int]]) -> None:
        """Cancel tasks, and shut down what was made here."""
        if self._make is not None:
            # A pool of processes that breaks stumbles over futures that others have cancelled.
            with contextlib.suppress(TypeError):  # dask's cannot cancel in this way
                self._executor.shutdown(wait=False, cancel_futures=True)
                return
        for future in futures:
            future.cancel()
        if self._make is not None:
            self._executor.shutdown(wait=False)


def made(make: Callable[[], Executor]) -> Executor:
    """What a function that makes executors makes."""
    executor = make()
    if not isinstance(executor, Executor):
        raise TypeError(f"expected a concurrent.futures.Executor, got {type(executor).__name__}")
    return executor
