"""`--executor`: who counts the parts of a large count."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from functools import partial
from multiprocessing import resource_tracker
from threading import Thread
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from atomic_rs.cli.common import UseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor, Future
    from multiprocessing.process import BaseProcess

    from distributed import Client, LocalCluster

P = ParamSpec("P")
T = TypeVar("T")

DASK: Final = "dask:"
PATIENCE: Final = 10  # seconds for a cluster to answer
NO_DASK: Final = 'dask is not installed: pip install "atomic-rs[dask]"'


@contextlib.contextmanager
def executor_of(name: str, workers: int) -> Iterator[Executor | Callable[[], Executor]]:
    """The executor of that name, or a function that makes it; it lives as long as the context.

    `workers` is the number of processes that are started here, 0 for one a processor.
    """
    workers = workers or processors()
    try:
        if name == "process":
            with impatient(multiprocessing.active_children()):
                yield partial(Processes, workers)
        elif name == "dask-local" or name.removeprefix(DASK) not in {"", name}:
            with dask(name, workers) as executor:
                yield executor
        else:
            raise UseError(f'unknown executor "{name}": process, dask-local or dask:ADDRESS')
    except (BrokenExecutor, CancelledError, ImportError) as error:
        raise UseError(f"{name}: {str(error) or type(error).__name__}") from error


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
    """A pool of processes that do not outlive their parent, even if it is killed."""

    def __init__(self, workers: int) -> None:
        # New processes are safe whatever threads there are here.
        context = multiprocessing.get_context("spawn")
        super().__init__(workers, mp_context=context, initializer=watch_parent)

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a task, which may start a process."""
        with uninterrupted():
            return super().submit(task, *args, **kwargs)


def watch_parent() -> None:
    """Let this process end when its parent does."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def impatient(others: Sequence[BaseProcess]) -> Iterator[None]:
    """Kill all processes but those others if somebody wants to stop."""
    try:
        yield
    except BaseException:
        for child in multiprocessing.active_children():
            if child not in others:
                child.kill()
        raise


@contextlib.contextmanager
def dask(name: str, workers: int) -> Iterator[Executor]:
    """The executor of a cluster of dask's, at an address or of processes on this machine."""
    try:
        # Optional, and large.
        from distributed import Client, KilledWorker, LocalCluster  # noqa: PLC0415
        from distributed.gc import disable_gc_diagnosis  # noqa: PLC0415
    except ImportError:
        raise UseError(NO_DASK) from None
    # What it has to say is said by errors.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    others = multiprocessing.active_children()
    with contextlib.ExitStack() as stack:
        if name == "dask-local":
            with uninterrupted():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # any port, so that none is taken
                    silence_logs=logging.CRITICAL,
                )
            stack.callback(close, cluster)
            # Python drops a Ctrl-C that it meets in code called by the garbage collector.
            disable_gc_diagnosis(force=True)
            client = Client(cluster)
        else:
            client = Client(name.removeprefix(DASK), timeout=PATIENCE)
        stack.callback(close, client)
        # Before the cluster is closed, which waits for workers to finish what they are at.
        stack.enter_context(impatient(others))
        try:
            yield client.get_executor()
        except KilledWorker as error:
            raise UseError(str(error)) from error


def close(served: Client | LocalCluster) -> None:
    """Close a client or a cluster; what does not answer is left alone."""
    with contextlib.suppress(TimeoutError):
        served.close(timeout=PATIENCE)
