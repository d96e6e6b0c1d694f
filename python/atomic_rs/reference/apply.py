"""Play a move on a position: the new position, without asking whether the move was legal."""

from .explosion import burnt, ground_zero
from .geometry import OPPONENT, color_of, letter
from .position import Position, castling_rook, castling_targets, king


def apply(position: Position, uci: str) -> Position:
    """Play a legal move given in UCI; what an illegal move leads to is not defined."""
    origin, target, promotion = uci[:2], uci[2:4], uci[4:]
    turn, old, zero = position.turn, position.board, ground_zero(position, uci)
    casualties = burnt(position, uci) if zero else frozenset[str]()
    board = dict(old)
    man = board.pop(origin)
    if rook := castling_rook(position, uci):
        del board[rook]
        king_to, rook_to = castling_targets(origin, rook)
        board[king_to], board[rook_to] = man, letter("R", turn)
    else:
        board[target] = letter(promotion.upper(), turn) if promotion else man
    for square in casualties:
        del board[square]
    is_zeroing = man in "Pp" or zero is not None
    touched = {origin, target, *casualties}
    ranks = int(origin[1]), int(target[1])
    is_double_step = man in "Pp" and abs(ranks[0] - ranks[1]) == 2
    return Position(
        board=board,
        turn=OPPONENT[turn],
        # A right needs its rook and its king untouched (R8).
        castling=frozenset(
            rook
            for rook in position.castling
            if touched.isdisjoint({rook, king(position, color_of(old[rook]))})
        ),
        ep_square=f"{origin[0]}{sum(ranks) // 2}" if is_double_step else None,
        halfmove_clock=0 if is_zeroing else position.halfmove_clock + 1,
        fullmove_number=position.fullmove_number + (turn == "b"),
        rules=position.rules,
        chess960=position.chess960,
        captured_king=color_of(old[target]) if old.get(target) in ("K", "k") else None,
    )
