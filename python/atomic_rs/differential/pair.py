"""The core and the reference model, side by side."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from atomic_rs import Board, Move, Outcome, Position, Status, perft, reference, square_name
from atomic_rs.differential.difference import Case, Difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from atomic_rs import Rules
    from atomic_rs.starts import Start

    View = tuple[str, object, object]  # what, as the core sees it, as the reference sees it

MOST_MOVES_THREE_DEEP: Final = 40


class Pair:
    """A board of the core beside the reference's list of positions after the same moves.

    `ValueError` when one of the two, or both, refuse the start position.

    >>> from atomic_rs.starts import Start
    >>> pair = Pair(Start("touching kings", "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"))
    >>> pair.push("d5d6")
    >>> pair.differences(thorough=True)
    []
    """

    def __init__(self, start: Start, rules: str | Rules = "atomic") -> None:
        self.start = start
        self.rules = rules
        self.board = Board(start.fen, chess960=start.chess960, rules=rules)
        record = record_of(self.board.rules)
        self.history = [reference.parse_fen(start.fen, record, chess960=start.chess960)]
        self._keys: dict[str, int] = {}
        self._texts: dict[int, str] = {}

    @classmethod
    def of(cls, case: Case) -> Pair:
        """The pair after the moves of a case."""
        pair = cls(case.start, case.rules)
        for uci in case.moves:
            list(pair._key_differences(reference.to_fen(pair.position, "xfen")))
            pair.push(uci)
        return pair

    @property
    def case(self) -> Case:
        """The position now."""
        return Case(self.start, self.moves, self.rules)

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

    def differences(self, *, thorough: bool = False) -> list[Difference]:
        """Everything about the position on which the two do not agree.

        With `thorough` also what is slow to ask: claims of draws, which look at every next move,
        and the notations of every move.
        """
        legal = list(self.board.legal_moves)
        moves = [move.uci() for move in legal]
        model = reference.legal_moves(self.position)
        xfen = reference.to_fen(self.position, "xfen")
        found = [
            self._difference(*view)
            for view in (
                ("legal moves", sorted(moves), model),
                *self._counts(legal, model, thorough=thorough),
                *self._texts_of_position(xfen, moves),
                *self._state(),
                *(self._claims() if thorough else ()),
            )
            if view[1] != view[2]
        ]
        found += self._key_differences(xfen)
        if found and found[0].what == "legal moves":
            return found  # there is no sense in asking the one about moves of the other
        found += self._move_differences(set(model))
        if thorough:
            found += self._notation_differences(legal)
        return found

    def _counts(self, legal: list[Move], model: list[str], *, thorough: bool) -> Iterator[View]:
        """Counting without listing, and counting deeper, which plays moves in its own way."""
        here = Position(self.board)
        yield "number of legal moves", (len(here.legal_moves), perft(here, 1)), (len(model),) * 2
        children = [here.after(move) for move in legal]
        below = [child.legal_list() for child in children]
        yield "number of moves two deep", perft(here, 2), sum(map(len, below))
        if len(legal) <= MOST_MOVES_THREE_DEEP:
            expected = perft(here, 3, bulk=1)
            if thorough:
                expected = sum(
                    len(child.after(reply).legal_list())
                    for child, replies in zip(children, below, strict=True)
                    for reply in replies
                )
            yield "number of moves three deep", perft(here, 3), expected

    def _texts_of_position(self, xfen: str, moves: list[str]) -> Iterator[View]:
        """FEN in its forms, and what comes back from them."""
        board, position = self.board, self.position
        fen = reference.to_fen(position)
        yield "FEN", board.fen(), fen
        every = reference.to_fen(position, "fen")
        yield "FEN with any ep square", board.fen(en_passant="fen"), every
        yield "X-FEN", board.fen(en_passant="xfen"), xfen
        shredder = reference.to_fen(position, shredder=True)
        yield "Shredder-FEN", board.fen(shredder=True), shredder
        yield "key of the X-FEN", board.zobrist_hash(), self._board(xfen).zobrist_hash()
        yield "the FEN's moves", [move.uci() for move in self._board(fen).legal_moves], moves

    def _state(self) -> Iterator[View]:
        """Check, faults, material, repetition, and how the game ends."""
        board, position = self.board, self.position
        outcome = spoken(reference.outcome(self.history))
        occurrences = reference.repetition_count(self.history)
        insufficient = tuple(board.has_insufficient_material(color) for color in (True, False))
        yield "check", board.is_check(), reference.in_check(position)
        yield "touching kings", board.kings_touch(), reference.kings_touch(position)
        yield "status", flags(board.status()), sorted(reference.status(position))
        yield "insufficient material", insufficient, reference.insufficient_material(position)
        yield "repetition", repeated(board, occurrences), (True, False)
        yield "fivefold repetition", board.is_fivefold_repetition(), occurrences >= 5
        yield "outcome", told(board.outcome()), outcome
        yield "game over", board.is_game_over(), outcome is not None

    def _claims(self) -> Iterator[View]:
        """How the game ends if somebody claims a draw."""
        claimed = reference.outcome(self.history, claim_draw=True)
        yield "outcome with claims", told(self.board.outcome(claim_draw=True)), spoken(claimed)

    def _move_differences(self, legal: set[str]) -> Iterator[Difference]:
        """Which of the moves that men can make are legal, and what the captures destroy."""
        board, position = self.board, self.position
        pseudo_legal = {move.uci(): move for move in board.pseudo_legal_list()}
        for uci in legal - pseudo_legal.keys():
            yield self._difference(f"pseudo-legality by {uci}", core=False, model=True)
        for uci, move in pseudo_legal.items():
            if board.is_legal(move) != (uci in legal):
                yield self._difference(f"legality by {uci}", uci not in legal, uci in legal)
            if uci not in legal:
                continue
            core, model = board.is_capture(move), reference.is_capture(position, uci)
            if core != model:
                yield self._difference(f"capture by {uci}", core, model)
            explosion = board.explosion(move)
            squares = sorted(map(square_name, explosion.squares)) if explosion else []
            casualties = gone(position, uci) if model else []
            if squares != casualties:
                yield self._difference(f"casualties by {uci}", squares, casualties)

    def legality_differences(self) -> list[Difference]:
        """Where `is_legal` disagrees with the reference for any move that can be written."""
        legal = set(reference.legal_moves(self.position))
        return [
            self._difference(f"legality by {move.uci()}", not expected, expected)
            for move in every_move()
            if self.board.is_legal(move) != (expected := move.uci() in legal)
        ]

    def _notation_differences(self, legal: list[Move]) -> Iterator[Difference]:
        """Moves that do not come back from their own notation; the reference has none."""
        board = self.board
        for move in legal:
            read = board.parse_san(board.san(move)), board.parse_uci(board.uci(move))
            if read != (move, move):
                yield self._difference(f"notation by {move.uci()}", read, move)

    def _board(self, fen: str) -> Board:
        return Board(fen, chess960=self.start.chess960, rules=self.board.rules)

    def _difference(self, what: str, core: object, model: object) -> Difference:
        return Difference(what, core, model, self.case)

    def _key_differences(self, xfen: str) -> Iterator[Difference]:
        """Keys of one game are equal exactly where X-FENs without their counters are."""
        key, text = self.board.zobrist_hash(), xfen.rsplit(" ", 2)[0]
        known = self._keys.setdefault(text, key)
        if known != key:
            yield self._difference("key of a repeated position", key, known)
        owner = self._texts.setdefault(key, text)
        if owner != text:
            yield self._difference("one key for two positions", text, owner)


def gone(position: reference.Position, uci: str) -> list[str]:
    """The squares of the men that a move takes off the board."""
    after = reference.apply(position, uci).board
    changed = {square for square, man in position.board.items() if after.get(square) != man}
    if position.board[uci[:2]] == after.get(uci[2:4]):
        changed.discard(uci[:2])  # an immune king has only gone elsewhere
    return sorted(changed)


def repeated(board: Board, occurrences: int) -> tuple[bool, bool]:
    """Whether the position occurred that often, and whether it did once more."""
    return board.is_repetition(occurrences), board.is_repetition(occurrences + 1)


def flags(status: Status) -> list[str]:
    """The names of the flags in alphabetical order."""
    return sorted(flag.name or "" for flag in Status if flag and flag in status)


def record_of(rules: Rules) -> reference.Rules:
    """The reference's own record of a rule set that has a name, else one with the same fields.

    >>> from atomic_rs import RULES, Rules
    >>> record_of(RULES["icc"]) is reference.RULES["icc"], record_of(Rules(touch="forbidden")).touch
    (True, 'forbidden')
    """
    if rules.name:
        return reference.find_rules(rules.name)
    names = [field.name for field in fields(reference.Rules) if field.name != "name"]
    return reference.Rules(str(rules), **{name: getattr(rules, name) for name in names})


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
