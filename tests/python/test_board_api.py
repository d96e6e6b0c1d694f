"""What the Python classes add to the core: sets, iterators, EPD, Chess960, transformations."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atomic_rs
from atomic_rs import (
    BB_ALL,
    BB_SQUARES,
    BLACK,
    COLORS,
    PIECE_TYPES,
    SQUARES,
    STARTING_FEN,
    WHITE,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Piece,
    Position,
    SquareSet,
)
from scenes import scenes

if TYPE_CHECKING:
    from collections.abc import Callable

CASTLING: Final = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ENDGAME: Final = "4k3/8/8/8/8/8/4P3/4K3 w - -"


class Special(Board):
    """A class of somebody else's, with an attribute of its own."""

    note = "special"


def boards(seed: int, count: int) -> list[Board]:
    """Boards with something to see, after a few moves each."""
    source = random.Random(seed)
    found = []
    for board in scenes(source):
        for _ in range(source.randrange(12)):
            if not board.legal_moves:
                break
            board.push(source.choice(board.legal_moves))
        found.append(board)
        if len(found) == count:
            break
    return found


class TestClasses:
    """`Board` and `Position` as classes."""

    @pytest.mark.parametrize("cls", [Board, Position])
    def test_they_live_where_they_are_imported_from(self, cls: type) -> None:
        assert cls.__module__ == "atomic_rs"
        assert getattr(atomic_rs, cls.__name__) is cls
        assert not hasattr(cls(), "__dict__")

    @pytest.mark.parametrize("cls", [Board, Position])
    def test_examples_of_their_methods(self, cls: type) -> None:
        # The finder of the other doctests passes them by, as their module is not the one they name.
        finder, runner = (
            doctest.DocTestFinder(),
            doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE),
        )
        for name, member in vars(cls).items():
            function = getattr(member, "__func__", member)
            for test in finder.find(function, name, module=False, globs=dict(vars(atomic_rs))):
                assert runner.run(test).failed == 0, name

    def test_derived_classes_stay_what_they_are(self) -> None:
        board = Special()
        board.push_uci("e2e4")
        for other in (
            board.copy(),
            copy.deepcopy(board),
            board.root(),
            board.mirror(),
            board.transform(atomic_rs.flip_horizontal),
            Special.empty(),
            Special.from_chess960_pos(5),
            Special.from_epd(ENDGAME)[0],
            pickle.loads(pickle.dumps(board)),  # noqa: S301 - our own bytes
        ):
            assert type(other) is Special
        assert repr(board).startswith("Special('rnbq")

    def test_what_python_chess_says_about_the_class(self) -> None:
        assert Board.aliases == ["Atomic", "Atom", "Atomic chess"]
        assert (Board.uci_variant, Board.xboard_variant) == ("atomic", "atomic")
        assert Board.starting_fen == STARTING_FEN
        assert (Board.tbw_suffix, Board.tbz_suffix) == (".atbw", ".atbz")
        assert (Board.connected_kings, Board.one_king) == (True, True)


class TestSets:
    """Squares as `SquareSet`."""

    def test_they_are_the_masks(self) -> None:
        for board in boards(1, 40):
            assert board.checkers() == board.checkers_mask()
            assert board.piece_count() == len(board.piece_map())
            for color in COLORS:
                for piece_type in PIECE_TYPES:
                    pieces = board.pieces(piece_type, color)
                    assert isinstance(pieces, SquareSet)
                    assert pieces == {
                        square
                        for square, piece in board.piece_map().items()
                        if piece == Piece(piece_type, color)
                    }
                for square in SQUARES:
                    attackers = board.attackers(color, square)
                    assert attackers == board.attackers_mask(color, square)
                    assert bool(attackers) == board.is_attacked_by(color, square)
                    assert all(square in board.attacks(other) for other in attackers)
                    assert board.pin(color, square) == board.pin_mask(color, square)
                    assert (board.pin(color, square) != BB_ALL) == board.is_pinned(color, square)

    def test_other_occupied_squares_can_be_given_in_any_form(self) -> None:
        board = Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        assert board.attackers(BLACK, "e1") == set()
        for occupied in ([52], {52}, 1 << 52, SquareSet([52]), ["e7"]):
            assert board.attackers(BLACK, "e1", occupied) == {"e7"}

    def test_wrong_arguments(self) -> None:
        board = Board()
        wrong: list[tuple[type[Exception], Callable[..., object], tuple[Any, ...]]] = [
            (ValueError, board.pieces, (7, WHITE)),
            (ValueError, board.pieces, (0, WHITE)),
            (TypeError, board.pieces, ("n", WHITE)),
            (TypeError, board.pieces, (1, 1)),
            (ValueError, board.attacks, (64,)),
            (ValueError, board.attacks, ("e9",)),
            (TypeError, board.attackers, (None, 0)),
            (ValueError, board.attackers, (WHITE, -1)),
            (ValueError, board.attackers, (WHITE, 0, [64])),
            (TypeError, board.attackers, (WHITE, 0, 1.5)),
            (ValueError, board.pin, (WHITE, 10**30)),
        ]
        for error, function, arguments in wrong:
            with pytest.raises(error):
                function(*arguments)


class TestGenerators:
    """Moves from and to the squares of masks."""

    @given(st.integers(0, BB_ALL), st.integers(0, BB_ALL), st.integers(0, 10**6))
    def test_masks_choose_among_the_moves(self, origins: int, targets: int, seed: int) -> None:
        (board,) = boards(seed, 1)

        def chosen(move: Move) -> bool:
            return bool(BB_SQUARES[move.from_square] & origins) and bool(
                BB_SQUARES[move.to_square] & targets
            )

        legal = [move for move in board.legal_moves if chosen(move)]
        pseudo = [move for move in board.pseudo_legal_moves if chosen(move)]
        pairs = [
            (board.generate_legal_moves, legal),
            (board.generate_legal_captures, [m for m in legal if board.is_capture(m)]),
            (board.generate_legal_ep, [m for m in legal if board.is_en_passant(m)]),
            (board.generate_castling_moves, [m for m in legal if board.is_castling(m)]),
            (board.generate_pseudo_legal_moves, pseudo),
            (board.generate_pseudo_legal_captures, [m for m in pseudo if board.is_capture(m)]),
            (board.generate_pseudo_legal_ep, [m for m in pseudo if board.is_en_passant(m)]),
        ]
        for generate, expected in pairs:
            assert list(generate(origins, targets)) == expected
        assert set(legal) <= set(pseudo)

    def test_castling_is_found_by_the_square_its_text_names(self) -> None:
        standard, chess960 = Board(CASTLING), Board(CASTLING, chess960=True)
        h1, g1 = BB_SQUARES[7], BB_SQUARES[6]
        assert [*map(str, standard.generate_castling_moves(BB_ALL, g1))] == ["e1g1"]
        assert [*map(str, standard.generate_castling_moves(BB_ALL, h1))] == []
        assert [*map(str, chess960.generate_castling_moves(BB_ALL, h1))] == ["e1h1"]

    def test_moves_may_be_made_while_they_are_listed(self) -> None:
        board = Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        generators = [board.generate_legal_captures(), board.generate_legal_moves()]
        board.push_uci("e1d1")
        assert [len(list(moves)) for moves in generators] == [1, 7]

    def test_wrong_masks(self) -> None:
        board = Board()
        for wrong in (-1, 1 << 64):
            with pytest.raises(ValueError, match="64 bits"):
                board.generate_legal_moves(wrong)
        with pytest.raises(TypeError):
            board.generate_legal_moves("e2")  # type: ignore[arg-type]


class TestPseudoLegalMoves:
    """The view of the pseudo-legal moves."""

    def test_it_is_a_sequence_of_the_moment(self) -> None:
        board = Board("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1")
        moves = board.pseudo_legal_moves
        board.push_uci("e1f1")
        listed = list(moves)
        assert len(moves) == moves.count() == len(listed) == 5
        assert (moves[0], moves[-1], moves[1:3]) == (listed[0], listed[-1], listed[1:3])
        assert random.choice(moves) in moves
        assert Move.from_uci("e1d2") in moves
        assert Move.from_uci("e1e3") not in moves
        assert repr(moves) == "<PseudoLegalMoves (e1d1, Kf1, e1d2, e1e2, e1f2)>"
        assert bool(moves)
        assert not Board.empty().pseudo_legal_moves
        with pytest.raises(TypeError):
            "e1d1" in moves  # type: ignore[operator]  # noqa: B015 - the question is what raises
        with pytest.raises(IndexError):
            moves[5]

    def test_a_move_is_in_it_if_it_is_listed(self) -> None:
        for board in boards(2, 60):
            moves = board.pseudo_legal_moves
            listed = set(moves)
            assert listed >= set(board.legal_moves)
            for origin in SQUARES:
                for target in SQUARES:
                    if origin != target:
                        move = Move(origin, target)
                        assert (move in moves) == (move in listed)
                        assert board.is_pseudo_legal(move) == (move in listed)


class TestEpd:
    """Reading and writing EPD."""

    def test_all_kinds_of_operands_come_back(self) -> None:
        board = Board("4k3/8/8/8/8/8/4P3/4K3 w - - 7 9")
        e4, e3, kd7 = Move.from_uci("e2e4"), Move.from_uci("e2e3"), Move.from_uci("e8d7")
        operations: dict[str, Any] = {
            "bm": [e3, e4],
            "am": [],
            "pv": [e4, kd7],
            "sm": e4,
            "id": 'a "quoted" \\ text; with\nlines\tand\rtabs',
            "empty": "",
            "ce": -12,
            "zero": 0,
            "f": 0.5,
            "tiny": -1e-07,
            "noop": None,
            "hmvc": board.halfmove_clock,
            "fmvn": board.fullmove_number,
            "nul": Move.null(),
        }
        text = board.epd(**operations)
        assert text.startswith("4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; am; pv e4 Kd7; sm e4; id ")
        read, found = Board.from_epd(text)
        assert found == operations
        assert read == board
        assert board.set_epd(text) == operations

    @given(st.text(), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
    def test_texts_and_numbers_come_back(self, text: str, number: int, real: float) -> None:
        epd = Board().epd(text=text, number=number, real=real)
        assert Board.from_epd(epd)[1] == {"text": text, "number": number, "real": real}

    def test_fields_are_those_of_the_fen(self) -> None:
        for board in boards(3, 30):
            fields = board.fen().rsplit(" ", 2)[0]
            assert board.epd() == fields
            assert board.epd(shredder=True) == board.shredder_fen().rsplit(" ", 2)[0]
            other, operations = Board.from_epd(fields, chess960=board.chess960)
            assert (other.epd(), operations) == (fields, {})
            assert (other.halfmove_clock, other.fullmove_number) == (0, 1)

    def test_lenient_where_the_meaning_is_clear(self) -> None:
        board = Board()
        assert board.set_epd(f"{ENDGAME}  ;D1 20 ;; ;D2 +400") == {"D1": 20, "D2": 400}
        assert board.set_epd(f'  {ENDGAME} a "x" b 5; c') == {"a": "x", "b": 5, "c": None}
        assert board.set_epd(f"{ENDGAME} bm e2e4 e3; x .5; y 1e3;") == {
            "bm": [Move.from_uci("e2e4"), Move.from_uci("e2e3")],
            "x": 0.5,
            "y": 1000.0,
        }
        assert board.set_epd("4k3/8/8/8/8/8/4P3/4K3 b") == {}
        assert board.turn is BLACK

    @pytest.mark.parametrize(
        ("operations", "error", "text"),
        [
            ("bm e5;", IllegalMoveError, '"e5"'),
            ("bm Ke5 e4;", IllegalMoveError, '"Ke5"'),
            ("pv e4 e4;", IllegalMoveError, '"e4"'),
            ("sm hello;", InvalidMoveError, '"hello"'),
            ("c 1 2;", InvalidMoveError, '"1 2"'),
            ("c 1_0;", InvalidMoveError, '"1_0"'),
            ("c 1e999;", ValueError, "inf"),
            ('id "open;', ValueError, '"open'),
            ("2a 5;", ValueError, '"2a"'),
            ("- 5;", ValueError, '"-"'),
            ('a"b 5;', ValueError, "opcode"),
            ("hmvc -1;", ValueError, "-1"),
            ("hmvc;", ValueError, "hmvc"),
            ("hmvc 1.5;", ValueError, "1.5"),
            ('fmvn "7";', ValueError, '"7"'),
            ("hmvc 99999999999999999999;", ValueError, "99999999999999999999"),
            ("0 1", ValueError, '"0"'),
        ],
    )
    def test_what_is_wrong_is_named(
        self, operations: str, error: type[Exception], text: str
    ) -> None:
        board = Board()
        board.push_uci("e2e4")
        before = pickle.dumps(board)
        with pytest.raises(error) as caught:
            board.set_epd(f"{ENDGAME} {operations}")
        assert text in str(caught.value)
        assert pickle.dumps(board) == before
        with pytest.raises(error):
            Board.from_epd(f"{ENDGAME} {operations}")

    def test_an_ambiguous_move_is_refused(self) -> None:
        with pytest.raises(AmbiguousMoveError):
            Board.from_epd("4k3/8/8/8/8/8/R6R/4K3 w - - bm Rd2;")

    @pytest.mark.parametrize("epd", ["", "x", "4k3/8 w - -", "4k3/8/8/8/8/8/8/4K3 x - -"])
    def test_other_texts_are_no_positions(self, epd: str) -> None:
        with pytest.raises(ValueError, match="FEN"):
            Board().set_epd(epd)

    @pytest.mark.parametrize(
        ("opcode", "value", "error"),
        [
            ("", 1, ValueError),
            ("-", 1, ValueError),
            ("a b", 1, ValueError),
            ("a;", 1, ValueError),
            ('a"', 1, ValueError),
            ("1a", 1, ValueError),
            ("x", float("nan"), ValueError),
            ("x", float("inf"), ValueError),
            ("x", True, TypeError),
            ("x", b"text", TypeError),
            ("x", object(), TypeError),
            ("x", [Move.from_uci("e2e4")], TypeError),
            ("bm", [1], TypeError),
            ("bm", Move.from_uci("e2e5"), IllegalMoveError),
            ("pv", [Move.from_uci("e2e4")] * 2, IllegalMoveError),
        ],
    )
    def test_what_could_not_be_read_back_is_not_written(
        self,
        opcode: str,
        value: Any,  # noqa: ANN401 - wrong on purpose
        error: type[Exception],
    ) -> None:
        with pytest.raises(error):
            Board().epd(**{opcode: value})


class TestChess960:
    """The numbers of the start arrays."""

    def test_each_number_has_an_array_of_its_own(self) -> None:
        arrays = set()
        for number in range(960):
            board = Board.from_chess960_pos(number)
            row = board.board_fen().rpartition("/")[2]
            assert sorted(row) == sorted("RNBQKBNR")
            assert row.index("R") < row.index("K") < row.rindex("R")
            assert (row.index("B") + row.rindex("B")) % 2 == 1
            assert board.chess960_pos() == number
            assert board.is_valid()
            arrays.add(row)
        assert len(arrays) == 960
        assert Board().chess960_pos() == 518
        assert Board.from_chess960_pos(518).fen() == STARTING_FEN

    def test_what_is_asked_can_be_left_out(self) -> None:
        black = Board(STARTING_FEN.replace(" w ", " b "))
        assert (black.chess960_pos(), black.chess960_pos(ignore_turn=True)) == (None, 518)
        rights = Board(STARTING_FEN.replace("KQkq", "KQk"))
        assert (rights.chess960_pos(), rights.chess960_pos(ignore_castling=True)) == (None, 518)
        late = Board(STARTING_FEN.replace("0 1", "3 7"))
        assert (late.chess960_pos(), late.chess960_pos(ignore_counters=False)) == (518, None)
        assert Board(CASTLING).chess960_pos() is None
        assert Board.empty().chess960_pos() is None

    def test_setting_up(self) -> None:
        board = Board(CASTLING)
        board.push_uci("e1g1")
        board.set_chess960_pos(0)
        assert board == Board.from_chess960_pos(0)
        assert (board.chess960, board.move_stack) == (True, [])

    @pytest.mark.parametrize("number", [-1, 960, 10**30])
    def test_other_numbers_have_none(self, number: int) -> None:
        board = Board(CASTLING)
        with pytest.raises(ValueError, match=f"from 0 to 959, not {number}"):
            board.set_chess960_pos(number)
        with pytest.raises(ValueError, match="from 0 to 959"):
            Board.from_chess960_pos(number)
        assert (board.fen(), board.chess960) == (CASTLING, False)

    @pytest.mark.parametrize("number", [None, "5", 5.0])
    def test_wrong_types(self, number: Any) -> None:  # noqa: ANN401 - wrong on purpose
        with pytest.raises(TypeError):
            Board.from_chess960_pos(number)


class TestSettingUp:
    """Moving everything on the board at once."""

    def test_a_mirrored_board_is_the_same_game(self) -> None:
        for board in boards(4, 40):
            mirrored = board.mirror()
            assert mirrored.turn is not board.turn
            assert len(mirrored.legal_moves) == len(board.legal_moves)
            assert {(m.from_square ^ 56, m.to_square ^ 56) for m in mirrored.legal_moves} == {
                (m.from_square, m.to_square) for m in board.legal_moves
            }
            assert mirrored.mirror() == board
            assert mirrored.move_stack == []
            before = board.copy()
            board.apply_mirror()
            assert board == mirrored
            board.apply_mirror()
            assert board == before

    def test_flipping_files(self) -> None:
        board = Board("4k3/8/8/3pP3/8/8/P7/R3K3 w Q d6 4 9")
        flipped = board.transform(atomic_rs.flip_horizontal)
        assert flipped.fen(en_passant="fen") == "3k4/8/8/3Pp3/8/8/7P/3K3R w - e6 4 9"
        chess960 = Board(board.fen(en_passant="fen"), chess960=True)
        flipped = chess960.transform(atomic_rs.flip_horizontal)
        assert flipped.fen(en_passant="fen") == "3k4/8/8/3Pp3/8/8/7P/3K3R w K e6 4 9"
        assert flipped.is_valid()

    def test_what_leaves_the_board_is_gone(self) -> None:
        board = Board()
        board.apply_transform(lambda _mask: 0)
        assert board.fen() == "8/8/8/8/8/8/8/8 w - - 0 1"

    def test_a_function_that_raises_changes_nothing(self) -> None:
        board = Board()
        board.push_uci("e2e4")
        before = pickle.dumps(board)
        wrong: list[Callable[[int], Any]] = [
            lambda mask: 1 // (mask & 0),
            lambda mask: mask << 64,
            lambda _mask: "e4",
        ]
        for function in wrong:
            with pytest.raises((ZeroDivisionError, ValueError, TypeError)):
                board.apply_transform(function)
            assert pickle.dumps(board) == before

    def test_a_map_of_men(self) -> None:
        for board in boards(5, 20):
            other = Board.empty(chess960=board.chess960)
            other.set_piece_map(board.piece_map())
            assert other.board_fen() == board.board_fen()
        board = Board(CASTLING.replace("0 1", "3 9"))
        board.push_uci("e1e2")
        board.set_piece_map({0: Piece(4, WHITE), 4: Piece(6, WHITE), 60: Piece(6, BLACK)})
        assert board.fen() == "4k3/8/8/8/8/8/8/R3K3 b - - 4 9"
        assert board.move_stack == []

    @pytest.mark.parametrize(
        "wrong",
        [{64: Piece(1, WHITE)}, {0: "K"}, {None: Piece(1, WHITE)}, {0: Piece(1, WHITE), -1: None}],
    )
    def test_a_wrong_map_changes_nothing(self, wrong: Any) -> None:  # noqa: ANN401 - wrong on purpose
        board = Board()
        with pytest.raises((ValueError, TypeError)):
            board.set_piece_map(wrong)
        assert board == Board()

    def test_empty_boards(self) -> None:
        board = Board.empty(chess960=True, rules="icc")
        assert (board.fen(), board.chess960, str(board.rules)) == (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            True,
            "icc",
        )
        assert Board.from_epd(ENDGAME, rules="icc")[0].rules == "icc"
        assert Board.from_chess960_pos(3, rules="icc").rules == "icc"


class TestText:
    """Diagrams, and the notation of XBoard."""

    def test_diagrams(self) -> None:
        board = Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
        lines = board.unicode(empty_square=".").splitlines()
        assert (lines[0], lines[6]) == (". . . . ♚ . . .", "♙ . . . . . . .")
        lines = board.unicode(invert_color=True, empty_square=".", orientation=BLACK).splitlines()
        assert (lines[0], lines[1]) == (". . . ♚ . . . .", ". . . . . . . ♟")
        lines = board.unicode(borders=True, empty_square=" ").splitlines()
        assert len(lines) == 18
        assert lines[:2] == ["  -----------------", "8 | | | | |♚| | | |"]
        assert lines[-3:] == ["1 | | | | |♔| | | |", "  -----------------", "   a b c d e f g h"]
        lines = board.unicode(borders=True, orientation=BLACK).splitlines()
        assert (lines[1][0], lines[-1]) == ("1", "   h g f e d c b a")

    def test_xboard(self) -> None:
        standard, chess960 = Board(CASTLING), Board(CASTLING, chess960=True)
        step, takes, long = map(Move.from_uci, ("e1g1", "e1h1", "e1a1"))
        assert (standard.xboard(step), standard.xboard(step, True)) == ("e1g1", "O-O")
        assert (chess960.xboard(takes), chess960.xboard(long)) == ("O-O", "O-O-O")
        assert chess960.xboard(Move.null()) == "@@@@"
        assert standard.parse_xboard("O-O") == standard.parse_xboard("e1g1") == step
        assert not standard.parse_xboard("@@@@")
        assert chess960.push_xboard("O-O-O") == long
        with pytest.raises(IllegalMoveError):
            standard.push_xboard("a1b3")
        with pytest.raises(InvalidMoveError):
            standard.push_xboard("x")


class TestPosition:
    """Frozen positions."""

    def test_there_and_back(self) -> None:
        for board in boards(6, 40):
            position = board.position()
            assert type(position) is Position
            assert position.position() is position
            assert position == Position(board) == Position(position)
            assert hash(position) == hash(Position(board))
            again = position.board()
            assert (again, again.move_stack) == (board, [])
            assert (again.chess960, again.rules) == (board.chess960, board.rules)
            read = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own bytes
            assert (read, type(read)) == (position, Position)
            payload = position.__reduce__()[1][1]
            assert isinstance(payload, bytes)
            assert len(payload) <= 64

    def test_it_answers_as_the_board_does(self) -> None:
        for board in boards(7, 30):
            position = board.position()
            assert list(position.legal_moves) == list(board.legal_moves)
            assert list(position.pseudo_legal_moves) == list(board.pseudo_legal_moves)
            assert list(position.generate_legal_captures()) == list(board.generate_legal_captures())
            assert position.epd(n=1) == board.epd(n=1)
            assert position.unicode() == board.unicode()
            assert position.checkers() == board.checkers()
            assert position.chess960_pos() == board.chess960_pos()
            assert str(position) == str(board)
            for move in board.legal_moves:
                board.push(move)
                assert position.after(move) == board.position()
                board.pop()

    def test_it_cannot_be_changed(self) -> None:
        position: Any = Position()
        for name in ("turn", "castling_rights", "ep_square", "halfmove_clock", "other"):
            with pytest.raises(AttributeError):
                setattr(position, name, 0)
        for name in ("push", "pop", "set_fen", "set_piece_at", "apply_mirror", "set_epd"):
            assert not hasattr(position, name)
        assert copy.copy(position) is copy.deepcopy(position) is position

    def test_counters_do_not_matter(self) -> None:
        first, second = Position(CASTLING), Position(CASTLING.replace("0 1", "30 41"))
        assert first == second
        assert len({first, second, Position(CASTLING, chess960=True)}) == 2
