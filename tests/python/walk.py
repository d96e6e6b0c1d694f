"""Walk core and reference through random games, in processes, and compare every position.

    python tests/python/walk.py --positions 1000000 --seed 1 --jobs 2

The walk is made of chunks with seeds of their own, counted up from `--seed`, so that the same
numbers give the same games with any number of jobs. Exit code 1 when the two differ.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import Progress

from atomic_rs.differential import Tally, walk
from atomic_rs.starts import Start
from data import perft_entries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHUNK: Final = 2000  # positions


def chunk(seed: int, positions: int, rules: str) -> Tally:
    """Walk that many positions with a seed."""
    extra = [Start("suite", entry.fen, chess960) for entry, chess960 in perft_entries()]
    return walk(positions, seed, rules=rules, extra=extra)


def walk_in_processes(positions: int, seed: int, jobs: int, rules: str) -> Iterator[Tally]:
    """Walk at least that many positions, and give the tally of each chunk; stop at a difference."""
    sizes = [min(CHUNK, positions - done) for done in range(0, positions, CHUNK)]
    # Started afresh, not forked: the progress bar has a thread.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        chunks = [
            pool.submit(chunk, seed + number, size, rules) for number, size in enumerate(sizes)
        ]
        try:
            for done in as_completed(chunks):
                tally = done.result()
                yield tally
                if tally.differences:
                    return
        finally:
            pool.shutdown(cancel_futures=True)


def report(tally: Tally, seconds: float) -> str:
    """The tally in words."""
    speed = tally.positions / seconds
    lines = [
        f"{tally.positions:,} positions of {tally.games:,} games in {seconds:.0f} s",
        f"{speed:,.0f} positions/s, {len(tally.differences)} differences",
    ]
    for title, counts in (("starts", tally.themes), ("met on the way", tally.events)):
        lines.append(f"{title}: " + ", ".join(f"{n:,} {what}" for what, n in counts.most_common()))
    return "\n".join([*lines, *map(str, tally.differences), ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk, and print what was met."""
    parser = argparse.ArgumentParser(description="Walk core and reference together.")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--rules", default="atomic", help="rule set")
    options = parser.parse_args(arguments)
    tally = Tally()
    start = perf_counter()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("positions", total=options.positions)
        for each in walk_in_processes(options.positions, options.seed, options.jobs, options.rules):
            tally += each
            progress.update(task, completed=tally.positions)
    sys.stdout.write(report(tally, perf_counter() - start))
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
