"""Core and reference say what the rules say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from atomic_rs import Board, Move
from data import CORE_RULES, RULE_KINDS, RuleCase, UnknownDataError, rule_case, rule_cases
from subjects import Core, Model, Subject, played

if TYPE_CHECKING:
    from collections.abc import Callable

CASES: Final = rule_cases()

# Notions that the reference has no need of, with the number of their cases.
NOT_IN_REFERENCE: Final = {"san": 3, "polyglot": 2}

# What other programs do and nobody here can be told to do.
OTHER_PROGRAMS: Final = {"auto_fsf_optional", "lichess", "shakmaty", "chessops", "fsf"}

MOST_NODES: Final = {Core: 6_000_000, Model: 2_000}


def counted(subject: Subject) -> dict[str, object]:
    """What counting means under each policy of R28."""
    return {
        "claimable": subject.outcome(claim_draw=True)[0] != "*",
        "auto_python_chess": subject.outcome()[0] != "*",
        "auto_lichess": subject.outcome(draws="lichess")[0] != "*",
        "auto_chessplayx": subject.outcome(draws="chessplayx")[0] != "*",
    }


def repetition(subject: Subject) -> dict[str, object]:
    return {
        "count": subject.occurrences(),
        **counted(subject),
    }


def fifty(subject: Subject) -> dict[str, object]:
    return {
        "halfmove": subject.halfmove_clock(),
        **counted(subject),
    }


def outcome(subject: Subject) -> dict[str, object]:
    result, reason = subject.outcome()
    return {"result": result, "reason": reason} if reason else {"result": result}


# What to ask about the position after the moves of a case.
QUESTIONS: Final[dict[str, Callable[[Subject], object]]] = {
    "legal_moves": lambda subject: subject.legal_moves(),
    "legal_count": lambda subject: len(subject.legal_moves()),
    "fen_after": lambda subject: subject.fen(),
    "in_check": lambda subject: subject.is_check(),
    "outcome": outcome,
    "insufficient": lambda subject: subject.insufficient(),
    "ep_field": lambda subject: subject.fen().split()[3],
    "status": lambda subject: subject.status(),
    "repetition": repetition,
    "fifty": fifty,
    "closed_position": lambda subject: {"python_chess": subject.outcome()[0] != "*"},
}


def answer(make: type[Core | Model], case: RuleCase) -> object:
    """What a subject answers to a case."""
    if case.kind == "parse_fen":
        try:
            subject = make(case.fen, case.rules, chess960=case.chess960)
        except ValueError:
            return {"accept": False}
        return {"accept": True, "fen": subject.fen()}
    subject = make(case.fen, case.rules, chess960=case.chess960)
    if case.kind == "legal":
        return played(subject, case.moves[:-1]).is_legal(case.moves[-1])
    if case.kind == "perft":
        return {depth: subject.perft(int(depth)) for depth in small(make, case)}
    return QUESTIONS[case.kind](played(subject, case.moves))


def small(make: type[Core | Model], case: RuleCase) -> dict[str, int]:
    """The counts of a perft case that a subject has the time for."""
    return {depth: nodes for depth, nodes in case.answer.items() if nodes <= MOST_NODES[make]}


def expected(make: type[Core | Model], case: RuleCase) -> object:
    """The answer of a case, as far as it is for the subject to give."""
    if case.kind == "perft":
        return small(make, case)
    if isinstance(case.answer, dict):
        return {key: value for key, value in case.answer.items() if key not in OTHER_PROGRAMS}
    return case.answer


def these(rules: tuple[str, ...] | None, left_out: dict[str, int]) -> list[object]:
    """The cases of some rule sets, all by default, as parameters of a test."""
    return [
        pytest.param(case, id=f"{case.id}-{case.rules}-{case.kind}")
        for case in CASES
        if case.kind not in left_out and (rules is None or case.rules in rules)
    ]


@pytest.mark.parametrize("case", these(CORE_RULES, {}))
def test_core(case: RuleCase) -> None:
    wanted = expected(Core, case)
    if case.kind == "polyglot":
        assert f"{Board(case.fen).zobrist_hash():016x}" == wanted
    elif case.kind == "san":
        board = played(Core(case.fen, case.rules), case.moves[:-1]).board
        assert board.san(Move.from_uci(case.moves[-1])) == wanted
    else:
        assert answer(Core, case) == wanted, case.question


@pytest.mark.parametrize("case", these(None, NOT_IN_REFERENCE))
def test_reference(case: RuleCase) -> None:
    assert answer(Model, case) == expected(Model, case), case.question


def test_nothing_is_left_out_silently() -> None:
    kinds = Counter(case.kind for case in CASES)
    asked = QUESTIONS.keys() | {"legal", "perft", "parse_fen"}
    assert {kind: kinds[kind] for kind in NOT_IN_REFERENCE} == NOT_IN_REFERENCE
    assert kinds.keys() == RULE_KINDS.keys() == asked | NOT_IN_REFERENCE.keys()


def test_every_perft_case_has_a_count_that_is_made() -> None:
    for case in CASES:
        if case.kind == "perft":
            assert small(Model, case)
            assert small(Core, case) == case.answer


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "ilegal"},
        {"anser": True},
        {"answer": {"1": 20}},
        {"kind": "perft", "answer": {"one": 20}},
    ],
)
def test_what_is_unknown_fails_the_run(change: dict[str, object]) -> None:
    sound = {
        "id": "T1",
        "rules": "atomic",
        "kind": "legal",
        "question": "?",
        "fen": "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "moves": ["e5e6"],
        "answer": True,
    }
    assert rule_case(sound).answer is True
    with pytest.raises(UnknownDataError):
        rule_case(sound | change)
