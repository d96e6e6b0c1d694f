"""The corners of the rules that themes are made for, as questions to a board.

Random positions mostly miss what they were made for, so each theme has a question that says whether
a position really has the thing in it. The questions look at the board alone, not at what is legal
under the rule set, so that each rule set is asked about the same corners.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atomic_rs import Board, Illegality, Move, square_distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from atomic_rs import Explosion

# Castling fails for no other reason than what becomes of the king.
DANGER = {
    None,
    Illegality.CASTLING_THROUGH_ATTACK,
    Illegality.CASTLING_INTO_ATTACK,
    Illegality.KINGS_MAY_NOT_TOUCH,
}


def from_play(board: Board) -> bool:
    """Whether moves have been made."""
    return bool(board.move_stack)


def chess960_rights(board: Board) -> bool:
    """Whether somebody may castle in a way that only Chess960 knows."""
    return board.has_chess960_castling_rights()


def few_men(board: Board) -> bool:
    """Whether at most six men are left."""
    return board.occupied.bit_count() <= 6


def many_men(board: Board) -> bool:
    """Whether at least 16 men are there."""
    return board.occupied.bit_count() >= 16


def overfull(board: Board) -> bool:
    """Whether a side has more men than a game begins with."""
    return any(men.bit_count() > 16 for men in board.occupied_co)


def close_to_a_draw(board: Board) -> bool:
    """Whether a side lacks material, or a count is close to its end."""
    return (
        board.has_insufficient_material(True)
        or board.has_insufficient_material(False)
        or board.halfmove_clock >= 94
    )


def touching_kings(board: Board) -> bool:
    """Whether the kings touch, or are two steps apart where they may not touch."""
    white, black = board.king(True), board.king(False)
    if white is None or black is None:
        return False
    may_touch = board.rules.touch == "allowed" and board.rules.check != "orthodox"
    return square_distance(white, black) <= (1 if may_touch else 2)


def castlings(board: Board) -> Iterator[Move]:
    """The castlings of the side to move with nothing in their way, legal or not."""
    king = board.king(board.turn)
    if king is None:
        return
    for rook in board.piece_map(mask=board.castling_rights & board.occupied_co[board.turn]):
        # In orthodox chess the king takes two steps: on the same rank, from the e-file.
        target = rook if board.chess960 else king + (2 if rook > king else -2)
        move = Move(king, target)
        if board.explain(move) in DANGER:
            yield move


def open_castling(board: Board) -> bool:
    """Whether nothing stands in the way of a castling."""
    return any(castlings(board))


def castling_beside_king(board: Board) -> bool:
    """Whether a king could castle along squares next to the enemy king."""
    enemy = board.king(not board.turn)
    return enemy is not None and any(
        square_distance(enemy, square) == 1
        for move in castlings(board)
        for square in way_of_king(board, move)
    )


def way_of_king(board: Board, castling: Move) -> range:
    """The squares from a castling king's own to the one it arrives on."""
    home = castling.from_square
    file = 6 if castling.to_square > home else 2
    goal = home - home % 8 + file if board.chess960 else castling.to_square
    return range(min(home, goal), max(home, goal) + 1)


def explosions(board: Board) -> Iterator[tuple[Move, Explosion]]:
    """The captures of the side to move, legal or not, with what they destroy; no king captures."""
    king = board.king(board.turn)
    enemies = board.occupied_co[not board.turn]
    ep = board.ep_square
    targets = enemies if ep is None else enemies | 1 << ep
    if king is None or board.king(not board.turn) is None:
        return
    for move in board.pseudo_legal_list(to_mask=targets):
        if move.from_square == king or move.promotion not in {None, 5}:
            continue
        explosion = board.explosion(move)
        if explosion is not None:
            yield move, explosion


def castling_in_the_blast(board: Board) -> bool:
    """Whether a capture takes away a right to castle."""
    if not board.castling_rights:
        return False
    return any(explosion.lost_castling_rights for _, explosion in explosions(board))


def explosive_en_passant(board: Board) -> bool:
    """Whether an en passant capture destroys more than the two pawns."""
    if not board.has_pseudo_legal_en_passant():
        return False
    return any(
        board.is_en_passant(move) and len(explosion.squares) > 2
        for move, explosion in explosions(board)
    )


def explosive_promotion(board: Board) -> bool:
    """Whether a pawn could promote by a capture that destroys more than captor and captured."""
    return any(
        move.promotion is not None and len(explosion.squares) > 2
        for move, explosion in explosions(board)
    )


def broken_pins(board: Board) -> bool:
    """Whether a blast opens a line to the mover's king, or removes who pins the captor."""
    king = board.king(board.turn)
    if king is None:
        return False
    sliders = board.occupied_co[not board.turn] & (board.bishops | board.rooks | board.queens)
    if not sliders:
        return False
    enemy, occupied = not board.turn, board.occupied
    before = board.attackers_mask(enemy, king)
    for move, explosion in explosions(board):
        burnt = int(explosion.squares)
        if burnt >> king & 1:
            continue
        after = board.attackers_mask(enemy, king, occupied & ~burnt) & sliders & ~burnt
        moved = occupied & ~(1 << move.from_square) | 1 << move.to_square
        unpinned = board.attackers_mask(enemy, king, moved) & sliders
        # Lines that the captor's leaving opens by itself are pins as in chess.
        if after & ~before & ~unpinned or unpinned & ~before & burnt & ~(1 << move.to_square):
            return True
    return False


def impossible(board: Board) -> bool:
    """Whether no game leads to the position."""
    return not board.is_valid()
