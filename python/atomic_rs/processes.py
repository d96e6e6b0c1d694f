"""Processes that work for this one, and end with it."""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import resource_tracker
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from contextlib import AbstractContextManager
    from multiprocessing.process import BaseProcess

P = ParamSpec("P")
T = TypeVar("T")


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes and threads that start here never hear of Ctrl-C, which is for their parent."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # Windows has no such thing
        return
    # It starts with the first process, and would let signals through again.
    resource_tracker.ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Processes(ProcessPoolExecutor):
    """A pool of processes that do not outlive their parent, even if it is killed.

    Each is in a context of `ready` from its start to its end, however it ends.
    """

    def __init__(
        self, workers: int, ready: Callable[[], AbstractContextManager[object]] | None = None
    ) -> None:
        self._workers = workers
        self._own: set[BaseProcess] = set()
        # New processes are safe whatever threads there are here.
        context = multiprocessing.get_context("spawn")
        super().__init__(workers, mp_context=context, initializer=start, initargs=(ready,))

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task, which may start a process."""
        if len(self._own) == self._workers:
            return super().submit(task, *args, **kwargs)
        others = multiprocessing.active_children()
        with uninterrupted():
            future = super().submit(task, *args, **kwargs)
        self._own |= set(multiprocessing.active_children()).difference(others)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, at once if whoever says so does not want to wait for their work."""
        if not wait:
            for process in self._own:
                process.terminate()
        # What is left over at exit makes Python stumble.
        super().shutdown(wait=True, cancel_futures=cancel_futures)


def start(ready: Callable[[], AbstractContextManager[object]] | None) -> None:
    """Make this process ready, and let it end when it is told to, or when its parent has ended."""
    stack = contextlib.ExitStack()
    parent = multiprocessing.parent_process()

    def end(*_: object) -> None:
        stack.close()
        os._exit(1)

    def watch() -> None:
        if parent is not None:
            parent.join()
            end()

    signal.signal(signal.SIGTERM, end)
    atexit.register(stack.close)
    Thread(target=watch, daemon=True).start()
    if ready is not None:
        stack.enter_context(ready())
