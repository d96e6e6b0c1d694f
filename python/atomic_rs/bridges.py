"""To the boards of python-chess and back; it is imported only when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from atomic_rs import _core

if TYPE_CHECKING:
    from types import ModuleType

ATOMIC = "atomic"


def python_chess() -> ModuleType:
    """The package `chess` with its variants; `ImportError` telling what to install without it."""
    try:
        import_module("chess.variant")
        return import_module("chess")
    except ImportError as error:
        message = 'this needs the package python-chess: install it with "pip install chess"'
        raise ImportError(message, name="chess") from error


def to_chess(board: _core.Board | _core.Position) -> Any:  # noqa: ANN401 - python-chess is optional
    """A `chess.variant.AtomicBoard` with the position, the moves and `chess960` of a board.

    `ValueError` if the rule set is not `atomic`: python-chess has no other of them. `ImportError`
    if python-chess is not installed.
    """
    if board.rules != ATOMIC:
        raise ValueError(f"python-chess has no rule set {board.rules}, only atomic")
    chess = python_chess()
    board = _core.Board(board) if isinstance(board, _core.Position) else board
    fen = board.root().fen(en_passant="fen")
    copy = chess.variant.AtomicBoard(fen, chess960=board.chess960)
    for move in board.move_stack:
        copy.push(chess.Move.from_uci(move.uci()))
    return copy


def parts_of_chess(board: Any) -> tuple[str, bool, list[str]]:  # noqa: ANN401 - the same
    """What a board of python-chess's is made of: first FEN, `chess960`, and moves in UCI notation.

    `ValueError` if it is of another variant, `TypeError` if it is no board of python-chess's.
    """
    if not all(hasattr(board, name) for name in ("uci_variant", "root", "move_stack", "chess960")):
        raise TypeError(f"expected a chess.variant.AtomicBoard, got {type(board).__name__}")
    if board.uci_variant != ATOMIC:
        raise ValueError(f"expected a board of atomic chess, not of {board.uci_variant}")
    moves = [move.uci() for move in board.move_stack]
    return board.root().fen(en_passant="fen"), board.chess960, moves
