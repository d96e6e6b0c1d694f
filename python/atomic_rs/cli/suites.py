"""`atomic-rs suite`: node counts against files."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from atomic_rs import Board, divide, perft, reference
from atomic_rs.cli.common import (
    Output,
    add_command,
    add_format,
    add_rules,
    per_second,
    progress_bar,
    whole_number,
)
from atomic_rs.suite import Entry, SuiteError, read

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

# What the reference counts in a minute or so.
MOST_REFERENCE_NODES: Final = 500_000
HEADER: Final = ("file", "id", "depth", "expected", "nodes", "ok", "seconds")


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser = add_command(
        commands,
        "suite",
        run_suite,
        "check node counts against suites of positions; divide a wrong one beside the reference",
        (
            "suite tests/data/perft/atomic.epd --max-depth 4",
            "suite tests/data/perft/*.epd --max-nodes 5000000 --fail-fast",
            'suite my.epd --filter "en passant" --format csv',
        ),
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="FEN ;D1 n lines or id/epd/perft blocks"
    )
    parser.add_argument(
        "--max-depth", type=whole_number, metavar="N", help="leave deeper counts out"
    )
    parser.add_argument(
        "--max-nodes", type=whole_number, metavar="N", help="leave larger counts out"
    )
    parser.add_argument(
        "--filter", default="", metavar="ID", help="only positions whose name has ID in it"
    )
    parser.add_argument("--fail-fast", action="store_true", help="stop at the first wrong count")
    add_format(parser)
    add_rules(parser)


def run_suite(options: argparse.Namespace) -> int:
    """Check every count of every file that the options leave in."""
    suites = [(name, chosen(name, options)) for name in options.files]
    if not any(entries for _, entries in suites):
        wanted = f' with "{options.filter}" in its name' if options.filter else ""
        raise SuiteError(f"no position{wanted} in {', '.join(options.files)}")
    if not any(due(entry, options) for _, entries in suites for entry in entries):
        raise SuiteError("--max-depth and --max-nodes leave nothing to count")
    rows: list[dict[str, Any]] = []
    with Output(options) as output:
        for name, entries in suites:
            for entry in entries:
                board = set_up(name, entry, options)
                found = list(checked(name, entry, board, options))
                rows += found
                wrong = [row for row in found if not row["ok"]]
                if options.format == "text":
                    print_entry(output, entry, found, options)
                if wrong and options.format == "text":
                    print_divide(output, entry, board, wrong[0])
                if wrong and options.fail_fast:
                    break
            if options.fail_fast and rows and not rows[-1]["ok"]:
                break
        print_summary(output, rows, options)
    return 0 if all(row["ok"] for row in rows) else 1


def chosen(name: str, options: argparse.Namespace) -> list[Entry]:
    """The positions of a file whose names the filter lets through; `SuiteError` names the file."""
    try:
        return [entry for entry in read(name) if options.filter.lower() in entry.name.lower()]
    except SuiteError as error:
        raise SuiteError(f"{name}: {error}") from None


def due(entry: Entry, options: argparse.Namespace) -> list[tuple[int, int]]:
    """The depths of a position that the options leave in, and their counts."""
    return [
        (depth, expected)
        for depth, expected in sorted(entry.nodes.items())
        if (options.max_depth is None or depth <= options.max_depth)
        and (options.max_nodes is None or expected <= options.max_nodes)
    ]


def set_up(name: str, entry: Entry, options: argparse.Namespace) -> Board:
    """The board of an entry; `SuiteError` names file and line of a position that is none."""
    try:
        return entry.board(chess960=options.chess960, rules=options.rules)
    except ValueError as error:
        raise SuiteError(f"{name}: line {entry.line}: {error}") from None


def checked(
    name: str, entry: Entry, board: Board, options: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    """Count the depths of one position that the options leave in, up to the first wrong one."""
    for each, expected in due(entry, options):
        with progress_bar(options, f"{entry.name} {each}") as progress:
            start = perf_counter()
            nodes = perft(board, each, progress=progress)
            seconds = perf_counter() - start
        row = (name, entry.name, each, expected, nodes, nodes == expected, seconds)
        yield dict(zip(HEADER, row, strict=True))
        if nodes != expected:
            return


def print_entry(
    output: Output, entry: Entry, rows: list[dict[str, Any]], options: argparse.Namespace
) -> None:
    """Print one line for a position, and one for its wrong count."""
    wrong = [row for row in rows if not row["ok"]]
    if not wrong:
        if not options.quiet:
            nodes = sum(row["nodes"] for row in rows)
            depths = f"D{rows[0]['depth']}-{rows[-1]['depth']}" if rows else "nothing to count"
            output.line(f"{output.styled('ok', 'green')}   {entry.name}  {depths}  {nodes:,} nodes")
        return
    row = wrong[0]
    output.line(f"{output.styled('FAIL', 'red')} {entry.name}")
    output.line(f"     {entry.fen}")
    output.line(f"     depth {row['depth']}: expected {row['expected']:,}, got {row['nodes']:,}")


def print_divide(output: Output, entry: Entry, board: Board, row: dict[str, Any]) -> None:
    """Print the core's counts of the wrong depth beside the reference's."""
    if row["depth"] == 0:
        return
    core = {board.uci(move): nodes for move, nodes in divide(board, row["depth"]).items()}
    model: dict[str, int] = {}
    if row["nodes"] <= MOST_REFERENCE_NODES:
        position = reference.parse_fen(entry.fen, str(board.rules), chess960=board.chess960)
        model = reference.divide(position, row["depth"])
    else:
        output.line("     (too large for the reference to count as well)")
    output.line(output.styled(f"     {'move':<6} {'core':>13} {'reference':>13}", "bold"))
    for move in sorted(core | model):
        left, right = core.get(move), model.get(move)
        mark = "  <-" if model and left != right else ""
        output.line(f"     {move:<6} {shown(left):>13} {shown(right):>13}{mark}")
    if core == model:
        output.line("     core and reference agree: the expected number is the odd one out")


def shown(nodes: int | None) -> str:
    """A count, or a dash where there is none."""
    return "-" if nodes is None else f"{nodes:,}"


def print_summary(output: Output, rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Print all rows as data, or their sums as text."""
    if options.format == "json":
        output.json(rows)
    elif options.format == "csv":
        output.csv(HEADER, rows)
    elif not options.quiet:
        positions = len({(row["file"], row["id"]) for row in rows})
        nodes, seconds = sum(row["nodes"] for row in rows), sum(row["seconds"] for row in rows)
        wrong = sum(not row["ok"] for row in rows)
        output.line(
            f"{positions} positions, {len(rows)} counts, {wrong} wrong; {nodes:,} nodes in "
            f"{seconds:.3f} s ({per_second(nodes, seconds):,} nodes/s)"
        )
