"""From a difference to the smallest position that shows it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from atomic_rs import Board, reference
from atomic_rs.differential import Case, Difference, Pair, compare_with, replay, walk
from atomic_rs.engine import Engine
from atomic_rs.regression import identity, regression, save
from atomic_rs.shrink import shrink, signature
from atomic_rs.starts import Start
from atomic_rs.themes import PLAYABLE
from data import rule_case

if TYPE_CHECKING:
    from collections.abc import Iterator

ENGINES: Final = Path(__file__).resolve().parent.parent / "engines"
FAULTS: Final = {
    "no_en_passant": ("missing moves", 4),
    "kings_capture": ("illegal moves", 3),
    "touching_kings_check": ("missing moves", 4),
    "no_blast_in_double_check": ("missing moves", 6),
    "no_castling_beside_king": ("missing moves", 3),
}


def broken(fault: str) -> Engine:
    return Engine([sys.executable, str(ENGINES / "broken.py"), fault])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_at_random_and_shrinks(fault: str) -> None:
    what, most_men = FAULTS[fault]
    with broken(fault) as engine:
        compare = compare_with(engine)
        tally = walk(2000, 1, themes=PLAYABLE, valid=True, depth=2, compare=compare)
        difference = tally.differences[0]
        shrunk = shrink(difference, compare)
        assert shrunk == shrink(difference, compare)
        assert replay(shrunk.case, compare) == [shrunk.difference]
    assert shrunk.difference.what == what
    assert shrunk.men <= most_men
    assert (shrunk.case.moves, shrunk.case.depth) == ((), 1)
    assert Board(shrunk.case.start.fen, chess960=shrunk.case.start.chess960).is_valid()


class Forgetful(Pair):
    """A pair whose reference forgets that a king was moved, as an engine may that keeps a state."""

    @classmethod
    def of(cls, case: Case) -> Forgetful:
        pair = cls(case.start, case.rules)
        for uci in case.moves:
            pair.push(uci)
        return pair

    def differences(self, *, thorough: bool = False) -> list[Difference]:
        del thorough
        kings = [uci for uci in self.moves if uci.startswith("e1")]
        return [Difference("castling", "no", "yes", self.case)] if kings else []


def test_history_is_kept_where_it_matters() -> None:
    fen = "r3k3/pp6/8/8/8/8/PP6/R3K3 w Qq - 0 1"
    moves = ("a2a3", "a7a6", "e1e2", "e8e7", "a3a4", "a6a5")
    case = Case(Start("fault", fen), moves, depth=3)
    [difference] = replay(case, Forgetful.of)
    shrunk = shrink(difference, Forgetful.of)
    assert shrunk.case == Case(Start("fault", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ("e1e2",))


def test_what_does_not_show_again_is_left_as_it_is() -> None:
    case = Case(Start("fault", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"))
    difference = Difference("FEN", "a", "b", case)
    shrunk = shrink(difference)
    assert (shrunk.case, shrunk.difference) == (case, difference)


def test_signatures_tell_faults_apart() -> None:
    case = Case(Start("fault", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    reasons = ("missing e1e2: Ke2 is legal", "illegal e1e3: the man does not move that way")
    moves = Difference("missing moves and illegal moves", [], [], case, "x", reasons)
    assert signature(moves) == {"missing", "illegal: the man does not move that way"}
    assert signature(Difference("capture by e1e2", True, False, case)) == {"capture"}


def differences() -> Iterator[Difference]:
    """Something of each kind that makes a case."""
    sparse = Start("sparse", "8/8/8/3pP3/8/8/4k3/7K w - d6 0 1")
    kinds = ("legal moves", "FEN", "check", "status", "insufficient material", "outcome", "undo")
    for what in kinds:
        yield Difference(what, "this", "that", Case(sparse))
        yield Difference(what, "this", "that", Case(sparse, ("h1h2", "e2f3")))
    for what in ("casualties by e5d6", "capture by e5d6"):
        yield Difference(what, "this", "that", Case(sparse, (), "doering"))
    for what in ("number of legal moves", "number of moves three deep"):
        yield Difference(what, "this", "that", Case(sparse))
        yield Difference(what, "this", "that", Case(sparse, ("h1h2",)))
    general = Start("chess960", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", chess960=True)
    yield Difference("legal moves", "this", 'with "quotes" and \\', Case(general))


@pytest.mark.parametrize(
    "difference", list(differences()), ids=lambda each: f"{each.what} {each.case}"
)
def test_a_case_is_one_of_the_suites(difference: Difference, tmp_path: Path) -> None:
    [table] = tomllib.loads(regression(difference))["case"]
    case = rule_case(table)
    assert case.id == identity(difference)
    assert (case.fen, case.chess960) == (difference.case.start.fen, difference.case.start.chess960)
    if case.kind == "legal_moves":
        position = reference.parse_fen(case.fen, case.rules, chess960=case.chess960)
        for uci in case.moves:
            position = reference.apply(position, uci)
        assert case.answer == reference.legal_moves(position)
    path = save(difference, tmp_path / "new")
    assert path.read_text(encoding="utf-8") == regression(difference) + "\n"
