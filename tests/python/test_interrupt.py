"""A long count lets other threads run, answers Ctrl-C, and reports how far it is."""

from __future__ import annotations

import _thread
import subprocess
import sys
import time
from threading import Event, Thread, Timer

import pytest

import atomic_rs
from atomic_rs import Board, Move

HOPELESS = 12  # a depth that nobody waits for
SLACK = 2.0  # seconds; a fifth of a second is what a machine with nothing else to do needs

CTRL_C = """
import os, signal, sys, threading, time
import atomic_rs
sent = []
def interrupt():
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.5, interrupt).start()
try:
    atomic_rs.{call}(atomic_rs.Board(), {depth})
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
"""


@pytest.mark.parametrize("call", ["perft", "divide"])
def test_ctrl_c_is_answered_soon(call: str) -> None:
    program = CTRL_C.format(call=call, depth=HOPELESS)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    seconds = float(done.stdout)
    sys.stdout.write(f"{call} answered Ctrl-C after {seconds:.3f} s\n")
    assert seconds < SLACK


def test_ctrl_c_leaves_the_board_alone() -> None:
    board = Board()
    timer = Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        atomic_rs.perft(board, HOPELESS)
    timer.join()
    assert board == Board()
    assert atomic_rs.perft(board, 3) == 8902


def test_other_threads_run_during_a_count() -> None:
    steps = 0
    counting, stop = Event(), Event()

    def work() -> None:
        nonlocal steps
        counting.wait()
        while not stop.is_set():
            steps += 1
            time.sleep(0.001)

    def watch(_done: int, _all: int, _nodes: int) -> None:
        counting.set()
        if steps >= 100:
            raise TimeoutError

    thread = Thread(target=work)
    thread.start()
    try:
        with pytest.raises(TimeoutError):
            atomic_rs.perft(Board(), HOPELESS, progress=watch)
    finally:
        counting.set()
        stop.set()
        thread.join()
    assert steps >= 100


def test_a_board_can_be_used_while_it_is_counted() -> None:
    board = Board()

    def play(_done: int, _all: int, _nodes: int) -> None:
        board.push_uci("e2e4")
        raise StopIteration

    with pytest.raises(StopIteration):
        atomic_rs.perft(board, HOPELESS, progress=play)
    assert board.peek() == Move.from_uci("e2e4")


def test_what_the_progress_callback_raises_comes_out() -> None:
    def fail(done: int, all_moves: int, nodes: int) -> None:
        raise LookupError(f"{done} of {all_moves}, {nodes}")

    for count in (atomic_rs.perft, atomic_rs.divide):
        with pytest.raises(LookupError, match=r"^\d+ of 20, \d+$"):
            count(Board(), HOPELESS, progress=fail)
        with pytest.raises(TypeError):
            count(Board(), HOPELESS, progress=1)  # type: ignore[arg-type]


def test_progress_grows_to_the_end() -> None:
    seen: list[tuple[int, int, int]] = []

    def note(done: int, all_moves: int, nodes: int) -> None:
        seen.append((done, all_moves, nodes))

    assert atomic_rs.perft(Board(), 5, progress=note) == 4864979
    assert seen[-1] == (20, 20, 4864979)
    assert seen == sorted(seen)
