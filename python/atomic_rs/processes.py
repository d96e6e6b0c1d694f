"""Processes of ours that work for this one, and end with it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import resource_tracker
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
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
    # It starts with the first process, and would let signals through again.
    resource_tracker.ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Processes(ProcessPoolExecutor):
    """A pool of processes that do not outlive their parent, even if it is killed.

    Each calls `begin` first.
    """

    def __init__(self, workers: int, begin: Callable[[], object] | None = None) -> None:
        self._others = multiprocessing.active_children()
        # New processes are safe whatever threads there are here.
        context = multiprocessing.get_context("spawn")
        super().__init__(workers, mp_context=context, initializer=start, initargs=(begin,))

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task, which may start a process."""
        with uninterrupted():
            return super().submit(task, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, at once if whoever says so does not want to wait for their work."""
        if not wait:
            kill_all_but(self._others)
        # What is left over at exit makes Python stumble.
        super().shutdown(wait=True, cancel_futures=cancel_futures)


def start(begin: Callable[[], object] | None) -> None:
    """Let this process end when its parent does, and make it ready."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()
    if begin is not None:
        begin()


def kill_all_but(others: Sequence[BaseProcess]) -> None:
    """Kill the children of this process that are not among those others."""
    for child in multiprocessing.active_children():
        if child not in others:
            child.kill()
