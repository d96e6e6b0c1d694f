"""Themes: random positions made to meet a corner of the rules, with the measure whether they do.

A theme puts positions together at random and keeps those that have its corner in them. What a theme
makes depends on the generator's seed alone, on any machine.

>>> from random import Random
>>> THEMES["en passant"].start(Random(4)).fen
'8/8/8/8/B2pP3/1K3q2/6k1/8 b - e3 0 1'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atomic_rs import Board, corners
from atomic_rs.starts import (
    FILES,
    MEN,
    PIECES,
    STANDARD,
    Start,
    all_squares,
    array,
    distance,
    fen_of,
    kings,
    mirrored,
    scatter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

    from atomic_rs import Rules

    Made = tuple[str, bool]  # a FEN, and whether it is one of Chess960


@dataclass(frozen=True, slots=True)
class Theme:
    """What positions are made for: how they are made, and the corner they are to meet."""

    name: str
    make: Callable[[Random], Made]
    corner: Callable[[Board], bool]
    is_met_later: bool = False
    """Whether the corner is not in the start positions themselves, but in what follows."""

    @property
    def about(self) -> str:
        """The theme in a sentence."""
        return (self.make.__doc__ or "").partition("\n")[0]

    def start(self, random: Random, rules: str | Rules = "atomic", *, valid: bool = False) -> Start:
        """Make positions until one has the corner in it, and moves to play.

        With `valid`, only one that can come from a game as far as `Board.is_valid` tells.
        """
        while True:
            fen, chess960 = self.make(random)
            board = Board(fen, chess960=chess960, rules=rules)
            if (
                (self.is_met_later or self.corner(board))
                and board.legal_moves
                and (not valid or board.is_valid())
            ):
                return Start(self.name, fen, chess960)


def starts(
    random: Random,
    names: Iterable[str] | None = None,
    rules: str | Rules = "atomic",
    *,
    valid: bool = False,
) -> Iterator[Start]:
    """Start positions without end, one of each theme in turn, by default of all themes.

    >>> from random import Random
    >>> source = starts(Random(1))
    >>> next(source).theme, next(source).theme
    ('games', 'chess960')
    """
    themes = [THEMES[name] for name in (THEMES if names is None else names)]
    while True:
        for theme in themes:
            yield theme.start(random, rules, valid=valid)


def games(_random: Random) -> Made:
    """Random games from the usual start position."""
    return STANDARD, False


def chess960(random: Random) -> Made:
    """Random games from one of the 960 arrays for each side, not always the same."""
    white, black = array(random), array(random)
    return f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", True


def sparse(random: Random) -> Made:
    """Two kings and up to four men anywhere."""
    board = kings(random, near=random.random() < 0.3)
    scatter(board, MEN, random.randint(1, 4), random)
    return fen_of(board, random.choice("wb")), False


def draws(random: Random) -> Made:
    """Few men where too little material is near, or a count of moves close to its end."""
    board = kings(random, near=False)
    # Bishops alone may be unable to meet, and yet mate.
    men = random.choice(("QRBBNNPqrbbnnp", "BNbn", "Bb", "Bb"))
    scatter(board, men, random.randint(0, 4), random)
    clock = random.choice((0, 95, 96, 145, 146))
    return fen_of(board, random.choice("wb"), halfmove_clock=clock), False


def crowd(random: Random) -> Made:
    """Many men anywhere, checks of both sides included."""
    board = kings(random, near=False)
    scatter(board, "QRBNPPPqrbnppp", random.randint(14, 28), random)
    return fen_of(board, random.choice("wb")), False


def overfull(random: Random) -> Made:
    """More men of a side than a game begins with, up to a full board."""
    board = kings(random, near=random.random() < 0.3)
    scatter(board, random.choice(("QRBNP", "Qqp", MEN)), random.randint(18, 46), random)
    return fen_of(board, random.choice("wb")), False


def touching_kings(random: Random) -> Made:
    """Kings beside each other, and a few men."""
    board = kings(random, near=True)
    scatter(board, MEN, random.randint(1, 7), random)
    return fen_of(board, random.choice("wb")), False


def open_castling(random: Random) -> Made:
    """King and rooks of both sides on any files of their back ranks, and a few other men."""
    board: dict[str, str] = {}
    for rank, letters in (("1", "RKR"), ("8", "rkr")):
        for file, man in zip(sorted(random.sample(FILES, 3)), letters, strict=True):
            board[file + rank] = man
    scatter(board, MEN, random.randint(0, 5), random)
    return fen_of(board, random.choice("wb"), "KQkq"), True


def castling_beside_king(random: Random) -> Made:
    """A king that may castle, with the enemy king next to its way."""
    home = sorted(random.sample(FILES, 3))
    if random.random() < 0.3:
        return shielded_castling(home, random)
    board = {file + "1": man for file, man in zip(home, "RKR", strict=True)}
    board[random.choice(FILES) + "2"] = "k"
    scatter(board, "QNBPqrbnr", random.randint(1, 4), random)
    return facing(board, "KQ", random)


def shielded_castling(files: list[str], random: Random) -> Made:
    """Kings that touch, one of which may castle: its rook will shield it along the rank."""
    rights, rank = random.choice((("Q", "RKr"), ("Q", "RKq"), ("K", "rKR"), ("K", "qKR")))
    board = {file + "1": man for file, man in zip(files, rank, strict=True)}
    near = [file for file in FILES if abs(ord(file) - ord(files[1])) <= 1]
    board[random.choice(near) + "2"] = "k"
    # Men that may come to attack where the king goes, and one to wait for them.
    scatter(board, "nnnbp", random.randint(2, 4), random)
    scatter(board, "PN", 1, random)
    return facing(board, rights, random)


def castling_in_the_blast(random: Random) -> Made:
    """Rooks that may castle, with something to take beside them."""
    home = "aeh" if random.random() < 0.5 else sorted(random.sample(FILES, 3))
    board = {file + "8": man for file, man in zip(home, "rkr", strict=True)}
    own = all_squares()[8:48]  # off the last two ranks
    board[random.choice(own)] = "K"
    for rook in random.sample((home[0], home[2]), random.randint(1, 2)):
        near = [square for square in all_squares() if distance(square, rook + "8") == 1]
        board.setdefault(random.choice(near), random.choice("nbqp"))
    for man in random.sample("QRNB", random.randint(1, 3)):
        scatter(board, man, 1, random)
    scatter(board, MEN, random.randint(0, 4), random)
    return facing(board, "kq", random, turn="w")


def facing(board: dict[str, str], rights: str, random: Random, turn: str | None = None) -> Made:
    """A Chess960 position, as it is or with the sides exchanged; either to move without `turn`."""
    turn = turn or random.choice("wb")
    if random.random() < 0.5:
        return fen_of(board, turn, rights), True
    return fen_of(mirrored(board), "b" if turn == "w" else "w", rights.swapcase()), True


def en_passant(random: Random) -> Made:
    """A pawn that has just stepped past another, with kings and men in the blast."""
    turn = random.choice("wb")
    file = random.randrange(8)
    beside = random.choice([near for near in (file - 1, file + 1) if 0 <= near < 8])
    rank, behind, origin, own, enemy = (
        ("5", "6", "7", "P", "p") if turn == "w" else ("4", "3", "2", "p", "P")
    )
    board = {FILES[file] + rank: enemy, FILES[beside] + rank: own}
    center = FILES[file] + behind
    free = {center, FILES[file] + origin}
    board = kings(random, near=random.random() < 0.5, board=board, free=free)
    near = [square for square in all_squares() if distance(square, center) == 1]
    for square in random.sample(near, random.randint(1, 3)):
        if square not in free:
            board.setdefault(square, random.choice(PIECES))
    scatter(board, MEN, random.randint(0, 5), random, free)
    return fen_of(board, turn, ep_square=center), False


def promotion(random: Random) -> Made:
    """Pawns one step from promotion, with men to take on the last rank and others beside them."""
    board = kings(random, near=random.random() < 0.5)
    for rank, last, pawn, targets in (("7", "8", "P", "rnbq"), ("2", "1", "p", "RNBQ")):
        for file in random.sample(range(8), random.randint(1, 3)):
            board.setdefault(FILES[file] + rank, pawn)
            beside = [near for near in (file - 1, file + 1) if 0 <= near < 8]
            board.setdefault(FILES[random.choice(beside)] + last, random.choice(targets))
    scatter(board, "RBNPrbnp", random.randint(1, 4), random)
    return fen_of(board, random.choice("wb")), False


def broken_pins(random: Random) -> Made:
    """A line from an enemy slider to a king, blocked by men that a capture beside them destroys."""
    home = random.choice(all_squares())
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    lines = {step: list(ray(home, step)) for step in steps}
    step = random.choice([step for step, line in lines.items() if len(line) >= 3])
    line = lines[step]
    length = random.randint(3, len(line))
    board = {home: "K", line[length - 1]: random.choice("q" + ("b" if all(step) else "r"))}
    blocker = line[random.randint(1, length - 2)]
    board[blocker] = random.choice("RNBQ" + "rnbq" * 2)
    near = [
        square
        for square in all_squares()
        if distance(square, blocker) <= 1 < distance(square, home)
        and (square == blocker or square not in line)
    ]
    center = random.choice(near)
    board[center] = random.choice("nbrqp" if center[1] not in "18" else "nbrq")
    scatter(board, "k", 1, random)
    # One of them can often reach the centre.
    scatter(board, "QNRB", random.randint(2, 4), random)
    scatter(board, MEN, random.randint(0, 3), random)
    board, turn = (board, "w") if random.random() < 0.5 else (mirrored(board), "b")
    return fen_of(board, turn), False


def ray(square: str, step: tuple[int, int]) -> Iterator[str]:
    """The squares from one on in a direction, up to the edge.

    >>> list(ray("b6", (1, 1)))
    ['c7', 'd8']
    """
    file, rank = FILES.index(square[0]) + step[0], int(square[1]) + step[1]
    while 0 <= file < 8 and 1 <= rank <= 8:
        yield f"{FILES[file]}{rank}"
        file, rank = file + step[0], rank + step[1]


def impossible(random: Random) -> Made:
    """Positions that no game leads to: stale fields, pawns on last ranks, checks unanswered."""
    board = kings(random, near=random.random() < 0.3)
    scatter(board, MEN, random.randint(1, 10), random)
    for _ in range(random.choice((0, 0, 1, 2))):
        square = random.choice(FILES) + random.choice("18")
        board.setdefault(square, random.choice("Pp"))
    rights = random.choice(("-", "-", "KQkq", "Kq", "Qk"))
    ep_square = random.choice(("-", random.choice(FILES) + random.choice("36")))
    return fen_of(board, random.choice("wb"), rights, ep_square), random.random() < 0.5


ALL: Final = (
    Theme("games", games, corners.from_play, is_met_later=True),
    Theme("chess960", chess960, corners.chess960_rights),
    Theme("sparse", sparse, corners.few_men),
    Theme("draws", draws, corners.close_to_a_draw),
    Theme("crowd", crowd, corners.many_men),
    Theme("overfull", overfull, corners.overfull),
    Theme("touching kings", touching_kings, corners.touching_kings),
    Theme("open castling", open_castling, corners.open_castling),
    Theme("castling beside the king", castling_beside_king, corners.castling_beside_king),
    Theme("castling in the blast", castling_in_the_blast, corners.castling_in_the_blast),
    Theme("en passant", en_passant, corners.explosive_en_passant),
    Theme("promotion", promotion, corners.explosive_promotion),
    Theme("broken pins", broken_pins, corners.broken_pins),
    Theme("impossible", impossible, corners.impossible),
)
THEMES: Final[dict[str, Theme]] = {theme.name: theme for theme in ALL}
# Positions that can arise in a game, and that any engine must therefore be able to play.
PLAYABLE: Final = tuple(name for name in THEMES if name not in {"overfull", "impossible"})
