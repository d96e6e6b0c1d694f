"""The UCI client: it asks engines for their moves, and nothing that they do stops it."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

from atomic_rs import STARTING_FEN
from atomic_rs.differential import Beside, Case, compare_with, walk
from atomic_rs.engine import COUNT, NODES, WAYS, Engine, EngineError, UnfitEngineError, Way
from atomic_rs.starts import Start
from atomic_rs.themes import PLAYABLE

ENGINES: Final = Path(__file__).resolve().parent.parent / "engines"
OURS: Final = (sys.executable, "-m", "atomic_rs", "uci")
TOUCHING: Final = "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"
SECONDS: Final = 1.5


def bad(fault: str) -> Engine:
    return Engine([sys.executable, str(ENGINES / "bad.py"), fault], timeout=SECONDS)


FAULTS: Final = {
    "crash": ("crash", "exit code 3; last words: assertion failed: rook"),
    "signal": ("crash", "signal 6"),
    "exit": ("early exit", "exit code 0"),
    "close": ("early exit", "closed its output"),
    "hang": ("time-out", "no answer within 1.5 s"),
    "chatter": ("", ""),  # either too many lines or too late
    "endless line": ("", ""),
    "bytes": ("time-out", "no answer within 1.5 s"),
    "wrong sum": ("garbage", "sum up to 1, not 2"),
    "twice": ("garbage", "e2e4 is listed twice"),
    "best move": ("garbage", "'bestmove e2e4' in answer to go perft"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_input(fault: str) -> None:
    kind, detail = FAULTS[fault]
    start = monotonic()
    with bad(fault) as engine:
        engine.set_up("atomic", chess960=False)
        with pytest.raises(EngineError) as caught:
            engine.divide(TOUCHING, ("d5d6",), 1)
    assert monotonic() - start < 4 * SECONDS
    assert caught.value.fault == kind or not kind
    assert detail in caught.value.detail
    assert caught.value.sent == (
        "setoption name UCI_Variant value atomic",
        "setoption name UCI_Chess960 value false",
        f"position fen {TOUCHING} moves d5d6",
        "go perft 1",
    )


@pytest.mark.parametrize(
    ("fault", "kind"), [("never reads", "time-out"), ("crash at start", "crash")]
)
def test_an_engine_that_does_not_greet(fault: str, kind: str) -> None:
    with bad(fault) as engine, pytest.raises(EngineError) as caught:
        engine.set_up("atomic", chess960=False)
    assert caught.value.fault == kind
    assert caught.value.sent == ("uci",)


def test_an_engine_that_fell_is_started_anew() -> None:
    with bad("crash") as engine:
        engine.set_up("atomic", chess960=False)
        for start in (1, 2, 3):
            assert engine.starts == start
            if start > 1:
                # A fresh one answers its first question, and only that.
                assert len(engine.divide(STARTING_FEN, (), 1)) == 20
            with pytest.raises(EngineError):
                engine.divide(STARTING_FEN, (), 1)
            engine.set_up("atomic", chess960=False)


def test_a_fault_is_a_difference() -> None:
    with bad("crash") as engine:
        [found] = Beside(Case(Start("fault", TOUCHING)), engine).differences()
    assert found.what == "engine: crash"
    assert found.reasons[-2:] == (f"> position fen {TOUCHING}", "> go perft 1")


@pytest.mark.parametrize("way", WAYS)
def test_ours_agrees_with_itself_however_it_is_asked(way: Way) -> None:
    with Engine(OURS, way=way) as engine:
        tally = walk(*(60, 1), themes=PLAYABLE, valid=True, depth=2, compare=compare_with(engine))
        assert engine.way == way
        assert engine.name.startswith("atomic-rs ")
    assert tally.differences == []


def test_the_best_way_is_found() -> None:
    with Engine(OURS) as engine:
        engine.set_up("doering", chess960=True)
        assert engine.way == "perft"
        assert engine.best_move(STARTING_FEN, (), "e2e4") == "e2e4"


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (Engine([]), "cannot start"),
        (Engine(["/no/such/program"]), 'cannot start "/no/such/program"'),
        (Engine(OURS, options={"Hash": "1"}), 'has no option "Hash"'),
    ],
)
def test_what_cannot_be_asked_is_named(engine: Engine, message: str) -> None:
    with engine, pytest.raises(UnfitEngineError, match=message):
        engine.set_up("atomic", chess960=False)


def test_a_variant_that_is_not_offered_is_named() -> None:
    with bad("hang") as engine, pytest.raises(UnfitEngineError, match='does not offer "icc"'):
        engine.set_up("icc", chess960=False)


def test_a_variant_goes_by_another_name() -> None:
    with Engine(OURS, variant_name="allexplodeatomic") as engine:
        engine.set_up("allexplode", chess960=False)
        assert engine.divide("7k/8/8/8/8/8/8/K7 w - - 0 1", (), 1).keys() == {
            *("a1a2", "a1b1", "a1b2"),
        }


@pytest.mark.parametrize(
    "line", ["e2e4: 20", "e2e4 20", " e7e8q - 3", "1. e2e4 20", "e2e4:  20 ", "12) e2e4: 5"]
)
def test_counts_are_read_in_the_forms_that_engines_give_them(line: str) -> None:
    assert COUNT.fullmatch(line)


@pytest.mark.parametrize("line", ["Nodes searched: 20", "nodes 20", "Total: 20", "total nodes = 5"])
def test_totals_are_read_in_the_forms_that_engines_give_them(line: str) -> None:
    assert NODES.fullmatch(line)
