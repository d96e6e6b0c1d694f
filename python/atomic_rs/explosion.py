"""What a capture destroys, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atomic_rs.square_set import SquareSet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from atomic_rs._core import Piece

# The usual rough worth of a pawn, knight, bishop, rook and queen; a king has no price.
WORTH: Final = (0, 1, 3, 3, 5, 9, 0)


@dataclass(frozen=True)
class Explosion:
    """What a capture destroys.

    >>> from atomic_rs import Board, Move
    >>> board = Board("4k2r/5np1/8/8/8/8/1B6/4K3 w k - 0 1")
    >>> explosion = board.explosion(Move.from_uci("b2g7"))
    >>> sorted(explosion.squares), explosion.kings, explosion.material
    ([9, 53, 54, 63], (), 6)
    """

    ground_zero: int
    """The centre, where the capturing man arrives: a square from 0 to 63."""
    squares: SquareSet
    """Where the destroyed men stand; the capturing man is on its from-square."""
    pieces: Mapping[int, Piece]
    """The destroyed men by square."""
    kings: tuple[bool, ...]
    """The colors whose kings are destroyed, White (True) first."""
    lost_castling_rights: SquareSet
    """The rooks that lose the right to castle."""
    material: int
    """How much more the other side loses than the mover, in pawns: 1, 3, 3, 5, 9, kings 0."""

    @classmethod
    def of(
        cls, ground_zero: int, pieces: Mapping[int, Piece], lost_castling_rights: int, turn: bool
    ) -> Explosion:
        """Work out the rest for a capture by the side `turn`."""
        kings = {piece.color for piece in pieces.values() if piece.piece_type == 6}
        worth = (
            WORTH[piece.piece_type] * (-1 if piece.color == turn else 1)
            for piece in pieces.values()
        )
        return cls(
            ground_zero,
            SquareSet(pieces),
            pieces,
            tuple(sorted(kings, reverse=True)),
            SquareSet(lost_castling_rights),
            sum(worth),
        )
