"""`atomic-rs moves`, `show` and `fen`: look at one position."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from atomic_rs import STARTING_FEN, Board, InvalidMoveError, Status
from atomic_rs.cli.common import (
    Output,
    UseError,
    add_command,
    add_format,
    add_position,
    add_rules,
    board_of,
    whole_number,
)
from atomic_rs.cli.diagram import Diagram, burnt, last_squares

if TYPE_CHECKING:
    import argparse

    from atomic_rs import Move

FAULTS: Final = {
    Status.NO_WHITE_KING: "there is no white king",
    Status.NO_BLACK_KING: "there is no black king",
    Status.TOO_MANY_KINGS: "there are too many kings",
    Status.TOO_MANY_WHITE_PAWNS: "White has more than 8 pawns",
    Status.TOO_MANY_BLACK_PAWNS: "Black has more than 8 pawns",
    Status.PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    Status.TOO_MANY_WHITE_PIECES: "White has more than 16 men",
    Status.TOO_MANY_BLACK_PIECES: "Black has more than 16 men",
    Status.BAD_CASTLING_RIGHTS: "a castling right has no king or rook in its place",
    Status.INVALID_EP_SQUARE: "no pawn can just have passed the en passant square",
    Status.OPPOSITE_CHECK: "the side that has just moved is in check",
    Status.EMPTY: "the board is empty",
    Status.TOO_MANY_CHECKERS: "more men give check than any move can uncover",
    Status.IMPOSSIBLE_CHECK: "no double step of a pawn can uncover this check",
}


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser = add_command(
        commands,
        "moves",
        run_moves,
        "list the legal moves, captures marked with an x",
        ("moves", "moves g1", 'moves --captures --fen "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"'),
    )
    parser.add_argument("square", nargs="?", metavar="SQUARE", help="only moves from this square")
    parser.add_argument("--captures", action="store_true", help="only captures")
    add_format(parser)
    add_position(parser)
    parser = add_command(
        commands,
        "show",
        run_show,
        "draw the board",
        (
            "show",
            'show --unicode --flip --last --moves "e2e4 d7d5"',
            'show --blast exd5 --moves "e2e4 d7d5"',
            "show --svg --size 200",
        ),
    )
    parser.add_argument("--unicode", action="store_true", help="chess figures instead of letters")
    parser.add_argument("--flip", action="store_true", help="Black's side below")
    parser.add_argument("--last", action="store_true", help="mark the last move, and a check")
    parser.add_argument(
        "--blast", metavar="MOVE", help="mark what a capture (UCI or SAN) would destroy"
    )
    parser.add_argument(
        "--svg", action="store_true", help="a picture; also for -o with a name that ends in .svg"
    )
    parser.add_argument(
        "--size", type=whole_number, default=390, metavar="PIXELS", help="width of the picture"
    )
    add_position(parser)
    parser = add_command(
        commands,
        "fen",
        run_fen,
        "write a FEN in its normal form and name every fault of the position",
        (
            'fen "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"',
            'fen --shredder --chess960 "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w KQkq -"',
        ),
    )
    parser.add_argument("words", nargs="*", metavar="FEN", help="position, in quotes or not")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--xfen", action="store_true", help="en passant square if a pawn stands ready to capture"
    )
    form.add_argument("--shredder", action="store_true", help="castling as files of the rooks")
    add_format(parser)
    add_rules(parser)


def run_moves(options: argparse.Namespace) -> int:
    """List the moves."""
    board = board_of(options)
    origin = "" if options.square is None else square(options.square)
    rows = [
        {"uci": uci, "capture": capture}
        for move in board.legal_moves
        if (uci := board.uci(move)).startswith(origin)
        and ((capture := board.is_capture(move)) or not options.captures)
    ]
    with Output(options) as output:
        if options.format == "json":
            output.json({"fen": board.fen(), "rules": str(board.rules), "moves": rows})
        elif options.format == "csv":
            output.csv(
                ("uci", "capture"),
                ({"uci": row["uci"], "capture": "x" if row["capture"] else ""} for row in rows),
            )
        else:
            for row in rows:
                mark = output.styled(" x", "red") if row["capture"] and not options.quiet else ""
                output.line(f"{row['uci']}{mark}")
    return 0


def square(name: str) -> str:
    """The name of a square; `UseError` if it is none."""
    if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise UseError(f"there is no square {name!r}")
    return name


def run_show(options: argparse.Namespace) -> int:
    """Draw the board."""
    board = board_of(options)
    capture = None if options.blast is None else move_of(board, options.blast)
    if capture is not None and not board.is_capture(capture):
        raise UseError(f'"{options.blast}" captures nothing, so nothing explodes')
    check = board.king(board.turn) if options.last and board.is_check() else None
    with Output(options) as output:
        if options.svg or (options.output or "").lower().endswith(".svg"):
            from atomic_rs import svg  # noqa: PLC0415 - only pictures need it

            moves = board.move_stack
            output.line(
                svg.board(
                    board,
                    orientation=not options.flip,
                    size=options.size,
                    lastmove=moves[-1] if options.last and moves else None,
                    check=check,
                    blast=capture,
                )
            )
            return 0
        diagram = Diagram(
            unicode=options.unicode,
            color=output.colored,
            flip=options.flip,
            last=last_squares(board) if options.last else (),
            check=check,
            blast=() if capture is None else burnt(board, capture),
        )
        for line in diagram.lines(board):
            output.line(line)
    return 0


def move_of(board: Board, text: str) -> Move:
    """A legal move, given as UCI or in algebraic notation; errors are those of `parse_san`."""
    with contextlib.suppress(InvalidMoveError):
        return board.parse_uci(text)
    return board.parse_san(text)


def run_fen(options: argparse.Namespace) -> int:
    """Write the FEN, and name the faults; exit 1 if there is one."""
    text = " ".join(options.words) or "startpos"
    fen = STARTING_FEN if text == "startpos" else text
    board = Board(fen, chess960=options.chess960, rules=options.rules)
    normal = board.fen(shredder=options.shredder, en_passant="xfen" if options.xfen else "legal")
    status = board.status()
    faults = {flag: FAULTS[flag] for flag in Status if flag and flag in status}
    with Output(options) as output:
        if options.format == "json":
            names = [{"flag": flag.name, "fault": fault} for flag, fault in faults.items()]
            output.json({"fen": normal, "valid": not faults, "faults": names})
        elif options.format == "csv":
            flags = " ".join(flag.name or "" for flag in faults)
            output.csv(
                ("fen", "valid", "faults"),
                [{"fen": normal, "valid": int(not faults), "faults": flags}],
            )
        else:
            output.line(normal)
            if not options.quiet:
                for flag, fault in faults.items():
                    output.line(output.styled(f"fault: {fault} ({flag.name})", "red"))
    return 1 if faults else 0
