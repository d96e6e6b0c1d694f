"""`Board` beside python-chess's `AtomicBoard`: the same names, the same answers.

What differs on purpose is listed in `docs/compatibility.md`. Here each difference is an exception
that is asked for by name, and one that no longer differs fails the run.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import atomic_rs
from atomic_rs import (
    BB_ALL,
    BISHOP,
    COLORS,
    PIECE_TYPES,
    SQUARES,
    Board,
    Illegality,
    Move,
    Status,
    Termination,
)
from peer import (
    ATTRIBUTES,
    EN_PASSANT,
    MATERIAL,
    OF_A_COLOR,
    OF_A_LEGAL_MOVE,
    OF_A_MOVE,
    OF_A_SQUARE,
    OF_BOTH,
    QUESTIONS,
    REASON,
    Pair,
    chess,
    plain,
)
from scenes import scenes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import compatibility

polyglot: Any = pytest.importorskip("chess.polyglot", reason=REASON)

# The version that the page in docs/ and the exceptions below were made for.
VERSION: Final = "1.11.2"


def pairs(seed: int, count: int) -> Iterator[Pair]:
    """Positions of random games, many of them odd, until so many have been seen."""
    source = random.Random(seed)
    seen = 0
    for board in scenes(source):
        pair = Pair(board.fen(en_passant="fen"), chess960=board.chess960)
        for _ in range(source.choice([1, 3, 8, 20])):
            yield pair
            seen += 1
            moves = pair.ours.legal_moves
            if seen == count:
                return
            if not moves:
                break
            captures = list(pair.ours.generate_legal_captures())
            wild = captures and source.random() < 0.15
            null = source.random() < 0.03
            pair.push(Move.null() if null else source.choice(captures if wild else list(moves)))


def compare(pair: Pair, source: random.Random) -> None:
    """Ask everything that is answered alike."""
    for name in (*ATTRIBUTES, *QUESTIONS):
        pair.check(name)
    for en_passant in ("fen", "xfen"):
        pair.check("fen", en_passant=en_passant)
        pair.check("epd", en_passant=en_passant, shredder=True)
    assert list(pair.ours.occupied_co) == pair.theirs.occupied_co
    assert pair.ours.zobrist_hash() == polyglot.zobrist_hash(pair.theirs)
    if pair.sees_en_passant_alike:
        for name in EN_PASSANT:
            pair.check(name)
    for name in OF_A_SQUARE:
        for square in SQUARES:
            pair.check(name, square)
    compare_ends(pair)
    compare_colors(pair, source)
    compare_status(pair)
    compare_moves(pair)


def compare_ends(pair: Pair) -> None:
    """Ask who can still win, and whether the game is over."""
    if not only_bishops(pair.ours):
        # One that could not be won anyway is not called a stalemate there.
        stalemate = pair.ask("outcome")[0] == ("STALEMATE", None)
        for name in MATERIAL:
            if not (stalemate and name == "outcome"):
                pair.check(name)


def compare_colors(pair: Pair, source: random.Random) -> None:
    """Ask what is asked about a color."""
    for color in COLORS:
        for name in OF_A_COLOR:
            pair.check(name, color)
        if not only_bishops(pair.ours):
            pair.check("has_insufficient_material", color)
        for piece_type in PIECE_TYPES:
            pair.check("pieces", piece_type, color)
        for name in OF_BOTH:
            for square in source.sample(SQUARES, 8):
                pair.check(name, color, square)
        pair.check("attackers", color, source.choice(SQUARES), source.randrange(BB_ALL))


def compare_status(pair: Pair) -> None:
    """The flags are the same, but for two."""
    ours, theirs = pair.ours.status(), Status(int(pair.theirs.status()))
    assert pair.ours.is_valid() == (not ours)
    ours &= ~Status.OPPOSITE_CHECK
    if pair.ours.ep_square is not None and len(pair.ours.checkers()) == 1:
        ours |= theirs & Status.IMPOSSIBLE_CHECK
    assert ours == theirs, pair.ours
    if pair.ours.kings.bit_count() == 2:
        opposite = bool(pair.ours.status() & Status.OPPOSITE_CHECK)
        assert opposite == pair.theirs.was_into_check() == pair.ours.was_into_check()


def compare_moves(pair: Pair) -> None:
    """Ask what can be asked about moves."""
    legal = set(pair.ours.legal_moves)
    for move in pair.ours.pseudo_legal_moves:
        for name in OF_A_MOVE:
            pair.check(name, move)
        if move not in legal:
            pair.check("is_into_check", move)
            continue
        for name in OF_A_LEGAL_MOVE:
            pair.check(name, move)
        pair.check("find_move", move.from_square, move.to_square, move.promotion)
        pair.check("parse_san", pair.ours.san(move))
        pair.check("parse_san", pair.ours.lan(move))
        pair.check("parse_uci", move.uci())
        assert not pair.ours.is_into_check(move)
        if pair.sees_en_passant_alike:
            pair.check("is_irreversible", move)


def only_bishops(board: Board) -> bool:
    """Whether both sides have bishops, and nothing else but kings."""
    men = {piece.piece_type for piece in board.piece_map().values()}
    return men == {BISHOP, atomic_rs.KING}


def test_the_same_answers_in_random_positions() -> None:
    source = random.Random(7)
    for pair in pairs(seed=7, count=5000 if os.environ.get("CI") else 400):
        compare(pair, source)


@pytest.mark.slow
def test_the_same_answers_in_many_random_positions() -> None:
    source = random.Random(8)
    for pair in pairs(seed=8, count=20_000):
        compare(pair, source)


def nothing(_lib: object) -> tuple[()]:
    """No arguments."""
    return ()


def test_repetitions_and_claims() -> None:
    names = [*EN_PASSANT, *MATERIAL, "can_claim_fifty_moves", "is_fifty_moves"]
    source = random.Random(3)
    for fen in (
        atomic_rs.STARTING_FEN,
        "4k3/8/8/8/8/8/8/RN2K3 w - - 96 60",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 146 90",
    ):
        pair = Pair(fen)
        for _ in range(60):
            # Mostly to and fro, so that positions come again.
            moves = list(pair.ours.legal_moves)
            back = [
                move for move in moves if pair.ours.ply() and not pair.ours.is_irreversible(move)
            ]
            known = {(m.to_square, m.from_square) for m in pair.ours.move_stack[-2:]}
            again = [move for move in back if (move.from_square, move.to_square) in known]
            if not moves:
                break
            pair.push(source.choice(again or back or moves))
            for name in names:
                pair.check(name)
            for count in (1, 2, 3, 4):
                pair.check("is_repetition", count)
            for name in MATERIAL[1:]:
                pair.check(name, claim_draw=True)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("reset", nothing),
        ("reset_board", nothing),
        ("clear", nothing),
        ("clear_board", nothing),
        ("clear_stack", nothing),
        ("apply_mirror", nothing),
        ("pop", nothing),
        ("set_piece_at", lambda lib: (lib.A1, None)),
        ("set_piece_at", lambda lib: (lib.A1, lib.Piece(lib.QUEEN, lib.WHITE), True)),
        ("set_piece_at", lambda lib: (lib.E1, None)),
        ("remove_piece_at", lambda lib: (lib.H1,)),
        ("set_piece_map", lambda lib: ({lib.E1: lib.Piece(lib.KING, lib.WHITE)},)),
        ("set_castling_fen", lambda _lib: ("-",)),
        ("set_castling_fen", lambda _lib: ("Kq",)),
        ("set_castling_fen", lambda _lib: ("AHa",)),
        ("set_chess960_pos", lambda _lib: (77,)),
        ("set_fen", lambda _lib: ("4k3/8/8/8/8/8/8/4K3 b - - 5 9",)),
        ("set_epd", lambda _lib: ("4k3/8/8/8/8/8/8/4K3 b - - hmvc 5; fmvn 9;",)),
        ("push_san", lambda _lib: ("a6",)),
        ("push_uci", lambda _lib: ("e8g8",)),
        ("push_xboard", lambda _lib: ("O-O-O",)),
        ("push", lambda lib: (lib.Move.null(),)),
    ],
)
@pytest.mark.parametrize("chess960", [False, True])
def test_the_same_changes(
    name: str, arguments: Callable[[Any], tuple[Any, ...]], chess960: bool
) -> None:
    fen = "r3k2r/pppppppp/8/8/3p4/8/PPPPPPPP/R3K2R w KQkq - 3 7"
    pair = Pair(fen, chess960=chess960)
    pair.push(Move.from_uci("e2e4"))
    ours = getattr(pair.ours, name)(*arguments(atomic_rs))
    theirs = getattr(pair.theirs, name)(*arguments(chess))
    assert plain(ours) == plain(theirs)
    for seen in ("fen", "castling_rights", "ep_square", "chess960", "move_stack", "turn", "root"):
        pair.check(seen)
    pair.check("fen", en_passant="fen", shredder=True)


def test_epd_is_read_and_written_alike() -> None:
    def operations(lib: Any) -> dict[str, Any]:  # noqa: ANN401 - either library
        move = lib.Move.from_uci
        return {
            "bm": [move("d4e3"), move("e8c8")],
            "am": move("e8g8"),
            "pv": [move("d4e3"), move("e1g1")],
            "id": 'a "b" \\ c;\n\t',
            "ce": -5,
            "f": 2.5,
            "noop": None,
            "hmvc": 3,
        }

    pair = Pair("r3k2r/pppppppp/8/8/3pP3/8/PPPP1PPP/R3K2R b KQkq e3 3 7")
    text = pair.ours.epd(**operations(atomic_rs))
    assert text == pair.theirs.epd(**operations(chess))
    assert plain(pair.ours.set_epd(text)) == plain(pair.theirs.set_epd(text))
    pair.check("fen")


def test_variations_are_written_alike() -> None:
    source = random.Random(5)
    for start in (atomic_rs.STARTING_FEN, atomic_rs.STARTING_FEN.replace(" w ", " b ")):
        pair = Pair(start)
        moves = []
        board = pair.ours.copy()
        for _ in range(20):
            moves.append(source.choice(board.legal_moves))
            board.push(moves[-1])
        theirs = [chess.Move.from_uci(move.uci()) for move in moves]
        assert pair.ours.variation_san(moves) == pair.theirs.variation_san(theirs)


class TestOtherTypes:
    """`SquareSet`, squares and masks."""

    def test_functions_of_masks(self) -> None:
        source = random.Random(1)
        names = [name for name in dir(chess) if name.startswith(("flip_", "shift_"))]
        for _ in range(100):
            mask = source.getrandbits(64) & source.getrandbits(64)
            for name in (*names, "lsb", "msb", "popcount"):
                assert getattr(atomic_rs, name)(mask) == getattr(chess, name)(mask), name
            a, b = source.choices(SQUARES, k=2)
            for name in (
                "ray",
                "between",
                "square_distance",
                "square_manhattan_distance",
                "square_knight_distance",
            ):
                assert getattr(atomic_rs, name)(a, b) == getattr(chess, name)(a, b), name

    def test_square_sets(self) -> None:
        source = random.Random(2)
        for _ in range(50):
            mask, other = source.getrandbits(64), source.getrandbits(64)
            ours, theirs = atomic_rs.SquareSet(mask), chess.SquareSet(mask)
            for form in (repr, str, list, len, int, bool, lambda s: s.tolist(), lambda s: s.pop()):
                assert form(ours) == form(theirs)
            for name in ("union", "intersection", "difference", "symmetric_difference"):
                assert int(getattr(ours, name)(other)) == int(getattr(theirs, name)(other))
            assert int(ours.mirror()) == int(theirs.mirror())
            assert int(~ours) == int(~theirs)

    def test_moves_and_men(self) -> None:
        for uci in ("e2e4", "a7a8q", "0000", "e1h1"):
            ours, theirs = Move.from_uci(uci), chess.Move.from_uci(uci)
            for name in ("from_square", "to_square", "promotion", "drop"):
                assert getattr(ours, name) == getattr(theirs, name)
            assert (ours.uci(), ours.xboard(), str(ours), repr(ours), bool(ours)) == (
                theirs.uci(),
                theirs.xboard(),
                str(theirs),
                repr(theirs),
                bool(theirs),
            )
        for symbol in "PNBRQKpnbrqk":
            piece, other = atomic_rs.Piece.from_symbol(symbol), chess.Piece.from_symbol(symbol)
            assert (piece.piece_type, piece.color) == (other.piece_type, other.color)
            assert (str(piece), repr(piece)) == (str(other), repr(other))
            for invert in (False, True):
                assert piece.unicode_symbol(invert_color=invert) == other.unicode_symbol(
                    invert_color=invert
                )


class TestDifferences:
    """What differs on purpose, and must go on doing so."""

    @pytest.mark.parametrize(
        ("fen", "legal"),
        [
            # The capture would leave the own king attacked, but explodes the other one.
            ("2b5/4k3/8/3pP3/8/7K/8/8 w - d6 0 1", True),
            ("Q7/8/B7/PR4kp/4KPp1/8/4p3/8 b - f3 0 1", True),
            # The capture would explode the own king.
            ("8/1n6/8/4N3/2pPQP2/7b/2k5/4K3 b - d3 0 1", False),
            ("4k3/8/4K3/3pP3/8/8/8/8 w - d6 0 1", False),
        ],
    )
    def test_en_passant_is_judged_by_atomic_rules(self, fen: str, legal: bool) -> None:
        pair = Pair(fen)
        assert pair.ask("has_legal_en_passant") == (legal, not legal)
        ours, theirs = pair.ask("generate_legal_ep")
        assert (bool(ours), bool(theirs)) == (legal, not legal)
        ours, theirs = pair.ask("generate_legal_captures")
        assert ours != theirs
        assert set(ours) <= set(plain(pair.ours.legal_moves))
        ours, theirs = pair.ask("fen")
        assert (ours.split()[3] != "-", theirs.split()[3] != "-") == (legal, not legal)
        pair.check("legal_moves")

    def test_no_en_passant_without_a_pawn_to_capture(self) -> None:
        pair = Pair("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1")
        assert Move.from_uci("e5d6") not in pair.ours.legal_moves
        assert chess.Move.from_uci("e5d6") in pair.theirs.legal_moves

    def test_bishops_may_still_mate(self) -> None:
        pair = Pair("kb6/b7/8/8/8/3B4/8/K7 w - - 0 1")
        assert pair.ask("is_insufficient_material") == (False, True)
        assert pair.ask("has_insufficient_material", atomic_rs.WHITE) == (False, True)
        assert pair.ask("has_insufficient_material", atomic_rs.BLACK) == (True, True)
        assert pair.ask("outcome") == (None, ("INSUFFICIENT_MATERIAL", None))
        assert pair.ask("result") == ("*", "1/2-1/2")
        assert pair.ask("is_game_over") == (False, True)
        assert pair.ours.san(Move.from_uci("d3e4")) == "Be4#"

    def test_a_stalemate_is_called_one_though_nobody_could_win(self) -> None:
        pair = Pair("8/8/8/8/8/2k5/1r6/K7 w - - 0 1")
        assert pair.ask("legal_moves") == ([], [])
        ours, theirs = pair.ask("outcome")
        assert ours == (Termination.STALEMATE.name, None)
        assert theirs == (Termination.INSUFFICIENT_MATERIAL.name, None)
        pair.check("is_stalemate")

    def test_an_exposed_king_is_a_fault_of_the_position(self) -> None:
        pair = Pair("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1")
        assert pair.ours.status() == Status.OPPOSITE_CHECK
        assert pair.theirs.status() == chess.STATUS_VALID
        assert pair.ask("is_valid") == (False, True)
        assert pair.ask("was_into_check") == (True, True)

    def test_one_checker_beside_an_en_passant_square_is_not_asked_how_it_came(self) -> None:
        pair = Pair("8/8/8/3Pp3/q7/2Q4n/2K1k3/8 w - e6 0 1")
        assert pair.ours.status() == Status.VALID
        assert pair.theirs.status() == chess.STATUS_IMPOSSIBLE_CHECK
        pair = Pair("8/8/8/3Pp3/q7/2Q1n3/2K1k3/8 w - e6 0 1")
        pair.check("status")

    def test_no_king_is_attacked_once_one_is_gone(self) -> None:
        pair = Pair("4n3/2P5/8/8/8/8/3p3k/Q5Q1 w - - 0 2")
        assert pair.ask("was_into_check") == (False, True)

    def test_a_legal_move_is_not_into_check(self) -> None:
        pair = Pair("K1q1n3/1PP5/8/8/8/8/3p3k/Q5Q1 w - - 0 1")
        assert pair.ask("is_into_check", Move.from_uci("g1h2")) == (False, True)
        pair.check("is_legal", Move.from_uci("g1h2"))

    def test_castling_is_found_by_its_target(self) -> None:
        pair = Pair("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        king, rook = (1 << square for square in (atomic_rs.G1, atomic_rs.H1))
        for name in (
            "generate_castling_moves",
            "generate_legal_moves",
            "generate_pseudo_legal_moves",
        ):
            ours, theirs = pair.ask(name, BB_ALL, king)
            assert ("e1g1" in ours, "e1g1" in theirs) == (True, False)
            ours, theirs = pair.ask(name, BB_ALL, rook)
            assert ("e1g1" in ours, "e1g1" in theirs) == (False, True)

    def test_illegal_moves_are_neither_played_nor_written(self) -> None:
        for name in ("push", "san", "lan"):
            pair = Pair(atomic_rs.STARTING_FEN)
            with pytest.raises(atomic_rs.IllegalMoveError):
                getattr(pair.ours, name)(Move.from_uci("e2e5"))
            getattr(pair.theirs, name)(chess.Move.from_uci("e2e5"))
            assert pair.ours == Board()

    def test_moves_that_nobody_could_make_are_nothing_special(self) -> None:
        pair = Pair(atomic_rs.STARTING_FEN)
        assert pair.ask("is_capture", Move.from_uci("b8b1")) == (False, True)
        assert pair.ask("is_zeroing", Move.from_uci("b8b1")) == (False, True)
        assert pair.ask("is_castling", Move.from_uci("e1c4")) == (False, True)
        assert pair.ask("is_queenside_castling", Move.from_uci("e1c4")) == (False, True)
        assert pair.ask("is_kingside_castling", Move.from_uci("e1h4")) == (False, True)

    def test_setting_up_forgets_the_moves(self) -> None:
        for name, value in [
            ("turn", True),
            ("castling_rights", 0),
            ("ep_square", None),
            ("halfmove_clock", 3),
            ("fullmove_number", 3),
            ("chess960", True),
        ]:
            pair = Pair(atomic_rs.STARTING_FEN)
            pair.push(Move.from_uci("e2e4"))
            setattr(pair.ours, name, value)
            setattr(pair.theirs, name, value)
            pair.check(name)
            assert pair.ask("move_stack") == ([], ["e2e4"])

    def test_rights_and_promoted_men(self) -> None:
        pair = Pair("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        for board in (pair.ours, pair.theirs):
            board.set_board_fen("r3k2r/8/8/8/8/8/8/R3K2R")
        assert pair.ask("castling_xfen") == ("-", "KQkq")
        pair = Pair("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
        pair.push(Move.from_uci("a7a8q"))
        assert pair.ask("promoted") == (0, 1 << atomic_rs.A8)
        ours, theirs = pair.ask("fen", promoted=True)
        assert ("~" in ours, "~" in theirs) == (False, True)
        pair.check("fen")

    def test_reasons_are_more_than_checks(self) -> None:
        board = Board("4k2r/8/8/8/8/8/3p4/3QK3 w - - 0 1")
        move = Move.from_uci("d1d2")
        assert board.explain(move) is Illegality.OWN_KING_EXPLODES
        assert not board.is_into_check(move)


@pytest.mark.skipif(chess.__version__ != VERSION, reason=f"made for python-chess {VERSION}")
def test_the_page_of_the_docs_is_true() -> None:
    text, faults = compatibility.page()
    assert faults == []
    assert compatibility.PAGE.read_text(encoding="utf-8") == text
