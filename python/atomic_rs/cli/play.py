"""`atomic-rs play`: a board in the browser, or in the terminal."""

from __future__ import annotations

import argparse
import math
from typing import Any, Final

from atomic_rs.cli.common import add_command, add_position

PORT: Final = 8960
OPPONENTS: Final = ("nobody", "random", "engine")
DRAWS: Final = ("claim", "lichess", "chessplayx")


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser = add_command(
        commands,
        "play",
        run_play,
        "play on a board in the browser, or in the terminal",
        (
            "play",
            "play --opponent random --side black",
            "play --engine fairy-stockfish",
            "play --terminal",
        ),
    )
    group = parser.add_argument_group("game")
    group.add_argument("--opponent", choices=OPPONENTS, help="who plays the other side")
    group.add_argument(
        "--side", choices=("white", "black"), default="white", help="your side (default: white)"
    )
    group.add_argument(
        "--draws", choices=DRAWS, default="claim", help="what counting means (default: claim)"
    )
    group.add_argument("--engine", metavar="CMD", help="a UCI engine to play against")
    group.add_argument(
        "--engine-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the engine",
    )
    group.add_argument(
        "--seconds",
        type=seconds,
        default=0.5,
        metavar="S",
        help="time of the engine for a move (default: 0.5)",
    )
    group.add_argument("--seed", type=int, metavar="N", help="seed of the random mover")
    place = parser.add_argument_group("place")
    place.add_argument("--terminal", action="store_true", help="play here, without a browser")
    place.add_argument("--letters", action="store_true", help="letters, not figures, for the men")
    place.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="address to serve at (default: here)"
    )
    place.add_argument(
        "--port",
        type=port,
        metavar="PORT",
        help=f"port to serve at (default: {PORT}, or any free one)",
    )
    place.add_argument("--no-open", action="store_true", help="do not open the browser")
    add_position(parser)


def seconds(text: str) -> float:
    """Read a time; it is at most an hour."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.001 <= value <= 3600:
        raise argparse.ArgumentTypeError(f'"{text}" is not a time from 0.001 to 3600 seconds')
    return value


def port(text: str) -> int:
    """Read the number of a port."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 65536):
        raise argparse.ArgumentTypeError(f'"{text}" is not a port from 0 to 65535')
    return int(text)


def run_play(options: argparse.Namespace) -> int:
    """Play."""
    from atomic_rs.cli.playing import run  # noqa: PLC0415 - other commands need no server

    return run(options)
