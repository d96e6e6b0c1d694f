"""What happens at the edges: strange states, small stacks, scarce threads."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import TYPE_CHECKING

import pytest

from atomic_rs import BB_E4, BB_RANK_1, Board, Illegality, Move, Rules, perft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def ep_in_the_middle(board: Board) -> None:
    board.ep_square = 28


def rights_of_a_rank(board: Board) -> None:
    board.castling_rights = BB_RANK_1


def a_right_in_the_middle(board: Board) -> None:
    board.castling_rights = BB_E4


@pytest.mark.parametrize("change", [ep_in_the_middle, rights_of_a_rank, a_right_in_the_middle])
def test_strange_boards_are_pickled_and_copied_as_they_are(
    change: Callable[[Board], None],
) -> None:
    board = Board()
    change(board)
    pickled = pickle.loads(pickle.dumps(board))  # noqa: S301 - our own bytes
    for twin in (pickled, copy.deepcopy(board)):
        assert twin.castling_rights == board.castling_rights
        assert twin.ep_square == board.ep_square
        assert twin.status() == board.status()


def test_the_largest_counters_do_no_harm() -> None:
    board = Board("kR6/RR6/8/8/8/8/8/7K b - - 4294967295 4294967295")
    assert board.can_claim_fifty_moves() is False
    board = Board("4k3/8/8/8/8/8/8/4K2R w - - 4294967295 4294967295")
    assert board.can_claim_fifty_moves()
    board.push_uci("e1d1")
    assert board.halfmove_clock == 4294967295


@pytest.mark.parametrize("depth", [16, 17, 255])
def test_depth_needs_no_large_stack(depth: int) -> None:
    seen: list[object] = []

    def count() -> None:
        # Few moves, many plies: the table makes the depth affordable.
        try:
            seen.append(perft(Board("7k/8/8/8/8/p1p5/P1P5/K7 w - - 0 1"), depth, hash_mb=16))
        except OverflowError as error:
            seen.append(str(error))

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=count)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert seen


def test_bulk_counting_minds_kings_that_keep_their_distance() -> None:
    rules = Rules(check="none", touch="forbidden")
    board = Board("8/8/8/8/3k4/8/8/3K4 w - - 0 1", rules=rules)
    assert {perft(board, 3, bulk=bulk) for bulk in (0, 1, 2)} == {188}


def test_reasons_name_the_right_side() -> None:
    board = Board("4k3/8/8/8/8/8/8/R1n1K3 w Q - 0 1", chess960=True)
    assert board.explain(Move.from_uci("e1c1")) is not Illegality.OWN_PIECE


def test_moves_may_be_made_while_a_variation_is_written() -> None:
    board = Board()

    def moves() -> Iterator[Move]:
        for uci in ("e2e4", "e7e5"):
            yield board.push_uci(uci)

    assert board.variation_san(moves()) == "1. e4 e5"
