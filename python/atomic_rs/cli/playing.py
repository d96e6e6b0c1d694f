"""What `atomic-rs play` does: it sets a table and serves it, or plays in the terminal."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Final

from atomic_rs.cli.common import Output, UseError, board_of, is_terminal
from atomic_rs.cli.diagram import Diagram, last_squares
from atomic_rs.cli.play import PORT
from atomic_rs.play.opponent import EngineMover, RandomMover
from atomic_rs.play.server import PlayServer
from atomic_rs.play.table import NOBODY, Setting, Table
from atomic_rs.play.terminal import TerminalGame

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from atomic_rs import Board
    from atomic_rs.play.opponent import Opponent

PAUSE: Final = 0.4  # seconds before a random move, so that one sees it


def run(options: argparse.Namespace) -> int:
    """Play."""
    board = board_of(options)
    opponent = options.opponent or ("engine" if options.engine else NOBODY)
    if opponent == "engine" and not options.engine:
        raise UseError("name the engine with --engine")
    setting = Setting(
        fen=board.root().fen(),
        moves=tuple(board.uci(move) for move in board.move_stack),
        rules=str(board.rules),
        chess960=board.chess960,
        draws=options.draws,
        opponent=opponent,
        human=options.side == "white",
    )
    pause = 0.0 if options.terminal else PAUSE
    with Table(setting, opponents(options), pause=pause) as table, Output(options) as output:
        if options.terminal:
            play_here(table, options, output)
        else:
            serve(table, options, output)
    return 0


def opponents(options: argparse.Namespace) -> dict[str, Opponent]:
    """Who can be played against."""
    found: dict[str, Opponent] = {"random": RandomMover(options.seed)}
    if options.engine:
        pairs = [text.partition("=") for text in options.engine_option]
        for name, sign, _ in pairs:
            if not (name and sign):
                raise UseError(f"an engine option looks like NAME=VALUE, not {name!r}")
        settings = {name: value for name, _, value in pairs}
        found["engine"] = EngineMover(options.engine, seconds=options.seconds, options=settings)
    return found


def serve(table: Table, options: argparse.Namespace, output: Output) -> None:
    """Serve the page until Ctrl-C."""
    wanted = PORT if options.port is None else options.port
    try:
        server = PlayServer(table, options.host, wanted)
    except OSError as error:
        if options.port is not None or isinstance(error, socket.gaierror):
            raise UseError(f"{options.host}:{wanted}: {error.strerror}") from None
        server = PlayServer(table, options.host, 0)
    output.line(server.url if options.quiet else f"Playing at {server.url} (Ctrl-C to stop)")
    if not server.is_local:
        output.line("Careful: everybody who can reach this machine can play along.")
    if sys.stdout is not None:
        sys.stdout.flush()
    if not options.no_open:
        threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
    try:
        server.serve_forever(0.2)
    finally:
        server.server_close()


def play_here(table: Table, options: argparse.Namespace, output: Output) -> None:
    """Play in the terminal."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    figures = not options.letters and encoding.startswith("utf")

    def draw(board: Board, burnt: list[int], flip: bool) -> list[str]:
        if options.quiet:
            return []
        check = board.king(board.turn) if board.is_check() else None
        diagram = Diagram(
            unicode=figures,
            color=output.colored,
            flip=flip,
            coordinates=True,
            last=last_squares(board),
            check=check,
            blast=burnt,
        )
        return diagram.lines(board)

    game = TerminalGame(
        table, draw=draw, say=output.line, flip=not table.setting.human and not options.quiet
    )
    if is_terminal(sys.stdin) and not options.quiet:
        output.line("Type a move, or help.")
    game.run(typed())


def typed() -> Iterator[str]:
    """What somebody types, or what stands in a file or pipe."""
    if not is_terminal(sys.stdin):
        yield from sys.stdin or ()
        return
    while True:
        try:
            yield input("> ")
        except EOFError:
            return
