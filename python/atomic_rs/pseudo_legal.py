"""`PseudoLegalMoves`: the view that `Board.pseudo_legal_moves` gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, overload

if TYPE_CHECKING:
    from collections.abc import Iterator

    from atomic_rs._core import Move, Position


class PseudoLegalMoves:
    """The pseudo-legal moves of a position: legal but for what becomes of the own king.

    It shows the position from which it was taken, is true if there is a move, and can be counted,
    iterated, indexed and asked whether a move is in it.

    >>> from atomic_rs import Move, Position
    >>> moves = PseudoLegalMoves(Position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"))
    >>> len(moves), Move.from_uci("e1e2") in moves
    (5, True)
    >>> moves
    <PseudoLegalMoves (Kd1, Kf1, e1d2, e1e2, e1f2)>
    """

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def count(self) -> int:
        """The number of moves."""
        return len(self._position.pseudo_legal_list())

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __iter__(self) -> Iterator[Move]:
        return iter(self._position.pseudo_legal_list())

    def __contains__(self, move: Move) -> bool:
        return self._position.is_pseudo_legal(move)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Move | list[Move]:
        return self._position.pseudo_legal_list()[index]

    def __repr__(self) -> str:
        position = self._position
        texts = (position.san(move) if position.is_legal(move) else move.uci() for move in self)
        return f"<PseudoLegalMoves ({', '.join(texts)})>"
