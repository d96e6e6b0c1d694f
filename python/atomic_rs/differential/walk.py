"""Random games that the core plays beside somebody else, each position compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from atomic_rs.differential.difference import Case, Difference
from atomic_rs.differential.pair import Pair, told
from atomic_rs.engine import UnfitEngineError
from atomic_rs.themes import THEMES, starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from atomic_rs import Board, Rules
    from atomic_rs.differential.difference import Compare, Compared
    from atomic_rs.starts import Start

MOST_DIFFERENCES: Final = 10
# What is no finding: somebody wants to stop, or the engine is none that can be asked.
NOT_FOUND_OUT: Final = (KeyboardInterrupt, SystemExit, GeneratorExit, UnfitEngineError)


@dataclass(slots=True)
class Tally:
    """What a walk has seen."""

    positions: int = 0
    games: int = 0
    themes: Counter[str] = field(default_factory=Counter)
    """Positions by the theme of their game."""
    hits: Counter[str] = field(default_factory=Counter)
    """Those of them that have the corner in them that the theme was made for."""
    events: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.positions + other.positions,
            self.games + other.games,
            self.themes + other.themes,
            self.hits + other.hits,
            self.events + other.events,
            self.differences + other.differences,
        )


def walk(  # noqa: PLR0913 - all but the first two have their defaults
    positions: int,
    seed: int | str,
    *,
    rules: str | Rules = "atomic",
    themes: Sequence[str] | None = None,
    extra: Sequence[Start] = (),
    valid: bool = False,
    depth: int = 1,
    compare: Compare = Pair.of,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    """Play random games side by side until that many positions have been compared.

    The games depend on `seed` and the other arguments alone. They start from positions of each of
    the `themes` in turn, by default of all, and now and then from one of `extra`. A game goes on
    while it has the corner of its theme in it, so that at most every second position misses it;
    `valid` leaves out games that start from what no game can lead to, `depth` is how far engines
    are to look. Each game is then taken back
    move by move. `compare` makes the two that are compared, core and reference by default.
    `progress` is called with the number of positions after each game. Stops early when ten
    differences are found.
    """
    random = Random(seed)
    tally = Tally()
    source = starts(random, themes, rules, valid=valid)
    while tally.positions < positions and len(tally.differences) < MOST_DIFFERENCES:
        start = random.choice(extra) if extra and random.random() < 0.2 else next(source)
        longest = min(random.choice(LENGTHS), positions - tally.positions)
        game(compare(Case(start, (), rules, depth)), random, longest, tally)
        if progress:
            progress(tally.positions)
    return tally


def game(compared: Compared, random: Random, longest: int, tally: Tally) -> None:
    """Play one random game, compare every position, and take it back again."""
    taste = random.choice(TASTES)
    theme = compared.case.start.theme
    board = compared.board
    tally.games += 1
    keys: list[tuple[int, str]] = []
    while True:
        found = guarded(compared, thorough=random.random() < 0.1)
        is_hit = theme not in THEMES or THEMES[theme].corner(board)
        tally.positions += 1
        tally.themes[theme] += 1
        tally.hits[theme] += is_hit
        tally.differences += found
        if found:
            break
        outcome = board.outcome()
        tally.events.update(seen(board, told(outcome)))
        moves = [move.uci() for move in board.legal_moves]
        if not moves:
            break
        # Drawn games go on for a move or two: nothing may break after the end.
        is_over = random.random() < (0.2 if outcome is None and not keys else 0.7 * bool(outcome))
        if is_over or len(keys) + 1 >= longest or (keys and not is_hit):
            break
        keys.append((board.zobrist_hash(), board.fen(en_passant="fen")))
        move = taste(board, moves, random)
        tally.events.update(made(board, move))
        compared.push(move)
    while keys and not found:
        found = undone(compared, keys.pop())
        tally.differences += found


def guarded(compared: Compared, *, thorough: bool) -> list[Difference]:
    """The differences; an exception where none may be is one, also if the core panics."""
    try:
        return compared.differences(thorough=thorough)
    except NOT_FOUND_OUT:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of the core is no Exception
        return [Difference("exception", f"{type(error).__name__}: {error}", "-", compared.case)]


def undone(compared: Compared, before: tuple[int, str]) -> list[Difference]:
    """Take a move back, and see whether that leads to the key and the FEN from before."""
    case = compared.case
    compared.pop()
    after = compared.board.zobrist_hash(), compared.board.fen(en_passant="fen")
    return [Difference("undo", after, before, case)] if after != before else []


def replay(case: Case, compare: Compare = Pair.of) -> list[Difference]:
    """What differs in the position of a case, or when its last move is taken back.

    >>> from atomic_rs.starts import Start
    >>> replay(Case(Start("games", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ("e1e2",)))
    []
    """
    try:
        before = (
            Case(case.start, case.moves[:-1], case.rules).board() if case.moves else case.board()
        )
        compared = compare(case)
    except NOT_FOUND_OUT:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of the core is no Exception
        return [Difference("exception", f"{type(error).__name__}: {error}", "-", case)]
    found = guarded(compared, thorough=True)
    if case.moves and not found:
        found = undone(compared, (before.zobrist_hash(), before.fen(en_passant="fen")))
    return found


def seen(board: Board, outcome: tuple[str, str] | None) -> Iterator[str]:
    """The remarkable things about a position."""
    if board.is_check():
        yield "checks"
    if board.kings_touch():
        yield "touching kings"
    if outcome is not None:
        yield outcome[1].replace("_", " ")


def made(board: Board, uci: str) -> Iterator[str]:
    """The remarkable things about a move before it is made."""
    move = board.parse_uci(uci)
    if board.is_capture(move):
        yield "captures"
        if move.promotion:
            yield "promotions by capture"
    elif move.promotion:
        yield "promotions"
    if board.is_en_passant(move):
        yield "en passant"
    if board.is_castling(move):
        yield "castling"


def any_move(_board: Board, moves: list[str], random: Random) -> str:
    """Any legal move, each as likely as the other."""
    return random.choice(moves)


def king_move(board: Board, moves: list[str], random: Random) -> str:
    """Often a move of the king, castling above all."""
    home = board.king(board.turn)
    castling = [move for move in moves if board.is_castling(board.parse_uci(move))]
    walks = [move for move in moves if board.parse_uci(move).from_square == home]
    wanted = castling or walks
    return random.choice(wanted if wanted and random.random() < 0.6 else moves)


def quiet_move(board: Board, moves: list[str], random: Random) -> str:
    """Seldom a capture, so that games grow long and positions come back."""
    quiet = [move for move in moves if not board.is_capture(board.parse_uci(move))]
    return random.choice(quiet if quiet and random.random() < 0.9 else moves)


def shuttle_move(board: Board, moves: list[str], random: Random) -> str:
    """Nearly always back to where the last move came from, so that positions come back for good."""
    if len(board.move_stack) >= 2:
        last = board.move_stack[-2].uci()
        back = last[2:4] + last[:2]
        if back in moves and random.random() < 0.95:
            return back
    return quiet_move(board, moves, random)


def rare_move(board: Board, moves: list[str], random: Random) -> str:
    """Often the rarest kind there is: en passant, castling, promotion, else any capture."""
    kinds = {uci: list(made(board, uci)) for uci in moves}
    for wanted in ("en passant", "castling", "promotions by capture", "promotions", "captures"):
        found = [uci for uci, kind in kinds.items() if wanted in kind]
        if found and random.random() < 0.5:
            return random.choice(found)
    return random.choice(moves)


LENGTHS: Final = (4, 4, 8, 8, 16, 32, 120)  # positions
TASTES: Final = (any_move, king_move, quiet_move, shuttle_move, rare_move, rare_move)
