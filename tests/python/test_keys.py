"""Zobrist keys: the published examples of the Polyglot format, and what a key tells apart."""

from __future__ import annotations

from typing import Final

import pytest

from atomic_rs import Board

# The examples that the description of the Polyglot book format gives.
PUBLISHED: Final = [
    (0x463B96181691FC9C, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (0x823C9B50FD114196, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
    (0x0756B94461C50FB0, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"),
    (0x662FAFB965DB29D4, "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"),
    (0x22A48B5A8E47FF78, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
    (0x652A607CA3F242C1, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3"),
    (0x00FDD303C946BDD9, "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4"),
    (0x3C8123EA7B067637, "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3"),
    (0x5C3F9B829B279560, "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4"),
]


@pytest.mark.parametrize(("key", "fen"), PUBLISHED)
def test_published_examples(key: int, fen: str) -> None:
    assert Board(fen).zobrist_hash() == key


def test_moves_lead_to_the_published_keys() -> None:
    board = Board()
    keys = [board.zobrist_hash()]
    for uci in ("e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"):
        board.push_uci(uci)
        keys.append(board.zobrist_hash())
    assert keys == [key for key, _ in PUBLISHED[:7]]
    while board.move_stack:
        board.pop()
        keys.pop()
        assert board.zobrist_hash() == keys[-1]


def test_counters_and_the_way_there_do_not_matter() -> None:
    board = Board()
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(uci)
    assert board.zobrist_hash() == Board().zobrist_hash()
    assert Board(board.fen()).zobrist_hash() == board.zobrist_hash()
    assert board != Board()


@pytest.mark.parametrize(
    "other",
    [
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2Q w Qkq - 0 1",
        "r3k2r/8/8/8/8/8/7R/R3K3 w Qkq - 0 1",
    ],
)
def test_turn_rights_and_men_matter(other: str) -> None:
    one = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert one.zobrist_hash() != Board(other).zobrist_hash()


def test_null_moves_change_the_turn_and_come_back() -> None:
    board = Board()
    board.push_uci("0000")
    black = Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1")
    assert board.zobrist_hash() == black.zobrist_hash()
    board.pop()
    assert board.zobrist_hash() == Board().zobrist_hash()
