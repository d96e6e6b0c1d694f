"""Our own engine with a fault planted in its legal moves: `python broken.py FAULT`.

The fault is one of `FAULTS`, each of which somebody's program has had.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from atomic_rs import Board, Move, square_name
from serving import serve

if TYPE_CHECKING:
    from collections.abc import Callable


def no_en_passant(board: Board) -> set[str]:
    """Leave out en passant."""
    return {board.uci(move) for move in board.legal_moves if not board.is_en_passant(move)}


def kings_capture(board: Board) -> set[str]:
    """Let kings take what is beside them."""
    moves = {board.uci(move) for move in board.legal_moves}
    king = board.king(board.turn)
    if king is None or board.king(not board.turn) is None:
        return moves
    enemies = board.attacks_mask(king) & board.occupied_co[not board.turn] & ~board.kings
    return moves | {Move(king, to).uci() for to in range(64) if enemies >> to & 1}


def touching_kings_check(board: Board) -> set[str]:
    """See check where the kings touch, and leave out what does not answer it."""
    moves = {board.uci(move) for move in board.legal_moves}
    king, enemy = board.king(board.turn), board.king(not board.turn)
    if king is None or enemy is None or not board.kings_touch():
        return moves
    attackers = board.attackers_mask(not board.turn, king) & ~board.kings
    home = square_name(king)
    return {move for move in moves if move.startswith(home)} if attackers else moves


def no_blast_in_double_check(board: Board) -> set[str]:
    """Only the king may answer a double check, as in chess."""
    king = board.king(board.turn)
    is_double = board.checkers_mask().bit_count() > 1
    return {
        board.uci(move) for move in board.legal_moves if not is_double or move.from_square == king
    }


def no_castling_beside_king(board: Board) -> set[str]:
    """Leave out castling along squares that are safe only because the enemy king is near."""
    enemy = board.king(not board.turn)
    if enemy is None:
        return set()
    near = board.attacks_mask(enemy)
    return {
        board.uci(move)
        for move in board.legal_moves
        if not (board.is_castling(move) and near & (0xFF << move.from_square // 8 * 8))
    }


FAULTS: Final[dict[str, Callable[[Board], set[str]]]] = {
    function.__name__: function
    for function in (
        no_en_passant,
        kings_capture,
        touching_kings_check,
        no_blast_in_double_check,
        no_castling_beside_king,
    )
}


def answer(board: Board, fault: Callable[[Board], set[str]], depth: int) -> dict[str, int]:
    """The leaves below each move; a move that is illegal has one, however deep."""
    legal = {board.uci(move) for move in board.legal_moves}
    counts = {}
    for uci in sorted(fault(board)):
        if depth == 1 or uci not in legal:
            counts[uci] = 1
        else:
            after = board.copy(stack=False)
            after.push_uci(uci)
            counts[uci] = sum(answer(after, fault, depth - 1).values())
    return counts


class Broken:
    """A board with a fault."""

    variants = ("atomic",)

    def __init__(self, fault: str) -> None:
        self.name = f"broken ({fault})"
        self._fault = FAULTS[fault]
        self._board = Board()

    def set_up(self, fen: str, moves: list[str], _variant: str, *, chess960: bool) -> None:
        """Set a position up."""
        self._board = Board(fen, chess960=chess960)
        for uci in moves:
            self._board.push_uci(uci)

    def divide(self, depth: int) -> dict[str, int]:
        """The leaves below each move."""
        return answer(self._board, self._fault, depth)

    def fen(self) -> str:
        """The FEN."""
        return self._board.fen()


if __name__ == "__main__":
    serve(Broken(sys.argv[1]))
