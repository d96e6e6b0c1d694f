"""Time `Board` beside python-chess's `AtomicBoard`: medians of interleaved rounds, in nanoseconds.

python benches/python/board.py [ROUNDS]

In each round both libraries do each thing once, so that what else the machine is doing hits both.
python-chess must be installed; it is a peer to compare with, not a dependency.
"""

from __future__ import annotations

import random
import sys
from statistics import median
from time import perf_counter_ns
from timeit import Timer
from typing import TYPE_CHECKING, Any, Final

import chess
import chess.variant

from atomic_rs import Board, Move

if TYPE_CHECKING:
    from collections.abc import Callable

# A middlegame with 30 legal moves.
FEN: Final = "r1bq1r1k/ppp2ppp/2np1n2/2b1p3/4P3/2NP1N2/PPP2PPP/R2QR1K1 w - - 2 8"
GAMES: Final = 1000
LONG_GAME: Final = 5000
KNIGHTS_OUT_AND_HOME: Final = ("g1f3", "g8f6", "f3g1", "f6g8")

# Loops of each statement in a round, fewer for the slow peer.
LOOPS: Final = 20000
PEER_LOOPS: Final = 100

STATEMENTS: Final = (
    "list(board.legal_moves)",
    "board.legal_moves.count()",
    "move in board.legal_moves",
    "board.push(move); board.pop()",
    "board.parse_san('Nd5')",
    "board.san(move)",
    "Board(FEN)",
    "board.is_check()",
    "board.copy()",
)


def random_games(number: int, seed: int) -> list[list[str]]:
    """Random games in algebraic notation, of 60 half-moves or until they end."""
    source = random.Random(seed)
    games = []
    for _ in range(number):
        board = Board()
        game: list[str] = []
        while len(game) < 60 and board.legal_moves:
            game.append(board.san_and_push(source.choice(board.legal_moves)))
        games.append(game)
    return games


def long_board(plies: int) -> Board:
    """A game in which knights go out and home, with a pawn move now and then against the clock."""
    board = Board()
    pawns = iter(f"{file}{rank}{file}{rank + 1}" for rank in (2, 3, 4) for file in "abcdefgh")
    for ply in range(plies):
        # Every 400 half-moves White moves a pawn instead of a knight.
        pawn = next(pawns, None) if ply % 400 == 396 else None
        wanted = pawn or KNIGHTS_OUT_AND_HOME[ply % 4]
        legal = board.legal_moves
        move = Move.from_uci(wanted)
        board.push(move if move in legal else legal[0])
    return board


def replay(board_class: Callable[[], Any], games: list[list[str]]) -> float:
    """Nanoseconds to play a game from its text, on average."""
    start = perf_counter_ns()
    for game in games:
        board = board_class()
        for san in game:
            board.push_san(san)
    return (perf_counter_ns() - start) / len(games)


def row(name: str, times: list[tuple[float, float]]) -> None:
    """Print the medians of both libraries and their ratio."""
    left, right = (median(column) for column in zip(*times, strict=True))
    print(f"| {name} | {left:,.0f} | {right:,.0f} | {right / left:,.0f} |")


def main() -> int:
    """Time everything, and print a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    ours, theirs = Board(FEN), chess.variant.AtomicBoard(FEN)
    move = ours.parse_san("Nd5")
    left = {"board": ours, "move": move, "Board": Board, "FEN": FEN}
    right = {
        "board": theirs,
        "move": chess.Move.from_uci(move.uci()),
        "Board": chess.variant.AtomicBoard,
        "FEN": FEN,
    }
    print(f"medians of {rounds} interleaved rounds, nanoseconds; {len(ours.legal_moves)} moves\n")
    print("| what | atomic-rs | python-chess | ratio |\n|---|---|---|---|")
    for statement in STATEMENTS:
        timers = Timer(statement, globals=left), Timer(statement, globals=right)
        row(
            f"`{statement}`",
            [
                (
                    timers[0].timeit(LOOPS) / LOOPS * 1e9,
                    timers[1].timeit(PEER_LOOPS) / PEER_LOOPS * 1e9,
                )
                for _ in range(rounds)
            ],
        )
    games = random_games(GAMES, 1)
    row(
        f"a game of SAN, {sum(map(len, games)) / GAMES:.0f} half-moves",
        [
            (replay(Board, games), replay(chess.variant.AtomicBoard, games[: GAMES // 20]))
            for _ in range(rounds)
        ],
    )
    print("\n| `is_repetition(3)` after | atomic-rs |\n|---|---|")
    for plies in (50, 500, LONG_GAME):
        board = long_board(plies)
        timer = Timer("board.is_repetition(3)", globals={"board": board})
        nanoseconds = median(timer.timeit(LOOPS) / LOOPS * 1e9 for _ in range(rounds))
        print(f"| {plies:,} half-moves (clock {board.halfmove_clock}) | {nanoseconds:,.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
