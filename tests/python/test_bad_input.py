"""Bad input raises an error that names it, soon, and changes nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atomic_rs import STARTING_FEN, Board, Move, divide, perft, reference
from data import perft_entries

if TYPE_CHECKING:
    from collections.abc import Callable

MEGABYTE: Final = 1_000_000
SOON: Final = 1.0  # seconds, on a machine that is busy with other things

FENS: Final = sorted({entry.fen for entry, _ in perft_entries()})


@pytest.mark.parametrize(
    ("fen", "named"),
    [
        ("", 'board field "" in FEN'),
        ("   ", "board field"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4K3"),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3/8"),
        ("4k3/8/44/8/8/8/8/4K3 w - - 0 1", "44"),
        ("4k3/8/9/8/8/8/8/4K3 w - - 0 1", "9"),
        ("4k3/8/0p7/8/8/8/8/4K3 w - - 0 1", "0p7"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "4k4"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "4k2"),
        ("4k3/8/x7/8/8/8/8/4K3 w - - 0 1", "x7"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "K3K3"),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", '"W"'),
        ("4k3/8/8/8/8/8/8/4K3 w KQkx - 0 1", '"KQkx"'),
        ("4k3/8/8/8/8/8/8/4K3 w KK - 0 1", '"KK"'),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", '"e4"'),
        ("4k3/8/8/8/8/8/8/4K3 w - e 0 1", '"e"'),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", '"-1"'),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", r'"\+1"'),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1_0 1", '"1_0"'),
        ("4k3/8/8/8/8/8/8/4K3 w - - \u0663 1", "half-?move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 \uff11", "full-?move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", '"4294967296"'),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", '"x"'),
        ("4k3/8/8/8/8/8/8/4K3\x00 w - - 0 1", "board field"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\x00", "full-?move number"),
        ("4k3/8/8/8/8/8/8/4K3\tw - - 0 1", "board field"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "full-?move number"),
        ("4k3/8/8/8/8/8/8/4\u041a3 w - - 0 1", "board field"),
        ("e2e4", '"e2e4"'),
    ],
)
def test_a_fen_that_is_none_is_named_and_changes_nothing(fen: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Board(fen)
    board = Board()
    board.push_uci("e2e4")
    before = board.fen(en_passant="fen"), board.zobrist_hash(), board.move_stack
    with pytest.raises(ValueError, match=named):
        board.set_fen(fen)
    assert (board.fen(en_passant="fen"), board.zobrist_hash(), board.move_stack) == before


@pytest.mark.parametrize(
    "read", [Board, Board().set_fen, Board().push_uci, Board().parse_uci, Move.from_uci]
)
@pytest.mark.parametrize(
    "text", ["x", "/", "8/", " ", "K", "q", "1", "e2e4", "\x00", "\u00e9", "\U0001f600", "0"]
)
def test_a_megabyte_of_text_is_refused_soon(read: Callable[[str], object], text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ValueError, match=r"in FEN|in UCI") as error:
        read(text * (MEGABYTE // len(text)))
    assert time.perf_counter() - start < SOON
    assert len(str(error.value)) < 1000


def test_a_megabyte_in_a_later_field_is_refused_soon() -> None:
    for place in range(1, 7):
        fields = STARTING_FEN.split()
        fields.insert(place, "9" * MEGABYTE)
        with pytest.raises(ValueError, match="9999") as error:
            Board(" ".join(fields))
        assert len(str(error.value)) < 1000


@pytest.mark.parametrize("en_passant", ["", "LEGAL", "always", "legal\x00"])
def test_unknown_forms_of_the_ep_field_are_refused(en_passant: str) -> None:
    with pytest.raises(ValueError, match="en_passant"):
        Board().fen(en_passant=en_passant)  # type: ignore[arg-type]


@pytest.mark.parametrize("depth", [None, 1.0, "3", True, b"3", [], 2.5])
def test_depths_that_are_no_whole_numbers_are_refused(depth: object) -> None:
    for count in (perft, divide):
        with pytest.raises(TypeError, match="depth"):
            count(Board(), depth)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            count(STARTING_FEN, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("color", [None, 1, 0, "w", "white"])
def test_colors_are_true_and_false(color: object) -> None:
    for use in (Board().king, Board().has_insufficient_material):
        with pytest.raises(TypeError, match="color"):
            use(color)  # type: ignore[arg-type]


# --- any text at all ---

# Single edits of sound FENs reach deeper than random letters do.
LETTERS: Final = "KQRBNPkqrbnp12345678/ wb-abcdefghABCDEFGH0~\x00\t\n\u0663é"


@st.composite
def nearly_fens(draw: st.DrawFn) -> str:
    """A FEN with some letters replaced, put in or taken out."""
    text = list(draw(st.sampled_from(FENS)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text) - 1))
        text[place : place + draw(st.integers(0, 2))] = draw(st.text(LETTERS, max_size=2)) or "8"
    return "".join(text)


TEXTS: Final = st.one_of(st.text(), st.text(LETTERS), nearly_fens())
UCI_TEXTS: Final = st.one_of(st.text(), st.text("abcdefgh12345678qrbnkpQ0@-", max_size=6))


@given(fen=TEXTS, chess960=st.booleans())
@settings(max_examples=600)
def test_any_text_as_fen_is_refused_or_loads_and_plays(fen: str, *, chess960: bool) -> None:
    try:
        board = Board(fen, chess960=chess960)
    except ValueError:
        with pytest.raises(ValueError, match="invalid"):
            reference.parse_fen(fen, chess960=chess960)
        return
    position = reference.parse_fen(fen, chess960=chess960)
    assert board.fen() == reference.to_fen(position)
    assert sorted(move.uci() for move in board.legal_moves) == reference.legal_moves(position)
    assert Board(board.fen(en_passant="fen"), chess960=chess960) == board
    board.status()
    board.outcome(claim_draw=True)
    for move in board.legal_moves:
        board.push(move)
        board.outcome()
        board.pop()


@given(uci=UCI_TEXTS)
@settings(max_examples=600)
def test_any_text_as_move_is_refused_or_a_move(uci: str) -> None:
    board = Board()
    try:
        move = Move.from_uci(uci)
    except ValueError:
        with pytest.raises(ValueError, match="not a move"):
            board.push_uci(uci)
    else:
        assert move.uci() == uci
        try:
            board.push_uci(uci)
        except ValueError:
            assert board == Board()
        else:
            assert board.peek() == move


@given(square=st.integers(), target=st.integers(), promotion=st.one_of(st.none(), st.integers()))
def test_any_numbers_as_move_are_refused_or_a_move(
    square: int, target: int, promotion: int | None
) -> None:
    try:
        move = Move(square, target, promotion)
    except ValueError:
        assert not (
            square in range(64)
            and target in range(64)
            and (promotion is None or promotion in range(1, 7))
        )
    else:
        assert (move.from_square, move.to_square, move.promotion) == (square, target, promotion)
        assert Board().is_legal(move) == (move in Board().legal_moves)
