"""Squares, masks and sets of squares."""

from __future__ import annotations

import copy
import pickle
from collections.abc import MutableSet
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atomic_rs
from atomic_rs import BB_ALL, SQUARE_NAMES, SQUARES, SquareSet

if TYPE_CHECKING:
    from collections.abc import Callable

MASKS = st.integers(0, BB_ALL)
PLACES = st.integers(0, 63)
SETS = st.sets(PLACES)


Into: TypeAlias = SquareSet | set[int] | list[str] | list[int] | int


def squares_of(mask: int) -> set[int]:
    """The squares of a mask, found one by one."""
    return {square for square in range(64) if mask >> square & 1}


def coordinates(square: int) -> tuple[int, int]:
    return square % 8, square // 8


class TestNames:
    """Numbers and names of squares, files, ranks and men."""

    def test_the_corners(self) -> None:
        assert (atomic_rs.A1, atomic_rs.H1, atomic_rs.A8, atomic_rs.H8) == (0, 7, 56, 63)
        assert [atomic_rs.square_name(square) for square in (0, 7, 56, 63)] == [
            "a1",
            "h1",
            "a8",
            "h8",
        ]

    def test_every_constant_is_named_after_its_square(self) -> None:
        for square, name in enumerate(SQUARE_NAMES):
            assert getattr(atomic_rs, name.upper()) == square
            assert getattr(atomic_rs, f"BB_{name.upper()}") == 1 << square
            assert atomic_rs.parse_square(name) == square
            assert atomic_rs.square_name(square) == name
            file, rank = atomic_rs.square_file(square), atomic_rs.square_rank(square)
            assert (file, rank) == coordinates(square)
            assert atomic_rs.square(file, rank) == square
            assert atomic_rs.file_name(file) + atomic_rs.rank_name(rank) == name
            assert (atomic_rs.parse_file(name[0]), atomic_rs.parse_rank(name[1])) == (file, rank)
            assert 1 << square & atomic_rs.BB_FILES[file] & atomic_rs.BB_RANKS[rank]
            mirrored = atomic_rs.square_mirror(square)
            assert coordinates(mirrored) == (file, 7 - rank)
            assert atomic_rs.SQUARES_180[square] == mirrored

    @pytest.mark.parametrize("text", ["", "e", "e9", "i1", "E4", "e44", "4e", " e4", "é4", "e4\0"])
    def test_other_texts_are_no_squares(self, text: str) -> None:
        with pytest.raises(ValueError, match="not a square: "):
            atomic_rs.parse_square(text)

    def test_messages_quote_what_is_wrong_and_stay_short(self) -> None:
        with pytest.raises(ValueError, match='not a square: "z9"'):
            atomic_rs.parse_square("z9")
        with pytest.raises(ValueError, match="not a file: ") as caught:
            atomic_rs.parse_file("\ud800" * 10**6)
        assert len(str(caught.value)) < 150
        with pytest.raises(ValueError, match='not a rank: "9"'):
            atomic_rs.parse_rank("9")

    def test_colors_and_kinds_of_men(self) -> None:
        assert atomic_rs.COLORS == [True, False]
        assert [atomic_rs.COLOR_NAMES[color] for color in atomic_rs.COLORS] == ["white", "black"]
        assert atomic_rs.PIECE_TYPES == [1, 2, 3, 4, 5, 6]
        for piece_type in atomic_rs.PIECE_TYPES:
            for color in atomic_rs.COLORS:
                piece = atomic_rs.Piece(piece_type, color)
                letter = atomic_rs.piece_symbol(piece_type)
                assert piece.symbol().lower() == letter
                assert atomic_rs.UNICODE_PIECE_SYMBOLS[piece.symbol()] == piece.unicode_symbol()
        assert atomic_rs.piece_name(atomic_rs.KNIGHT) == "knight"
        for wrong in (0, 7, -1, 10**5000):
            for function in (atomic_rs.piece_symbol, atomic_rs.piece_name):
                with pytest.raises(ValueError, match="piece type must be from 1 to 6, not "):
                    function(wrong)

    @given(PLACES, PLACES)
    def test_distances(self, a: int, b: int) -> None:
        (file_a, rank_a), (file_b, rank_b) = coordinates(a), coordinates(b)
        files, ranks = abs(file_a - file_b), abs(rank_a - rank_b)
        assert atomic_rs.square_distance(a, b) == max(files, ranks)
        assert atomic_rs.square_manhattan_distance(a, b) == files + ranks
        # A knight crosses at most three files and ranks together, and always changes its color.
        jumps = atomic_rs.square_knight_distance(a, b)
        assert jumps % 2 == (files + ranks) % 2
        assert jumps == atomic_rs.square_knight_distance(b, a)
        assert (jumps == 1) == (b in squares_of(atomic_rs.BB_KNIGHT_ATTACKS[a]))
        assert -(-(files + ranks) // 3) <= jumps <= 6


class TestMasks:
    """Ints of 64 bits as sets of squares."""

    @given(MASKS)
    def test_counting_and_walking(self, mask: int) -> None:
        squares = sorted(squares_of(mask))
        assert list(atomic_rs.scan_forward(mask)) == squares
        assert list(atomic_rs.scan_reversed(mask)) == squares[::-1]
        assert atomic_rs.popcount(mask) == len(squares)
        assert atomic_rs.lsb(mask) == (squares[0] if squares else -1)
        assert atomic_rs.msb(mask) == (squares[-1] if squares else -1)

    @pytest.mark.parametrize(
        ("function", "where"),
        [
            (atomic_rs.flip_vertical, lambda file, rank: (file, 7 - rank)),
            (atomic_rs.flip_horizontal, lambda file, rank: (7 - file, rank)),
            (atomic_rs.flip_diagonal, lambda file, rank: (rank, file)),
            (atomic_rs.flip_anti_diagonal, lambda file, rank: (7 - rank, 7 - file)),
            (atomic_rs.shift_up, lambda file, rank: (file, rank + 1)),
            (atomic_rs.shift_2_up, lambda file, rank: (file, rank + 2)),
            (atomic_rs.shift_down, lambda file, rank: (file, rank - 1)),
            (atomic_rs.shift_2_down, lambda file, rank: (file, rank - 2)),
            (atomic_rs.shift_left, lambda file, rank: (file - 1, rank)),
            (atomic_rs.shift_2_left, lambda file, rank: (file - 2, rank)),
            (atomic_rs.shift_right, lambda file, rank: (file + 1, rank)),
            (atomic_rs.shift_2_right, lambda file, rank: (file + 2, rank)),
            (atomic_rs.shift_up_left, lambda file, rank: (file - 1, rank + 1)),
            (atomic_rs.shift_up_right, lambda file, rank: (file + 1, rank + 1)),
            (atomic_rs.shift_down_left, lambda file, rank: (file - 1, rank - 1)),
            (atomic_rs.shift_down_right, lambda file, rank: (file + 1, rank - 1)),
        ],
    )
    @given(MASKS)
    def test_flips_and_shifts(
        self,
        function: Callable[[int], int],
        where: Callable[[int, int], tuple[int, int]],
        mask: int,
    ) -> None:
        moved = {where(*coordinates(square)) for square in squares_of(mask)}
        kept = {rank * 8 + file for file, rank in moved if 0 <= file < 8 and 0 <= rank < 8}
        assert squares_of(function(mask)) == kept

    def test_lines_between_all_pairs_of_squares(self) -> None:
        for a in SQUARES:
            for b in SQUARES:
                (file_a, rank_a), (file_b, rank_b) = coordinates(a), coordinates(b)
                files, ranks = file_b - file_a, rank_b - rank_a
                steps = max(abs(files), abs(ranks))
                line, inner = squares_of(atomic_rs.ray(a, b)), squares_of(atomic_rs.between(a, b))
                if steps == 0 or abs(files) not in (0, steps) or abs(ranks) not in (0, steps):
                    assert line == inner == set()
                    continue
                step = (b - a) // steps
                assert inner == set(range(a + step, b, step))
                assert inner | {a, b} <= line
                assert line == squares_of(atomic_rs.ray(b, a))
                assert all(
                    (file - file_a) * ranks == (rank - rank_a) * files
                    for file, rank in map(coordinates, line)
                )
                ends = [square for square in line if set(coordinates(square)) & {0, 7}]
                assert len(ends) >= 2

    def test_attacks_of_leapers(self) -> None:
        for square in SQUARES:
            file, rank = coordinates(square)
            near = {other for other in SQUARES if 0 < atomic_rs.square_distance(square, other) == 1}
            assert squares_of(atomic_rs.BB_KING_ATTACKS[square]) == near
            for color, up in ((True, 1), (False, -1)):
                aims = {
                    other
                    for other in near
                    if coordinates(other)[1] == rank + up and coordinates(other)[0] != file
                }
                assert squares_of(atomic_rs.BB_PAWN_ATTACKS[color][square]) == aims

    def test_named_masks(self) -> None:
        dark = {square for square in SQUARES if sum(coordinates(square)) % 2 == 0}
        assert squares_of(atomic_rs.BB_DARK_SQUARES) == dark
        assert atomic_rs.BB_LIGHT_SQUARES == BB_ALL ^ atomic_rs.BB_DARK_SQUARES
        assert atomic_rs.BB_CORNERS.bit_count() == atomic_rs.BB_CENTER.bit_count() == 4
        assert atomic_rs.BB_BACKRANKS == atomic_rs.BB_RANK_1 | atomic_rs.BB_RANK_8
        assert sum(atomic_rs.BB_FILES) == sum(atomic_rs.BB_RANKS) == BB_ALL
        assert atomic_rs.BB_FILES[7] == atomic_rs.BB_FILE_H


class TestSquareSet:
    """`SquareSet` beside Python's own sets."""

    @given(SETS, SETS)
    def test_it_does_what_sets_do(self, a: set[int], b: set[int]) -> None:
        left = SquareSet(a)
        assert left == a
        assert a == left
        names = [atomic_rs.square_name(square) for square in b]
        rights: list[Into] = [b, SquareSet(b), int(SquareSet(b)), list(b), names]
        for right in rights:
            assert left | right == a | b
            assert left & right == a & b
            assert left - right == a - b
            assert left ^ right == a ^ b
            assert left.union(right) == right | left
            assert left.isdisjoint(right) == a.isdisjoint(b)
            assert left.issubset(right) == (left <= right) == (a <= b)
            assert left.issuperset(right) == (left >= right) == (a >= b)
            assert (left < right) == (a < b)
            assert (left > right) == (a > b)
        assert b - left == b - a
        assert ~left == set(SQUARES) - a
        assert (list(left), list(reversed(left))) == (sorted(a), sorted(a)[::-1])
        assert (len(left), bool(left)) == (len(a), bool(a))
        assert [square in left for square in SQUARES] == left.tolist()
        assert left.mirror() == {square ^ 56 for square in a}

    @given(SETS, SETS, PLACES)
    def test_it_can_be_changed(self, a: set[int], b: set[int], square: int) -> None:
        for name in (
            "update",
            "intersection_update",
            "difference_update",
            "symmetric_difference_update",
            "__ior__",
            "__iand__",
            "__isub__",
            "__ixor__",
        ):
            ours, theirs = SquareSet(a), set(a)
            getattr(ours, name)(b)
            getattr(theirs, name)(b)
            assert ours == theirs
        ours = SquareSet(a)
        ours.add(square)
        assert ours == a | {square}
        ours.discard(square)
        ours.discard(square)
        assert ours == a - {square}
        with pytest.raises(KeyError, match=str(square)):
            ours.remove(square)
        ours.add(square)
        ours.remove(square)
        assert ours == a - {square}
        ours.clear()
        assert not ours
        with pytest.raises(KeyError, match="empty"):
            ours.pop()
        ours |= [3, 1]
        assert (ours.pop(), ours.pop(), len(ours)) == (1, 3, 0)
        ours.update([1], SquareSet([2]), 8)
        assert ours == [1, 2, 3]
        ours.intersection_update([1, 2], [2, 3])
        assert ours == {2}

    @given(MASKS, st.integers(0, 80))
    def test_shifts_lose_what_leaves_the_board(self, mask: int, shift: int) -> None:
        assert int(SquareSet(mask) << shift) == mask << shift & BB_ALL
        assert int(SquareSet(mask) >> shift) == mask >> shift
        squares = SquareSet(mask)
        squares <<= shift
        assert int(squares) == mask << shift & BB_ALL
        squares >>= shift
        assert int(squares) == (mask << shift & BB_ALL) >> shift

    @given(st.sets(PLACES, max_size=6))
    def test_the_carry_rippler_finds_every_subset_once(self, squares: set[int]) -> None:
        found = list(SquareSet(squares).carry_rippler())
        assert found == sorted(set(found))
        assert len(found) == 2 ** len(squares)
        assert all(squares_of(mask) <= squares for mask in found)

    def test_copies_are_sets_of_their_own(self) -> None:
        squares = SquareSet(["e4", "a1"])
        for other in (squares.copy(), copy.copy(squares), copy.deepcopy(squares)):
            other.add("h8")
            assert squares == {28, 0}
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            pickled = pickle.dumps(squares, protocol)
            assert pickle.loads(pickled) == squares  # noqa: S301 - our own bytes

    def test_text_and_numbers(self) -> None:
        squares = SquareSet([0, 63])
        assert repr(squares) == "SquareSet(0x8000_0000_0000_0001)"
        assert repr(SquareSet()) == "SquareSet(0x0000_0000_0000_0000)"
        assert str(squares).splitlines()[0] == ". . . . . . . 1"
        assert str(squares).splitlines()[7] == "1 . . . . . . ."
        assert (int(squares), hex(squares)) == (1 | 1 << 63, "0x8000000000000001")
        assert (SquareSet(-1), SquareSet(1 << 64)) == (SquareSet(BB_ALL), SquareSet())
        assert eval(repr(squares), {"SquareSet": SquareSet}) == squares  # noqa: S307 - our own text

    def test_makers(self) -> None:
        assert SquareSet.from_square(5) == SquareSet.from_square("f1") == {5}
        assert SquareSet.ray(0, 9) == SquareSet.ray(63, 54)
        assert list(SquareSet.between(0, 27)) == [9, 18]
        assert isinstance(SquareSet(), MutableSet)

    def test_what_it_equals(self) -> None:
        squares = SquareSet([1, 2])
        for same in (6, [2, 1, 1], {1, 2}, ("b1", "c1"), SquareSet(6), range(1, 3)):
            assert squares == same
        for other in (7, [1], {1, 2, 64}, "b1", "x", None, 6.0, object(), [None]):
            assert squares != other
        with pytest.raises(TypeError):
            hash(squares)

    @pytest.mark.parametrize(
        "square",
        [64, -1, 10**30, 1 << 20_000, "e9", ""],
        ids=lambda square: f"{square!r:.9}" if isinstance(square, str) or square < 99 else "huge",
    )
    def test_what_is_no_square_is_refused(self, square: Any) -> None:  # noqa: ANN401 - wrong on purpose
        squares = SquareSet([1])
        for call in (squares.add, squares.discard, squares.remove, squares.__contains__):
            with pytest.raises(ValueError, match="square"):
                call(square)
        with pytest.raises(ValueError, match="square"):
            SquareSet([1, square])
        assert squares == {1}

    @pytest.mark.parametrize("square", [None, 1.0, True, b"e4", [1]])
    def test_other_types_are_refused(self, square: Any) -> None:  # noqa: ANN401 - wrong on purpose
        squares = SquareSet([1])
        for call in (squares.add, squares.discard, squares.remove, squares.__contains__):
            with pytest.raises(TypeError):
                call(square)
        with pytest.raises(TypeError):
            SquareSet([1, square])
        for wrong in (None, 1.5, object()):
            with pytest.raises(TypeError):
                SquareSet(wrong)  # type: ignore[arg-type]
        assert squares == {1}


@pytest.mark.parametrize("mask", [-1, 1 << 64, 1 << 1000])
def test_masks_beyond_the_board_are_refused(mask: int) -> None:
    for question in (
        lambda: list(atomic_rs.scan_forward(mask)),
        lambda: list(atomic_rs.scan_reversed(mask)),
        lambda: atomic_rs.flip_diagonal(mask),
        lambda: atomic_rs.flip_anti_diagonal(mask),
        lambda: atomic_rs.flip_vertical(mask),
    ):
        with pytest.raises(ValueError, match="64 bits"):
            question()
