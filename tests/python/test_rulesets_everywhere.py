"""Each part of the interface follows the rule set of its board."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pytest

from atomic_rs import (
    RULES,
    STARTING_FEN,
    Board,
    Illegality,
    Move,
    Position,
    Rules,
    Status,
    divide,
    parse_square,
    perft,
    reference,
)
from atomic_rs.cli import main
from atomic_rs.differential import Pair, walk
from atomic_rs.starts import Start
from atomic_rs.suite import Entry
from data import CORE_RULES, DATA

if TYPE_CHECKING:
    from collections.abc import Iterator

# Rule sets by what they have in common.
CHECK: Final = frozenset({"atomic", "pawns", "bremen", "doering"})
NO_CHECK: Final = frozenset(CORE_RULES) - CHECK
SUICIDE: Final = frozenset({"nocheckatomic", "allexplode", "nuclear"})
STEEL: Final = frozenset({"atomar", "doering"})
CAREFUL: Final = frozenset(CORE_RULES) - SUICIDE - STEEL
PAWNS_BURN: Final = frozenset(CORE_RULES) - {"atomic", "icc", "nocheckatomic", "atomar"}
ALL: Final = frozenset(CORE_RULES)

FIELDS: Final[dict[str, tuple[object, ...]]] = {
    "pawns_explode": (False, True),
    "king": ("dies", "immune"),
    "self_blast": ("illegal", "mover_loses", "draw"),
    "check": ("none", "atomic", "orthodox"),
    "king_x_king": (False, True),
    "touch": ("allowed", "forbidden"),
    "material": ("atomic", "bare_king", "never", "fide"),
}

EACH: Final = pytest.mark.parametrize("rules", CORE_RULES)


# --- rule sets of one's own ---


def every_record() -> Iterator[dict[str, Any]]:
    """Every combination of fields."""
    for values in product(*FIELDS.values()):
        yield dict(zip(FIELDS, values, strict=True))


def makes_sense(fields: dict[str, Any]) -> bool:
    """What R37 asks of a combination."""
    kings_die, has_check = fields["king"] == "dies", fields["check"] != "none"
    suicide = fields["self_blast"] != "illegal"
    if suicide and (has_check or not kings_die):
        return False
    may_capture = suicide or not kings_die
    return not fields["king_x_king"] or (may_capture and not has_check)


def test_combinations_without_sense_are_refused_with_the_field_to_change() -> None:
    for fields in every_record():
        if makes_sense(fields):
            assert {name: getattr(Rules(**fields), name) for name in FIELDS} == fields
            continue
        with pytest.raises(ValueError, match="must be") as refusal:
            Rules(**fields)
        # What the reason tells to change helps, though something else may be wrong as well.
        name, value = str(refusal.value).rsplit(": ", 1)[1].split(" must be ")
        better = fields | {name: {"False": False}.get(value, value)}
        assert better != fields
        assert makes_sense(better) or name == "self_blast"


OWN: Final = (
    Rules(touch="forbidden"),
    Rules(king="immune", check="none", king_x_king=True, material="never"),
    Rules(check="orthodox", pawns_explode=True),
)


@pytest.mark.parametrize("rules", [*OWN, *RULES.values()], ids=str)
def test_a_record_is_taken_wherever_a_name_is(rules: Rules) -> None:
    board = Board(rules=rules)
    same = [
        *(Board.empty(rules=rules), Board.from_epd(board.epd(), rules=rules)[0]),
        *(Board.from_chess960_pos(518, rules=rules), Entry("", board.fen(), 1).board(rules=rules)),
        *(board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))),  # noqa: S301
        *(Position(rules=rules), Position(board), Board(Position(board))),
    ]
    assert {each.rules for each in same} == {rules}
    fields = {name: getattr(rules, name) for name in FIELDS}
    model = reference.parse_fen(board.fen(), reference.Rules(rules.name or "own", **fields))
    assert perft(board, 2) == sum(divide(board, 2).values()) == reference.perft(model, 2)


@pytest.mark.parametrize("rules", OWN, ids=str)
def test_core_and_reference_walk_together_under_it(rules: Rules) -> None:
    tally = walk(300, seed=1, rules=rules)
    assert tally.positions >= 300
    assert tally.differences == []
    pair = Pair(Start("own", STARTING_FEN), rules)
    pair.history[-1] = reference.apply(pair.position, "e2e4")
    assert str(rules) in str(pair.differences()[0])


# --- the command line ---

# Sequences of four moves from the start position, by Fairy-Stockfish or by an oracle of its own.
FOUR_MOVES: Final = {
    "atomic": 197326,
    "icc": 197779,
    "nocheckatomic": 197779,
    "pawns": 197342,
    "icc_pawns": 197795,
    "allexplode": 197795,
    "atomar": 197779,
    "doering": 197342,
    "bremen": 197342,
    "nuclear": 197795,
}


@EACH
def test_the_command_line_plays_every_rule_set(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", "4", "--quiet", "--rules", rules]) == 0
    assert capsys.readouterr().out == f"{FOUR_MOVES[rules]}\n"
    facing = "8/8/8/4k3/3K4/8/1P6/8 w - - 0 1"
    assert main(["moves", "d4", "--captures", "--quiet", "--rules", rules, "--fen", facing]) == 0
    assert capsys.readouterr().out == ("d4e5\n" if rules in SUICIDE else "")
    assert main(["fen", "--rules", rules, facing]) == int(rules == "doering")
    assert ("OPPOSITE_CHECK" in capsys.readouterr().out) == (rules == "doering")


@EACH
def test_the_suite_command_checks_under_the_rules_it_is_told(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(DATA / "perft" / ("atomic-sparse.epd" if rules == "atomic" else f"{rules}.epd"))
    other = "doering" if rules != "doering" else "atomic"
    command = ["suite", path, "--quiet", "--max-depth", "2"]
    assert main([*command, "--rules", rules]) == 0
    assert main([*command, "--rules", rules.upper()]) == 0
    assert main([*command, "--rules", other, "--fail-fast"]) == 1
    assert "FAIL" in capsys.readouterr().out


def test_the_command_line_knows_the_aliases(capsys: pytest.CaptureFixture[str]) -> None:
    for alias in ("lichess", "fics"):
        assert main(["perft", "3", "--format", "json", "--rules", alias]) == 0
        assert '"rules": "atomic"' in capsys.readouterr().out


# --- Chess960 castling: position, move, rule sets in which it is legal ---

CASTLING_960: Final = [
    ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "e1b1", ALL),
    ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1", "e8b8", ALL),
    # The way is attacked, or the king is.
    ("4kr2/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1", NO_CHECK),
    ("4kr2/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1", ALL),
    ("k3r3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1", NO_CHECK),
    # The rook leaves and uncovers an attack.
    ("4k3/8/8/8/8/8/8/qRK4R w HB - 0 1", "c1b1", NO_CHECK),
    # Next to the enemy king.
    ("8/8/8/8/8/8/7k/R3K1R1 w GA - 0 1", "e1g1", ALL - {"bremen", "doering"}),
    # Something stands in the way.
    ("4k3/8/8/8/8/8/8/R2NK1R1 w GA - 0 1", "e1a1", frozenset[str]()),
]


@pytest.mark.parametrize(("fen", "uci", "legal_in"), CASTLING_960)
def test_castling_of_chess960(fen: str, uci: str, legal_in: frozenset[str]) -> None:
    for rules in CORE_RULES:
        board = Board(fen, chess960=True, rules=rules)
        position = reference.parse_fen(fen, rules, chess960=True)
        move = board.parse_uci(uci) if rules in legal_in else Move.from_uci(uci)
        assert board.is_legal(move) == (rules in legal_in), rules
        assert (uci in reference.legal_moves(position)) == (rules in legal_in), rules
        if rules in legal_in:
            board.push(move)
            assert board.fen() == reference.to_fen(reference.apply(position, uci))
            assert not board.has_castling_rights(not board.turn)


# --- SAN (R44): position, move, then what is written, by rule set ---

SANS: Final = [
    # A check, where there is check.
    ("k7/8/8/8/8/8/P7/1R2K3 w - - 0 1", "b1a1", {"Ra1": ALL}),
    ("7k/8/8/8/8/8/P7/1R2K3 w - - 0 1", "b1b8", {"Rb8+": CHECK, "Rb8": NO_CHECK}),
    # A king blown up, or not.
    ("4k3/3p4/8/1B6/8/8/7P/4K3 w - - 0 1", "b5d7", {"Bxd7#": ALL - STEEL, "Bxd7": STEEL}),
    # A king taken.
    ("k3r3/8/8/8/P7/8/8/4K3 b - - 0 1", "e8e1", {"Rxe1#": NO_CHECK}),
    # Mate; without check it is none.
    ("k7/7R/6R1/8/8/8/8/7K w - - 0 1", "g6g8", {"Rg8#": CHECK, "Rg8": NO_CHECK}),
    # Blowing up the own king, alone or with the other.
    ("7k/p7/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", {"Kxd2": SUICIDE | STEEL}),
    ("8/p7/8/8/4k3/3n4/2K5/3R4 w - - 0 1", "d1d3", {"Rxd3": SUICIDE | STEEL}),
    # No check while kings touch, where that protects.
    ("8/8/8/8/8/3k4/4K3/r7 b - - 0 1", "a1a2", {"Ra2": ALL - {"doering"}}),
    # A promotion that explodes keeps what it became.
    ("1n5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", {"axb8=Q": ALL}),
]


@pytest.mark.parametrize(("fen", "uci", "texts"), SANS)
def test_san(fen: str, uci: str, texts: dict[str, frozenset[str]]) -> None:
    move = Move.from_uci(uci)
    for rules in CORE_RULES:
        board = Board(fen, rules=rules)
        if board.is_valid() and board.is_legal(move):
            assert rules in texts[board.san(move)], (rules, board.san(move))
            assert board.parse_san(board.san(move)) == move
        else:
            assert not any(rules in those for those in texts.values()), rules


# --- why not, what burns, what is wrong ---

WHY: Final = [
    ("7k/p7/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", {Illegality.KING_MAY_NOT_CAPTURE: CAREFUL}),
    (
        "4k3/p7/8/8/8/4b3/3q4/4K3 w - - 0 1",
        "e1d2",
        {
            Illegality.KING_MAY_NOT_CAPTURE: CAREFUL,
            Illegality.PROTECTED_PIECE: frozenset({"doering"}),
        },
    ),
    ("8/p7/8/8/4k3/3n4/2K5/3R4 w - - 0 1", "d1d3", {Illegality.OWN_KING_EXPLODES: CAREFUL}),
    (
        "8/8/8/4k3/3K4/8/1P6/8 w - - 0 1",
        "d4e5",
        {
            Illegality.KING_MAY_NOT_CAPTURE: CAREFUL,
            Illegality.KING_TAKES_KING: STEEL,
        },
    ),
    ("k3r3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4", {Illegality.KING_LEFT_ATTACKED: CHECK}),
    (
        "8/8/8/8/8/3k4/r6P/4K3 w - - 0 1",
        "e1e2",
        {
            Illegality.KINGS_MAY_NOT_TOUCH: frozenset({"bremen"}),
            Illegality.KING_LEFT_ATTACKED: frozenset({"doering"}),
        },
    ),
    (
        "k4r2/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        {Illegality.CASTLING_THROUGH_ATTACK: CHECK},
    ),
    (
        "k5r1/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        {Illegality.CASTLING_INTO_ATTACK: CHECK},
    ),
]


@pytest.mark.parametrize(("fen", "uci", "reasons"), WHY)
def test_explain(fen: str, uci: str, reasons: dict[Illegality, frozenset[str]]) -> None:
    move = Move.from_uci(uci)
    for rules in CORE_RULES:
        wanted = [reason for reason, those in reasons.items() if rules in those]
        board = Board(fen, rules=rules)
        assert board.explain(move) == (wanted[0] if wanted else None), rules
        assert board.is_legal(move) == (not wanted)


# Position, capture, then the squares that it empties and the kings that die, by rule set.
BURNS: Final = [
    (
        "6k1/7p/8/8/4p3/3r4/2P5/1K1R4 w - - 0 1",
        "d1d3",
        {"d1 d3": ALL - PAWNS_BURN, "d1 d3 c2 e4": PAWNS_BURN},
    ),
    ("4k3/8/3r4/1B6/8/8/1r5P/2K5 w - - 0 1", "c1b2", {"b2": STEEL, "c1 b2": SUICIDE}),
    ("8/p7/8/8/4k3/3n4/2K5/3R4 w - - 0 1", "d1d3", {"d1 d3": STEEL, "d1 d3 c2 e4": SUICIDE}),
]


@pytest.mark.parametrize(("fen", "uci", "burnt"), BURNS)
def test_explosion(fen: str, uci: str, burnt: dict[str, frozenset[str]]) -> None:
    move = Move.from_uci(uci)
    for squares, those in burnt.items():
        for rules in those:
            board = Board(fen, rules=rules)
            explosion = board.explosion(move)
            assert explosion is not None
            wanted = set(map(parse_square, squares.split()))
            assert set(explosion.squares) == wanted, rules
            left = set(board.piece_map()) - wanted
            before = board.king(board.turn)
            board.push(move)
            moved = {move.to_square} if before == move.from_square and rules in STEEL else set()
            assert set(board.piece_map()) - moved == left - {move.from_square}, rules
            kings = {piece.color for piece in explosion.pieces.values() if piece.piece_type == 6}
            assert set(explosion.kings) == kings
            gone = {color for color in (True, False) if board.king(color) is None}
            assert gone == kings


def test_status_knows_what_check_means() -> None:
    for rules in CORE_RULES:
        touching = Board("8/8/8/3kK3/8/8/8/3R4 w - - 0 1", rules=rules)
        wanted = Status.OPPOSITE_CHECK if rules == "doering" else Status.VALID
        assert touching.status() == wanted
        attacked = Board("3k4/8/8/8/8/8/8/3RK3 w - - 0 1", rules=rules)
        assert (attacked.status() == Status.OPPOSITE_CHECK) == (rules in CHECK)
        for board in (touching, attacked):
            names = reference.status(reference.parse_fen(board.fen(), rules))
            assert set(names) == {flag.name for flag in Status if flag and flag in board.status()}


def test_check_is_what_the_rule_set_says() -> None:
    for rules in CORE_RULES:
        board = Board("k3r3/8/8/8/8/8/P7/4K3 w - - 0 1", rules=rules)
        assert board.is_check() == bool(board.checkers_mask()) == (rules in CHECK)
        assert board.gives_check(Move.from_uci("e1d1")) is False
        quiet = Board("7k/8/8/8/8/8/P7/1R2K3 w - - 0 1", rules=rules)
        assert quiet.gives_check(Move.from_uci("b1b8")) == (rules in CHECK)


def test_the_en_passant_field_is_written_where_the_capture_is_legal() -> None:
    both_kings = "8/2k5/4K3/3pP3/8/8/8/8 w - d6 0 1"
    for rules in CORE_RULES:
        board = Board(both_kings, rules=rules)
        legal = rules in SUICIDE | STEEL
        assert board.fen().split()[3] == ("d6" if legal else "-"), rules
        assert board.has_legal_en_passant() == legal
        model = reference.parse_fen(both_kings, rules)
        assert reference.to_fen(model) == board.fen()


def test_keys_are_the_same_in_every_rule_set() -> None:
    boards = [Board(rules=rules) for rules in CORE_RULES]
    assert {board.zobrist_hash() for board in boards} == {0x463B96181691FC9C}
    assert len({Position(board) for board in boards}) == len(boards)
