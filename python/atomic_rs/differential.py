"""The core and the reference model, side by side.

The two share nothing but text, so a fault in one of them shows as a difference between them. A
`Pair` holds a `Board` of the core beside the list of positions that the reference model makes of
the same moves, and tells where they differ. A `walk` plays random games on pairs.

>>> tally = walk(200, seed=1)
>>> tally.positions >= 200, tally.differences
(True, [])
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from atomic_rs import Board, Move, Outcome, Status, reference
from atomic_rs.starts import Start, starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that core and reference do not agree on, and the game that leads there."""

    what: str
    core: object
    reference: object
    start: Start
    moves: tuple[str, ...]

    def __str__(self) -> str:
        where = f"{self.start.fen}{' (chess960)' if self.start.chess960 else ''}"
        return (
            f"{self.what} after {where} moves {' '.join(self.moves) or '-'}\n"
            f"  core      {self.core}\n"
            f"  reference {self.reference}"
        )


class Pair:
    """A board of the core beside the reference's list of positions after the same moves.

    `ValueError` when one of the two, or both, refuse the start position.
    """

    def __init__(self, start: Start, rules: str = "atomic") -> None:
        self.start = start
        self.board = Board(start.fen, chess960=start.chess960, rules=rules)
        self.history = [reference.parse_fen(start.fen, rules, chess960=start.chess960)]
        self._keys: dict[str, int] = {}
        self._texts: dict[int, str] = {}

    @property
    def position(self) -> reference.Position:
        """The reference's position now."""
        return self.history[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, in UCI."""
        return tuple(move.uci() for move in self.board.move_stack)

    def push(self, uci: str) -> None:
        """Make a legal move on both."""
        self.board.push_uci(uci)
        self.history.append(reference.apply(self.position, uci))

    def pop(self) -> None:
        """Take the last move back on both."""
        self.board.pop()
        self.history.pop()

    def differences(self, *, claims: bool = False) -> list[Difference]:
        """Everything about the position on which the two do not agree.

        Claims of draws look at every next move and are slow in the reference: ask for them with
        `claims`.
        """
        board, position = self.board, self.position
        moves = [move.uci() for move in board.legal_moves]
        insufficient = tuple(board.has_insufficient_material(color) for color in (True, False))
        occurrences = reference.repetition_count(self.history)
        fen, xfen = reference.to_fen(position), reference.to_fen(position, "xfen")
        views: list[tuple[str, object, object]] = [
            ("legal moves", sorted(moves), sorted(reference.legal_moves(position))),
            ("number of legal moves", board.legal_moves.count(), len(moves)),
            ("FEN", board.fen(), fen),
            (
                "FEN with any ep square",
                board.fen(en_passant="fen"),
                reference.to_fen(position, "fen"),
            ),
            ("X-FEN", board.fen(en_passant="xfen"), xfen),
            ("Shredder-FEN", board.fen(shredder=True), reference.to_fen(position, shredder=True)),
            ("check", board.is_check(), reference.in_check(position)),
            ("touching kings", board.kings_touch(), reference.kings_touch(position)),
            ("status", flags(board.status()), sorted(reference.status(position))),
            ("insufficient material", insufficient, reference.insufficient_material(position)),
            ("repetition", repeated(board, occurrences), (True, False)),
            ("fivefold repetition", board.is_fivefold_repetition(), occurrences >= 5),
            ("outcome", told(board.outcome()), spoken(reference.outcome(self.history))),
            ("game over", board.is_game_over(), reference.outcome(self.history) is not None),
            ("key of the X-FEN", board.zobrist_hash(), self._board(xfen).zobrist_hash()),
            ("the FEN's moves", [move.uci() for move in self._board(fen).legal_moves], moves),
        ]
        if claims:
            claimed = reference.outcome(self.history, claim_draw=True)
            views.append(
                ("outcome with claims", told(board.outcome(claim_draw=True)), spoken(claimed))
            )
        return [
            *(self._difference(*view) for view in views if view[1] != view[2]),
            *self._key_differences(xfen),
        ]

    def capture_differences(self) -> list[Difference]:
        """Where the two disagree whether a legal move is a capture, or what is left after it."""
        found = []
        for move in self.board.legal_moves:
            core = self.board.is_capture(move)
            model = reference.is_capture(self.position, move.uci())
            if core != model:
                found.append(self._difference(f"capture by {move.uci()}", core, model))
        return found

    def legality_differences(self) -> list[Difference]:
        """Where `is_legal` disagrees with the reference for any move that can be written."""
        legal = set(reference.legal_moves(self.position))
        return [
            self._difference(f"legality of {move.uci()}", not expected, expected)
            for move in every_move()
            if self.board.is_legal(move) != (expected := move.uci() in legal)
        ]

    def _board(self, fen: str) -> Board:
        return Board(fen, chess960=self.start.chess960, rules=self.board.rules)

    def _difference(self, what: str, core: object, model: object) -> Difference:
        return Difference(what, core, model, self.start, self.moves)

    def _key_differences(self, xfen: str) -> Iterator[Difference]:
        """Keys of one game are equal exactly where X-FENs without their counters are."""
        key, text = self.board.zobrist_hash(), xfen.rsplit(" ", 2)[0]
        known = self._keys.setdefault(text, key)
        if known != key:
            yield self._difference("key of a repeated position", key, known)
        owner = self._texts.setdefault(key, text)
        if owner != text:
            yield self._difference("one key for two positions", text, owner)


def repeated(board: Board, occurrences: int) -> tuple[bool, bool]:
    """Whether the position occurred that often, and whether it did once more."""
    return board.is_repetition(occurrences), board.is_repetition(occurrences + 1)


def flags(status: Status) -> list[str]:
    """The names of the flags in alphabetical order."""
    return sorted(flag.name or "" for flag in Status if flag and flag in status)


def told(outcome: Outcome | None) -> tuple[str, str] | None:
    """The core's outcome as result and reason."""
    if outcome is None:
        return None
    if outcome.king_loss is not None:
        return outcome.result(), f"king_{outcome.king_loss}"
    return outcome.result(), outcome.termination.name.lower()


def spoken(outcome: reference.Outcome | None) -> tuple[str, str] | None:
    """The reference's outcome as result and reason."""
    if outcome is None:
        return None
    return outcome.result, outcome.reason


def every_move() -> Iterator[Move]:
    """Every move that can be written: any square to any other, without and with each promotion."""
    for origin in range(64):
        for target in range(64):
            if origin != target:
                for promotion in (None, 2, 3, 4, 5):
                    yield Move(origin, target, promotion)


# --- random games ---


@dataclass(slots=True)
class Tally:
    """What a walk has seen."""

    positions: int = 0
    games: int = 0
    themes: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.positions + other.positions,
            self.games + other.games,
            self.themes + other.themes,
            self.events + other.events,
            self.differences + other.differences,
        )


def walk(
    positions: int,
    seed: int,
    *,
    rules: str = "atomic",
    extra: Sequence[Start] = (),
    progress: Callable[[int], object] | None = None,
) -> Tally:
    """Play random games on pairs until that many positions have been compared.

    The games depend on `seed` alone. They start from `starts`, and now and then from one of
    `extra`. Most are short, so that many starts are seen; some are long, so that positions come
    back and counters fill. Each is then taken back move by move. `progress` is called with the
    number of positions after each game. Stops early when ten differences are found.
    """
    random = Random(seed)
    tally = Tally()
    source = starts(random)
    while tally.positions < positions and len(tally.differences) < 10:
        start = random.choice(extra) if extra and random.random() < 0.2 else next(source)
        game(Pair(start, rules), random, random.choice(LENGTHS), tally)
        if progress:
            progress(tally.positions)
    return tally


def game(pair: Pair, random: Random, longest: int, tally: Tally) -> None:
    """Play one random game on a pair, compare every position, and take it back again."""
    taste = random.choice(TASTES)
    tally.games += 1
    keys: list[tuple[int, str]] = []
    while True:
        found = pair.differences(claims=random.random() < 0.1)
        found += pair.capture_differences()
        tally.positions += 1
        tally.themes[pair.start.theme] += 1
        tally.differences += found
        board = pair.board
        tally.events.update(seen(board))
        moves = [move.uci() for move in board.legal_moves]
        # Drawn games go on for a move or two: nothing may break after the end.
        is_over = bool(board.outcome()) and random.random() < 0.7
        if found or not moves or is_over or len(keys) == longest:
            break
        keys.append((board.zobrist_hash(), board.fen(en_passant="fen")))
        move = taste(board, moves, random)
        tally.events.update(made(board, move))
        pair.push(move)
    while keys:
        pair.pop()
        before = keys.pop()
        after = pair.board.zobrist_hash(), pair.board.fen(en_passant="fen")
        if after != before:
            tally.differences.append(Difference("undo", after, before, pair.start, pair.moves))


def seen(board: Board) -> Iterator[str]:
    """The remarkable things about a position."""
    if board.is_check():
        yield "checks"
    if board.kings_touch():
        yield "touching kings"
    outcome = board.outcome()
    if outcome is not None:
        yield (told(outcome) or ("", ""))[1].replace("_", " ")


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


def rare_move(board: Board, moves: list[str], random: Random) -> str:
    """Often the rarest kind there is: en passant, castling, promotion, else any capture."""
    kinds = {uci: list(made(board, uci)) for uci in moves}
    for wanted in ("en passant", "castling", "promotions by capture", "promotions", "captures"):
        found = [uci for uci, kind in kinds.items() if wanted in kind]
        if found and random.random() < 0.5:
            return random.choice(found)
    return random.choice(moves)


LENGTHS: Final = (4, 4, 8, 8, 16, 32, 120)  # half-moves
TASTES: Final = (any_move, king_move, quiet_move, rare_move, rare_move)
