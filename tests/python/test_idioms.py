"""Does a program full of python-chess's idioms run? Type checkers read the same program."""

import idioms
from atomic_rs import BLACK, WHITE, Board, Termination


def test_games_are_played_out() -> None:
    outcomes = [idioms.play_out(seed) for seed in range(20)]
    assert all(outcomes)
    assert Termination.VARIANT_LOSS in {outcome.termination for outcome in outcomes if outcome}


def test_captures_are_weighed() -> None:
    board = Board("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    assert idioms.material(board, WHITE) == 5
    assert idioms.material(board, BLACK) == 9
    assert str(idioms.best_capture(board)) == "d1d5"


def test_a_board_answers() -> None:
    assert idioms.look_around() == [
        "e1",
        "r",
        "b1",
        "c1",
        "d1",
        "e1",
        "O-O",
        "e1g1",
        "True",
        "True",
    ]
