"""Core and reference under one interface, so that a question is put to both in the same words."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Protocol, TypeVar

from atomic_rs import Board, Move, perft, reference
from atomic_rs.differential import flags, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from atomic_rs.reference.outcome import Draws


class Subject(Protocol):
    """A game that can be asked about its rules."""

    def push(self, uci: str) -> None:
        """Make a legal move."""

    def is_legal(self, uci: str) -> bool:
        """Whether a move is legal."""

    def legal_moves(self) -> list[str]:
        """The legal moves in alphabetical order."""

    def fen(self) -> str:
        """The FEN with legal en passant only."""

    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    def kings_touch(self) -> bool:
        """Whether the kings stand next to each other."""

    def outcome(
        self, *, claim_draw: bool = False, draws: Draws = "claim"
    ) -> tuple[str, str | None]:
        """Result and reason, `*` and None while the game goes on, under a policy of R28."""

    def insufficient(self) -> list[bool]:
        """Whether White and Black have too little to win."""

    def status(self) -> list[str]:
        """The names of what is wrong in alphabetical order."""

    def occurrences(self) -> int:
        """How often the position has occurred."""

    def halfmove_clock(self) -> int:
        """Half-moves without capture or pawn move."""

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves."""


class Core:
    """The compiled core."""

    def __init__(self, fen: str, rules: str = "atomic", *, chess960: bool = False) -> None:
        self.board = Board(fen, chess960=chess960, rules=rules)

    def push(self, uci: str) -> None:
        """Make a legal move."""
        self.board.push_uci(uci)

    def is_legal(self, uci: str) -> bool:
        """Whether a move is legal."""
        return self.board.is_legal(Move.from_uci(uci))

    def legal_moves(self) -> list[str]:
        """The legal moves in alphabetical order."""
        return sorted(move.uci() for move in self.board.legal_moves)

    def fen(self) -> str:
        """The FEN with legal en passant only."""
        return self.board.fen()

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.board.is_check()

    def kings_touch(self) -> bool:
        """Whether the kings stand next to each other."""
        return self.board.kings_touch()

    def outcome(
        self, *, claim_draw: bool = False, draws: Draws = "claim"
    ) -> tuple[str, str | None]:
        """Result and reason."""
        self.board.draws = draws
        return told(self.board.outcome(claim_draw=claim_draw)) or ("*", None)

    def insufficient(self) -> list[bool]:
        """Whether White and Black have too little to win."""
        return [self.board.has_insufficient_material(color) for color in (True, False)]

    def status(self) -> list[str]:
        """The names of what is wrong in alphabetical order."""
        return flags(self.board.status())

    def occurrences(self) -> int:
        """How often the position has occurred."""
        return next(number for number in count(1) if not self.board.is_repetition(number + 1))

    def halfmove_clock(self) -> int:
        """Half-moves without capture or pawn move."""
        return self.board.halfmove_clock

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves."""
        return perft(self.board, depth)


class Model:
    """The reference model."""

    def __init__(self, fen: str, rules: str = "atomic", *, chess960: bool = False) -> None:
        self.history = [reference.parse_fen(fen, rules, chess960=chess960)]

    @property
    def position(self) -> reference.Position:
        """The position now."""
        return self.history[-1]

    def push(self, uci: str) -> None:
        """Make a legal move."""
        if not self.is_legal(uci):
            raise ValueError(f"{uci} is not legal in {self.fen()}")
        self.history.append(reference.apply(self.position, uci))

    def is_legal(self, uci: str) -> bool:
        """Whether a move is legal."""
        return uci in reference.legal_moves(self.position)

    def legal_moves(self) -> list[str]:
        """The legal moves in alphabetical order."""
        return reference.legal_moves(self.position)

    def fen(self) -> str:
        """The FEN with legal en passant only."""
        return reference.to_fen(self.position)

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return reference.in_check(self.position)

    def kings_touch(self) -> bool:
        """Whether the kings stand next to each other."""
        return reference.kings_touch(self.position)

    def outcome(
        self, *, claim_draw: bool = False, draws: Draws = "claim"
    ) -> tuple[str, str | None]:
        """Result and reason."""
        outcome = reference.outcome(self.history, draws, claim_draw=claim_draw)
        return (outcome.result, outcome.reason) if outcome else ("*", None)

    def insufficient(self) -> list[bool]:
        """Whether White and Black have too little to win."""
        return list(reference.insufficient_material(self.position))

    def status(self) -> list[str]:
        """The names of what is wrong in alphabetical order."""
        return sorted(reference.status(self.position))

    def occurrences(self) -> int:
        """How often the position has occurred."""
        return reference.repetition_count(self.history)

    def halfmove_clock(self) -> int:
        """Half-moves without capture or pawn move."""
        return self.position.halfmove_clock

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves."""
        return reference.perft(self.position, depth)


S = TypeVar("S", bound=Subject)


def played(subject: S, moves: Iterable[str]) -> S:
    """The same game after some more moves."""
    for uci in moves:
        subject.push(uci)
    return subject
