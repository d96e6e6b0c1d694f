"""A position as plain data, and the question who attacks what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .geometry import OPPONENT, PATHS, PAWN_TARGETS, Color, color_of, letter, step
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that a FEN says, and the rules to play it by."""

    board: Mapping[str, str]  # the man on each occupied square: {"e1": "K", "e8": "k"}
    turn: Color
    castling: frozenset[str]  # the squares of the rooks that may still castle
    ep_square: str | None  # what a pawn has just stepped over, capturable or not
    halfmove_clock: int
    fullmove_number: int
    rules: Rules
    chess960: bool = False
    # Did the FEN name a castling right that does not exist? Forgotten after a move.
    bad_castling: bool = field(default=False, compare=False)
    # Whose king did the last move capture on its own square? It only names the end of the game.
    captured_king: Color | None = field(default=None, compare=False)


def king(position: Position, color: Color) -> str | None:
    """Find the king of one colour; None if it is gone."""
    wanted = letter("K", color)
    for square, man in position.board.items():
        if man == wanted:
            return square
    return None


def attackers(position: Position, square: str, color: Color) -> Iterator[str]:
    """Find the men of one colour that attack a square as in orthodox chess, kings included."""
    # Seeing is mutual: look from the square as each kind of man would, and see whom you meet first.
    board = position.board
    for eyes, kinds in (("B", "BQ"), ("R", "RQ"), ("N", "N"), ("K", "K")):
        wanted = letter(kinds, color)
        for path in PATHS[eyes][square]:
            for seen in path:
                if seen in board:
                    if board[seen] in wanted:
                        yield seen
                    break
    for seen in PAWN_TARGETS[OPPONENT[color], square]:
        if board.get(seen) == letter("P", color):
            yield seen


def castling_rook(position: Position, move: str) -> str | None:
    """Find the rook that a move castles with; None if the move is no castling."""
    origin, target = move[:2], move[2:4]
    man = position.board[origin]
    if man not in "Kk":
        return None
    if position.chess960:
        return target if position.board.get(target) == letter("R", color_of(man)) else None
    is_wide = target in (step(origin, 2, 0), step(origin, -2, 0))
    return ("h" if target > origin else "a") + origin[1] if is_wide else None


def castling_targets(home: str, rook: str) -> tuple[str, str]:
    """Say where the king, coming from home, and the rook go when they castle."""
    king_file, rook_file = ("g", "f") if rook > home else ("c", "d")
    return king_file + rook[1], rook_file + rook[1]
