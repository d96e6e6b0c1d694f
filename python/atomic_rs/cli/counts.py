"""`atomic-rs perft` and `atomic-rs divide`: node counts."""

from __future__ import annotations

import contextlib
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from atomic_rs import divide, perft, statistics
from atomic_rs.cli.common import (
    Output,
    UseError,
    add_command,
    add_depth,
    add_format,
    add_position,
    board_of,
    depth_of,
    per_second,
    progress_bar,
    whole_number,
)
from atomic_rs.cli.executors import executor_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from atomic_rs import Board
    from atomic_rs.cli.common import Progress

    Row = dict[str, int | float]

TIMES: Final = ("depth", "nodes", "seconds", "nodes_per_second")
KINDS: Final = {
    "captures": "captures",
    "en_passant": "e.p.",
    "castles": "castles",
    "promotions": "promotions",
    "checks": "checks",
    "mates": "mates",
    "king_explosions": "kings lost",
    "pieces_destroyed": "men lost",
}

# Columns of text: the key, the heading, the width, the form.
Column = tuple[str, str, int, str]
DEPTH_AND_NODES: Final[tuple[Column, ...]] = (
    ("depth", "depth", 5, "{}"),
    ("nodes", "nodes", 19, "{:,}"),
)
SPEED: Final = (
    *DEPTH_AND_NODES,
    ("seconds", "time", 11, "{:.3f} s"),
    ("nodes_per_second", "nodes/s", 15, "{:,}"),
)
STATISTICS: Final = (
    *DEPTH_AND_NODES,
    *((key, heading, max(len(heading), 9), "{:,}") for key, heading in KINDS.items()),
)


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser = add_command(
        commands,
        "perft",
        run_perft,
        "count the sequences of DEPTH legal moves, with time and nodes a second",
        (
            "perft 6",
            "perft 5 --all",
            'perft 4 --fen "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"',
            "perft 4 --stats",
            "perft 6 --threads 1 --hash 64 --format json",
            "perft 9 --checkpoint my.checkpoint --executor process",
        ),
    )
    add_depth(parser)
    parser.add_argument("--all", action="store_true", help="count every depth up to DEPTH")
    parser.add_argument(
        "--stats",
        action="store_true",
        help="count captures, checks, mates and the like too, one move after the other",
    )
    add_format(parser)
    add_counting(parser)
    add_position(parser)
    parser = add_command(
        commands,
        "divide",
        run_divide,
        "count the sequences of DEPTH legal moves below each first move",
        (
            "divide 5",
            "divide 4 --sort count",
            'divide 3 --moves "e2e4 e7e5" --style stockfish',
        ),
    )
    add_depth(parser)
    parser.add_argument(
        "--style",
        choices=("table", "stockfish", "json"),
        help="form of the text: a table, or what scripts that drive Stockfish read",
    )
    parser.add_argument(
        "--sort",
        choices=("uci", "count"),
        help="order of the moves (default: by squares, a1 first)",
    )
    add_format(parser)
    add_counting(parser)
    add_position(parser)


def add_counting(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how to count; no result depends on them."""
    group = parser.add_argument_group("counting")
    group.add_argument(
        *("-t", "--threads"),
        type=whole_number,
        metavar="N",
        help="threads, or processes of an executor (default: 0, one a processor)",
    )
    group.add_argument(
        "--hash", type=whole_number, metavar="MiB", help="size of a table of counts (default: none)"
    )
    bulk = group.add_mutually_exclusive_group()
    bulk.add_argument(
        "--bulk",
        type=int,
        choices=(0, 1, 2),
        help="count without making moves: 0 nothing, 1 leaves, 2 their parents too (default)",
    )
    bulk.add_argument(
        "--no-bulk", dest="bulk", action="store_const", const=0, help="the same as --bulk 0"
    )
    group.add_argument(
        "--checkpoint", metavar="FILE", help="keep what has been counted; go on where FILE ends"
    )
    group.add_argument(
        "--executor",
        metavar="NAME",
        help="count in processes (process), or with dask (dask:ADDRESS, dask-local)",
    )


@contextlib.contextmanager
def counting(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The arguments of `perft` and `divide` that say how to count."""
    how = {
        "bulk": 2 if options.bulk is None else options.bulk,
        "threads": options.threads or 0,
        "hash_mb": options.hash or 0,
        "checkpoint": options.checkpoint,
    }
    if options.executor is None:
        yield how
    else:
        with executor_of(options.executor, how["threads"]) as workers:
            yield how | {"threads": 1} | workers


class Clock:
    """Times a count, less what a checkpoint had."""

    def __init__(self, *callbacks: Progress | None, resumed: bool = False) -> None:
        self._callbacks = [callback for callback in callbacks if callback is not None]
        self._had: int | None = None if resumed else 0
        self._start = perf_counter()
        # A callback costs something, if little.
        self.watch: Progress | None = self if resumed or self._callbacks else None

    def __call__(self, done: int, parts: int, nodes: int) -> None:
        """Hear of progress and pass it on."""
        if self._had is None:
            self._had = nodes
        for callback in self._callbacks:
            callback(done, parts, nodes)

    def row(self, depth: int, nodes: int) -> Row:
        """The depth, nodes, seconds, and nodes a second."""
        seconds = perf_counter() - self._start
        speed = per_second(nodes - (self._had or 0), seconds)
        return dict(zip(TIMES, (depth, nodes, seconds, speed), strict=True))


def measured(board: Board, depth: int, how: dict[str, Any], options: argparse.Namespace) -> Row:
    """Count one depth: its nodes, seconds, and nodes a second."""
    with progress_bar(options, f"perft {depth}") as progress:
        clock = Clock(progress, how.get("progress"), resumed=options.checkpoint is not None)
        nodes = perft(board, depth, **how | {"progress": clock.watch})
        return clock.row(depth, nodes)


def with_statistics(board: Board, depth: int, options: argparse.Namespace) -> Row:
    """Count one depth with the kinds of moves."""
    with progress_bar(options, f"statistics {depth}") as progress:
        clock = Clock(progress)
        found = statistics(board, depth, progress=clock.watch)
        return clock.row(depth, found["nodes"]) | found


def rows_of(
    board: Board, depths: Sequence[int], how: dict[str, Any], options: argparse.Namespace
) -> Iterator[Row]:
    """Count each depth, as soon as somebody wants to know."""
    for depth in depths:
        if options.stats:
            yield with_statistics(board, depth, options)
        else:
            yield measured(board, depth, how, options)


def run_perft(options: argparse.Namespace) -> int:
    """Count, and print each depth as soon as it is known."""
    board, depth = board_of(options), depth_of(options)
    check_use(options)
    depths = range(1, depth + 1) if options.all and depth else (depth,)
    with counting(options) as how, Output(options) as output:
        rows = rows_of(board, depths, how, options)
        if options.format == "json":
            output.json({"fen": board.fen(), "rules": str(board.rules), "perft": list(rows)})
        elif options.format == "csv":
            output.csv((*TIMES, *KINDS) if options.stats else TIMES, rows)
        elif options.quiet:
            for row in rows:
                output.line(str(row["nodes"]))
        else:
            print_rows(output, rows, STATISTICS if options.stats else SPEED)
    return 0


def check_use(options: argparse.Namespace) -> None:
    """Refuse options that do nothing for each other."""
    if options.checkpoint is not None and options.all:
        raise UseError("--checkpoint keeps one depth: leave out --all")
    if options.stats:
        for name in ("threads", "hash", "bulk", "checkpoint", "executor"):
            if getattr(options, name) is not None:
                raise UseError(f"--stats makes one move after the other: leave out --{name}")


def print_rows(output: Output, rows: Iterator[Row], columns: Sequence[Column]) -> None:
    """Print rows in columns, with headings when the first row is there."""
    for number, row in enumerate(rows):
        if number == 0:
            headings = " ".join(f"{heading:>{width}}" for _, heading, width, _ in columns)
            output.line(output.styled(headings, "bold"))
        output.line(
            " ".join(f"{form.format(row[key]):>{width}}" for key, _, width, form in columns)
        )


def run_divide(options: argparse.Namespace) -> int:
    """Count below each first move and print the moves with their counts."""
    if options.style is not None and options.format not in {"text", options.style}:
        raise UseError(f"--style {options.style} and --format {options.format} contradict")
    board, depth = board_of(options), depth_of(options)
    with counting(options) as how, Output(options) as output:
        with progress_bar(options, f"divide {depth}") as progress:
            clock = Clock(progress, how.get("progress"), resumed=options.checkpoint is not None)
            below = divide(board, depth, **how | {"progress": clock.watch})
            row = clock.row(depth, sum(below.values()) if depth else 1)
        counts = {board.uci(move): number for move, number in below.items()}
        if options.sort == "uci":
            counts = dict(sorted(counts.items()))
        elif options.sort == "count":
            counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
        if "json" in (options.style, options.format):
            output.json(
                {
                    "fen": board.fen(),
                    "rules": str(board.rules),
                    "depth": depth,
                    "moves": counts,
                    "nodes": row["nodes"],
                    "seconds": round(row["seconds"], 6),
                }
            )
        elif options.format == "csv":
            rows = ({"move": move, "nodes": number} for move, number in counts.items())
            output.csv(("move", "nodes"), rows)
        elif options.style == "stockfish":
            for move, number in counts.items():
                output.line(f"{move}: {number}")
            output.line()
            output.line(f"Nodes searched: {row['nodes']}")
        else:
            print_table(output, counts, row, quiet=options.quiet)
    return 0


def print_table(output: Output, counts: dict[str, int], row: Row, *, quiet: bool) -> None:
    """Print moves and counts in columns, and unless in quiet their sum, time and speed."""
    width = max(len(f"{row['nodes']:,}"), 5)
    for move, number in counts.items():
        output.line(f"{move:<6} {number:>{width},}")
    if not quiet:
        output.line(output.styled(f"{'total':<6} {row['nodes']:>{width},}", "bold"))
        speed = f"{row['nodes_per_second']:,} nodes/s"
        output.line(f"{len(counts)} moves, {row['seconds']:.3f} s, {speed}")
