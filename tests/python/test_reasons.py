"""Each reason why a move is illegal, in a position where it is the reason."""

import pytest

from atomic_rs import Board, Illegality, Move

# Reason, position, move, rule set.
CASES = [
    ("NULL_MOVE", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0000", "atomic"),
    ("GAME_OVER", "8/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2", "atomic"),
    ("NO_PIECE", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", "atomic"),
    ("WRONG_SIDE", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7", "atomic"),
    ("OWN_PIECE", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1e2", "atomic"),
    ("UNREACHABLE", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2", "atomic"),
    ("PROMOTION_MISSING", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "atomic"),
    ("PROMOTION_IMPOSSIBLE", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q", "atomic"),
    ("KING_MAY_NOT_CAPTURE", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "atomic"),
    ("KING_TAKES_KING", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "e1e2", "atomar"),
    ("PROTECTED_PIECE", "4k3/8/8/8/8/4b3/3q4/4K3 w - - 0 1", "e1d2", "doering"),
    ("KINGS_MAY_NOT_TOUCH", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", "bremen"),
    ("OWN_KING_EXPLODES", "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1", "d1d2", "atomic"),
    ("KING_LEFT_ATTACKED", "3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "atomic"),
    ("CASTLING_WITHOUT_RIGHT", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "atomic"),
    ("CASTLING_BLOCKED", "4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "atomic"),
    ("CASTLING_THROUGH_ATTACK", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "atomic"),
    ("CASTLING_INTO_ATTACK", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "atomic"),
]


@pytest.mark.parametrize(("name", "fen", "uci", "rules"), CASES, ids=[case[0] for case in CASES])
def test_reason(name: str, fen: str, uci: str, rules: str) -> None:
    board = Board(fen, rules=rules)
    assert board.explain(Move.from_uci(uci)) is Illegality[name]


def test_every_reason_has_a_case() -> None:
    assert [case[0] for case in CASES] == [reason.name for reason in Illegality]
