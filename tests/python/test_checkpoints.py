"""Checkpoints: a count that was killed goes on, and takes no file of another count."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from atomic_rs import Board, Position, Rules, _core, divide, perft
from atomic_rs.scale.journal import FORMAT, Journal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

START_4: Final = 197_326
START_5: Final = 4_864_979
START_6: Final = 118_926_425
KIWI: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
HANDBOOK: Final = Path(__file__).resolve().parents[2] / "docs" / "checkpoints.md"

# A count that takes its time, in a process of its own.
LONG: Final = """
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from atomic_rs import Board, perft
if __name__ == "__main__":
    print(perft(Board(), 6, bulk=0, checkpoint=sys.argv[1], {how}))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The name of a checkpoint that does not exist yet."""
    return tmp_path / "checkpoint"


@pytest.fixture
def orphans() -> Iterator[list[int]]:
    """Sessions whose processes, such as the workers of a killed program, are killed at the end."""
    sessions: list[int] = []
    yield sessions
    for session in sessions:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(session, signal.SIGKILL)


def lines(path: Path) -> list[Any]:
    """The whole lines of a checkpoint."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def keys(path: Path) -> list[str]:
    """The units of a checkpoint."""
    return [line["unit"] for line in lines(path)[1:]]


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """What a callback raises to stop a count."""


def stop_after(parts: int) -> Callable[[int, int, int], None]:
    """A callback that stops a count when so many parts are done."""

    def watch(done: int, _parts: int, _leaves: int) -> None:
        if done >= parts:
            raise Stopped

    return watch


def begun(path: Path, board: Board | None = None, depth: int = 5) -> bytes:
    """Count the first units of a count into a checkpoint, and give its text."""
    with pytest.raises(Stopped):
        perft(board or Board(), depth, checkpoint=path, progress=stop_after(5))
    return path.read_bytes()


class TestGoingOn:
    """A count in several runs."""

    @pytest.mark.parametrize("rules", ["atomic", "doering"])
    @pytest.mark.parametrize("depth", range(5))
    def test_results_are_those_of_the_core(self, path: Path, depth: int, rules: str) -> None:
        board = Board(KIWI if depth < 3 else Board.starting_fen, rules=rules)
        expected = _core.divide(board, depth)
        for _ in range(2):
            found = divide(board, depth, checkpoint=path)
            assert list(found.items()) == list(expected.items())
            assert perft(board, depth, checkpoint=str(path)) == _core.perft(board, depth)
        units = keys(path)
        assert len(set(units)) == len(units) == lines(path)[0]["units"]

    @pytest.mark.parametrize(
        "how", ["threads=2", "executor=lambda: ProcessPoolExecutor(2)", "threads=2, hash_mb=1"]
    )
    def test_after_kill_nothing_is_lost_or_repeated(
        self, path: Path, how: str, orphans: list[int]
    ) -> None:
        program = path.with_name("program.py")
        program.write_text(LONG.format(how=how), encoding="utf-8")
        for least in (40, 80):
            with subprocess.Popen(
                [sys.executable, str(program), str(path)],
                stdout=subprocess.PIPE,
                start_new_session=True,
            ) as process:
                deadline = time.monotonic() + 60
                while time.monotonic() < deadline and (
                    not path.exists() or path.read_bytes().count(b"\n") <= least
                ):
                    time.sleep(0.005)
                process.send_signal(signal.SIGKILL)
                assert process.wait(30) == -signal.SIGKILL
                orphans.append(process.pid)
        before = keys(path)
        assert least <= len(before) < 400
        done: list[int] = []
        found = perft(
            *(Board(), 6),
            checkpoint=path,
            progress=lambda now, _parts, _leaves: done.append(now),
        )
        assert found == START_6
        assert (done[0], done[-1]) == (len(before), 400)
        after = keys(path)
        assert after[: len(before)] == before
        assert len(set(after)) == len(after) == 400
        assert sorted(after) == sorted(
            " ".join(position.fen(shredder=True).split()[:4])
            for position, _ in _core.units(Board(), 2)
        )

    def test_a_line_that_was_not_finished_is_cut_off(self, path: Path) -> None:
        whole = begun(path)
        [*_, last] = whole.splitlines(keepends=True)
        for cut in range(1, len(last)):
            path.write_bytes(whole[:-cut])
            with pytest.raises(Stopped):
                perft(Board(), 5, checkpoint=path, progress=stop_after(0))
            assert path.read_bytes() == whole[: -len(last)]
        assert perft(Board(), 5, checkpoint=path) == START_5
        assert len(set(keys(path))) == len(keys(path)) == 400

    def test_a_first_line_that_was_not_finished_is_written_anew(self, path: Path) -> None:
        first = begun(path, depth=4).splitlines(keepends=True)[0]
        for size in (0, 1, len(first) // 2, len(first) - 1):
            path.write_bytes(first[:size])
            assert perft(Board(), 4, checkpoint=path) == START_4
            assert path.read_bytes().startswith(first)

    def test_runs_may_differ_in_how_they_count(self, path: Path) -> None:
        runs: list[dict[str, Any]] = [
            {"bulk": 0, "threads": 2},
            {"bulk": 1, "hash_mb": 1},
            {"executor": lambda: ThreadPoolExecutor(2)},
        ]
        for number, how in enumerate(runs, start=1):
            with pytest.raises(Stopped):
                divide(Board(KIWI), 4, checkpoint=path, progress=stop_after(number * 10), **how)
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            found = divide(Board(KIWI), 4, checkpoint=path, executor=pool)
        assert found == divide(Board(KIWI), 4)
        assert len(set(keys(path))) == len(keys(path))

    def test_counters_of_the_position_do_not_matter(self, path: Path) -> None:
        begun(path, depth=4)
        other = Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 7 9")
        assert perft(other, 4, checkpoint=path) == START_4

    def test_a_finished_count_is_answered_at_once(self, path: Path) -> None:
        assert perft(Board(), 4, checkpoint=path) == START_4
        text = path.read_bytes()
        seen = []
        found = perft(Board(), 4, checkpoint=path, progress=lambda *progress: seen.append(progress))
        assert found == START_4
        assert set(seen) == {(20, 20, START_4)}
        assert path.read_bytes() == text

    def test_progress_shows_what_an_unfinished_unit_has(self, path: Path) -> None:
        seen: list[int] = []

        def watch(done: int, _parts: int, leaves: int) -> None:
            seen.append(leaves)
            if done or len(seen) == 4:
                raise Stopped

        with pytest.raises(Stopped):
            perft(Board(), 12, checkpoint=path, progress=watch)
        assert seen[0] == 0 < seen[1] < seen[2] < seen[3]
        assert keys(path) == []

    def test_leaves_have_no_limit(self, path: Path) -> None:
        [first, second, *_] = begun(path, depth=4).splitlines(keepends=True)
        unit = json.loads(second) | {"leaves": 2**70}
        path.write_bytes(first + json.dumps(unit).encode() + b"\n")
        found = divide(Board(), 4, checkpoint=path)
        assert max(found.values()) >= 2**70


class TestRefusal:
    """Files that are not taken."""

    @pytest.mark.parametrize(
        ("board", "depth", "named"),
        [
            (Board(), 4, ["depth is 5, not 4"]),
            (Board(KIWI), 5, ["epd is", "RNBQKBNR w HAha", "bn2pnp1"]),
            (
                Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
                *(5, ["epd is", "RNBQKBNR b HAha -"]),
            ),
            (
                Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"),
                *(5, ["epd is", "HAh -"]),
            ),
            (Board(rules="icc"), 5, ["rules is", "king_x_king"]),
            (Board(rules=Rules(pawns_explode=True)), 6, ["rules is", "depth is 5, not 6"]),
            (Board(Board.starting_fen, chess960=True), 5, ["chess960 is false, not true"]),
        ],
    )
    def test_of_another_count(self, path: Path, board: Board, depth: int, named: list[str]) -> None:
        text = begun(path)
        for count in (perft, divide):
            with pytest.raises(ValueError, match="is about another count") as caught:
                count(board, depth, checkpoint=path)
            message = str(caught.value)
            assert message.startswith(f"{path} ")
            assert all(part in message for part in named), message
        assert path.read_bytes() == text

    @pytest.mark.parametrize(
        "text", ["some text", "some text\n", "[]\n", "{}\n", "\n", "\0", "7\n8\n"]
    )
    def test_of_no_checkpoint(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="is no checkpoint"):
            perft(Board(), 2, checkpoint=path)
        assert path.read_text(encoding="utf-8") == text

    def test_of_what_is_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(IsADirectoryError):
            perft(Board(), 2, checkpoint=tmp_path)
        with pytest.raises(FileNotFoundError):
            perft(Board(), 2, checkpoint=tmp_path / "no" / "file")
        with pytest.raises(ValueError, match="no regular file"):
            perft(Board(), 2, checkpoint=os.devnull)
        with pytest.raises(TypeError):
            perft(Board(), 2, checkpoint=7)  # type: ignore[arg-type]

    def test_of_another_format(self, path: Path) -> None:
        text = begun(path).replace(f'"{FORMAT}": 1'.encode(), f'"{FORMAT}": 2'.encode())
        path.write_bytes(text)
        with pytest.raises(ValueError, match="has format 2 of checkpoints, expected 1"):
            perft(Board(), 5, checkpoint=path)
        assert path.read_bytes() == text

    @pytest.mark.parametrize(
        ("spoil", "named"),
        [
            (lambda lines: [*lines, lines[-1]], "line 7: a unit that is not, or no longer"),
            (lambda lines: [*lines, b'{"unit": "8/8 w - -", "leaves": 1}'], "line 7: a unit"),
            (lambda lines: [*lines[:2], b"", *lines[2:]], "line 3: no unit"),
            (lambda lines: [*lines[:2], b"\xff", *lines[2:]], "line 3: no unit"),
            (lambda lines: [*lines[:2], lines[2][:-1], *lines[3:]], "line 3: no unit"),
            (lambda lines: [*lines, lines[1].replace(b": ", b": -")], "line 7: no unit"),
            (lambda lines: [lines[0].replace(b'"plies": 2', b'"plies": 9')], "line 1: no plies"),
            (lambda lines: [lines[0].replace(b'"plies": 2', b'"plies": 0')], "line 1: no plies"),
            (lambda lines: [lines[0].replace(b'"plies": 2', b'"plies": 1')], "line 1: 20 units"),
        ],
    )
    def test_of_a_damaged_file(
        self, path: Path, spoil: Callable[[list[bytes]], list[bytes]], named: str
    ) -> None:
        text = b"".join(line + b"\n" for line in spoil(begun(path).splitlines()[:6]))
        path.write_bytes(text)
        with pytest.raises(ValueError, match=f"{path} is damaged: {named}"):
            perft(Board(), 5, checkpoint=path)
        assert path.read_bytes() == text

    def test_of_a_file_that_another_run_has(self, path: Path) -> None:
        def again(_done: int, _parts: int, _leaves: int) -> None:
            with pytest.raises(BlockingIOError, match="another run") as caught:
                perft(Board(), 4, checkpoint=path)
            assert caught.value.filename == str(path)
            refused.append(True)

        refused: list[bool] = []
        assert perft(Board(), 4, checkpoint=path, progress=again) == START_4
        assert refused
        assert perft(Board(), 4, checkpoint=path) == START_4

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
    def test_forked_children_do_not_keep_the_file(self, path: Path) -> None:
        heard, told = os.pipe()
        with Journal(path, Position(), 3):
            child = os.fork()
            if child == 0:
                os.write(told, b"forked")
                time.sleep(30)
                os._exit(0)
            assert os.read(heard, 10) == b"forked"
        try:
            assert perft(Board(), 3, checkpoint=path) == 8902
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(heard)
            os.close(told)

    def test_before_anything_is_written(self, path: Path) -> None:
        count: Callable[..., int] = perft
        wrong: list[tuple[dict[str, Any], type[Exception]]] = [
            ({"depth": 256}, ValueError),
            ({"bulk": 7}, ValueError),
            ({"hash_mb": 10_000_000}, MemoryError),
            ({"board": "startpos"}, TypeError),
        ]
        for arguments, error in wrong:
            with pytest.raises(error):
                count(**({"board": Board(), "depth": 3, "checkpoint": path} | arguments))
        assert not path.exists()


def test_the_handbook_shows_the_format(path: Path) -> None:
    begun(path)
    shown = [
        json.loads(line)
        for line in HANDBOOK.read_text(encoding="utf-8").splitlines()
        if line.startswith("{")
    ]
    assert len(shown) >= 2
    assert shown == lines(path)[: len(shown)]
