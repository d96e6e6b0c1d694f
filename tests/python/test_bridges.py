"""To python-chess and back; what needs it is left out where it is not installed."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any, Final

import pytest

import atomic_rs
from atomic_rs import STARTING_FEN, Board, IllegalMoveError, Position

CASTLING: Final = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9"
MOVES: Final = ["e1g1", "e8c8", "g1f2", "0000", "f2g1"]


@pytest.fixture(name="chess")
def python_chess() -> Any:  # noqa: ANN401 - python-chess is optional
    """The real python-chess."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    pytest.importorskip("chess.variant", reason="python-chess is not installed")
    return chess


@pytest.mark.parametrize("chess960", [False, True])
def test_there_and_back(chess: Any, chess960: bool) -> None:  # noqa: ANN401 - the same
    board = Board(CASTLING, chess960=chess960)
    for move in MOVES:
        board.push_uci(move)
    theirs = board.to_chess()
    assert type(theirs) is chess.variant.AtomicBoard
    assert theirs.chess960 is chess960
    assert theirs.fen() == board.fen()
    assert [move.uci() for move in theirs.move_stack] == [move.uci() for move in board.move_stack]
    assert theirs.root().fen() == CASTLING
    back = atomic_rs.from_chess(theirs)
    assert (back, back.move_stack, back.chess960) == (board, board.move_stack, chess960)
    # Nothing is shared.
    theirs.pop()
    back.pop()
    assert board.ply() == 16 + len(MOVES)


def test_the_en_passant_square_survives_even_if_nobody_captures(chess: Any) -> None:  # noqa: ANN401 - the same
    board = Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert board.to_chess().ep_square == chess.E3
    assert Board.from_chess(board.to_chess()).ep_square == chess.E3


@pytest.mark.usefixtures("chess")
def test_positions_go_without_moves() -> None:
    position = Position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 9")
    theirs = position.to_chess()
    assert (theirs.fen(), theirs.move_stack) == (position.fen(), [])
    assert Board.from_chess(theirs).position() == position


@pytest.mark.usefixtures("chess")
def test_derived_classes_make_their_own() -> None:
    class Special(Board):
        pass

    assert type(Special.from_chess(Board().to_chess())) is Special


def test_other_variants_stay_out(chess: Any) -> None:  # noqa: ANN401 - the same
    with pytest.raises(ValueError, match="not of chess"):
        atomic_rs.from_chess(chess.Board())
    with pytest.raises(ValueError, match="not of horde"):
        atomic_rs.from_chess(chess.variant.HordeBoard())


def test_illegal_moves_stay_out(chess: Any) -> None:  # noqa: ANN401 - the same
    theirs = chess.variant.AtomicBoard()
    theirs.push(chess.Move.from_uci("e2e5"))
    with pytest.raises(IllegalMoveError, match="e2e5"):
        atomic_rs.from_chess(theirs)


@pytest.mark.parametrize("wrong", [None, 5, STARTING_FEN, Board()])
def test_other_things_are_no_boards(wrong: object) -> None:
    if isinstance(wrong, Board):
        # Our own boards look enough like python-chess's to be copied.
        assert atomic_rs.from_chess(wrong) == wrong
        return
    with pytest.raises(TypeError, match="AtomicBoard"):
        atomic_rs.from_chess(wrong)


def test_other_rule_sets_stay_here() -> None:
    with pytest.raises(ValueError, match="no rule set icc, only atomic"):
        atomic_rs.to_chess(Board(rules="icc"))
    with pytest.raises(ValueError, match="only atomic"):
        Position(rules="doering").to_chess()


@pytest.mark.parametrize("found", [None, ModuleType("chess")])
def test_without_python_chess_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, found: ModuleType | None
) -> None:
    # None stands for a package that is not installed, the other one for a package of that name
    # which is not python-chess.
    monkeypatch.setitem(sys.modules, "chess", found)
    monkeypatch.delitem(sys.modules, "chess.variant", raising=False)
    with pytest.raises(ImportError, match="pip install chess"):
        Board().to_chess()


def test_reading_needs_no_python_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    root = SimpleNamespace(fen=lambda **_options: STARTING_FEN)
    theirs = SimpleNamespace(
        uci_variant="atomic",
        chess960=False,
        root=lambda: root,
        move_stack=[SimpleNamespace(uci=lambda: "e2e4")],
    )
    assert Board.from_chess(theirs).move_stack == [atomic_rs.Move.from_uci("e2e4")]
