"""Why a move is not legal."""

from __future__ import annotations

from enum import Enum


class Illegality(Enum):
    """The first reason found why a move is not legal; the value says it in words.

    >>> from atomic_rs import Board, Move
    >>> Board("4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1").explain(Move.from_uci("d1d2"))
    <Illegality.OWN_KING_EXPLODES: 'the explosion would destroy the own king'>
    """

    NULL_MOVE = "a null move is no legal move"
    GAME_OVER = "the game is over: the sides do not have one king each"
    NO_PIECE = "there is no man on the from-square"
    WRONG_SIDE = "the man belongs to the other side"
    OWN_PIECE = "the target holds a man of the same side"
    UNREACHABLE = "the man does not move that way, or something stands in between"
    PROMOTION_MISSING = "a pawn that reaches the last rank must become something"
    PROMOTION_IMPOSSIBLE = "the move cannot be that promotion"
    KING_MAY_NOT_CAPTURE = "a king may not capture: its explosion would destroy it"
    KING_TAKES_KING = "kings may not capture each other"
    PROTECTED_PIECE = "a king may not capture a protected man, even if the protector explodes"
    KINGS_MAY_NOT_TOUCH = "kings may not stand next to each other"
    OWN_KING_EXPLODES = "the explosion would destroy the own king"
    KING_LEFT_ATTACKED = "the own king would be attacked, and not touch the other one"
    CASTLING_WITHOUT_RIGHT = "there is no right to castle"
    CASTLING_BLOCKED = "something stands in the way of castling"
    CASTLING_THROUGH_ATTACK = "the king would castle out of or through an attack"
    CASTLING_INTO_ATTACK = "the king would castle into an attack"

    def __str__(self) -> str:
        return self.value
