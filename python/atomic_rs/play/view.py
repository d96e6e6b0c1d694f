"""A position as the board in the browser draws it: plain data that can be written as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from atomic_rs import Board, Move, Outcome, Piece, Position, Termination, square_name
from atomic_rs.pieces import PIECE_SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from atomic_rs import Explosion

View = dict[str, Any]

REASONS: Final = {
    Termination.CHECKMATE: "checkmate",
    Termination.STALEMATE: "stalemate: there is no legal move, and no check",
    Termination.INSUFFICIENT_MATERIAL: "neither side has the men to win",
    Termination.SEVENTYFIVE_MOVES: "seventy-five moves without capture or pawn move",
    Termination.FIVEFOLD_REPETITION: "the position has occurred five times",
    Termination.FIFTY_MOVES: "fifty moves without capture or pawn move",
    Termination.THREEFOLD_REPETITION: "the position has occurred three times",
    Termination.VARIANT_DRAW: "both kings are gone",
}


def outcome_text(outcome: Outcome) -> str:
    """How a game ended, in a sentence.

    >>> outcome_text(Outcome(Termination.VARIANT_LOSS, True, "exploded"))
    'White wins: the black king exploded'
    >>> outcome_text(Outcome(Termination.FIFTY_MOVES, None))
    'Draw: fifty moves without capture or pawn move'
    """
    reason = REASONS.get(outcome.termination)
    if outcome.winner is None:
        return f"Draw: {reason}"
    winner, loser = ("White", "black") if outcome.winner else ("Black", "white")
    if reason is None:
        reason = f"the {loser} king " + (
            "exploded" if outcome.king_loss != "captured" else "was captured"
        )
    return f"{winner} wins: {reason}"


def view(board: Board, outcome: Outcome | None, *, live: bool = True) -> View:
    """What there is to see and to do on a board.

    `outcome` is how the game has ended, if it has. Without `live` it is a look at the past: the
    moves are left out. Squares go by their names, men by their letters.

    >>> seen = view(Board("4k3/5n2/8/6N1/8/8/8/4K3 w - - 0 1"), None)
    >>> seen["pieces"]
    {'e1': 'K', 'g5': 'N', 'f7': 'n', 'e8': 'k'}
    >>> [move["blast"]["center"] for move in seen["moves"] if move["capture"]]
    ['f7']
    """
    moves = board.move_stack
    return {
        "fen": board.fen(),
        "turn": color_name(board.turn),
        "pieces": letters(board.piece_map()),
        "moves": _moves(board) if live and outcome is None else [],
        "last": _last(board) if moves else None,
        "check": square_name(king) if (king := _checked(board)) is not None else None,
        "outcome": None
        if outcome is None
        else {
            "result": outcome.result(),
            "reason": outcome.termination.name.lower(),
            "text": outcome_text(outcome),
        },
    }


def color_name(color: bool) -> str:
    """The name of a colour in the data."""
    return "white" if color else "black"


def letters(men: Mapping[int, Piece]) -> dict[str, str]:
    """Men by square, as letters by names."""
    return {square_name(square): men[square].symbol() for square in sorted(men)}


def _checked(board: Board) -> int | None:
    """The square of the king in check."""
    return board.king(board.turn) if board.is_check() else None


def _moves(board: Board) -> list[View]:
    """The legal moves, each with the squares that one clicks to make it."""
    moves = list(board.legal_moves)
    plain = {(move.from_square, move.to_square) for move in moves if not board.is_castling(move)}
    return [_move(board, move, _targets(board, move, plain)) for move in moves]


def _targets(board: Board, move: Move, plain: set[tuple[int, int]]) -> list[int]:
    """Where one clicks to make a move; to castle in Chess960 on the rook, or the king's goal."""
    goal = _landing(board, move)
    taken = goal == move.from_square or (move.from_square, goal) in plain
    if not board.is_castling(move) or not taken:
        return list(dict.fromkeys((move.to_square, goal)))
    return [move.to_square]


def _move(board: Board, move: Move, targets: list[int]) -> View:
    """A legal move."""
    explosion = board.explosion(move)
    return {
        "uci": board.uci(move),
        "san": board.san(move),
        "from": square_name(move.from_square),
        "to": square_name(move.to_square),
        "targets": [square_name(target) for target in targets],
        "promotion": None if move.promotion is None else PIECE_SYMBOLS[move.promotion],
        "capture": explosion is not None,
        "blast": None if explosion is None else _blast(explosion),
    }


def _blast(explosion: Explosion) -> View:
    """What burns."""
    return {
        "center": square_name(explosion.ground_zero),
        "pieces": letters(explosion.pieces),
        "kings": [color_name(color) for color in explosion.kings],
    }


def _last(board: Board) -> View | None:
    """The last move, and what it burnt."""
    before = board.copy(stack=1)
    move = before.pop()
    if not move:
        return None
    explosion = before.explosion(move)
    man = before.piece_at(move.from_square)
    return {
        "uci": before.uci(move),
        "san": before.san(move),
        "from": square_name(move.from_square),
        "to": square_name(_landing(before, move)),
        "piece": None if man is None else man.symbol(),
        "blast": None if explosion is None else _blast(explosion),
    }


def _landing(board: Board, move: Move) -> int:
    """Where the moving man arrives: in castling not where the rook was."""
    if not board.is_castling(move):
        return move.to_square
    return move.from_square & 0o70 | (6 if board.is_kingside_castling(move) else 2)


def sans(board: Board) -> list[str]:
    """The moves of a board in algebraic notation, from the first one.

    >>> board = Board()
    >>> _ = board.push_uci("g1f3")
    >>> sans(board)
    ['Nf3']
    """
    replay = board.root()
    return [replay.san_and_push(move) for move in board.move_stack]


def explain(position: Board | Position, origin: str, target: str) -> str | None:
    """Why no move goes from one square to another; None if one does, or where it is plain to see.

    >>> explain(Board("4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1"), "d1", "d2")
    'the explosion would destroy the own king'
    """
    moves = [Move.from_uci(f"{origin}{target}{letter}") for letter in ("", "q")]
    reasons = [position.explain(move) for move in moves]
    if None in reasons:
        return None
    worth = [reason for reason in reasons if reason is not None and reason.name not in PLAIN]
    return str(worth[0]) if worth else None


PLAIN: Final = frozenset(
    {"NULL_MOVE", "GAME_OVER", "NO_PIECE", "WRONG_SIDE", "OWN_PIECE", "UNREACHABLE"}
    | {"PROMOTION_MISSING", "PROMOTION_IMPOSSIBLE"}
)
