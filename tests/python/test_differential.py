"""Core and reference agree where nobody has looked."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from atomic_rs.differential import Pair, Tally, walk
from atomic_rs.starts import Start, array, fen_of
from atomic_rs.themes import THEMES, starts
from data import CORE_RULES, perft_entries

SUITE_STARTS: Final = [Start("suite", entry.fen, chess960) for entry, chess960 in perft_entries()]
SEEDS: Final = st.integers(0, 2**32 - 1)
MEN: Final = "QRBNPqrbnp"


@st.composite
def sparse_positions(draw: st.DrawFn) -> Start:
    """Two kings and up to eight men anywhere, pawns not on the first and last rank."""
    squares = [file + rank for rank in "12345678" for file in "abcdefgh"]
    white = draw(st.sampled_from(squares))
    black = draw(st.sampled_from([square for square in squares if square != white]))
    board = {white: "K", black: "k"}
    for man in draw(st.lists(st.sampled_from(MEN), max_size=8)):
        free = [
            square
            for square in squares
            if square not in board and not (man in "Pp" and square[1] in "18")
        ]
        board[draw(st.sampled_from(free))] = man
    clock = draw(st.sampled_from((0, 0, 0, 98, 148)))
    return Start("sparse", fen_of(board, draw(st.sampled_from("wb")), halfmove_clock=clock))


@st.composite
def chess960_arrays(draw: st.DrawFn) -> Start:
    """Any of the 960 arrays for each side."""
    white, black = (array(Random(draw(SEEDS))) for _ in "wb")
    men = f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white}"
    return Start("chess960", f"{men} w KQkq - 0 1", chess960=True)


@st.composite
def themed_positions(draw: st.DrawFn) -> Start:
    """A position made for a theme, such as touching kings or en passant."""
    theme = draw(st.sampled_from(sorted(THEMES)))
    return THEMES[theme].start(Random(draw(SEEDS)))


class SideBySide(RuleBasedStateMachine):
    """A game that the core's board and the reference's positions play together."""

    @initialize(
        start=st.one_of(
            st.sampled_from(SUITE_STARTS),
            *(chess960_arrays(), sparse_positions(), themed_positions()),
        ),
        rules=st.sampled_from(CORE_RULES),
    )
    def begin(self, start: Start, rules: str) -> None:
        self.pair = Pair(start, rules)

    @precondition(lambda self: self.pair.board.legal_moves)
    @rule(choice=st.integers(0, 300))
    def push(self, choice: int) -> None:
        legal = self.pair.board.legal_moves
        self.pair.push(legal[choice % len(legal)].uci())

    @precondition(lambda self: any(map(self.pair.board.is_capture, self.pair.board.legal_moves)))
    @rule(choice=st.integers(0, 300))
    def capture(self, choice: int) -> None:
        board = self.pair.board
        captures = [move for move in board.legal_moves if board.is_capture(move)]
        self.pair.push(captures[choice % len(captures)].uci())

    @precondition(lambda self: self.pair.moves)
    @rule()
    def pop(self) -> None:
        self.pair.pop()

    @rule()
    def reload(self) -> None:
        """Go on with a copy from a pickle."""
        self.pair.board = pickle.loads(pickle.dumps(self.pair.board))  # noqa: S301 - our own

    @precondition(lambda self: len(self.pair.moves) >= 2)
    @rule()
    def shuttle(self) -> None:
        """Take the last two moves back and make them again, as repetitions do."""
        moves = self.pair.moves[-2:]
        before = self.pair.board.zobrist_hash()
        self.pair.pop()
        self.pair.pop()
        for uci in moves:
            self.pair.push(uci)
        assert self.pair.board.zobrist_hash() == before

    @invariant()
    def agree(self) -> None:
        assert not self.pair.differences(thorough=True)


TestSideBySide = SideBySide.TestCase
TestSideBySide.settings = settings(max_examples=100, stateful_step_count=30)


# What random walks must meet to be worth something: (event, times in 10,000 positions).
EVENTS: Final = {
    "captures": 250,
    "checks": 250,
    "touching kings": 500,
    "castling": 30,
    "promotions": 50,
    "promotions by capture": 10,
    "en passant": 5,
    "king exploded": 30,
    "checkmate": 5,
    "stalemate": 1,
    "insufficient material": 20,
    "seventyfive moves": 1,
}


def test_ten_thousand_positions_at_random() -> None:
    tally = walk(10_000, 1, extra=SUITE_STARTS)
    assert "\n".join(map(str, tally.differences)) == ""
    assert tally.positions >= 10_000
    assert {
        event: tally.events[event] for event in EVENTS if tally.events[event] < EVENTS[event]
    } == {}
    assert tally.themes.keys() == {*THEMES, "suite"}


@pytest.mark.parametrize("rules", CORE_RULES)
def test_two_thousand_positions_under_each_rule_set(rules: str) -> None:
    extra = [Start("suite", entry.fen, chess960) for entry, chess960 in perft_entries(rules)]
    tally = walk(2000, 3, rules=rules, extra=extra)
    assert "\n".join(map(str, tally.differences)) == ""
    assert tally.positions >= 2000
    assert tally.events["captures"] >= 40
    assert tally.events["king exploded"] + tally.events["king captured"] >= 1


def test_a_walk_depends_on_its_seed_alone() -> None:
    tallies = [walk(100, seed) for seed in (3, 3, 4)]
    assert tallies[0] == tallies[1] != tallies[2]


def test_tallies_add_up() -> None:
    one, other = walk(50, 5), walk(50, 6)
    both = one + other
    assert both.positions == one.positions + other.positions
    assert both.events["captures"] == one.events["captures"] + other.events["captures"]
    assert Tally() + one == one


def test_every_move_that_can_be_written_is_judged_alike() -> None:
    random = Random(7)
    source = starts(random)
    judged = 0
    while judged < 300:
        pair = Pair(next(source))
        while pair.board.legal_moves and random.random() < 0.9 and judged < 300:
            assert pair.legality_differences() == []
            judged += 1
            pair.push(random.choice(pair.board.legal_moves).uci())


# --- can the comparison fail? ---

PLANTED: Final = [
    ({"turn": "b"}, {"legal moves", "FEN"}),
    ({"halfmove_clock": 7}, {"FEN"}),
    ({"castling": frozenset({"h1"})}, {"FEN", "legal moves", "key of the X-FEN"}),
    ({"ep_square": None}, {"FEN", "legal moves", "key of the X-FEN"}),
    (
        {"board": {"e1": "K", "e8": "k"}, "castling": frozenset()},
        {"legal moves", "FEN", "insufficient material"},
    ),
]


@pytest.mark.parametrize(("fault", "seen"), PLANTED)
def test_a_planted_fault_is_seen(fault: dict[str, object], seen: set[str]) -> None:
    pair = Pair(Start("fault", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"))
    assert pair.differences() == []
    pair.history[-1] = replace(pair.position, **fault)  # type: ignore[arg-type]
    found = {difference.what for difference in pair.differences()}
    assert found >= seen


def test_a_planted_fault_of_the_past_is_seen() -> None:
    pair = Pair(Start("fault", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    for uci in ("a1a2", "e8d8", "a2a1", "d8e8"):
        pair.push(uci)
    assert pair.differences(thorough=True) == []
    pair.history[0] = pair.history[1]
    assert {difference.what for difference in pair.differences()} == {"repetition"}


def test_a_planted_fault_of_legality_is_seen() -> None:
    pair = Pair(Start("fault", "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"))
    assert pair.legality_differences() == []
    pair.history[-1] = replace(pair.position, board={**pair.position.board, "e6": "p"})
    wrong = [difference.what for difference in pair.legality_differences()]
    assert "legality by e6e5" not in wrong
    assert "legality by d5e6" in wrong


def test_a_difference_tells_how_to_see_it_again() -> None:
    pair = Pair(Start("fault", "8/8/8/3kK3/8/8/8/3R4 b - - 0 1", chess960=True))
    pair.push("d5d6")
    pair.history[-1] = replace(pair.position, halfmove_clock=7)
    [text] = [str(each) for each in pair.differences() if each.what == "FEN"]
    assert text == (
        "FEN after 8/8/8/3kK3/8/8/8/3R4 b - - 0 1 (chess960) moves d5d6\n"
        "  core      8/8/3k4/4K3/8/8/8/3R4 w - - 1 2\n"
        "  reference 8/8/3k4/4K3/8/8/8/3R4 w - - 7 2"
    )
