"""Random start positions, each made for a theme.

Random games from the usual array hardly ever meet touching kings, promotions or castling, so most
of these positions are sparse and put such things on the board. Not all of them can arise in a game;
all of them can be played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atomic_rs import Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

STANDARD: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FILES: Final = "abcdefgh"


@dataclass(frozen=True, slots=True)
class Start:
    """A position to start from: its FEN, and the theme it was made for."""

    theme: str
    fen: str
    chess960: bool = False


def starts(random: Random) -> Iterator[Start]:
    """Start positions without end, one of each theme in turn, each with a legal move.

    >>> from random import Random
    >>> source = starts(Random(1))
    >>> next(source).theme, next(source).theme
    ('start', 'chess960')
    """
    while True:
        for theme, make in THEMES.items():
            yield sound(theme, make, random)


def sound(theme: str, make: Callable[[Random], tuple[str, bool]], random: Random) -> Start:
    """Make positions until one has moves to play."""
    while True:
        fen, chess960 = make(random)
        if any(Board(fen, chess960=chess960).legal_moves):
            return Start(theme, fen, chess960)


def standard(_random: Random) -> tuple[str, bool]:
    """The usual start position."""
    return STANDARD, False


def array(random: Random) -> str:
    """One of the 960 arrays as a row of White's pieces.

    >>> from random import Random
    >>> row = array(Random(1))
    >>> sorted(row) == sorted("RNBQKBNR"), row.index("B") % 2 != row.rindex("B") % 2
    (True, True)
    """
    row = [""] * 8
    row[random.randrange(0, 8, 2)] = "B"
    row[random.randrange(1, 8, 2)] = "B"
    for piece in "QNN":
        row[random.choice([file for file in range(8) if not row[file]])] = piece
    for piece in "RKR":
        row[row.index("")] = piece
    return "".join(row)


def chess960(random: Random) -> tuple[str, bool]:
    """A random array for each side; the two need not be alike."""
    white, black = array(random), array(random)
    return f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", True


def open_castling(random: Random) -> tuple[str, bool]:
    """King and rooks of both sides on any files of their back ranks, and a few other men."""
    board: dict[str, str] = {}
    for rank, letters in (("1", "RKR"), ("8", "rkr")):
        for file, man in zip(sorted(random.sample(FILES, 3)), letters, strict=True):
            board[file + rank] = man
    scatter(board, "QRBNPqrbnp", random.randint(0, 5), random)
    return fen_of(board, random.choice("wb"), "KQkq"), True


def touching_kings(random: Random) -> tuple[str, bool]:
    """Kings beside each other or two steps apart, and a few men."""
    board = kings(random, near=True)
    scatter(board, "QRBNPqrbnp", random.randint(1, 7), random)
    return fen_of(board, random.choice("wb")), False


def touching_castling(random: Random) -> tuple[str, bool]:
    """A king that may castle, with the enemy king next to its way."""
    home = sorted(random.sample(FILES, 3))
    board = {file + "1": man for file, man in zip(home, "RKR", strict=True)}
    visits = [file + "2" for file in FILES]
    board[random.choice(visits)] = "k"
    scatter(board, "QNBPqrbnr", random.randint(1, 4), random)
    if random.random() < 0.5:
        return fen_of(board, random.choice("wb"), "KQ"), True
    mirrored = {
        square[0] + str(9 - int(square[1])): man.swapcase() for square, man in board.items()
    }
    return fen_of(mirrored, random.choice("wb"), "kq"), True


def promotion(random: Random) -> tuple[str, bool]:
    """Pawns one step from promotion, with men to take on the last rank."""
    board = kings(random, near=random.random() < 0.5)
    for rank, pawn, targets in (("7", "P", "rnbq"), ("2", "p", "RNBQ")):
        for file in random.sample(FILES, random.randint(1, 3)):
            board.setdefault(file + rank, pawn)
        for file in random.sample(FILES, random.randint(0, 3)):
            board.setdefault(file + ("8" if rank == "7" else "1"), random.choice(targets))
    scatter(board, "RBNPrbnp", random.randint(0, 3), random)
    return fen_of(board, random.choice("wb")), False


def en_passant(random: Random) -> tuple[str, bool]:
    """A pawn that has just stepped past another, with kings and men close by."""
    turn = random.choice("wb")
    file = random.randrange(8)
    beside = random.choice([near for near in (file - 1, file + 1) if 0 <= near < 8])
    rank, behind, origin, own, enemy = (
        ("5", "6", "7", "P", "p") if turn == "w" else ("4", "3", "2", "p", "P")
    )
    board = {FILES[file] + rank: enemy, FILES[beside] + rank: own}
    free = {FILES[file] + behind, FILES[file] + origin}
    board = kings(random, near=random.random() < 0.5, board=board, free=free)
    scatter(board, "QRBNPqrbnp", random.randint(0, 6), random, free)
    return fen_of(board, turn, ep_square=FILES[file] + behind), False


def few_men(random: Random) -> tuple[str, bool]:
    """Endings: kings anywhere and up to three men, where dead positions and mates are near."""
    board = kings(random, near=False)
    scatter(board, "QRBBNNPqrbbnnp", random.randint(0, 3), random)
    return fen_of(board, random.choice("wb"), halfmove_clock=random.choice((0, 0, 95, 145))), False


def crowd(random: Random) -> tuple[str, bool]:
    """Many men anywhere, checks of both sides included."""
    board = kings(random, near=False)
    scatter(board, "QRBNPPPqrbnppp", random.randint(8, 24), random)
    return fen_of(board, random.choice("wb")), False


THEMES: Final[dict[str, Callable[[Random], tuple[str, bool]]]] = {
    "start": standard,
    "chess960": chess960,
    "open castling": open_castling,
    "touching kings": touching_kings,
    "castling beside the king": touching_castling,
    "promotion": promotion,
    "en passant": en_passant,
    "few men": few_men,
    "crowd": crowd,
}


def kings(
    random: Random,
    *,
    near: bool,
    board: dict[str, str] | None = None,
    free: set[str] | None = None,
) -> dict[str, str]:
    """Put both kings on a board, two steps apart at most if `near`; those in `free` stay empty."""
    board = dict(board or {})
    squares = [
        square for square in all_squares() if square not in board and square not in (free or ())
    ]
    white = random.choice(squares)
    others = [square for square in squares if square != white]
    close = [square for square in others if distance(square, white) <= 2]
    board[white] = "K"
    board[random.choice(close if near and close else others)] = "k"
    return board


def scatter(
    board: dict[str, str], men: str, number: int, random: Random, free: set[str] | None = None
) -> None:
    """Put that many of `men` on empty squares, pawns not on the first and last rank."""
    for _ in range(number):
        man = random.choice(men)
        squares = [
            square
            for square in all_squares()
            if square not in board
            and square not in (free or ())
            and not (man in "Pp" and square[1] in "18")
        ]
        board[random.choice(squares)] = man


def all_squares() -> list[str]:
    """The names of the 64 squares."""
    return [file + rank for rank in "12345678" for file in FILES]


def distance(a: str, b: str) -> int:
    """King steps from one square to another."""
    return max(abs(ord(a[0]) - ord(b[0])), abs(ord(a[1]) - ord(b[1])))


def fen_of(
    board: dict[str, str],
    turn: str,
    castling: str = "-",
    ep_square: str = "-",
    halfmove_clock: int = 0,
) -> str:
    """Write a position as FEN.

    >>> fen_of({"e1": "K", "e8": "k"}, "w")
    '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
    """
    rows = []
    for rank in "87654321":
        row, gap = "", 0
        for file in FILES:
            man = board.get(file + rank)
            if man is None:
                gap += 1
                continue
            row, gap = f"{row}{gap or ''}{man}", 0
        rows.append(f"{row}{gap or ''}")
    return f"{'/'.join(rows)} {turn} {castling} {ep_square} {halfmove_clock} 1"
