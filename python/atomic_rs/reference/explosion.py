"""What a capture destroys; whether it is legal is not asked here."""

from .geometry import NEIGHBOURS
from .position import Position


def ground_zero(position: Position, move: str) -> str | None:
    """Find the centre of the blast, which is where the capturer lands; None without a capture."""
    origin, target = move[:2], move[2:4]
    man, other = position.board[origin], position.board.get(target)
    if other is None:
        is_en_passant = man in "Pp" and origin[0] != target[0]
        return target if is_en_passant else None
    # A man of one's own on the target is the rook of a castling, which captures nothing.
    return target if man.isupper() != other.isupper() else None


def burnt(position: Position, move: str) -> frozenset[str]:
    """List the squares that a capture empties, the origin of the capturer apart (R6)."""
    zero = ground_zero(position, move)
    if zero is None:
        return frozenset()
    board, rules, origin = position.board, position.rules, move[:2]
    fireproof = ("" if rules.pawns_explode else "Pp") + ("Kk" if rules.king == "immune" else "")
    gone = {
        square
        for square in NEIGHBOURS[zero]
        if square in board and square != origin and board[square] not in fireproof
    }
    if board[origin] not in "Kk" or rules.king == "dies":
        gone.add(zero)
    if zero not in board:
        gone.add(zero[0] + origin[1])  # the pawn captured en passant
    return frozenset(gone)
