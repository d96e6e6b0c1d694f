"""What is offered for other people's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from atomic_rs import RULES, Board, Move, perft, reference
from atomic_rs.testing import (
    Game,
    PerftCase,
    check_perft,
    chess960_arrays,
    games,
    legal_moves,
    perft_cases,
    positions,
)
from atomic_rs.themes import PLAYABLE, THEMES
from data import DATA

if TYPE_CHECKING:
    from collections.abc import Callable

QUICK: Final = settings(
    max_examples=20, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


@pytest.mark.parametrize("theme", THEMES)
def test_positions_of_a_theme_have_its_corner(theme: str) -> None:
    @QUICK
    @given(positions(theme))
    def check(board: Board) -> None:
        assert board.legal_moves
        assert THEMES[theme].is_met_later or THEMES[theme].corner(board)
        assert board.is_valid() or theme not in PLAYABLE

    check()


@pytest.mark.parametrize("rules", RULES)
def test_positions_of_a_rule_set(rules: str) -> None:
    @QUICK
    @given(positions(rules=rules))
    def check(board: Board) -> None:
        assert str(board.rules) == rules
        assert board.is_valid()

    check()


def test_what_they_print_can_be_pasted() -> None:
    @QUICK
    @given(positions("open castling"), games(), st.data())
    def check(board: Board, game: Game, data: st.DataObject) -> None:
        names = {"Board": Board, "Game": Game, "Move": Move}
        move = data.draw(legal_moves(board))
        for value in (board, game, move):
            assert eval(repr(value), names) == value  # noqa: S307 - that is what a paste does

    check()


@pytest.mark.parametrize(
    ("condition", "most_men"),
    [
        (lambda board: board.is_check(), 3),
        (lambda board: any(map(board.is_capture, board.legal_moves)), 4),
        (lambda board: board.occupied.bit_count() >= 5, 5),
    ],
)
def test_positions_shrink_to_few_men(condition: Callable[[Board], bool], most_men: int) -> None:
    found = find(positions(), condition, settings=settings(database=None, max_examples=2000))
    assert found.occupied.bit_count() <= most_men


def test_games_shrink_to_few_moves() -> None:
    found = find(games(), lambda game: len(game.moves) >= 3)
    assert len(found.moves) == 3


@QUICK
@given(games(positions("touching kings", rules="icc")), chess960_arrays())
def test_games_are_legal_in_the_reference(game: Game, array: Board) -> None:
    position = reference.parse_fen(game.fen, game.rules, chess960=game.chess960)
    for uci in game.moves:
        assert uci in reference.legal_moves(position)
        position = reference.apply(position, uci)
    assert reference.to_fen(position) == game.board().fen()
    assert [len(each.move_stack) for each in game.boards()] == [*range(len(game.moves) + 1)]
    assert array.chess960
    assert array.is_valid()


def test_wrong_use() -> None:
    with pytest.raises(ValueError, match='there is no theme "bishops"'):
        positions("bishops")
    with pytest.raises(ValueError, match="no legal move"):
        legal_moves(Board("4k3/8/8/8/8/8/8/8 w - - 0 1"))
    with pytest.raises(NoSuchExample):
        find(games(most_moves=0), lambda game: bool(game.moves))


CASES: Final = [*perft_cases(each=1), *perft_cases(DATA / "perft" / "atomic.epd")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_suite_for_any_generator(case: PerftCase) -> None:
    check_perft(case, lambda fen, depth: perft(Board(fen), depth))


def test_what_a_suite_says_of_a_wrong_count() -> None:
    case = perft_cases(each=1, most_nodes=100)[0]
    wrong = {"e2e4": 1, "e2e5": 1}
    with pytest.raises(AssertionError, match=r"e2e5: not legal") as caught:
        check_perft(case, lambda _fen, _depth: wrong)
    assert "games 1 at depth 1: 2 instead of 20" in str(caught.value)
    with pytest.raises(AssertionError, match=r"19 instead of 20"):
        check_perft(case, lambda _fen, _depth: 19)


def test_a_suite_is_the_same_each_time_and_chess960_only_if_wanted() -> None:
    assert perft_cases(each=1) == perft_cases(each=1)
    assert not any(case.chess960 for case in perft_cases(each=1))
    assert any(case.chess960 for case in perft_cases(each=1, chess960=True))
    assert all(case.nodes <= 500 or case.depth == 1 for case in perft_cases(most_nodes=500))
