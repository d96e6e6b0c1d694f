"""Boards with something to see, for tests that ask many questions about many boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atomic_rs import BLACK, KING, PAWN, QUEEN, ROOK, SQUARES, WHITE, Board, Piece, square_distance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random


def scenes(random: Random) -> Iterator[Board]:
    """Boards without end, one of each kind in turn, each with a legal move."""
    while True:
        for make in KINDS:
            board = make(random)
            while not board.legal_moves:
                board = make(random)
            yield board


def array(random: Random) -> Board:
    """A start array of Chess960, or the usual one."""
    return random.choice([Board(), Board.from_chess960_pos(random.randrange(960))])


def men(random: Random, board: Board, *, near: bool) -> None:
    """Put missing kings on a board, close to each other if `near`, and other men around them."""
    free = [square for square in SQUARES if board.piece_at(square) is None]
    random.shuffle(free)
    for color in (WHITE, BLACK):
        if board.king(color) is None:
            other = board.king(not color)
            fits = [s for s in free if other is None or (square_distance(s, other) < 3) == near]
            square = (fits or free)[0]
            free.remove(square)
            board.set_piece_at(square, Piece(KING, color))
    for square in free[: random.choice([1, 3, 6, 10, 16])]:
        lowest = PAWN if 8 <= square < 56 else PAWN + 1
        piece = Piece(random.randint(lowest, QUEEN), random.random() < 0.5)
        board.set_piece_at(square, piece)


def scattered(random: Random) -> Board:
    """Men anywhere, and pawns about to promote among them."""
    board = Board.empty(chess960=random.random() < 0.2)
    men(random, board, near=random.random() < 0.6)
    board.turn = random.random() < 0.5
    board.halfmove_clock = random.choice([0, 7, 97, 99, 100, 148, 150])
    board.fullmove_number = 80
    return board


def castling(random: Random) -> Board:
    """A king and rooks that may castle, and the other king often close to its way."""
    board = Board.empty(chess960=random.random() < 0.5)
    color = random.random() < 0.5
    rank = 0 if color else 56
    west, king, east = sorted(random.sample(range(8), 3)) if board.chess960 else (0, 4, 7)
    for file, kind in ((west, ROOK), (king, KING), (east, ROOK)):
        board.set_piece_at(rank + file, Piece(kind, color))
    men(random, board, near=random.random() < 0.7)
    board.turn = color
    board.castling_rights = 1 << rank + west | 1 << rank + east
    return board


def en_passant(random: Random) -> Board:
    """A pawn that has just passed another one."""
    board = Board.empty()
    color = random.random() < 0.5
    file = random.randrange(8)
    beside = random.choice([near for near in (file - 1, file + 1) if 0 <= near < 8])
    rank, back = (32, 8) if color else (24, -8)
    board.set_piece_at(rank + file, Piece(PAWN, not color))
    board.set_piece_at(rank + beside, Piece(PAWN, color))
    men(random, board, near=random.random() < 0.5)
    for square in (rank + file + back, rank + file + 2 * back):
        if board.piece_type_at(square) != KING:
            board.remove_piece_at(square)
    board.turn = color
    if not board.piece_at(rank + file + back) and not board.piece_at(rank + file + 2 * back):
        board.ep_square = rank + file + back
    return board


KINDS: Final[list[Callable[[Random], Board]]] = [array, scattered, castling, en_passant, scattered]
