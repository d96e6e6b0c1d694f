"""What kinds of moves lead to the leaves: core and reference agree."""

from __future__ import annotations

from collections import Counter

import pytest

from atomic_rs import Board, perft, reference, statistics
from atomic_rs.reference.position import castling_rook, king
from data import CORE_RULES
from small import small


def men_and_kings(position: reference.Position) -> tuple[int, int]:
    """The numbers of men and of kings on the board."""
    return len(position.board), sum(king(position, color) is not None for color in ("w", "b"))


def model_statistics(position: reference.Position, depth: int) -> Counter[str]:
    """What `statistics` counts, as the reference knows it."""
    if depth == 0:
        return Counter(nodes=1)
    sums: Counter[str] = Counter()
    for move in reference.legal_moves(position):
        after = reference.apply(position, move)
        if depth > 1:
            sums += model_statistics(after, depth - 1)
            continue
        (men, kings), (men_left, kings_left) = men_and_kings(position), men_and_kings(after)
        is_capture, is_check = reference.is_capture(position, move), reference.in_check(after)
        sums += Counter(
            nodes=1,
            captures=is_capture,
            en_passant=is_capture and move[2:4] not in position.board,
            castles=castling_rook(position, move) is not None,
            promotions=len(move) == 5,
            checks=is_check,
            mates=is_check and not reference.legal_moves(after),
            king_explosions=kings - kings_left,
            pieces_destroyed=men - men_left,
        )
    return sums


class TestStatistics:
    """`statistics`."""

    @pytest.mark.parametrize("rules", CORE_RULES)
    def test_it_agrees_with_the_reference(self, rules: str) -> None:
        for board, model, most in small(rules):
            for depth in range(most + 1 if rules == "atomic" else most):
                found = statistics(board, depth)
                assert Counter(found) == model_statistics(model, depth), (board, depth)
                assert found["nodes"] == perft(board, depth)

    def test_every_kind_is_met(self) -> None:
        met: Counter[str] = Counter()
        for board, _, depth in small("atomic"):
            met += Counter(statistics(board, depth))
        assert met.keys() == statistics(Board(), 0).keys()

    def test_progress_and_errors_are_those_of_perft(self) -> None:
        seen = []
        statistics(Board(), 4, progress=lambda *progress: seen.append(progress))
        assert seen[-1] == (20, 20, 197_326)
        for depth in (-1, 256):
            with pytest.raises(ValueError, match=str(depth)):
                statistics(Board(), depth)

        def fail(*_: int) -> None:
            raise LookupError

        with pytest.raises(LookupError):
            statistics(Board(), 12, progress=fail)
