"""From a difference to the smallest position that shows it.

Everything that can be left out is left out as long as the same thing still differs: depth, the
moves that led there, men, castling rights, the en passant field, counters; and strong men become
weak ones. What is tried depends on the case alone, in a fixed order, so the result is always the
same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from atomic_rs import SQUARE_NAMES, Board
from atomic_rs.differential import Case, Difference, Pair, replay
from atomic_rs.starts import Start, fen_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from atomic_rs.differential.difference import Compare

MOST_TRIES: Final = 3000
MOST_SLOW_TRIES: Final = 20  # for an engine that must be waited for each time
WEAKER: Final = {"q": "pnbr", "r": "pnb", "b": "pn", "n": "p"}
MOST_MEN_FOR_PAIRS: Final = 14


@dataclass(slots=True)
class Shrunk:
    """The smallest case that was found, what differs there, and how many cases were tried."""

    case: Case
    difference: Difference
    tries: int

    @property
    def men(self) -> int:
        """How many men stand on the board of the start."""
        return sum(letter.isalpha() for letter in self.case.start.fen.split()[0])


def signature(difference: Difference) -> frozenset[str]:
    """What is to stay the same: the kind of difference, for moves also why they are illegal.

    >>> case = Case(Start("games", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    >>> signature(Difference("FEN", "a", "b", case))
    frozenset({'FEN'})
    """
    if difference.kind not in {
        *("illegal moves", "missing moves", "missing moves and illegal moves"),
    }:
        return frozenset({difference.kind})
    signs = set()
    for line in difference.reasons:
        what, _, reason = line.partition(": ")
        signs.add(f"illegal: {reason}" if what.startswith("illegal") else "missing")
    return frozenset(signs)


class Shrinker:
    """Tries smaller cases against what has to differ in them."""

    def __init__(self, difference: Difference, compare: Compare) -> None:
        self.best = Shrunk(difference.case, difference, 0)
        self._compare = compare
        self._wanted = signature(difference)
        is_slow = difference.kind == "engine: time-out"
        self._most = MOST_SLOW_TRIES if is_slow else MOST_TRIES
        self._must_be_valid = is_valid(difference.case)
        self._seen: set[Case] = set()

    def accepts(self, case: Case) -> bool:
        """Whether the same thing differs in a case; if so it is the best one now."""
        if case in self._seen or self.best.tries >= self._most:
            return False
        self._seen.add(case)
        if self._must_be_valid and not is_valid(case):
            return False
        try:
            if not case.board().legal_moves and not case.moves:
                return False
        except ValueError:
            return False
        self.best.tries += 1
        for found in replay(case, self._compare):
            if signature(found) & self._wanted:
                self.best = Shrunk(case, found, self.best.tries)
                return True
        return False

    def first(self, cases: Iterator[Case]) -> bool:
        """Whether one of some cases was accepted."""
        return any(map(self.accepts, cases))


def shrink(difference: Difference, compare: Compare = Pair.of) -> Shrunk:
    """The smallest case that shows the same difference.

    What differs must show again when it is asked for again; if it does not, nothing is shrunk.
    """
    shrinker = Shrinker(difference, compare)
    if not shrinker.accepts(difference.case):
        return shrinker.best
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for simpler in STEPS:
            while shrinker.first(simpler(shrinker.best.case)):
                is_smaller = True
    return shrinker.best


def is_valid(case: Case) -> bool:
    """Whether the start of a case can come from a game, as far as `Board.is_valid` tells."""
    try:
        board = Board(case.start.fen, chess960=case.start.chess960, rules=case.rules)
    except ValueError:
        return False
    return board.is_valid()


# --- what can be left out ---


def less_depth(case: Case) -> Iterator[Case]:
    """Smaller depths, the smallest first."""
    for depth in range(1, case.depth):
        yield replace(case, depth=depth)


def less_history(case: Case) -> Iterator[Case]:
    """Later positions of the game as the start, the last one first; and fewer moves at the end."""
    for kept in range(len(case.moves)):
        board = Case(case.start, case.moves[: len(case.moves) - kept], case.rules).board()
        fen = board.fen(en_passant="fen", shredder=case.start.chess960)
        yield replace(
            case, start=replace(case.start, fen=fen), moves=case.moves[len(case.moves) - kept :]
        )
    for kept in range(len(case.moves)):
        yield replace(case, moves=case.moves[:kept])


@dataclass(frozen=True, slots=True)
class Parts:
    """A FEN in parts that can be left out."""

    board: dict[str, str]
    turn: str
    rights: str
    ep_square: str
    clock: int

    def fen(self) -> str:
        """The FEN, with the move number 1."""
        return fen_of(self.board, self.turn, self.rights or "-", self.ep_square, self.clock)


def parts_of(start: Start) -> Parts:
    """Take a start apart."""
    board = Board(start.fen, chess960=start.chess960)
    men = {SQUARE_NAMES[square]: man.symbol() for square, man in board.piece_map().items()}
    _, turn, rights, ep_square, clock, _ = [*start.fen.split(), "w", "-", "-", "0", "1"][:6]
    return Parts(men, turn, rights.strip("-"), ep_square, int(clock))


def variations(change: Callable[[Parts], Iterator[Parts]]) -> Callable[[Case], Iterator[Case]]:
    """Make what changes the parts of a position into what changes the start of a case."""

    def changed(case: Case) -> Iterator[Case]:
        for parts in change(parts_of(case.start)):
            fen = parts.fen()
            if fen != case.start.fen:
                yield replace(case, start=replace(case.start, fen=fen))

    return changed


def fewer_rights(parts: Parts) -> Iterator[Parts]:
    """No castling right, or one less; no en passant field; counters at their beginning."""
    if parts.rights:
        yield replace(parts, rights="")
    for right in parts.rights:
        yield replace(parts, rights=parts.rights.replace(right, ""))
    if parts.ep_square != "-":
        yield replace(parts, ep_square="-")
    if parts.clock:
        yield replace(parts, clock=0)
    yield parts


def fewer_men(parts: Parts) -> Iterator[Parts]:
    """One man less, kings apart, and the rights that go with it."""
    for square in sorted(parts.board):
        yield from without(parts, (square,))


def two_men_less(parts: Parts) -> Iterator[Parts]:
    """Two men less, once there are few."""
    if len(parts.board) <= MOST_MEN_FOR_PAIRS:
        for squares in combinations(sorted(parts.board), 2):
            yield from without(parts, squares)


def without(parts: Parts, squares: tuple[str, ...]) -> Iterator[Parts]:
    """The position without some men, if none of them is a king."""
    if any(parts.board[square] in "Kk" for square in squares):
        return
    rest = {square: man for square, man in parts.board.items() if square not in squares}
    yield replace(parts, board=rest)
    if parts.rights and any(parts.board[square] in "Rr" for square in squares):
        for right in parts.rights:
            yield replace(parts, board=rest, rights=parts.rights.replace(right, ""))


def weaker_men(parts: Parts) -> Iterator[Parts]:
    """One man replaced by a weaker one, pawns first."""
    for square, man in sorted(parts.board.items()):
        for weaker in WEAKER.get(man.lower(), ""):
            if weaker == "p" and square[1] in "18":
                continue
            letter = weaker if man.islower() else weaker.upper()
            yield replace(parts, board=parts.board | {square: letter})


def orthodox_castling(case: Case) -> Iterator[Case]:
    """Not a position of Chess960, if it says the same without."""
    if case.start.chess960 and not case.moves:
        board = Board(case.start.fen, chess960=True)
        if not board.castling_rights:
            yield replace(case, start=replace(case.start, chess960=False))


STEPS: Final[tuple[Callable[[Case], Iterator[Case]], ...]] = (
    less_depth,
    less_history,
    variations(fewer_men),
    variations(fewer_rights),
    variations(two_men_less),
    variations(weaker_men),
    orthodox_castling,
)
