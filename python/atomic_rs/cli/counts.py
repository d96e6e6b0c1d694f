"""`atomic-rs perft` and `atomic-rs divide`: node counts."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from atomic_rs import divide, perft
from atomic_rs.cli.common import (
    Output,
    add_command,
    add_depth,
    add_format,
    add_position,
    board_of,
    depth_of,
    per_second,
    progress_bar,
)

if TYPE_CHECKING:
    import argparse

    from atomic_rs import Board


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
            "perft 5 --format json",
        ),
    )
    add_depth(parser)
    parser.add_argument("--all", action="store_true", help="count every depth up to DEPTH")
    add_format(parser)
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
        default="table",
        help="form of the text: a table, or what scripts that drive Stockfish read",
    )
    parser.add_argument(
        "--sort",
        choices=("uci", "count"),
        help="order of the moves (default: by squares, a1 first)",
    )
    add_format(parser)
    add_position(parser)


def measured(board: Board, depth: int, options: argparse.Namespace) -> dict[str, int | float]:
    """Count one depth: its nodes, seconds, and nodes a second."""
    with progress_bar(options, f"perft {depth}") as progress:
        start = perf_counter()
        nodes = perft(board, depth, progress=progress)
        seconds = perf_counter() - start
    return {
        "depth": depth,
        "nodes": nodes,
        "seconds": seconds,
        "nodes_per_second": per_second(nodes, seconds),
    }


def run_perft(options: argparse.Namespace) -> int:
    """Count, and print each depth as soon as it is known."""
    board, depth = board_of(options), depth_of(options)
    depths = range(1, depth + 1) if options.all and depth else (depth,)
    with Output(options) as output:
        if options.format == "json":
            rows = [measured(board, each, options) for each in depths]
            output.json({"fen": board.fen(), "rules": str(board.rules), "perft": rows})
        elif options.format == "csv":
            header = ("depth", "nodes", "seconds", "nodes_per_second")
            output.csv(header, (measured(board, each, options) for each in depths))
        else:
            if not options.quiet:
                output.line(
                    output.styled(
                        f"{'depth':>5} {'nodes':>19} {'time':>11} {'nodes/s':>15}", "bold"
                    )
                )
            for each in depths:
                row = measured(board, each, options)
                output.line(
                    str(row["nodes"])
                    if options.quiet
                    else f"{each:>5} {row['nodes']:>19,} {row['seconds']:>9.3f} s "
                    f"{row['nodes_per_second']:>15,}"
                )
    return 0


def run_divide(options: argparse.Namespace) -> int:
    """Count below each first move and print the moves with their counts."""
    board, depth = board_of(options), depth_of(options)
    with Output(options) as output:
        with progress_bar(options, f"divide {depth}") as progress:
            start = perf_counter()
            below = divide(board, depth, progress=progress)
            seconds = perf_counter() - start
        counts = {board.uci(move): number for move, number in below.items()}
        if options.sort == "uci":
            counts = dict(sorted(counts.items()))
        elif options.sort == "count":
            counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
        nodes = sum(counts.values()) if depth else 1
        if "json" in (options.style, options.format):
            output.json(
                {
                    "fen": board.fen(),
                    "rules": str(board.rules),
                    "depth": depth,
                    "moves": counts,
                    "nodes": nodes,
                    "seconds": round(seconds, 6),
                }
            )
        elif options.format == "csv":
            rows = ({"move": move, "nodes": number} for move, number in counts.items())
            output.csv(("move", "nodes"), rows)
        elif options.style == "stockfish":
            for move, number in counts.items():
                output.line(f"{move}: {number}")
            output.line()
            output.line(f"Nodes searched: {nodes}")
        else:
            print_table(output, counts, nodes, None if options.quiet else seconds)
    return 0


def print_table(output: Output, counts: dict[str, int], nodes: int, seconds: float | None) -> None:
    """Print moves and counts in columns, their sum, and the time if it is wanted."""
    width = max(len(f"{nodes:,}"), 5)
    for move, number in counts.items():
        output.line(f"{move:<6} {number:>{width},}")
    if seconds is None:
        return
    output.line(output.styled(f"{'total':<6} {nodes:>{width},}", "bold"))
    output.line(
        f"{len(counts)} moves, {seconds:.3f} s, {per_second(nodes, seconds):,} nodes/s",
    )
