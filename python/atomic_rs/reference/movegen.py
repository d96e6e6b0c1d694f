"""Which moves are legal: make the move and look, because that is the definition."""

from collections.abc import Iterator
from dataclasses import replace

from .apply import apply
from .explosion import ground_zero
from .geometry import FORWARD, NEIGHBOURS, OPPONENT, PATHS, PAWN_TARGETS, Color, letter, span, step
from .position import Position, attackers, castling_targets, king


def legal_moves(position: Position) -> list[str]:
    """List the legal moves in UCI, sorted."""
    return sorted(move for move, _ in successors(position))


def in_check(position: Position, color: Color | None = None) -> bool:
    """Say whether a side, by default the side to move, is in check as its rule set means it."""
    return any(checkers(position, color or position.turn))


def is_capture(position: Position, move: str) -> bool:
    """Say whether a move captures, and therefore explodes."""
    return ground_zero(position, move) is not None


def kings_touch(position: Position) -> bool:
    """Say whether both kings are there and stand one king step apart."""
    white, black = king(position, "w"), king(position, "b")
    return white is not None and black in NEIGHBOURS[white]


def checkers(position: Position, color: Color) -> Iterator[str]:
    """Find the men that give check to the king of one colour, as its rule set means check."""
    check, target, enemy = (
        position.rules.check,
        king(position, color),
        king(position, OPPONENT[color]),
    )
    if check == "none" or target is None or enemy is None:
        return iter(())
    if check == "atomic" and enemy in NEIGHBOURS[target]:
        # Kings next to each other shield each other (R12), others attack each other nowhere.
        return iter(())
    return attackers(position, target, OPPONENT[color])


def successors(position: Position) -> Iterator[tuple[str, Position]]:
    """Give every legal move with the position it leads to, in no particular order."""
    if king(position, "w") is None or king(position, "b") is None:
        return  # the game is over (R10)
    for move in pseudo_legal_moves(position):
        after = apply(position, move)
        if is_sound(position, move, after):
            yield move, after


def is_sound(position: Position, move: str, after: Position) -> bool:
    """Judge a pseudo-legal move by the position it leads to (R13 to R16, R33, R34)."""
    rules, mover = position.rules, position.turn
    if king(after, mover) is None:
        return rules.self_blast != "illegal"
    if position.board[move[:2]] in "Kk":
        if rules.touch == "forbidden" and kings_touch(after):
            return False
        # Kings that attack like other men take no protected man, even if the blast removes the
        # protector (R38).
        takes = rules.check == "orthodox" and is_capture(position, move)
        if takes and in_check(with_king_on(position, move[2:4])):
            return False
    return not in_check(after, mover)


def with_king_on(position: Position, square: str) -> Position:
    """Lift the king of the side to move and put it on a square, over whatever stands there."""
    own = letter("K", position.turn)
    board = {at: man for at, man in position.board.items() if man != own}
    return replace(position, board=board | {square: own})


def pseudo_legal_moves(position: Position) -> Iterator[str]:
    """Give the moves of the side to move, whatever becomes of its king by them."""
    board, is_white = position.board, position.turn == "w"
    for origin, man in board.items():
        if man.isupper() != is_white:
            continue
        if man in "Pp":
            yield from pawn_moves(position, origin)
            continue
        spared = "Kk" if man in "Kk" and not position.rules.king_x_king else ""
        for path in PATHS[man.upper()][origin]:
            for target in path:
                other = board.get(target)
                if other is None or (other.isupper() != is_white and other not in spared):
                    yield origin + target
                if other is not None:
                    break
    yield from en_passant_captures(position)
    yield from castlings(position)


def pawn_moves(position: Position, origin: str) -> Iterator[str]:
    """Give the steps and captures of one pawn, en passant apart."""
    # Only a FEN puts a pawn on its own first rank, without a double step, or on its last rank.
    board, turn = position.board, position.turn
    second, last = ("2", "8") if turn == "w" else ("7", "1")
    targets = [
        target
        for target in PAWN_TARGETS[turn, origin]
        if target in board and board[target].isupper() != (turn == "w")
    ]
    for ranks in (1, 2) if origin[1] == second else (1,):
        target = step(origin, 0, ranks * FORWARD[turn])
        if target is None or target in board:
            break
        targets.append(target)
    for target in targets:
        for promotion in "qrbn" if target[1] == last else ("",):
            yield origin + target + promotion


def has_ep_victim(position: Position) -> bool:
    """Say whether a pawn can be captured on the ep square, if somebody is there to do it."""
    board, ep = position.board, position.ep_square or "-"
    rank, behind, pawn = ("6", "5", "p") if position.turn == "w" else ("3", "4", "P")
    return ep[1:] == rank and ep not in board and board.get(ep[0] + behind) == pawn


def en_passant_captures(position: Position) -> Iterator[str]:
    """Give the captures on the ep square, whatever becomes of the king by them."""
    ep_square, turn = position.ep_square, position.turn
    if ep_square is None or not has_ep_victim(position):
        return
    for origin in PAWN_TARGETS[OPPONENT[turn], ep_square]:
        if position.board.get(origin) == letter("P", turn):
            yield origin + ep_square


def legal_ep_square(position: Position) -> str | None:
    """Give the ep square if a capture on it is legal, else None (R40)."""
    captures = set(en_passant_captures(position))
    return position.ep_square if captures and captures & set(legal_moves(position)) else None


def castlings(position: Position) -> Iterator[str]:
    """Give the castlings whose squares are empty and whose way is safe for the king (R18)."""
    home = king(position, position.turn)
    for rook in position.castling:
        if home is None or position.board[rook] != letter("R", position.turn):
            continue
        king_to, rook_to = castling_targets(home, rook)
        used = {*span(home, king_to), *span(rook, rook_to)} - {home, rook}
        # The king walks from home, where it must be safe too; its last square is judged when the
        # castling has been made and the rook is in its new place.
        way = {home, *span(home, king_to)} - ({king_to} - {home})
        if used.isdisjoint(position.board) and not any(
            in_check(with_king_on(position, square)) for square in way
        ):
            yield home + (rook if position.chess960 else king_to)
