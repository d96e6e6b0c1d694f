"""Counts come to the same however they are made: in bulk, by threads, with a table, by workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import dask
import pytest
from distributed import Client, KilledWorker, LocalCluster

import atomic_rs
from atomic_rs import Board, Position, _core, divide, perft
from atomic_rs.scale.work import Work
from data import CORE_RULES, perft_suites
from small import small

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
T = TypeVar("T")

START_6: Final = 118_926_425
HOPELESS: Final = 12  # a depth that nobody waits for
SLACK: Final = 2.0  # seconds; a fifth of a second is what a machine with nothing else to do needs
KIWI: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class TestWays:
    """Bulk, threads and table."""

    def test_all_ways_agree_on_the_suites(self) -> None:
        cases = [case for cases in perft_suites().values() for case in cases][::23]
        assert len(cases) > 50
        for number, case in enumerate(cases):
            board = Board(case.entry.fen, chess960=case.chess960, rules=case.rules)
            for depth, nodes in case.entry.nodes.items():
                if nodes <= 30_000:
                    ways = [(0, 1, 0), (1, 2, 0), (2, 2, 1), (number % 3, number % 4, number % 2)]
                    for bulk, threads, hash_mb in ways:
                        how: dict[str, Any] = {"bulk": bulk, "threads": threads, "hash_mb": hash_mb}
                        assert perft(board, depth, **how) == nodes, (board, depth, how)

    @pytest.mark.parametrize("threads", [1, 2, 0])
    @pytest.mark.parametrize("hash_mb", [0, 8])
    @pytest.mark.parametrize("bulk", [0, 1, 2])
    def test_all_ways_agree_on_a_busy_position(self, bulk: int, threads: int, hash_mb: int) -> None:
        board = Board(KIWI)
        how: dict[str, Any] = {"bulk": bulk, "threads": threads, "hash_mb": hash_mb}
        assert divide(board, 4, **how) == divide(board, 4)
        assert perft(board, 4, **how) == sum(divide(board, 4).values())

    @pytest.mark.parametrize("count", [perft, divide])
    def test_an_absurd_table_is_refused(self, count: Callable[..., object]) -> None:
        for hash_mb in (10_000_000, 2**32 - 1):
            with pytest.raises(MemoryError, match=str(hash_mb)):
                count(Board(), 1, hash_mb=hash_mb)

    @pytest.mark.parametrize("count", [perft, divide])
    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({"depth": 256}, ValueError),
            ({"depth": True}, TypeError),
            ({"bulk": 3}, ValueError),
            ({"bulk": 2.0}, TypeError),
            ({"threads": -1}, ValueError),
            ({"threads": True}, TypeError),
            ({"hash_mb": -1}, ValueError),
            ({"hash_mb": "0"}, TypeError),
            ({"board": None}, TypeError),
            ({"executor": 3}, TypeError),
            ({"executor": int}, TypeError),
        ],
    )
    def test_arguments_are_judged_alike(
        self,
        count: Callable[..., object],
        arguments: dict[str, object],
        error: type[Exception],
    ) -> None:
        sound = {"board": Board(), "depth": 2} | arguments
        for more in ({}, {"executor": Inline()}):
            with pytest.raises(error):
                count(**(more | sound))

    def test_boards_of_one_s_own_and_positions_count_too(self) -> None:
        class Mine(Board):
            pass

        for board in (Mine(), Position(), _core.Position(Board())):
            assert perft(board, 3) == perft(board, 3, executor=Inline()) == 8902


class Inline(Executor):
    """Counts at once, in this thread, what `spoil` does not spoil."""

    def __init__(self, spoil: Callable[[int], BaseException | None] = lambda _: None) -> None:
        self.spoil = spoil
        self.calls = 0
        self.open = True

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do a task at once."""
        future: Future[T] = Future()
        self.calls += 1
        error = self.spoil(self.calls)
        if error is None:
            future.set_result(task(*args, **kwargs))
        elif isinstance(error, CancelledError):
            future.cancel()
        else:
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Note that it was called."""
        del wait, cancel_futures
        self.open = False


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A dask cluster of two processes."""
    # Nobody waits long for a worker that is dead.
    patience = dask.config.set({"distributed.comm.timeouts.connect": "2s"})
    with (
        patience,
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
        Client(cluster) as client,
    ):
        yield client


def workers(client: Client) -> set[int]:
    """The living processes of the cluster, when both are there."""
    found: dict[str, int | None] = {}
    while len(found) < 2 or None in found.values():
        client.wait_for_workers(2, timeout=60)
        found = client.run(os.getpid, on_error="return", nanny=False)
        found = {name: pid if isinstance(pid, int) else None for name, pid in found.items()}
    return {pid for pid in found.values() if pid is not None}


class TestExecutors:
    """Work handed out."""

    @pytest.mark.parametrize("rules", CORE_RULES)
    def test_results_are_those_of_the_core(self, rules: str) -> None:
        for board, _, most in small(rules):
            for depth in range(most + 3):
                assert perft(board, depth, executor=Inline()) == _core.perft(board, depth)
                below = divide(board, depth, executor=Inline())
                assert below == _core.divide(board, depth)
                assert list(below) == list(_core.divide(board, depth))

    def test_games_that_are_over_have_no_leaves(self) -> None:
        over = Board("8/8/8/8/8/8/8/K7 b - - 0 1")
        for depth, leaves in ((0, 1), (1, 0), (9, 0)):
            assert perft(over, depth, executor=Inline()) == leaves
            assert divide(over, depth, executor=Inline()) == {}

    def test_threads(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            assert perft(Board(), 6, executor=pool) == START_6
            assert perft(Board(), 5, executor=pool, bulk=0, threads=2, hash_mb=1) == 4_864_979

    def test_processes(self) -> None:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            assert divide(Board(KIWI), 4, executor=pool) == divide(Board(KIWI), 4)

    @pytest.mark.parametrize("victims", [1, 2])
    def test_a_dask_cluster_whose_workers_are_killed(self, client: Client, victims: int) -> None:
        doomed = sorted(workers(client))[:victims]
        killed_at: list[int] = []

        def kill(done: int, _parts: int, _leaves: int) -> None:
            if done >= 20 and not killed_at:
                for victim in doomed:
                    os.kill(victim, signal.SIGKILL)
                killed_at.append(done)

        # Without bulk it takes long enough.
        found = perft(Board(), 6, bulk=0, executor=client.get_executor(), progress=kill)
        assert found == START_6
        assert 20 <= killed_at[0] < 400
        assert workers(client).isdisjoint(doomed)

    def test_a_pool_of_which_a_process_is_killed(self) -> None:
        others = multiprocessing.active_children()
        made: list[ProcessPoolExecutor] = []
        killed: list[int] = []

        def make() -> ProcessPoolExecutor:
            context = multiprocessing.get_context("spawn")
            made.append(ProcessPoolExecutor(2, mp_context=context))
            return made[-1]

        def kill(done: int, _parts: int, _leaves: int) -> None:
            if done >= 20 and not killed:
                victim = next(
                    child for child in multiprocessing.active_children() if child not in others
                )
                victim.kill()
                killed.append(done)

        assert perft(Board(), 6, bulk=0, executor=make, progress=kill) == START_6
        assert len(made) == 2
        for pool in made:
            with pytest.raises(RuntimeError, match=r"shutdown|terminated"):
                pool.submit(int)
        # A pool that one made oneself cannot be replaced.
        killed.clear()
        with make() as pool, pytest.raises(BrokenExecutor):
            perft(Board(), 6, bulk=0, executor=pool, progress=kill)

    @pytest.mark.parametrize("loss", [CancelledError(), KilledWorker("task", None, 3)])
    def test_lost_units_are_counted_once(self, loss: Exception) -> None:
        executor = Inline(lambda call: loss if call in range(0, 500, 3) else None)
        assert perft(Board(), 5, executor=executor) == 4_864_979
        assert executor.calls == 400 + 166

    def test_no_unit_is_added_twice(self) -> None:
        work = Work(_core.Position(Board()), 2, 1)
        work.add(work.units[3], 20)
        with pytest.raises(KeyError):
            work.add(work.units[3], 20)
        assert (work.done, work.leaves) == (1, 20)

    def test_a_unit_that_is_always_lost_is_given_up(self) -> None:
        executor = Inline(lambda call: CancelledError() if call > 10 else None)
        with pytest.raises(CancelledError):
            perft(Board(), 5, executor=executor)
        executor = Inline(lambda _: KilledWorker("task", None, 3))
        with pytest.raises(KilledWorker):
            perft(Board(), 5, executor=executor)

    def test_an_executor_that_always_breaks_is_given_up(self) -> None:
        made: list[Inline] = []

        def make() -> Inline:
            # Each new one counts fewer.
            most = 30 - 10 * len(made)
            made.append(Inline(lambda call: BrokenExecutor("gone") if call > most else None))
            return made[-1]

        with pytest.raises(BrokenExecutor, match="gone"):
            perft(Board(), 5, executor=make)
        assert len(made) == 6
        assert not any(executor.open for executor in made)

    def test_errors_of_workers_come_out(self) -> None:
        executor = Inline(lambda call: ZeroDivisionError("here") if call == 7 else None)
        with pytest.raises(ZeroDivisionError, match="here"):
            perft(Board(), 5, executor=executor)
        assert executor.open
        with ThreadPoolExecutor(1) as pool, pytest.raises(MemoryError, match="10000000 MiB"):
            perft(Board(), 5, hash_mb=10_000_000, executor=pool)

    def test_made_executors_are_shut_down(self) -> None:
        made: list[Inline] = []

        def make() -> Inline:
            made.append(Inline())
            return made[-1]

        assert perft(Board(), 4, executor=make) == 197_326
        assert [executor.open for executor in made] == [False]

    def test_sums_have_no_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("atomic_rs.scale.handout.count", lambda *_: 2**64 - 1)
        assert perft(Board(), 3, executor=Inline()) == 20 * (2**64 - 1)

    def test_progress_grows_to_the_end(self) -> None:
        seen: list[tuple[int, int, int]] = []
        with ThreadPoolExecutor(2) as pool:
            perft(
                *(Board(), 6),
                bulk=1,
                executor=pool,
                progress=lambda *progress: seen.append(progress),
            )
        assert (seen[0], seen[-1]) == ((0, 400, 0), (400, 400, START_6))
        assert seen == sorted(seen)
        assert len(seen) < 100

    def test_what_the_callback_raises_stops_the_workers(self) -> None:
        def fail(_done: int, _parts: int, _leaves: int) -> None:
            if time.perf_counter() > start + 0.3:
                raise LookupError("enough")

        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            with pytest.raises(LookupError, match="enough"):
                perft(Board(), HOPELESS, executor=pool, progress=fail)
            assert pool.submit(int).result(SLACK) == 0
        assert time.perf_counter() - start < 0.3 + 3 * SLACK

    def test_the_board_can_be_used_meanwhile(self) -> None:
        board = Board()

        def play(_done: int, _parts: int, _leaves: int) -> None:
            if not board.move_stack:
                board.push_uci("e2e4")

        assert perft(board, 4, executor=Inline(), progress=play) == 197_326
        assert board.fullmove_number == 1
        assert perft(board, 3, executor=Inline()) == _core.perft(board, 3)


CTRL_C: Final = """
import os, signal, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
import atomic_rs
sent = []
def interrupt():
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.7, interrupt).start()
with ThreadPoolExecutor(2) as pool:
    try:
        atomic_rs.perft(atomic_rs.Board(), 12, {how})
    except KeyboardInterrupt:
        print(time.perf_counter() - sent[0])
print(time.perf_counter() - sent[0])
"""


@pytest.mark.parametrize(
    "how", ["threads=2", "threads=2, hash_mb=64", "executor=pool", "checkpoint='file', threads=2"]
)
def test_ctrl_c_is_answered_soon(how: str, tmp_path: os.PathLike[str]) -> None:
    done = subprocess.run(
        *([sys.executable, "-c", CTRL_C.format(how=how)],),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    raised, stopped = map(float, done.stdout.split())
    sys.stdout.write(f"{how}: Ctrl-C raised after {raised:.3f} s, idle after {stopped:.3f} s\n")
    assert raised <= stopped < SLACK
    assert done.stderr == ""


def test_short_counts_are_hardly_slower_than_the_core_s_own() -> None:
    board = Board()

    def best(count: Callable[[Board, int], int]) -> float:
        times = []
        for _ in range(30):
            start = time.perf_counter()
            for _ in range(1000):
                count(board, 0)
            times.append(time.perf_counter() - start)
        return min(times) * 1e6

    extra = best(atomic_rs.perft) - best(_core.perft)
    sys.stdout.write(f"{extra:.0f} ns more than the core\n")
    assert extra < 1000
