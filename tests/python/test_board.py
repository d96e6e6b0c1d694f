"""The board has python-chess's names and keeps their meaning."""

from __future__ import annotations

import random
from typing import Final

import pytest

from atomic_rs import (
    BLACK,
    STARTING_FEN,
    WHITE,
    Board,
    IllegalMoveError,
    Move,
    Outcome,
    Piece,
    Status,
    Termination,
)

CROWD: Final = "K1QQQQQQ/1Q5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/1QQQQQQk w - - 0 1"
SHUFFLE: Final = ("g1f3", "g8f6", "f3g1", "f6g8")


def after(*moves: str, fen: str = STARTING_FEN) -> Board:
    """A board after some moves."""
    board = Board(fen)
    for uci in moves:
        board.push_uci(uci)
    return board


class TestLooking:
    """What a board says about its position."""

    def test_the_start_position(self) -> None:
        board = Board()
        assert board.fen() == STARTING_FEN
        assert board.board_fen() == STARTING_FEN.split()[0]
        assert (board.turn, str(board.rules), board.chess960) == (WHITE, "atomic", False)
        assert (board.halfmove_clock, board.fullmove_number, board.ply()) == (0, 1, 0)
        assert board.castling_rights == 0x8100000000000081
        assert board.ep_square is None
        assert board.move_stack == []
        assert (board.king(WHITE), board.king(BLACK)) == (4, 60)

    def test_men_are_found_by_number_and_by_name(self) -> None:
        board = Board()
        assert board.piece_at(4) == board.piece_at("e1") == Piece(6, WHITE)
        assert board.piece_at("e4") is None
        men = board.piece_map()
        assert len(men) == 32
        assert {square: board.piece_at(square) for square in men} == men
        men.clear()
        assert board.piece_map() != men

    def test_a_double_step_sets_the_ep_square_even_where_nobody_captures(self) -> None:
        board = after("e2e4")
        assert (board.turn, board.fullmove_number, board.ply()) == (BLACK, 1, 1)
        assert board.ep_square == 20
        board = after("e2e4", "g8f6")
        assert (board.turn, board.fullmove_number, board.ply()) == (WHITE, 2, 2)
        assert board.ep_square is None

    def test_an_exploded_king_is_nowhere(self) -> None:
        board = after("g1f3", "a7a6", "f3g5", "a6a5", "g5f7")
        assert board.king(BLACK) is None
        assert board.castling_rights == 0x81
        assert (board.is_check(), board.is_checkmate(), board.is_stalemate()) == (False,) * 3
        assert board.is_variant_end()
        assert board.is_variant_loss()
        assert not board.is_variant_win()
        assert not board.is_variant_draw()
        assert board.outcome() == Outcome(Termination.VARIANT_LOSS, WHITE)
        assert (board.result(), board.is_game_over()) == ("1-0", True)
        assert not board.legal_moves
        assert board.is_valid()

    def test_the_winner_may_be_to_move_in_a_position_that_is_set_up(self) -> None:
        board = Board("8/8/8/8/8/8/8/4K3 w - - 0 1")
        assert board.is_variant_win()
        assert board.outcome() == Outcome(Termination.VARIANT_WIN, WHITE)
        assert board.status() == Status.NO_BLACK_KING

    def test_text_forms(self) -> None:
        board = Board("8/8/8/3kK3/8/8/8/3R4 b - - 3 9")
        assert str(board).splitlines()[3] == ". . . k K . . ."
        assert str(board).splitlines()[7] == ". . . R . . . ."
        assert repr(board) == "Board('8/8/8/3kK3/8/8/8/3R4 b - - 3 9')"
        assert repr(Board(chess960=True)) == f"Board('{STARTING_FEN}', chess960=True)"

    def test_rules_have_other_names_and_no_case(self) -> None:
        assert {Board(rules=name).rules for name in ("atomic", "Lichess", "FICS")} == {"atomic"}
        for name in ("", "chess", "atomic\x00", "a" * 1_000_000):
            with pytest.raises(ValueError, match="unknown rule set"):
                Board(rules=name)


class TestLegalMoves:
    """The view of the legal moves."""

    def test_it_is_a_sequence(self) -> None:
        legal = Board().legal_moves
        listed = list(legal)
        assert len(legal) == legal.count() == len(listed) == 20
        assert [legal[index] for index in range(-20, 20)] == listed * 2
        assert (legal[2:5], legal[::-1], legal[50:]) == (listed[2:5], listed[::-1], [])
        assert random.choice(legal) in listed
        assert all(move in legal for move in listed)
        assert bool(legal)
        assert listed == sorted(listed, key=lambda move: (move.from_square, move.to_square))

    def test_wrong_indices_are_refused(self) -> None:
        legal = Board().legal_moves
        for index in (20, -21):
            with pytest.raises(IndexError):
                legal[index]
        for wrong in ("0", 1.0, None):
            with pytest.raises(TypeError):
                legal[wrong]  # type: ignore[call-overload]
        for value in ("e2e4", None, 12):
            with pytest.raises(TypeError):
                value in legal  # noqa: B015 - the question is what raises

    def test_a_huge_index_is_refused_as_a_list_does(self) -> None:
        with pytest.raises(IndexError):
            Board().legal_moves[10**30]

    def test_it_stays_as_it_was_when_it_was_taken(self) -> None:
        board = Board()
        legal = board.legal_moves
        board.push_uci("e2e4")
        assert len(legal) == 20
        assert Move.from_uci("e2e4") in legal
        assert Move.from_uci("e2e4") not in board.legal_moves

    def test_273_moves_fit(self) -> None:
        board = Board(CROWD)
        assert len(board.legal_moves) == len(set(board.legal_moves)) == 273
        for move in board.legal_moves:
            board.push(move)
            board.pop()

    def test_castling_has_the_spelling_of_the_board(self) -> None:
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        standard, chess960 = Board(fen), Board(fen, chess960=True)
        step, takes = Move.from_uci("e1g1"), Move.from_uci("e1h1")
        assert step in standard.legal_moves
        assert takes not in standard.legal_moves
        assert takes in chess960.legal_moves
        assert step not in chess960.legal_moves
        assert standard.uci(step, chess960=True) == "e1h1"
        assert chess960.uci(takes, chess960=False) == "e1g1"
        for board, move in ((standard, step), (chess960, takes)):
            assert board.is_castling(move)
            assert not board.is_capture(move)
            board.push(move)
            assert board.peek() == move
            assert board.board_fen() == "r3k2r/8/8/8/8/8/8/R4RK1"
            assert board.pop() == move


class TestMoving:
    """Making moves and taking them back."""

    def test_moves_come_back_in_order(self) -> None:
        board = Board()
        fens = []
        moves = []
        for uci in ("e2e4", "d7d5", "e4d5", "g8f6", "g1f3"):
            fens.append(board.fen())
            moves.append(board.push_uci(uci))
        assert board.move_stack == moves
        assert board.peek() == moves[-1]
        assert [move.uci() for move in moves][2] == "e4d5"
        while board.move_stack:
            assert board.pop() == moves.pop()
            assert board.fen() == fens.pop()
        assert board == Board()

    def test_the_null_move_passes(self) -> None:
        board = after("e2e4")
        board.push(Move.null())
        assert board.turn == WHITE
        assert board.ep_square is None
        assert board.push_uci("0000") == Move.null()
        assert board.fen().split()[:2] == after("e2e4").fen().split()[:2]
        board.pop()
        board.pop()
        assert board == after("e2e4")

    def test_nothing_can_be_played_when_a_king_is_gone(self) -> None:
        board = after("g1f3", "a7a6", "f3g5", "a6a5", "g5f7")
        before = board.fen()
        for uci in ("a5a4", "h7h6", "d8e8"):
            with pytest.raises(IllegalMoveError):
                board.push_uci(uci)
        assert (board.fen(), len(board.move_stack)) == (before, 5)

    def test_setting_a_fen_forgets_the_moves(self) -> None:
        board = after("e2e4", "e7e5")
        board.set_fen("8/8/8/3kK3/8/8/8/8 b - - 5 6")
        assert board.move_stack == []
        assert (board.halfmove_clock, board.fullmove_number) == (5, 6)

    def test_long_games_come_back(self) -> None:
        board = Board()
        for uci in SHUFFLE * 500:
            board.push_uci(uci)
        assert len(board.move_stack) == 2000
        assert board.is_repetition(501)
        assert not board.is_repetition(502)
        for _ in range(2000):
            board.pop()
        assert board == Board()


class TestEquality:
    """What makes two boards equal."""

    def test_position_and_counters_count_and_the_past_does_not(self) -> None:
        board = after("e2e4")
        assert board == Board(board.fen(en_passant="fen"))
        assert after(*SHUFFLE) != Board()
        assert after(*SHUFFLE) == Board(STARTING_FEN.replace("0 1", "4 3"))

    def test_boards_have_no_hash(self) -> None:
        with pytest.raises(TypeError):
            hash(Board())

    def test_other_things_are_unequal(self) -> None:
        for value in (STARTING_FEN, None, 1):
            assert Board() != value
        assert Board().__eq__(1) is NotImplemented

    @pytest.mark.parametrize(
        "other",
        [
            STARTING_FEN.replace(" w ", " b "),
            STARTING_FEN.replace("KQkq", "KQk"),
            STARTING_FEN.replace("0 1", "1 1"),
            STARTING_FEN.replace("0 1", "0 2"),
            STARTING_FEN.replace("RNBQ", "RNBB"),
        ],
    )
    def test_whatever_a_fen_says_matters(self, other: str) -> None:
        assert Board(other) != Board()


class TestCopies:
    """Copies with all, some or none of the moves."""

    @pytest.mark.parametrize(
        ("stack", "kept"), [(True, 4), (False, 0), (0, 0), (1, 1), (3, 3), (4, 4), (99, 4)]
    )
    def test_a_copy_keeps_as_many_moves_as_wanted(self, *, stack: bool | int, kept: int) -> None:
        moves = ("e2e4", "e7e5", "g1f3", "b8c6")
        board = after(*moves)
        again = board.copy(stack=stack)
        assert again == board
        assert again.move_stack == board.move_stack[4 - kept :]
        for _ in range(kept):
            again.pop()
        assert again == after(*moves[: 4 - kept])
        with pytest.raises(IndexError):
            again.pop()
        assert len(board.move_stack) == 4

    @pytest.mark.parametrize("stack", [-1, 2**40, 1.5, "all"])
    def test_a_copy_of_impossible_length_is_refused(self, stack: object) -> None:
        with pytest.raises((TypeError, ValueError)):
            Board().copy(stack=stack)  # type: ignore[arg-type]

    def test_a_derived_class_stays_what_it_is(self) -> None:
        class Named(Board):
            """A board of somebody else's making."""

        board = Named()
        board.push_uci("e2e4")
        assert type(board.copy()) is Named
        assert board.copy() == board
        assert repr(board).startswith("Named('")


class TestStatus:
    """Positions that cannot come from a game load, and say why."""

    @pytest.mark.parametrize(
        ("fen", "status"),
        [
            (STARTING_FEN, Status.VALID),
            ("8/8/8/8/8/8/8/4K3 b - - 0 1", Status.VALID),
            (CROWD, Status.TOO_MANY_WHITE_PIECES | Status.OPPOSITE_CHECK),
            ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", Status.OPPOSITE_CHECK),
            (
                "4k3/PPPPPPPP/PPPPPPPP/P7/8/8/8/4K3 w - - 0 1",
                Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_WHITE_PIECES | Status.OPPOSITE_CHECK,
            ),
        ],
    )
    def test_flags(self, fen: str, status: Status) -> None:
        board = Board(fen)
        assert board.status() == status
        assert board.is_valid() == (status == Status.VALID)

    def test_the_empty_board_has_three_faults(self) -> None:
        kings = Status.NO_WHITE_KING | Status.NO_BLACK_KING
        assert Board(None).status() == kings | Status.EMPTY

    def test_32_queens_can_be_played(self) -> None:
        queens = "qqqqqqqk/qqqqqqqq/8/7q/Q7/8/QQQQQQQQ/KQQQQQQQ w - - 0 1"
        board = Board(queens)
        assert Status.TOO_MANY_BLACK_PIECES in board.status()
        while board.legal_moves:
            board.push(board.legal_moves[-1])
        assert board.is_game_over()


class TestEnds:
    """How games end, by counting too."""

    def test_checkmate_and_stalemate(self) -> None:
        mate = Board("BQ6/Rk6/8/8/8/8/8/4K3 b - - 0 1")
        assert (mate.is_check(), mate.is_checkmate(), mate.is_stalemate()) == (True, True, False)
        assert mate.outcome() == Outcome(Termination.CHECKMATE, WHITE)
        stale = Board("KQ6/Rk6/2B5/8/8/8/8/8 b - - 0 1")
        assert (stale.is_check(), stale.is_checkmate(), stale.is_stalemate()) == (
            *(False, False),
            True,
        )
        assert stale.outcome() == Outcome(Termination.STALEMATE, None)
        assert stale.result() == "1/2-1/2"

    def test_threefold_repetition_is_claimed_and_fivefold_ends_the_game(self) -> None:
        board = after(*SHUFFLE * 2)
        assert board.is_repetition()
        assert not board.is_repetition(4)
        assert board.can_claim_threefold_repetition()
        assert board.can_claim_draw()
        assert (board.outcome(), board.result()) == (None, "*")
        assert board.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION, None)
        assert board.result(claim_draw=True) == "1/2-1/2"
        assert board.is_game_over(claim_draw=True)
        assert not board.is_game_over()
        for uci in SHUFFLE * 2:
            board.push_uci(uci)
        assert board.is_fivefold_repetition()
        assert board.outcome() == Outcome(Termination.FIVEFOLD_REPETITION, None)

    @pytest.mark.parametrize(
        ("clock", "claimable", "fifty", "seventyfive"),
        [
            (98, False, False, False),
            (99, True, False, False),
            (100, True, True, False),
            (149, True, True, False),
            (150, True, True, True),
        ],
    )
    def test_the_clock(
        self, *, clock: int, claimable: bool, fifty: bool, seventyfive: bool
    ) -> None:
        board = Board(f"4k3/8/8/8/8/8/P7/4K2R w - - {clock} 80")
        assert board.can_claim_fifty_moves() == claimable
        assert board.is_fifty_moves() == fifty
        assert board.is_seventyfive_moves() == seventyfive
        assert board.is_game_over() == seventyfive

    def test_bare_kings_cannot_win(self) -> None:
        board = Board("8/8/8/3kK3/8/8/8/8 w - - 0 1")
        assert board.is_insufficient_material()
        assert board.outcome() == Outcome(Termination.INSUFFICIENT_MATERIAL, None)
        assert Board().has_insufficient_material(WHITE) is False

    @pytest.mark.parametrize("count", [-1, 2**32, 2**70])
    def test_counts_of_repetitions_that_make_no_sense(self, count: int) -> None:
        with pytest.raises(ValueError, match="count"):
            Board().is_repetition(count)


class TestMovesAndMen:
    """The small value types."""

    def test_moves(self) -> None:
        move = Move("b7", "a8", 5)
        assert move == Move(49, 56, promotion=5) == Move.from_uci("b7a8q")
        assert (move.from_square, move.to_square, move.promotion, move.drop) == (49, 56, 5, None)
        assert (str(move), move.uci(), repr(move)) == (
            *("b7a8q", "b7a8q"),
            "Move.from_uci('b7a8q')",
        )
        assert not Move.null()
        assert Move.null().uci() == "0000"
        assert bool(move)

    def test_moves_are_ordered_as_their_texts(self) -> None:
        moves = [*Board(CROWD).legal_moves, *map(Move.from_uci, ("0000", "b7a8q", "b7a8n", "b7b8"))]
        random.Random(1).shuffle(moves)
        assert sorted(moves) == sorted(moves, key=Move.uci)
        assert Move.from_uci("a1a2") <= Move.from_uci("a1a2")
        with pytest.raises(TypeError):
            Move.null() < "e2e4"  # type: ignore[operator]  # noqa: B015

    def test_moves_do_not_change(self) -> None:
        with pytest.raises(AttributeError):
            Move.null().promotion = 5  # type: ignore[misc]

    @pytest.mark.parametrize("promotion", [0, 7, -1, 2**70])
    def test_kinds_of_men_that_do_not_exist(self, promotion: int) -> None:
        with pytest.raises(ValueError, match="piece type"):
            Move("b7", "a8", promotion)
        with pytest.raises(ValueError, match="piece type"):
            Piece(promotion, WHITE)

    def test_drops_are_no_atomic_chess(self) -> None:
        with pytest.raises(ValueError, match="drop"):
            Move(0, 0, None, 1)  # type: ignore[arg-type]

    def test_men(self) -> None:
        for symbol in "PNBRQKpnbrqk":
            man = Piece.from_symbol(symbol)
            assert man == Piece(man.piece_type, man.color)
            assert (man.symbol(), str(man)) == (symbol, symbol)
            assert repr(man) == f"Piece.from_symbol('{symbol}')"
        assert Piece(6, WHITE).unicode_symbol() == "♔"
        assert Piece(6, WHITE).unicode_symbol(invert_color=True) == "♚"
        assert len({Piece.from_symbol(symbol) for symbol in "PpPN"}) == 3
        for symbol in ("", "x", "PP", "\x00", "é"):
            with pytest.raises(ValueError, match="symbol"):
                Piece.from_symbol(symbol)
