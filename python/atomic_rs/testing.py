"""For other people's tests: Hypothesis strategies, and a perft suite for any move generator.

The strategies need Hypothesis: `pip install atomic-rs[testing]`.

    from hypothesis import given
    from atomic_rs.testing import positions

    @given(positions("en passant"))
    def test_my_generator(board):
        assert my_moves(board.fen()) == sorted(move.uci() for move in board.legal_moves)

What they give prints as something to paste, and shrinks to few men and few moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import assume
from hypothesis import strategies as st

from atomic_rs import STARTING_FEN, Board, divide, perft
from atomic_rs.starts import MEN, Start, all_squares, array, fen_of
from atomic_rs.suite import Entry, read
from atomic_rs.themes import PLAYABLE, THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from atomic_rs import Move

    Count = Callable[[str, int], int | Mapping[str, int]]

MOST_MEN: Final = 8
MOST_ATTEMPTS: Final = 10
LONGEST_GAME: Final = 40  # half-moves


# --- strategies ---


def positions(
    theme: str | None = None,
    *,
    rules: str = "atomic",
    valid: bool = True,
) -> st.SearchStrategy[Board]:
    """Boards to play from, made for a theme of `atomic_rs.themes`, or with a few men anywhere.

    With `valid` only such as a game can lead to, as far as `Board.is_valid` tells. `ValueError` for
    a theme that there is not.

    >>> from hypothesis import find
    >>> find(positions(), lambda board: True)
    Board('8/8/8/8/8/8/8/Kk6 w - - 0 1')
    """
    if theme is None:
        return sparse_positions(rules=rules, valid=valid)
    if theme not in THEMES:
        raise ValueError(f'there is no theme "{theme}"; there are {", ".join(THEMES)}')
    if theme not in PLAYABLE:
        valid = False
    return themed_positions(theme, rules=rules, valid=valid)


@st.composite
def sparse_positions(draw: st.DrawFn, *, rules: str, valid: bool) -> Board:
    """Two kings, up to eight men, either to move."""
    squares = all_squares()
    white, black = draw(st.lists(st.sampled_from(squares), min_size=2, max_size=2, unique=True))
    board = {white: "K", black: "k"}
    man = st.tuples(st.sampled_from(MEN[::-1]), st.sampled_from(squares))
    for letter, square in draw(st.lists(man, max_size=MOST_MEN)):
        if not (letter in "Pp" and square[1] in "18"):
            board.setdefault(square, letter)
    made = Board(fen_of(board, draw(st.sampled_from("wb"))), rules=rules)
    assume(not valid or made.is_valid())
    return made


@st.composite
def themed_positions(draw: st.DrawFn, theme: str, *, rules: str, valid: bool) -> Board:
    """A position that has the corner of its theme in it."""
    chosen = THEMES[theme]
    # Hypothesis chooses what the generator is told, and so can shrink it.
    random = draw(st.randoms(use_true_random=False))
    for _ in range(MOST_ATTEMPTS):
        fen, chess960 = chosen.make(random)
        board = Board(fen, chess960=chess960, rules=rules)
        if (
            (chosen.is_met_later or chosen.corner(board))
            and board.legal_moves
            and (not valid or board.is_valid())
        ):
            return board
    assume(False)
    raise AssertionError  # not reached


@st.composite
def chess960_arrays(draw: st.DrawFn, *, rules: str = "atomic") -> Board:
    """Start positions of Chess960, each side with an array of its own."""
    random = draw(st.randoms(use_true_random=False))
    white, black = array(random), array(random)
    fen = f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"
    return Board(fen, chess960=True, rules=rules)


def legal_moves(board: Board) -> st.SearchStrategy[Move]:
    """The legal moves of a board that has any; `ValueError` if it has none.

    >>> from hypothesis import find
    >>> find(legal_moves(Board()), lambda move: move.promotion is None)
    Move.from_uci('b1a3')
    """
    moves = list(board.legal_moves)
    if not moves:
        raise ValueError(f"there is no legal move in {board.fen()}")
    return st.sampled_from(moves)


@dataclass(frozen=True)
class Game:
    """A game as a start and its moves; prints as something to paste.

    >>> Game("8/8/8/3kK3/8/8/8/3R4 b - - 0 1", ["d5d6"]).board().fen()
    '8/8/3k4/4K3/8/8/8/3R4 w - - 1 2'
    """

    fen: str = STARTING_FEN
    moves: list[str] = field(default_factory=list)
    rules: str = "atomic"
    chess960: bool = False

    def board(self) -> Board:
        """The board after the moves."""
        board = Board(self.fen, chess960=self.chess960, rules=self.rules)
        for uci in self.moves:
            board.push_uci(uci)
        return board

    def boards(self) -> Iterator[Board]:
        """The board after each number of moves, none first; each one for itself."""
        board = Board(self.fen, chess960=self.chess960, rules=self.rules)
        yield board.copy()
        for uci in self.moves:
            board.push_uci(uci)
            yield board.copy()

    def __repr__(self) -> str:
        rest = f", rules={self.rules!r}" if self.rules != "atomic" else ""
        rest += ", chess960=True" if self.chess960 else ""
        return f"Game({self.fen!r}, {self.moves!r}{rest})"


@st.composite
def games(
    draw: st.DrawFn,
    start: st.SearchStrategy[Board] | None = None,
    *,
    rules: str = "atomic",
    most_moves: int = LONGEST_GAME,
) -> Game:
    """Random games, by default from the usual start position; they shrink to short ones.

    >>> from hypothesis import find
    >>> len(find(games(), lambda game: len(game.moves) >= 2).moves)
    2
    """
    board = Board(rules=rules) if start is None else draw(start).copy(stack=False)
    game = Game(board.fen(), [], str(board.rules), board.chess960)
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=most_moves)):
        moves = board.legal_moves
        if not moves:
            break
        # Small numbers are what Hypothesis shrinks to, and mean the first moves.
        uci = board.uci(moves[choice % len(moves)])
        board.push_uci(uci)
        game.moves.append(uci)
    return game


# --- perft for a move generator ---


@dataclass(frozen=True, slots=True)
class PerftCase:
    """A position with the number of its move sequences of some length."""

    name: str
    fen: str
    depth: int
    nodes: int
    chess960: bool = False
    rules: str = "atomic"

    def __str__(self) -> str:
        return f"{self.name}-{self.depth}"


def perft_cases(  # noqa: PLR0913 - all have their defaults
    suite: str | Path | None = None,
    *,
    rules: str = "atomic",
    chess960: bool = False,
    most_nodes: int = 20_000,
    seed: int = 1,
    each: int = 5,
) -> list[PerftCase]:
    """Positions to count in, each at the greatest depth with at most `most_nodes` sequences.

    They are those of a suite file, or else `each` positions of every theme made with `seed`, with
    numbers counted by the core: FENs of Chess960 come only with `chess960`. For pytest:

        @pytest.mark.parametrize("case", perft_cases(), ids=str)
        def test_perft(case):
            check_perft(case, my_perft)

    >>> perft_cases(each=1, most_nodes=1000)[0]
    PerftCase(name='games 1', fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
              depth=2, nodes=400, chess960=False, rules='atomic')
    """
    if suite is not None:
        boards = [(entry, entry.board(chess960=chess960, rules=rules)) for entry in read(suite)]
    else:
        boards = [
            (Entry(f"{name} {number}", start.fen, 0), start_board(start, rules))
            for name in PLAYABLE
            for number, start in enumerate(some_starts(name, rules, seed, each), start=1)
            if chess960 or not start.chess960
        ]
    cases = []
    for entry, board in boards:
        counted = entry.nodes or depths(board, most_nodes)
        fitting = {depth: nodes for depth, nodes in counted.items() if nodes <= most_nodes}
        if fitting:
            depth = max(fitting)
            about = (board.chess960, str(board.rules))
            cases.append(PerftCase(entry.name, entry.fen, depth, fitting[depth], *about))
    return cases


def some_starts(theme: str, rules: str, seed: int, number: int) -> list[Start]:
    """That many start positions of a theme."""
    random = Random(f"{seed}/{theme}")
    return [THEMES[theme].start(random, rules, valid=True) for _ in range(number)]


def start_board(start: Start, rules: str) -> Board:
    """The board of a start."""
    return Board(start.fen, chess960=start.chess960, rules=rules)


def depths(board: Board, most_nodes: int) -> dict[int, int]:
    """The counts by depth up to that many, of depth 1 in any case."""
    counts = {1: perft(board, 1)}
    while 0 < (nodes := perft(board, len(counts) + 1)) <= most_nodes:
        counts[len(counts) + 1] = nodes
    return counts


def check_perft(case: PerftCase, count: Count) -> None:
    """Fail with the difference if a generator counts otherwise than the core.

    `count` is given a FEN and a depth, and returns the number of move sequences, or the numbers
    below each first move by its UCI text, which tell more when they are wrong.

    >>> case = perft_cases(each=1, most_nodes=100)[0]
    >>> check_perft(case, lambda fen, depth: 20)
    >>> check_perft(case, lambda fen, depth: {"e2e4": 1})
    Traceback (most recent call last):
    AssertionError: games 1 at depth 1: 1 instead of 20 in rnbqkbnr/... w KQkq - 0 1
      a2a3: missing
      ...
    """
    found = count(case.fen, case.depth)
    board = Board(case.fen, chess960=case.chess960, rules=case.rules)
    wanted = {board.uci(move): nodes for move, nodes in divide(board, case.depth).items()}
    if isinstance(found, int):
        total, lines = found, [f"  {move}: {nodes}" for move, nodes in wanted.items()]
        is_right = total == case.nodes
    else:
        total, lines = sum(found.values()), list(differing_lines(wanted, found))
        is_right = not lines
    if not is_right:
        head = f"{case.name} at depth {case.depth}: {total} instead of {case.nodes} in {case.fen}"
        raise AssertionError("\n".join([head, *lines]))


def differing_lines(wanted: Mapping[str, int], found: Mapping[str, int]) -> Iterator[str]:
    """What is wrong with a divide, move by move.

    >>> list(differing_lines({"e2e4": 2}, {"e2e4": 1, "e1e8": 1}))
    ['  e1e8: not legal', '  e2e4: 1 instead of 2']
    """
    for move in sorted(wanted.keys() | found.keys()):
        if move not in found:
            yield f"  {move}: missing"
        elif move not in wanted:
            yield f"  {move}: not legal"
        elif wanted[move] != found[move]:
            yield f"  {move}: {found[move]} instead of {wanted[move]}"
