"""A program that speaks UCI beside the core: the illegal moves it plays, and those it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from atomic_rs import Board, Move, divide, reference, square_name
from atomic_rs.differential.difference import Case, Difference
from atomic_rs.engine import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from atomic_rs.engine import Engine

    Field = Literal["legal", "fen", "xfen"]


class Beside:
    """A board of the core beside an engine that is told the same moves.

    The engine is asked for its move trees to the depth of the case, if it can count them. With
    `en_passant` it must also show the same FEN, with the field in that habit. What it does that no
    engine may, such as going silent, is a difference too.
    """

    def __init__(self, case: Case, engine: Engine, *, en_passant: Field | None = None) -> None:
        self.start = case.start
        self.rules = case.rules
        self.engine = engine
        self.depth = case.depth
        self.en_passant: Field | None = en_passant
        self.board = case.board()

    @property
    def case(self) -> Case:
        """The position now."""
        moves = tuple(map(self.board.uci, self.board.move_stack))
        return Case(self.start, moves, self.rules, self.depth)

    def push(self, uci: str) -> None:
        """Make a legal move."""
        self.board.push_uci(uci)

    def pop(self) -> None:
        """Take the last move back."""
        self.board.pop()

    def differences(self, *, thorough: bool = False) -> list[Difference]:
        """Everything about the position on which the two do not agree."""
        del thorough
        case = self.case
        try:
            self.engine.set_up(str(case.rules), chess960=case.start.chess960)
            found = descend(case, self.engine)
            if not found and self.en_passant is not None:
                found = self._fen_differences(case, self.en_passant)
        except EngineError as error:
            return [fault(case, self.engine, error)]
        return found

    def _fen_differences(self, case: Case, en_passant: Field) -> list[Difference]:
        """The first four fields of the FEN that the engine shows; counters are nobody's rules."""
        shown = self.engine.display(case.start.fen, case.moves)
        if shown is None:
            return []
        core = " ".join(self.board.fen(en_passant=en_passant).split()[:4])
        other = " ".join(shown.split()[:4])
        same = core == other or core == " ".join(normal(shown, case, en_passant).split()[:4])
        return [] if same else [Difference("FEN", core, other, case, self.engine.name)]


def normal(fen: str, case: Case, en_passant: Field) -> str:
    """A FEN in our spelling of castling rights, its en passant field as it is; "" if it is none."""
    try:
        board = Board(fen, chess960=case.start.chess960, rules=case.rules)
    except ValueError:
        return ""
    words = board.fen(en_passant=en_passant).split()
    words[3] = fen.split()[3]
    return " ".join(words)


def fault(case: Case, engine: Engine, error: EngineError) -> Difference:
    """What an engine did that no engine may, with what it was told."""
    told = tuple(f"> {line}" for line in error.sent)
    return Difference(f"engine: {error.fault}", "-", error.detail, case, engine.name, told)


def core_divide(board: Board, depth: int) -> dict[str, int]:
    """The leaves below each legal move, by its text."""
    return {board.uci(move): nodes for move, nodes in divide(board, depth).items()}


class Asked(Protocol):
    """Somebody who can be asked for moves: an `Engine`, or the reference in its place."""

    name: str

    def set_up(self, rules: str, *, chess960: bool) -> None:
        """Play by a rule set."""

    @property
    def way(self) -> str:
        """How it is asked: by perft, or in another way."""

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """The leaves below each move."""

    def accepts(self, fen: str, moves: Sequence[str], candidates: Iterable[str]) -> set[str]:
        """Those of some moves that are legal."""


class ReferenceInstead:
    """The reference model, asked as engines are."""

    name = "reference"
    way = "perft"

    def __init__(self) -> None:
        self._rules, self._chess960 = "atomic", False

    def set_up(self, rules: str, *, chess960: bool) -> None:
        """Play by a rule set."""
        self._rules, self._chess960 = rules, chess960

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """The leaves below each move.

        >>> ReferenceInstead().divide("7k/8/8/8/8/8/8/K7 w - - 0 1", ("a1a2", "h8h7"), 1)
        {'a2a1': 1, 'a2a3': 1, 'a2b1': 1, 'a2b2': 1, 'a2b3': 1}
        """
        return reference.divide(self._position(fen, moves), depth)

    def accepts(self, fen: str, moves: Sequence[str], candidates: Iterable[str]) -> set[str]:
        """Those of some moves that are legal."""
        return set(candidates) & set(reference.legal_moves(self._position(fen, moves)))

    def _position(self, fen: str, moves: Sequence[str]) -> reference.Position:
        position = reference.parse_fen(fen, self._rules, chess960=self._chess960)
        for uci in moves:
            position = reference.apply(position, uci)
        return position


def descend(case: Case, engine: Asked) -> list[Difference]:
    """Compare move trees, and follow the first difference down to the position where it arises.

    `EngineError` if the engine fails. Where it cannot count, its moves are tried one by one.
    """
    if engine.way != "perft":
        return compare_moves(case, engine, tried(case, engine))
    board = case.board()
    while True:
        core = core_divide(board, case.depth)
        other = engine.divide(case.start.fen, case.moves, case.depth)
        if core == other:
            return []
        if core.keys() != other.keys():
            return compare_moves(case, engine, set(other))
        move = min(move for move in core if core[move] != other[move])
        if case.depth == 1:
            what = f"number of leaves by {move}"
            return [Difference(what, core[move], other[move], case, engine.name)]
        deeper = case.after(move)
        board.push_uci(move)
        below = engine.divide(case.start.fen, deeper.moves, deeper.depth)
        if sum(below.values()) != other[move]:
            # Below its parent it counted otherwise: its state is not that of the position.
            what = f"number of leaves by {move}"
            detail = f"{other[move]} from above, {sum(below.values())} when asked for itself"
            return [Difference(what, core[move], detail, case, engine.name)]
        case = deeper


def tried(case: Case, engine: Asked) -> set[str]:
    """The moves that an engine accepts among those that it might take for legal."""
    board = case.board()
    return engine.accepts(case.start.fen, case.moves, candidates(board))


def candidates(board: Board) -> list[str]:
    """The moves that a program might take for legal, in alphabetical order.

    Those are the moves that men can make whatever becomes of the kings, castling without asking,
    king captures, and captures on a stale en passant square.

    >>> candidates(Board("7k/8/8/8/8/8/P7/K7 w - - 0 1"))
    ['a1b1', 'a1b2', 'a1c1', 'a1g1', 'a2a3', 'a2a4']
    """
    found = {board.uci(move) for move in board.pseudo_legal_list()}
    found |= {board.uci(move) for move in board.legal_moves}
    king = board.king(board.turn)
    own = board.occupied_co[board.turn]
    if king is not None:
        rooks = board.piece_map(mask=board.rooks & own & 0xFF << king // 8 * 8)
        castlings = rooks if board.chess960 else (king // 8 * 8 + 6, king // 8 * 8 + 2)
        found |= {Move(king, target).uci() for target in castlings if target != king}
        around = board.attacks_mask(king) & ~own
        found |= {Move(king, to).uci() for to in range(64) if around >> to & 1}
    ep = 0 if board.ep_square is None else 1 << board.ep_square
    for pawn in board.piece_map(mask=board.pawns & own):
        targets = board.attacks_mask(pawn) & ep
        found |= {Move(pawn, to).uci() for to in range(64) if targets >> to & 1}
    return sorted(found)


def compare_moves(case: Case, engine: Asked, other: set[str]) -> list[Difference]:
    """The moves that an engine leaves out or adds, and what speaks for the core's answer."""
    board = case.board()
    core = {board.uci(move) for move in board.legal_moves}
    missing, extra = sorted(core - other), sorted(other - core)
    reasons = [
        *(f"missing {move}: {why_legal(board, move)}" for move in missing),
        *(f"illegal {move}: {why_illegal(board, move)}" for move in extra),
    ]
    if not reasons:
        return []
    what = " and ".join(
        [*(["missing moves"] if missing else []), *(["illegal moves"] if extra else [])]
    )
    found = Difference(what, sorted(core), sorted(other), case, engine.name, tuple(reasons))
    return [found]


def why_illegal(board: Board, uci: str) -> str:
    """Why a move is not legal, in words.

    >>> why_illegal(Board("4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1"), "d1d2")
    'the explosion would destroy the own king'
    """
    try:
        reason = board.explain(Move.from_uci(uci))
    except ValueError:
        return "that is no move"
    return str(reason) if reason else "it is another spelling of a legal move"


def why_legal(board: Board, uci: str) -> str:
    """What a legal move does, in words.

    >>> why_legal(Board("8/8/8/3kK3/8/8/8/3R4 b - - 0 1"), "d5d6")
    'Kd6 is legal, the kings touch'
    >>> why_legal(Board("4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1"), "d1d7")
    'Qxd7# is legal, it destroys d1 d7 e8 and the enemy king'
    """
    move = board.parse_uci(uci)
    explosion = board.explosion(move)
    san = board.san(move)
    if explosion is not None:
        squares = " ".join(map(square_name, explosion.squares))
        won = " and the enemy king" if (not board.turn) in explosion.kings else ""
        answer = ", which answers the check" if board.is_check() else ""
        return f"{san} is legal, it destroys {squares}{won}{answer}"
    after = board.copy(stack=False)
    after.push(move)
    touching = ", the kings touch" if after.kings_touch() else ""
    return f"{san} is legal{touching}"


def compare_with(engine: Engine, *, en_passant: Field | None = None) -> Callable[[Case], Beside]:
    """What makes a `Beside` of a case, for `walk` and `shrink`."""
    return lambda case: Beside(case, engine, en_passant=en_passant)
