"""Counting the leaves of the move tree, the usual test of a move generator."""

from .movegen import successors
from .position import Position


def perft(position: Position, depth: int) -> int:
    """Count the sequences of that many legal moves; there is one sequence of no moves."""
    if depth < 0:
        message = f"depth {depth} is negative"
        raise ValueError(message)
    return sum(perft(after, depth - 1) for _, after in successors(position)) if depth else 1


def divide(position: Position, depth: int) -> dict[str, int]:
    """Split the perft number of a depth of at least one by first move, sorted by UCI."""
    moves = sorted(successors(position), key=lambda successor: successor[0])
    return {move: perft(after, depth - 1) for move, after in moves}
