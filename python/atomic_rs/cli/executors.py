"""`--executor`: who counts the parts of a large count."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
from concurrent.futures import BrokenExecutor, CancelledError
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from atomic_rs.cli.common import UseError
from atomic_rs.processes import Processes, processors, uninterrupted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from multiprocessing.process import BaseProcess

    from distributed import Client, LocalCluster

    from atomic_rs.cli.common import Progress

DASK: Final = "dask:"
SILENT: Final = logging.CRITICAL + 1  # what dask has to say is said by errors
PATIENCE: Final = 10  # seconds for a cluster to answer
NO_DASK: Final = 'dask is not installed: pip install "atomic-rs[dask]"'


@contextlib.contextmanager
def executor_of(name: str, workers: int) -> Iterator[dict[str, Any]]:
    """The arguments of `perft` that hand the work to the executor of that name.

    It lives as long as the context. `workers` is the number of processes that are started here, 0
    for one a processor.
    """
    workers = workers or processors()
    try:
        if name == "process":
            yield {"executor": partial(Processes, workers)}
        elif name == "dask-local" or name.removeprefix(DASK) not in {"", name}:
            with dask(name, workers) as executor, noted_interrupts() as check:
                yield {"executor": executor, "progress": check}
        else:
            raise UseError(f'unknown executor "{name}": process, dask-local or dask:ADDRESS')
    except (BrokenExecutor, CancelledError, ImportError) as error:
        raise UseError(f"{name}: {str(error) or type(error).__name__}") from error


def kill_all_but(others: Sequence[BaseProcess]) -> None:
    """Kill the children of this process that are not among those others."""
    for child in multiprocessing.active_children():
        if child not in others:
            child.kill()


@contextlib.contextmanager
def noted_interrupts() -> Iterator[Progress]:
    """A progress callback that raises `KeyboardInterrupt` after Ctrl-C, which nothing else does.

    Python drops an interruption that it meets in `__del__` and the like, and dask has many of them.
    """
    noted = Event()

    def check(_done: int, _parts: int, _leaves: int) -> None:
        if noted.is_set():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, lambda _number, _frame: noted.set())
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def dask(name: str, workers: int) -> Iterator[Executor]:
    """The executor of a cluster of dask's, at an address or of processes on this machine."""
    try:
        # Optional, and large.
        from distributed import Client, KilledWorker, LocalCluster  # noqa: PLC0415
    except ImportError:
        raise UseError(NO_DASK) from None
    logging.getLogger("distributed").setLevel(SILENT)
    others = multiprocessing.active_children()
    with contextlib.ExitStack() as stack:
        if name == "dask-local":
            with uninterrupted():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # any port, so that none is taken
                    silence_logs=SILENT,
                )
            stack.callback(close, cluster)
            client = Client(cluster)
        else:
            client = Client(name.removeprefix(DASK), timeout=PATIENCE)
        stack.callback(close, client)
        try:
            yield client.get_executor()
        except KilledWorker as error:
            raise UseError(str(error)) from error
        except BaseException:
            # Closing a cluster would wait for its workers to finish what they are at.
            kill_all_but(others)
            raise


def close(served: Client | LocalCluster) -> None:
    """Close a client or a cluster; what does not answer is left alone."""
    with contextlib.suppress(TimeoutError):
        served.close(timeout=PATIENCE)
