"""Colours and kinds of men: python-chess's numbers, letters and names for them."""

from __future__ import annotations

from typing import Final, TypeAlias

from atomic_rs.text import quoted

Color: TypeAlias = bool
PieceType: TypeAlias = int

WHITE: Color = True
BLACK: Color = False
COLORS: Final[list[Color]] = [WHITE, BLACK]
# Indexed by colour, so Black comes first.
COLOR_NAMES: Final = ["black", "white"]

PAWN: PieceType = 1
KNIGHT: PieceType = 2
BISHOP: PieceType = 3
ROOK: PieceType = 4
QUEEN: PieceType = 5
KING: PieceType = 6
PIECE_TYPES: Final[list[PieceType]] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]

# Indexed by piece type; no piece has the type 0.
PIECE_SYMBOLS: Final = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: Final = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]

UNICODE_PIECE_SYMBOLS: Final = {
    "R": "♖",
    "r": "♜",
    "N": "♘",
    "n": "♞",
    "B": "♗",
    "b": "♝",
    "Q": "♕",
    "q": "♛",
    "K": "♔",
    "k": "♚",
    "P": "♙",
    "p": "♟",
}

__all__ = [
    "BISHOP",
    "BLACK",
    "COLORS",
    "COLOR_NAMES",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_NAMES",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "QUEEN",
    "ROOK",
    "UNICODE_PIECE_SYMBOLS",
    "WHITE",
    "Color",
    "PieceType",
    "piece_name",
    "piece_symbol",
]


def piece_symbol(piece_type: PieceType) -> str:
    """The lower-case letter of a piece type; `ValueError` for anything but 1 to 6.

    >>> piece_symbol(KNIGHT)
    'n'
    """
    return _entry(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: PieceType) -> str:
    """The English name of a piece type; `ValueError` for anything but 1 to 6.

    >>> piece_name(KNIGHT)
    'knight'
    """
    return _entry(PIECE_NAMES, piece_type)


def _entry(table: list[str | None], piece_type: PieceType) -> str:
    """What a table says about a piece type."""
    if piece_type in PIECE_TYPES:
        entry = table[piece_type]
        if entry is not None:
            return entry
    raise ValueError(f"piece type must be from 1 to 6, not {quoted(piece_type)}")
