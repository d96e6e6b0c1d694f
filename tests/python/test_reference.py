"""Hand-chosen tests of the reference model; the shared suites in tests/data go through it too."""

from dataclasses import replace

import pytest

from atomic_rs.reference import (
    RULES,
    Outcome,
    Position,
    apply,
    burnt,
    divide,
    find_rules,
    ground_zero,
    in_check,
    insufficient_material,
    is_capture,
    kings_touch,
    legal_moves,
    outcome,
    parse_fen,
    perft,
    repetition_count,
    repetition_key,
    status,
    to_fen,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SEPARATOR = "7r/6Pb/1np5/1p2kp2/P1P1n3/1P2KP1B/5N2/8 w - - 0 1"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def play(fen: str, *moves: str, rules: str = "atomic", chess960: bool = False) -> list[Position]:
    """Play legal moves and return all positions of the game."""
    history = [parse_fen(fen, rules, chess960=chess960)]
    for move in moves:
        assert move in legal_moves(history[-1])
        history.append(apply(history[-1], move))
    return history


def after(fen: str, *moves: str, rules: str = "atomic", chess960: bool = False) -> str:
    """Play legal moves and write the FEN of the last position."""
    return to_fen(play(fen, *moves, rules=rules, chess960=chess960)[-1])


def reason(
    fen: str, *moves: str, rules: str = "atomic", draws: str = "claim", claim: bool = False
) -> tuple[str, str] | None:
    """Play legal moves and tell result and reason."""
    history = play(fen, *moves, rules=rules)
    ended = outcome(history, draws, claim_draw=claim)  # type: ignore[arg-type]
    return (ended.result, ended.reason) if ended else None


class TestRules:
    """The table of rule sets."""

    def test_names_and_aliases(self) -> None:
        names = "atomic icc nocheckatomic pawns icc_pawns allexplode atomar doering bremen nuclear"
        assert list(RULES) == names.split()
        assert all(find_rules(name.upper()).name == name for name in RULES)
        assert find_rules("LiChess") is find_rules("fics") is RULES["atomic"]
        with pytest.raises(ValueError, match='unknown rule set "chess"'):
            find_rules("chess")

    def test_no_two_sets_are_the_same(self) -> None:
        assert len({replace(rules, name="") for rules in RULES.values()}) == len(RULES)


class TestExplosions:
    """What a capture removes."""

    def test_pieces_burn_and_pawns_do_not(self) -> None:
        position = parse_fen("7k/8/2ppp3/1PNnNp2/2ppp3/3Q4/8/K7 w - - 0 1")
        assert ground_zero(position, "d3d4") == "d4"
        assert burnt(position, "d3d4") == {"c5", "d4", "d5", "e5"}
        assert burnt(parse_fen(to_fen(position), "pawns"), "d3d4") == (
            {"c5", "d4", "d5", "e5", "c4", "e4"}
        )

    def test_quiet_moves_burn_nothing(self) -> None:
        start = parse_fen(START)
        assert ground_zero(start, "e2e4") is None
        assert burnt(start, "e2e4") == set()
        assert not is_capture(start, "g1f3")

    def test_en_passant_burns_around_the_ep_square(self) -> None:
        fen = "7k/2r5/8/3pP3/2n5/8/8/K7 w - d6 0 1"
        assert burnt(parse_fen(fen), "e5d6") == {"c7", "d5", "d6"}
        assert after(fen, "e5d6") == "7k/8/8/8/2n5/8/8/K7 b - - 0 1"

    def test_only_pawns_capture_en_passant(self) -> None:
        fen = "4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 1"
        assert after(fen, "b5d6") == "4k3/8/3N4/3pP3/8/8/8/4K3 b - - 1 1"

    def test_promotion_captures_are_four_moves_with_one_result(self) -> None:
        fen = "rn2k3/1P6/8/8/8/8/8/4K3 w q - 5 9"
        moves = [f"b7a8{kind}" for kind in "bnqr"]
        assert [move for move in legal_moves(parse_fen(fen)) if move[:4] == "b7a8"] == moves
        assert {after(fen, move) for move in moves} == {"4k3/8/8/8/8/8/8/4K3 b - - 0 9"}

    def test_an_immune_king_survives_its_own_capture(self) -> None:
        fen = "7k/8/8/8/8/4n3/2pb4/2R1K3 w - - 0 1"
        assert after(fen, "e1d2", rules="doering") == "7k/8/8/8/8/8/3K4/8 b - - 0 1"

    def test_an_exploded_king_takes_its_rights_along(self) -> None:
        fen = "rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
        assert after(fen, "e5e2") == "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB3NR w kq - 0 2"
        immune = "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB1K1NR w KQkq - 0 2"
        assert after(fen, "e5e2", rules="atomar") == immune

    def test_an_exploded_rook_loses_its_right(self) -> None:
        fen = "4k3/8/8/8/4B3/8/6p1/R3K2R w KQ - 0 1"
        assert after(fen, "e4g2") == "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"


class TestLegality:
    """Which moves are legal under which rules."""

    @pytest.mark.parametrize(
        ("rules", "fen", "move", "is_legal"),
        [
            pytest.param("atomic", "8/8/8/1k6/8/8/8/1Kr5 w - - 0 1", "b1c1", False, id="suicide"),
            pytest.param("icc", "8/8/8/1k6/8/8/8/1Kr5 w - - 0 1", "b1c1", False, id="icc suicide"),
            pytest.param("nuclear", "8/8/8/1k6/8/8/8/1Kr5 w - - 0 1", "b1c1", True, id="allowed"),
            pytest.param("atomar", "8/8/8/1k6/8/8/8/1Kr5 w - - 0 1", "b1c1", True, id="immune"),
            pytest.param("atomar", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "e5d5", False, id="immune KxK"),
            pytest.param("nuclear", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "e5d5", True, id="KxK"),
            pytest.param("atomic", "3R4/8/8/3kK3/8/8/8/8 w - - 0 1", "d8d5", False, id="both"),
            pytest.param("atomic", "4k3/1K6/8/8/8/8/1r6/8 w - - 0 1", "b7b8", False, id="check"),
            pytest.param("atomic", "8/1K1k4/8/8/8/8/r7/1r6 w - - 0 1", "b7c7", True, id="touch"),
            pytest.param("bremen", "8/1K1k4/8/8/8/8/r7/1r6 w - - 0 1", "b7c7", False, id="bremen"),
            pytest.param("icc", "4k3/1K6/8/8/8/8/1r6/8 w - - 0 1", "b7b8", True, id="no check"),
            pytest.param(
                "atomic", "4r2k/8/8/8/8/3b4/4P3/1B2K3 w - - 0 1", "b1d3", True, id="pawn shield"
            ),
            pytest.param(
                "pawns", "4r2k/8/8/8/8/3b4/4P3/1B2K3 w - - 0 1", "b1d3", False, id="shield burns"
            ),
            pytest.param(
                "doering", "4k3/8/8/8/8/4b3/3q4/4K3 w - - 0 1", "e1d2", False, id="protected"
            ),
            pytest.param(
                "doering", "3rk3/8/8/8/8/3n4/3q4/4K3 w - - 0 1", "e1d2", False, id="opened line"
            ),
            pytest.param("doering", "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1d2", True, id="alone"),
        ],
    )
    def test_move(self, rules: str, fen: str, move: str, *, is_legal: bool) -> None:
        assert (move in legal_moves(parse_fen(fen, rules))) is is_legal

    def test_touching_kings_are_never_in_check(self) -> None:
        position = parse_fen("3r4/8/8/3kK3/8/8/8/3R4 w - - 0 1")
        assert kings_touch(position)
        assert not in_check(position, "w")
        assert not in_check(position, "b")

    def test_check_means_different_things(self) -> None:
        fen = "8/8/8/3kK3/8/8/8/8 w - - 0 1"
        assert in_check(parse_fen(fen, "doering"))
        assert not in_check(parse_fen("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "icc"))
        assert in_check(parse_fen("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"))

    def test_exploding_the_king_beats_check(self) -> None:
        position = parse_fen("k7/pp5R/8/8/3Q4/8/PP6/K1r5 w - - 1 2")
        assert legal_moves(position) == ["d4a7", "h7b7"]

    def test_no_moves_without_a_king(self) -> None:
        for fen in ("4k3/8/8/8/8/8/8/7R w - - 0 1", "4k3/8/8/8/8/8/8/7R b - - 0 1"):
            assert legal_moves(parse_fen(fen)) == []

    def test_misplaced_pawns(self) -> None:
        position = parse_fen("P3k3/8/8/8/8/8/8/P3K3 w - - 0 1")
        pawn_moves = [move for move in legal_moves(position) if move[0] == "a"]
        assert pawn_moves == ["a1a2"]

    def test_more_than_256_moves(self) -> None:
        queens = "K1QQQQQQ/1Q5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/1QQQQQQk w - - 0 1"
        assert len(legal_moves(parse_fen(queens))) == 273


class TestCastling:
    """Castling, standard and Chess960."""

    @pytest.mark.parametrize(
        ("fen", "move", "is_legal"),
        [
            pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", True, id="free"),
            pytest.param("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", False, id="out of check"),
            pytest.param("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", False, id="through check"),
            pytest.param("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", False, id="into check"),
            pytest.param("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", True, id="rook attacked"),
            pytest.param("4r3/8/8/8/8/8/3k4/4K2R w K - 0 1", "e1g1", True, id="touching"),
            pytest.param("8/8/8/8/8/6r1/4k3/4K2R w K - 0 1", "e1g1", False, id="leaving touch"),
            pytest.param("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1c1", False, id="shield too late"),
            pytest.param("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", False, id="occupied"),
        ],
    )
    def test_standard(self, fen: str, move: str, *, is_legal: bool) -> None:
        assert (move in legal_moves(parse_fen(fen))) is is_legal

    @pytest.mark.parametrize(
        ("fen", "move", "is_legal"),
        [
            pytest.param("4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1", "e1b1", False, id="uncovered"),
            pytest.param("8/8/8/8/8/8/2k5/rR4K1 w Q - 0 1", "g1b1", True, id="uncovered, touching"),
            pytest.param("8/8/8/8/8/8/4k3/r2RK2r w D - 0 1", "e1d1", False, id="next to the king"),
            pytest.param("6k1/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", True, id="king stays"),
            pytest.param("6k1/8/8/8/8/8/8/5RK1 w Q - 0 1", "g1f1", True, id="far"),
        ],
    )
    def test_chess960(self, fen: str, move: str, *, is_legal: bool) -> None:
        assert (move in legal_moves(parse_fen(fen, chess960=True))) is is_legal

    def test_without_check_only_the_squares_count(self) -> None:
        fen = "2rrk3/8/8/8/4q3/8/8/R3K2R w KQ - 0 1"
        assert {"e1c1", "e1g1"} <= set(legal_moves(parse_fen(fen, "icc")))

    def test_spelling_follows_the_mode(self) -> None:
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        assert after(fen, "e1c1") == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
        assert after(fen, "e1a1", chess960=True) == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
        assert "e1h1" not in legal_moves(parse_fen(fen))
        assert "e1g1" not in legal_moves(parse_fen(fen, chess960=True))

    def test_castling_on_the_spot_costs_both_rights(self) -> None:
        fen = "6k1/8/8/8/8/8/8/R5KR w KQ - 0 1"
        assert after(fen, "g1h1", chess960=True) == "6k1/8/8/8/8/8/8/R4RK1 b - - 1 1"


class TestEnPassant:
    """When the ep square counts."""

    @pytest.mark.parametrize(
        ("fen", "legal", "xfen"),
        [
            pytest.param(
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-", "-", id="nobody"
            ),
            pytest.param("2b5/4k3/8/3pP3/8/7K/8/8 w - d6 0 1", "d6", "d6", id="wins in check"),
            pytest.param("4k3/8/4K3/3pP3/8/8/8/8 w - d6 0 1", "-", "d6", id="own king explodes"),
            pytest.param("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "-", "-", id="phantom"),
            pytest.param("8/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-", "d6", id="game over"),
        ],
    )
    def test_field(self, fen: str, legal: str, xfen: str) -> None:
        position = parse_fen(fen)
        assert to_fen(position).split()[3] == legal
        assert to_fen(position, "xfen").split()[3] == xfen
        assert to_fen(position, "fen") == fen
        captures = [move for move in legal_moves(position) if move in ("e5d6", "d4e3", "f4e3")]
        assert len(captures) == (legal != "-")

    def test_set_by_every_double_step(self) -> None:
        assert play(START, "a2a4")[-1].ep_square == "a3"
        assert play(START, "a2a3")[-1].ep_square is None


class TestFen:
    """Reading, refusing and writing."""

    @pytest.mark.parametrize("rules", RULES)
    def test_start_survives(self, rules: str) -> None:
        assert to_fen(parse_fen(START, rules)) == START
        assert status(parse_fen(START, rules)) == []

    def test_lenient_input(self) -> None:
        assert to_fen(parse_fen("4k3/8/8/8/8/8/8/4K3")) == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
        assert to_fen(parse_fen(f"  {START.replace(' ', '   ')} ")) == START
        assert to_fen(parse_fen("Q~3k3/8/8/8/8/8/8/4K3 b - - 007 0")).startswith("Q3k3/8")
        assert parse_fen("4k3/8/8/8/8/8/8/4K3 b - - 007 0").fullmove_number == 1

    @pytest.mark.parametrize(
        ("fen", "message"),
        [
            ("", 'invalid board field ""'),
            ("8/8/8/8/8/8/8/8 w - - 0 1", 'board field "8/8/8/8/8/8/8/8"'),
            ("4k3/8/8/8/8/8/4K3", 'board field "4k3/8/8/8/8/8/4K3"'),
            ("4k3/8/44/8/8/8/8/4K3", "board field"),
            ("4k3/8/9/8/8/8/8/4K3", "board field"),
            ("4k4/8/8/8/8/8/8/4K3", "board field"),
            ("4k3/8/P~7/8/8/8/8/4K3", "board field"),
            ("4k3/8/x7/8/8/8/8/4K3", "board field"),
            ("4k3/8/8/8/8/8/8/K3K3", "board field"),
            ("4k3/8/8/8/8/8/8/4K3 W", 'invalid turn field "W"'),
            ("4k3/8/8/8/8/8/8/4K3 w KQkx", 'invalid castling field "KQkx"'),
            ("4k3/8/8/8/8/8/8/4K3 w KK", 'invalid castling field "KK"'),
            ("4k3/8/8/8/8/8/8/4K3 w KQkqA", 'invalid castling field "KQkqA"'),
            ("4k3/8/8/8/8/8/8/4K3 w - e4", 'invalid en passant field "e4"'),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1", 'invalid halfmove clock field "-1"'),
            ("4k3/8/8/8/8/8/8/4K3 w - - \u0663", "invalid halfmove clock field"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", 'number field "4294967296"'),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", 'invalid extra field "x"'),
        ],
    )
    def test_refused(self, fen: str, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            parse_fen(fen)

    def test_castling_letters(self) -> None:
        fen = "1r2k1rr/8/8/8/8/8/8/R3K1RR w GAgb - 0 1"
        position = parse_fen(fen, chess960=True)
        assert position.castling == {"g1", "a1", "g8", "b8"}
        assert to_fen(position).split()[2] == "GQgq"
        assert to_fen(position, shredder=True).split()[2] == "GAgb"
        assert parse_fen(fen.replace("GAgb", "qAHk"), chess960=True).castling == (
            {"a1", "h1", "b8", "h8"}
        )

    def test_bad_rights_are_dropped_and_reported_once(self) -> None:
        fen = "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2KQ2R w KQkq - 0 1"
        assert to_fen(parse_fen(fen)) == fen.replace("KQkq", "kq")
        assert status(parse_fen(fen)) == ["BAD_CASTLING_RIGHTS"]
        assert status(play(fen, "a2a3")[-1]) == []
        assert status(parse_fen(fen, chess960=True)) == []
        both = parse_fen("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", chess960=True)
        assert both.castling == {"h1"}
        assert status(both) == ["BAD_CASTLING_RIGHTS"]

    @pytest.mark.parametrize(
        ("rules", "fen", "flags"),
        [
            ("atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", []),
            ("atomic", "8/8/8/8/8/8/8/4K3 w - - 0 1", ["NO_BLACK_KING"]),
            ("doering", "8/8/8/8/8/8/8/4K3 b - - 0 1", ["NO_BLACK_KING"]),
            ("atomic", "4k3/8/8/8/8/8/8/K3P3 w - - 0 1", ["PAWNS_ON_BACKRANK"]),
            ("atomic", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", ["INVALID_EP_SQUARE"]),
            ("atomic", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", ["OPPOSITE_CHECK"]),
            ("icc", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", []),
            ("atomic", "8/8/8/3kK3/8/8/8/8 w - - 0 1", []),
            ("doering", "8/8/8/3kK3/8/8/8/8 w - - 0 1", ["OPPOSITE_CHECK"]),
            ("atomic", "8/8/N7/2k1K3/N7/8/8/8 b - - 0 1", []),
            ("atomic", "8/8/N7/2k5/N2pP3/8/8/4K3 b - e3 0 1", ["IMPOSSIBLE_CHECK"]),
            ("atomic", "4k3/P7/P7/P7/PP6/PP6/PP6/4K3 w - - 0 1", ["TOO_MANY_WHITE_PAWNS"]),
        ],
    )
    def test_status(self, rules: str, fen: str, flags: list[str]) -> None:
        assert status(parse_fen(fen, rules)) == flags

    def test_status_of_an_empty_board(self) -> None:
        empty = replace(parse_fen(START), board={}, castling=frozenset())
        assert status(empty) == ["NO_WHITE_KING", "NO_BLACK_KING", "EMPTY"]


class TestOutcome:
    """Ends of games."""

    @pytest.mark.parametrize(
        ("rules", "fen", "moves", "expected"),
        [
            ("atomic", START, "", None),
            ("atomic", "kR6/RR6/8/8/8/8/8/7K b - - 0 1", "", ("1-0", "checkmate")),
            ("icc", "kR6/RR6/8/8/8/8/8/7K b - - 0 1", "", ("1/2-1/2", "stalemate")),
            ("atomic", "KQ6/Rk6/2B5/8/8/8/8/8 b - - 0 1", "", ("1/2-1/2", "stalemate")),
            ("atomic", "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", ("1-0", "king_exploded")),
            ("icc", "k7/1R6/8/8/2K5/8/8/8 b - - 0 1", "a8b8 b7b8", ("1-0", "king_captured")),
            ("atomar", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", ("1-0", "king_captured")),
            ("nocheckatomic", "8/8/8/1k6/8/8/8/1Kr5 w - - 0 1", "b1c1", ("0-1", "king_exploded")),
            ("nocheckatomic", "3R4/8/8/3kK3/8/8/8/8 w - - 0 1", "d8d5", ("0-1", "king_exploded")),
            ("nuclear", "3R4/8/8/3kK3/8/8/8/8 w - - 0 1", "d8d5", ("1/2-1/2", "king_exploded")),
            ("nuclear", "8/8/8/1k6/8/8/8/1Kr5 w - - 0 1", "b1c1", ("0-1", "king_exploded")),
            ("atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", "", ("1-0", "king_exploded")),
            ("atomar", "8/8/8/8/8/8/8/4K3 b - - 0 1", "", ("1-0", "king_captured")),
            (
                *("atomic", "6r1/8/8/1k6/8/8/2K5/6R1 w - - 0 1", "g1g8"),
                ("1/2-1/2", "insufficient_material"),
            ),
        ],
    )
    def test_end(self, rules: str, fen: str, moves: str, expected: tuple[str, str] | None) -> None:
        assert reason(fen, *moves.split(), rules=rules) == expected

    def test_winner(self) -> None:
        mate = play("1k6/8/8/8/8/8/PP5r/K7 b - - 0 1", "h2h1")
        assert outcome(mate) == Outcome("0-1", "checkmate", "b")

    @pytest.mark.parametrize(
        ("clock", "draws", "claim", "expected"),
        [
            (98, "claim", True, None),
            (99, "claim", False, None),
            (99, "claim", True, "fifty_moves"),
            (100, "claim", False, None),
            (100, "lichess", False, "fifty_moves"),
            (149, "claim", False, None),
            (150, "claim", False, "seventyfive_moves"),
            (150, "chessplayx", False, None),
            (150, "chessplayx", True, "fifty_moves"),
        ],
    )
    def test_clock(self, clock: int, draws: str, *, claim: bool, expected: str | None) -> None:
        drawn = reason(f"4k3/8/8/8/8/8/P7/4K2R w - - {clock} 80", draws=draws, claim=claim)
        assert drawn == (("1/2-1/2", expected) if expected else None)

    @pytest.mark.parametrize(
        ("moves", "draws", "claim", "expected"),
        [
            (SHUFFLE * 2, "claim", False, None),
            (SHUFFLE * 2, "claim", True, "threefold_repetition"),
            ((SHUFFLE * 2)[:7], "claim", True, "threefold_repetition"),
            ((SHUFFLE * 2)[:6], "claim", True, None),
            (SHUFFLE * 4, "claim", False, "fivefold_repetition"),
            (SHUFFLE * 4, "lichess", False, "fivefold_repetition"),
            (SHUFFLE * 4, "chessplayx", False, None),
            (SHUFFLE * 4, "chessplayx", True, "threefold_repetition"),
        ],
    )
    def test_repetition(
        self,
        moves: list[str],
        draws: str,
        *,
        claim: bool,
        expected: str | None,
    ) -> None:
        drawn = reason(START, *moves, draws=draws, claim=claim)
        assert drawn == (("1/2-1/2", expected) if expected else None)

    def test_only_a_legal_ep_capture_makes_a_position_new(self) -> None:
        shuffle = ["h2f3", "h7f6", "f3h2", "f6h7"] * 2
        legal = play("4k3/3p3n/8/4P3/8/8/7N/K7 b - - 0 1", "d7d5", *shuffle)
        illegal = play("4k3/3p3n/8/2K1P3/8/8/7N/8 b - - 0 1", "d7d5", *shuffle)
        assert repetition_count(legal) == 2
        assert repetition_count(illegal) == 3
        assert repetition_key(illegal[1]) == repetition_key(illegal[-1])

    @pytest.mark.parametrize(
        ("rules", "fen", "expected"),
        [
            ("atomic", "8/3k4/8/8/4R3/4K3/8/8 w - - 0 1", (True, True)),
            ("atomic", "8/1nn5/1k6/8/8/8/3K4/8 w - - 0 1", (True, True)),
            ("atomic", "8/8/8/8/8/8/NNk5/KN6 w - - 0 1", (False, True)),
            ("atomic", "8/5k2/8/8/8/8/5K2/4bb2 w - - 0 1", (True, False)),
            ("atomic", "8/3k4/8/8/8/3P4/3K4/8 w - - 0 1", (False, True)),
            ("atomic", "8/4bk2/8/8/8/8/3KB3/8 w - - 0 1", (True, True)),
            ("atomic", "4b3/5k2/8/8/8/8/3KB3/8 w - - 0 1", (False, False)),
            ("atomic", "kb6/b7/8/8/8/3B4/8/K7 w - - 0 1", (False, True)),
            ("atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", (False, True)),
            ("icc", "8/3k4/8/8/2N5/8/3K4/8 b - - 0 1", (False, True)),
            ("allexplode", "8/8/8/3kK3/8/8/8/8 w - - 0 1", (False, False)),
            ("doering", "8/3k4/8/8/4R3/4K3/8/8 w - - 0 1", (False, True)),
            ("doering", "8/3k4/8/8/2N5/8/3K4/3q4 b - - 0 1", (True, False)),
            ("doering", "8/3k4/8/8/2N5/8/3K4/3r4 b - - 0 1", (False, False)),
            ("doering", "4b3/5k2/8/8/8/8/3KB3/8 w - - 0 1", (True, True)),
            ("doering", "8/4bk2/8/8/8/8/3KB3/8 w - - 0 1", (False, False)),
        ],
    )
    def test_material(self, rules: str, fen: str, expected: tuple[bool, bool]) -> None:
        assert insufficient_material(parse_fen(fen, rules)) == expected


class TestPerft:
    """The move tree as a whole."""

    @pytest.mark.parametrize("rules", RULES)
    def test_start(self, rules: str) -> None:
        assert perft(parse_fen(START, rules), 3) == 8902

    @pytest.mark.parametrize(
        ("rules", "nodes"),
        [
            ("atomic", 14263),
            ("icc", 19648),
            ("nocheckatomic", 21347),
            ("pawns", 14098),
            ("icc_pawns", 19433),
            ("allexplode", 21124),
            ("atomar", 24644),
            ("doering", 13526),
            ("bremen", 10792),  # our own measurement, as the next one
            ("nuclear", 21124),  # other results than allexplode, but the same moves
        ],
    )
    def test_separator(self, rules: str, nodes: int) -> None:
        assert perft(parse_fen(SEPARATOR, rules), 3) == nodes

    def test_depths(self) -> None:
        position = parse_fen(SEPARATOR)
        assert perft(position, 0) == 1
        assert list(divide(position, 1)) == legal_moves(position)
        assert sum(divide(position, 2).values()) == perft(position, 2) == 658
        with pytest.raises(ValueError, match="negative"):
            perft(position, -1)
