"""`atomic-rs uci`: the core as an engine."""

from __future__ import annotations

import argparse
from typing import Any

from atomic_rs.uci import serve


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "uci",
        help="speak UCI on standard input and output, as a trusted engine for other tools",
        description=(
            "Speak UCI on standard input and output: uci, isready, setoption UCI_Variant and "
            "UCI_Chess960, position, go perft N, d, go depth/nodes/movetime/infinite, stop, quit. "
            "Legal moves are exact; the play is a search of two half-moves by material."
        ),
        epilog='examples:\n  printf "position startpos\\ngo perft 3\\n" | atomic-rs uci',
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(command=lambda _options: serve())
