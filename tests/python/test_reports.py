"""Faults that users of other programs reported do not come back here."""

from __future__ import annotations

import copy
import pickle
import sys
from collections import Counter
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

import atomic_rs
from atomic_rs import Board, IllegalMoveError, InvalidMoveError, Move, Outcome, Piece, Termination
from atomic_rs.differential import Pair
from atomic_rs.themes import starts
from data import REPORT_KINDS, Report, reports
from subjects import Core, Model, Subject, played

if TYPE_CHECKING:
    from collections.abc import Callable

REPORTS: Final = reports()
BY_ID: Final = {report.id: report for report in REPORTS}

# Reports that wait for a part of the library, by that part.
LATER: Final[dict[str, tuple[str, ...]]] = {
    "reading games in PGN": (
        *(report.id for report in REPORTS if report.kind == "pgn_read"),
        *("B194", "B222"),
    ),
    "SAN": (
        *("B120", "B121", "B124", "B126"),
        *(report.id for report in REPORTS if report.input.get("notation") == "san"),
    ),
    "EPD with operations": ("B228",),
    "setting single fields of a board": ("B154",),
    "boards as arrays": ("B217",),
    "wheels and source distributions": ("B230", "B231", "B233", "B235"),
}
# How many those are: who adds a report of these kinds has to decide here about it.
LATER_NUMBERS: Final = {
    "reading games in PGN": 18,
    "SAN": 9,
    "EPD with operations": 1,
    "setting single fields of a board": 1,
    "boards as arrays": 1,
    "wheels and source distributions": 4,
}
# Reports that another test answers, or none can.
ELSEWHERE: Final = {
    "B028": "moves of touching kings: walked at random by test_differential",
    "B214": "the stub: stubtest and mypy --strict run over package and tests",
    "B221": "speed is measured by benches, not by tests",
}
# Answers that are another program's; ours are given here, with the reason.
OURS: Final = {
    # The side that has just moved is in check: `OPPOSITE_CHECK` has the atomic meaning here.
    "B078": {"is_valid": False},
}
LATER_ANSWERS: Final = {"san", "policy"}  # SAN of moves; remarks in words

MOST_NODES: Final = {Core: 6_000_000, Model: 2_000}

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OPEN_CASTLING: Final = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
WINNERS: Final = {"1-0": "white", "0-1": "black"}


def position(subject: Subject) -> dict[str, object]:
    result, reason = subject.outcome()
    outcome = {"result": result}
    if reason:
        outcome["termination"] = "VARIANT_LOSS" if reason.startswith("king_") else reason.upper()
    if result in WINNERS:
        outcome["winner"] = WINNERS[result]
    return {
        "fen": subject.fen(),
        "is_check": subject.is_check(),
        "is_checkmate": reason == "checkmate",
        "is_stalemate": reason == "stalemate",
        "insufficient": subject.insufficient(),
        "outcome": outcome,
        "legal_count": len(subject.legal_moves()),
        "is_valid": not subject.status(),
    }


def legality(subject: Subject, report: Report) -> dict[str, object]:
    legal = subject.is_legal(report.input["uci"])
    return {"legal": legal, "legal_count": len(subject.legal_moves())}


def moves(subject: Subject, _: Report) -> dict[str, object]:
    return {"moves": subject.legal_moves(), "count": len(subject.legal_moves())}


def insufficient(subject: Subject, _: Report) -> dict[str, object]:
    white, black = subject.insufficient()
    return {"white": white, "black": black, "both": white and black}


def roundtrip(subject: Subject, _: Report) -> dict[str, object]:
    return {
        "fen": subject.fen(),
        "ep_capture_legal": subject.fen().split()[3] != "-",
        "legal_count": len(subject.legal_moves()),
    }


def repetition(subject: Subject, _: Report) -> dict[str, object]:
    occurrences = subject.occurrences()
    return {
        "is_repetition_3": occurrences >= 3,
        "can_claim_threefold": subject.outcome(claim_draw=True)[1] == "threefold_repetition",
        "outcome_without_claim": subject.outcome()[0],
        "occurrences_of_position_after_d7d5": occurrences,
    }


QUESTIONS: Final[dict[str, Callable[[Subject, Report], dict[str, object]]]] = {
    "is_legal": legality,
    "legal_moves": moves,
    "play": lambda subject, _: position(subject),
    "position": lambda subject, _: position(subject),
    "fen_roundtrip": roundtrip,
    "insufficient": insufficient,
    "repetition": repetition,
}
WITH_OWN_TESTS: Final = ("parse_fen", "perft", "hash_equal", "python")

SUBJECTS: Final = pytest.mark.parametrize("make", [Core, Model])


def of_kind(*kinds: str) -> list[object]:
    """The reports of some kinds that can be tried, as parameters."""
    later = {name for names in LATER.values() for name in names}
    return [
        pytest.param(report, id=f"{report.id}-{report.kind}")
        for report in REPORTS
        if report.kind in kinds and report.id not in later
    ]


@SUBJECTS
@pytest.mark.parametrize("report", of_kind(*QUESTIONS))
def test_position(make: type[Core | Model], report: Report) -> None:
    subject = played(make(report.fen, chess960=report.chess960), report.moves)
    got = QUESTIONS[report.kind](subject, report)
    answer = report.answer | OURS.get(report.id, {})
    wanted = {key: value for key, value in answer.items() if key not in LATER_ANSWERS}
    assert {key: got[key] for key in wanted} == wanted, report.symptom


@SUBJECTS
@pytest.mark.parametrize("report", of_kind("parse_fen"))
def test_fen(make: type[Core | Model], report: Report) -> None:
    if not report.answer["accept"]:
        with pytest.raises(ValueError, match="invalid"):
            make(report.fen, chess960=report.chess960)
        return
    subject = make(report.fen, chess960=report.chess960)
    assert subject.fen() == report.answer.get("fen", subject.fen()), report.symptom
    # Whatever loads can be played on.
    assert all(subject.is_legal(uci) for uci in subject.legal_moves())


@SUBJECTS
@pytest.mark.parametrize("report", of_kind("perft"))
def test_perft(make: type[Core | Model], report: Report) -> None:
    wanted = {d: n for d, n in report.answer["nodes"].items() if n <= MOST_NODES[make]}
    subject = make(report.fen, chess960=report.chess960)
    assert wanted
    assert {depth: subject.perft(int(depth)) for depth in wanted} == wanted, report.symptom


@pytest.mark.parametrize("report", of_kind("hash_equal"))
def test_hash(report: Report) -> None:
    one, other = (
        played(Core(report.input[name]["fen"]), report.input[name]["moves"]).board for name in "ab"
    )
    assert (one.zobrist_hash() == other.zobrist_hash()) is report.answer["equal"]


# --- reports about the Python interface, written out by id ---


def test_b025_king_takes_rook_is_castling_in_standard_chess_too() -> None:
    spellings = ("e1g1", "e1h1", "e1c1", "e1a1")
    for chess960, wanted in (
        (False, ["e1g1", "e1g1", "e1c1", "e1c1"]),
        (True, ["e1h1", "e1h1", "e1a1", "e1a1"]),
    ):
        board = Board(OPEN_CASTLING, chess960=chess960)
        assert [board.parse_uci(uci).uci() for uci in spellings] == wanted


def test_b227_chess960_spells_castling_king_takes_rook() -> None:
    board = Board(OPEN_CASTLING, chess960=True)
    castlings = [move.uci() for move in board.legal_moves if board.is_castling(move)]
    assert sorted(castlings) == ["e1a1", "e1h1"]
    assert board.parse_uci("e1g1").uci() == "e1h1"


def test_b049_a_promotion_needs_its_letter() -> None:
    board = Board("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    for uci in ("b7a8", "b7b8"):
        with pytest.raises(IllegalMoveError):
            board.parse_uci(uci)
    assert board.parse_uci("b7a8q").promotion == 5


def test_b153_ep_field_of_a_fen_is_written_on_demand() -> None:
    board = Board()
    board.push_uci("e2e4")
    pawns = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"
    assert board.fen() == board.fen(en_passant="legal") == f"{pawns} - 0 1"
    assert board.fen(en_passant="fen") == f"{pawns} e3 0 1"
    assert board.fen(en_passant="xfen") == f"{pawns} - 0 1"


def everything(board: Board) -> tuple[object, ...]:
    """All that a board shows of its position and its past."""
    return (
        *(board.fen(), board.fen(en_passant="fen"), board.fen(shredder=True)),
        *(board.zobrist_hash(), board.castling_rights, board.ep_square, board.turn),
        *(board.halfmove_clock, board.fullmove_number, board.piece_map(), board.move_stack),
    )


def test_b051_taking_back_a_capture_brings_everything_back() -> None:
    board = Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    captures = [move for move in board.legal_moves if board.is_capture(move)]
    before = everything(board)
    assert len(captures) == 8
    for move in captures:
        board.push(move)
        assert everything(board) != before
        assert board.pop() == move
        assert everything(board) == before


@pytest.mark.parametrize(
    "uci",
    [
        *("E2E4", "", "e2", "e2e9", "e2e4\x00", "\u00e92e4", "e2e4 ", "a8a8", "e7e8Q"),
        *("e2e4qq", "i1i2", "e2e4\n"),
    ],
)
def test_b128_text_that_is_no_move_is_refused(uci: str) -> None:
    with pytest.raises(InvalidMoveError):
        Move.from_uci(uci)
    with pytest.raises(InvalidMoveError):
        Board().push_uci(uci)


def test_b128_a_promotion_that_cannot_be_is_a_move_but_illegal() -> None:
    assert Move.from_uci("e2e4q") not in Board().legal_moves
    with pytest.raises(IllegalMoveError):
        Board().push_uci("e2e4q")
    assert Move.from_uci("0000") == Move.null()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_b200_objects_survive_pickling_with_their_moves(protocol: int) -> None:
    board = Board()
    board.push_uci("e2e4")
    again = pickle.loads(pickle.dumps(board, protocol))  # noqa: S301 - our own bytes
    assert (again, again.move_stack) == (board, board.move_stack)
    again.pop()
    assert again == Board() != board
    for value in (
        *(Move.from_uci("b7a8q"), Move.null(), Piece.from_symbol("n")),
        *(
            Outcome(Termination.CHECKMATE, winner=True),
            Board("8/8/8/3kK3/8/8/8/8 b - - 0 1").status(),
        ),
    ):
        assert pickle.loads(pickle.dumps(value, protocol)) == value  # noqa: S301


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, Board.copy])
def test_b200_copies_do_not_share_their_moves(duplicate: Callable[[Board], Board]) -> None:
    board = Board()
    board.push_uci("e2e4")
    again = duplicate(board)
    assert (again, again.move_stack) == (board, board.move_stack)
    again.pop()
    assert again == Board() != board


def test_b204_moves_are_good_keys() -> None:
    legal = list(Board().legal_moves)
    assert len({hash(move) for move in legal}) == 20
    again = [Move(move.from_square, move.to_square) for move in legal]
    assert again == legal
    assert list(map(hash, again)) == list(map(hash, legal))
    assert dict.fromkeys(legal, 1).keys() == set(again)
    assert legal[0] != legal[0].uci()


def test_b208_threads_that_share_a_board_get_answers_or_clean_errors() -> None:
    board = Board()
    unexpected: list[BaseException] = []
    done: Counter[str] = Counter()

    def use(seed: int) -> None:
        random = Random(seed)
        for _ in range(3000):
            try:
                if random.random() < 0.5:
                    board.push(random.choice(board.legal_moves))
                else:
                    board.pop()
                done["moves"] += 1
                Board(board.fen())
            except (IllegalMoveError, IndexError, RuntimeError):
                done["errors"] += 1
            except BaseException as error:  # noqa: BLE001 - a panic is no Exception
                unexpected.append(error)

    threads = [Thread(target=use, args=(seed,)) for seed in range(8)]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(switch)
    assert not unexpected
    assert done["moves"] > 1000
    replayed = Board()
    for move in board.move_stack:
        replayed.push(move)
    assert (replayed, replayed.zobrist_hash()) == (board, board.zobrist_hash())


def test_b208_moving_while_moves_are_listed_is_safe() -> None:
    board = Board()
    for move in board.legal_moves:
        board.push(move)
        board.pop()
    listed = []
    for move in board.legal_moves:
        listed.append(move)
        if len(listed) == 1:
            board.push(move)
    assert listed == list(Board().legal_moves)


@pytest.mark.parametrize("depth", [-1, 256, 2**32, 2**70, -(2**70), 10**4000])
def test_b210_depths_that_nobody_can_count_are_refused(depth: int) -> None:
    for count in (atomic_rs.perft, atomic_rs.divide):
        with pytest.raises(ValueError, match="depth must be from 0 to 255"):
            count(Board(), depth)


@pytest.mark.parametrize(
    "square", [-1, 64, 10**30, -(10**30), "", "e9", "E4", "e44", "\u0665", "e\x00"]
)
def test_b210_squares_off_the_board_are_refused(square: int | str) -> None:
    with pytest.raises(ValueError, match="square"):
        Board().piece_at(square)
    with pytest.raises(ValueError, match="square"):
        Move(square, 0)


def test_b210_there_is_one_sequence_of_no_moves() -> None:
    assert atomic_rs.perft(Board(), 0) == 1
    assert atomic_rs.divide(Board(), 0) == {}


@pytest.mark.parametrize("value", [123, 1.5, b"e2e4", [], {}, object(), True, "\ud800"])
def test_b211_wrong_types_are_refused(value: object) -> None:
    board = Board()
    for use in (
        *(Board, board.set_fen, board.push, board.push_uci, board.parse_uci, board.is_legal),
        *(board.uci, board.is_capture, Move.from_uci, Piece.from_symbol),
    ):
        with pytest.raises((TypeError, ValueError)):
            use(value)  # type: ignore[arg-type]
    if not isinstance(value, int) or isinstance(value, bool):
        with pytest.raises((TypeError, ValueError)):
            board.piece_at(value)  # type: ignore[arg-type]
    assert board == Board()


def test_b211_no_fen_is_the_empty_board() -> None:
    board = Board(None)
    assert board.piece_map() == {}
    assert not board.is_valid()
    for use in (board.push, board.push_uci, board.piece_at, board.set_fen):
        with pytest.raises(TypeError):
            use(None)  # type: ignore[arg-type]


def test_b212_there_is_nothing_to_take_back_at_the_start() -> None:
    for use in (Board().pop, Board().peek):
        with pytest.raises(IndexError, match="without moves"):
            use()


def test_b213_illegal_moves_are_refused_and_leave_the_board_alone() -> None:
    board = Board()
    before = everything(board)
    for uci in ("e2e5", "e4e5", "e1e8", "e7e5", "e1g1", "a7a8q"):
        with pytest.raises(IllegalMoveError, match=uci):
            board.push(Move.from_uci(uci))
        assert everything(board) == before


def test_b218_a_running_board_is_the_board_of_its_fen() -> None:
    random = Random(218)
    for _ in range(300):
        board = Board()
        while not board.is_game_over() and board.ply() < 400:
            board.push(random.choice(board.legal_moves))
            again = Board(board.fen())
            assert again == board
            assert again.zobrist_hash() == board.zobrist_hash()
            assert board.halfmove_clock <= 150


def test_b224_a_move_of_the_position_before_is_illegal_now() -> None:
    board = Board(OPEN_CASTLING)
    stale = board.parse_uci("e1e2")
    board.push_uci("e1g1")
    before = everything(board)
    with pytest.raises(IllegalMoveError):
        board.push(stale)
    assert everything(board) == before


def test_b225_is_legal_agrees_with_the_list_for_every_move_that_can_be_written() -> None:
    source = starts(Random(225))
    for _ in range(54):
        assert Pair(next(source)).legality_differences() == []


def test_nothing_is_left_out_silently() -> None:
    assert {reason: len(names) for reason, names in LATER.items()} == LATER_NUMBERS
    later = {name for names in LATER.values() for name in names}
    assert later | ELSEWHERE.keys() <= BY_ID.keys()
    written = {name.split("_")[1].upper() for name in globals() if name.startswith("test_b")}
    python = {report.id for report in REPORTS if report.kind in {"python", "report_only"}}
    assert written <= python
    assert python - written == python & (later | ELSEWHERE.keys())
    assert not written & (later | ELSEWHERE.keys())
    asked = QUESTIONS.keys() | {*WITH_OWN_TESTS}
    assert REPORT_KINDS.keys() - asked == {"pgn_read", "packaging", "report_only"}
