"""Make and check the perft suites of the rule sets in tests/data/perft.

    python tools/suites.py --check              every number again, by every program that has it
    python tools/suites.py --check icc pawns    the same for some rule sets
    python tools/suites.py --make icc           write icc.epd and icc-960.epd anew

A number enters a file only if the core and the reference model found it on their own; where
Fairy-Stockfish can be told the rule set, its Python module `pyffish` must find it too. That module
is under the GPL and nothing here needs it: it is asked if it is installed, and the file says so.

The positions are made at random for themes in which rule sets part company. Of several candidates
the one stays that most other rule sets count differently, so that a suite fails under any rules but
its own. The same code and name of a rule set make the same positions again.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from atomic_rs import RULES, Board, Illegality, Rules, perft, reference
from atomic_rs.starts import FILES, MEN, all_squares, array, distance, fen_of, kings, scatter
from atomic_rs.suite import Entry, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Maker = Callable[[Random], tuple[str, bool]]
    Wanted = Callable[[Board], bool]

PERFT: Final = Path(__file__).resolve().parent.parent / "tests" / "data" / "perft"
LEAST_DEPTH, MOST_DEPTH = 3, 4
MOST_NODES: Final = 20_000  # of one count, so that the reference can make it in a moment
LEAST_NODES: Final = 40  # at the least depth
CANDIDATES: Final = 6

# Rule sets in the words of Fairy-Stockfish, built in or made of its options. Its own pawn is never
# destroyed beside a capture, so another piece with the moves of a pawn takes its place.
PAWN_THAT_EXPLODES: Final = """
pawn = -
customPiece1 = p:fmWfceFifmnD
promotionPawnTypes = p
enPassantTypes = p
nMoveRuleTypes = p
"""
FAIRY_CONFIGURATION: Final = (
    f"[allexplode:nocheckatomic]{PAWN_THAT_EXPLODES}\n[pawns:atomic]{PAWN_THAT_EXPLODES}"
)
# In Chess960, while kings touch, it misses castling with a rook that stays where it is (R18) and
# keeps an attack from the other side off the king. Such positions have this in their names.
DISPUTED: Final = ", not so by Fairy-Stockfish"
IN_FAIRY: Final = ("atomic", "nocheckatomic", "atomar", "allexplode", "pawns")


# --- the three who count ---


@cache
def fairy() -> Any:  # noqa: ANN401 - a module without types, which may be missing
    """Fairy-Stockfish with the rule sets of `FAIRY_CONFIGURATION`, None if it is not installed."""
    try:
        module = import_module("pyffish")
    except ImportError:
        return None
    module.load_variant_config(FAIRY_CONFIGURATION)
    return module


def fairy_perft(
    module: Any,  # noqa: ANN401 - see `fairy`
    rules: str,
    entry: tuple[str, bool],
    depth: int,
    moves: tuple[str, ...] = (),
) -> int:
    """Count with Fairy-Stockfish, which lists the moves after a sequence of moves."""
    fen, is_960 = entry
    legal = module.legal_moves(rules, fen, list(moves), is_960)
    if depth == 1:
        return len(legal)
    return sum(fairy_perft(module, rules, entry, depth - 1, (*moves, move)) for move in legal)


def counts_by_all(
    rules: str,
    entry: tuple[str, bool],
    depths: Sequence[int],
    module: Any,  # noqa: ANN401
) -> dict[str, dict[int, int]]:
    """The counts of each program that has the rule set; Fairy-Stockfish is slow, and stops at 3."""
    fen, is_960 = entry
    board = Board(fen, chess960=is_960, rules=rules)
    position = reference.parse_fen(fen, rules, chess960=is_960)
    found = {
        "core": {depth: perft(board, depth) for depth in depths},
        "reference": {depth: reference.perft(position, depth) for depth in depths},
    }
    if module is not None and rules in IN_FAIRY:
        found["pyffish"] = {
            depth: fairy_perft(module, rules, entry, depth)
            for depth in depths
            if depth <= LEAST_DEPTH
        }
    return found


# --- positions ---


def en_passant(random: Random) -> tuple[str, bool]:
    """A pawn that has just stepped past another, with kings and men close by."""
    file = random.randrange(8)
    beside = random.choice([near for near in (file - 1, file + 1) if 0 <= near < 8])
    board = {FILES[file] + "5": "p", FILES[beside] + "5": "P"}
    free = {FILES[file] + "6", FILES[file] + "7"}
    board = kings(random, near=random.random() < 0.5, board=board, free=free)
    scatter(board, MEN, random.randint(0, 6), random, free)
    if random.random() < 0.5:
        return fen_of(board, "w", ep_square=FILES[file] + "6"), False
    return fen_of(flipped(board), "b", ep_square=FILES[file] + "3"), False


def promotion(random: Random) -> tuple[str, bool]:
    """Pawns one step from promotion, with men to take on the last rank."""
    board = kings(random, near=random.random() < 0.5)
    for rank, pawn, last, targets in (("7", "P", "8", "rnbq"), ("2", "p", "1", "RNBQ")):
        for file in random.sample(FILES, random.randint(1, 3)):
            board.setdefault(file + rank, pawn)
        for file in random.sample(FILES, random.randint(0, 3)):
            board.setdefault(file + last, random.choice(targets))
    scatter(board, "RBNPrbnp", random.randint(0, 3), random)
    return fen_of(board, random.choice("wb")), False


def kings_near(random: Random) -> tuple[str, bool]:
    """Kings beside each other or two steps apart, and a few men."""
    board = kings(random, near=True)
    scatter(board, MEN, random.randint(1, 7), random)
    return fen_of(board, random.choice("wb")), False


def castling(random: Random) -> tuple[str, bool]:
    """Kings and rooks at home on mostly empty back ranks, and a few other men."""
    board = {"e1": "K", "e8": "k"}
    rights = ""
    for right, square in (("K", "h1"), ("Q", "a1"), ("k", "h8"), ("q", "a8")):
        if random.random() < 0.75:
            board[square] = "R" if right.isupper() else "r"
            rights += right
    scatter(board, "QRBNPqrbnp", random.randint(0, 5), random)
    return fen_of(board, random.choice("wb"), rights or "-"), False


def castling_beside_the_king(random: Random) -> tuple[str, bool]:
    """A king at home that may castle, with the enemy king next to its way."""
    board = {"e1": "K", "a1": "R", "h1": "R", random.choice("bcdefgh") + "2": "k"}
    scatter(board, "NBPqrbnr", random.randint(1, 4), random)
    if random.random() < 0.5:
        return fen_of(board, random.choice("wb"), "KQ"), False
    return fen_of(flipped(board), random.choice("wb"), "kq"), False


def broken_pin(random: Random) -> tuple[str, bool]:
    """A man that shields its king, with an enemy man beside it whose capture blows it up."""
    file_step, rank_step = random.choice([(1, 0), (0, 1), (1, 1), (1, -1)])
    file, rank = random.randrange(8), random.randrange(8)
    line = []
    while 0 <= file < 8 and 0 <= rank < 8:
        line.append(FILES[file] + str(rank + 1))
        file, rank = file + file_step, rank + rank_step
    if len(line) < 4:
        return broken_pin(random)
    home, shield, slider = (line[index] for index in sorted(random.sample(range(len(line)), 3)))
    board = {home: "K", shield: random.choice("NBRQP" if shield[1] not in "18" else "NBRQ")}
    board[slider] = random.choice("qr" if 0 in (file_step, rank_step) else "qb")
    beside = [
        square
        for square in all_squares()
        if distance(square, shield) == 1 and distance(square, home) > 1 and square not in line
    ]
    if not beside:
        return broken_pin(random)
    target = random.choice(beside)
    board[target] = random.choice("nbrp" if target[1] not in "18" else "nbr")
    board[random.choice([square for square in all_squares() if square not in board])] = "k"
    scatter(board, "QRBNPp", random.randint(2, 5), random, set(line))
    return fen_of(board, "w"), False


def king_in_the_crowd(random: Random) -> tuple[str, bool]:
    """Kings with men of both sides next to them, which they might take or blow up."""
    board = kings(random, near=random.random() < 0.4)
    for home in [square for square, man in board.items() if man in "Kk"]:
        near = [at for at in all_squares() if distance(at, home) == 1 and at not in board]
        for square in random.sample(near, min(len(near), random.randint(1, 3))):
            men = "QRBNqrbn" if square[1] in "18" else "QRBNPPqrbnpp"
            board[square] = random.choice(men)
    scatter(board, "RBNPrbnp", random.randint(0, 3), random)
    return fen_of(board, random.choice("wb")), False


def few_men(random: Random) -> tuple[str, bool]:
    """Kings anywhere, and up to three men."""
    board = kings(random, near=False)
    scatter(board, MEN, random.randint(1, 3), random)
    return fen_of(board, random.choice("wb")), False


def crowd(random: Random) -> tuple[str, bool]:
    """Many men anywhere, most of them pawns."""
    board = kings(random, near=False)
    scatter(board, "QRBNPPPqrbnppp", random.randint(8, 20), random)
    return fen_of(board, random.choice("wb")), False


def castling_960(random: Random) -> tuple[str, bool]:
    """Kings and rooks of both sides on any files of their back ranks, and a few other men."""
    board: dict[str, str] = {}
    for rank, letters in (("1", "RKR"), ("8", "rkr")):
        for file, man in zip(sorted(random.sample(FILES, 3)), letters, strict=True):
            board[file + rank] = man
    scatter(board, MEN, random.randint(0, 5), random)
    return fen_of(board, random.choice("wb"), "KQkq"), True


def castling_beside_the_king_960(random: Random) -> tuple[str, bool]:
    """A king on any file that may castle, with the enemy king next to its way."""
    home = zip(sorted(random.sample(FILES, 3)), "RKR", strict=True)
    board = {file + "1": man for file, man in home} | {random.choice(FILES) + "2": "k"}
    scatter(board, "QNBPqrbnr", random.randint(1, 4), random)
    if random.random() < 0.5:
        return fen_of(board, random.choice("wb"), "KQ"), True
    return fen_of(flipped(board), random.choice("wb"), "kq"), True


def arrays_960(random: Random) -> tuple[str, bool]:
    """A random array for each side; the two need not be alike."""
    white, black = array(random), array(random)
    return f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", True


def flipped(board: dict[str, str]) -> dict[str, str]:
    """The same for the other side."""
    return {at[0] + str(9 - int(at[1])): man.swapcase() for at, man in board.items()}


def is_broken_pin(board: Board) -> bool:
    """Whether a capture would leave the own king attacked; there are none without check."""
    if board.rules.check == "none":
        return True
    king = board.king(board.turn)
    return any(
        board.explain(move) is Illegality.KING_LEFT_ATTACKED
        for move in board.pseudo_legal_list()
        if move.from_square != king and board.is_capture(move)
    )


def captures_by_promotion(board: Board) -> bool:
    """Whether a pawn can capture and promote."""
    return any(move.promotion and board.is_capture(move) for move in board.legal_moves)


def can_castle(board: Board) -> bool:
    """Whether castling is legal at once."""
    return any(map(board.is_castling, board.legal_moves))


def has_rights(board: Board) -> bool:
    """Whether somebody may still castle."""
    return bool(board.castling_rights)


def is_any(_board: Board) -> bool:
    """Every position will do."""
    return True


# Theme -> how its positions are made, what must be true of them, and how many there are.
STANDARD: Final[dict[str, tuple[Maker, Wanted, int]]] = {
    "en passant": (en_passant, Board.has_pseudo_legal_en_passant, 28),
    "promotion by capture": (promotion, captures_by_promotion, 26),
    "kings near each other": (kings_near, is_any, 22),
    "castling": (castling, can_castle, 14),
    "rights to castle": (castling, has_rights, 10),
    "castling beside the king": (castling_beside_the_king, is_any, 14),
    "a capture that unpins": (broken_pin, is_broken_pin, 18),
    "kings among men": (king_in_the_crowd, is_any, 18),
    "few men": (few_men, is_any, 14),
    "crowd": (crowd, is_any, 10),
}
CHESS960: Final[dict[str, tuple[Maker, Wanted, int]]] = {
    "960: castling": (castling_960, can_castle, 14),
    "960: rights to castle": (castling_960, has_rights, 10),
    "960: castling beside the king": (castling_beside_the_king_960, is_any, 10),
    "960: array": (arrays_960, is_any, 4),
}


def candidates(rules: str, make: Maker, wanted: Wanted, random: Random) -> Iterator[Board]:
    """Sound positions of a theme that are neither over nor too large, without end."""
    while True:
        fen, is_960 = make(random)
        board = Board(fen, chess960=is_960, rules=rules)
        # Some moves on, so that rights, counters and en passant come from play as well.
        for _ in range(random.choice((0, 0, 1, 2))):
            if board.legal_moves:
                board.push(random.choice(list(board.legal_moves)))
        board = Board(board.fen(shredder=is_960, en_passant="fen"), chess960=is_960, rules=rules)
        if (
            board.is_valid()
            and wanted(board)
            and LEAST_NODES <= perft(board, LEAST_DEPTH) <= MOST_NODES
        ):
            yield board


def best(source: Iterator[Board]) -> Board:
    """The candidate that most other rule sets count differently, and of such the smallest."""
    return min((next(source) for _ in range(CANDIDATES)), key=worth)


def worth(board: Board) -> tuple[int, int]:
    """How many rule sets find the same counts, and how many nodes there are."""
    counts = first_counts(board)
    fen = board.fen(shredder=board.chess960, en_passant="fen")
    others = (Board(fen, chess960=board.chess960, rules=rules) for rules in RULES.values())
    return sum(first_counts(other) == counts for other in others), counts[-1]


def first_counts(board: Board) -> list[int]:
    """The counts that every entry has."""
    return [perft(board, depth) for depth in range(1, LEAST_DEPTH + 1)]


# --- files ---


def file_name(rules: str, *, is_960: bool) -> str:
    """The suite of a rule set; `atomic.epd` and `atomic-960.epd` came from elsewhere."""
    return f"{rules}{'-sparse' if rules == 'atomic' else ''}{'-960' if is_960 else ''}.epd"


def header(
    rules: str,
    module: Any,  # noqa: ANN401 - see `fairy`
    *,
    is_960: bool,
    disputed: bool,
) -> list[str]:
    """What the file is, and who counted."""
    how = (
        "Chess960: castling fields are file letters, castling is king takes own rook."
        if is_960
        else "Standard castling."
    )
    third = "Fairy-Stockfish does not have this rule set: no third program counted."
    if rules in IN_FAIRY:
        third = (
            f"Fairy-Stockfish (pyffish {version('pyffish')}) found every count up to D3 as well"
            if module
            else "Fairy-Stockfish was not asked"
        )
        if rules in ("allexplode", "pawns"):
            third += ", as a variant made of its options"
        if disputed:
            third += ", where no comment says otherwise"
        third += "."
    return [
        f"# Rule set {rules}: legal-move tree sizes. {how}",
        "# Format: FEN ;Ddepth nodes ... A comment names the positions below it.",
        "# Every number was found by the core and by the reference model, which share no code.",
        f"# {third}",
        "# Made and checked by tools/suites.py.",
    ]


def make(rules: str, *, is_960: bool) -> str:
    """Make a suite, as text; `RuntimeError` if the programs do not agree on a number."""
    module = fairy()
    random = Random(file_name(rules, is_960=is_960))
    lines: list[str] = []
    seen: set[str] = set()
    disputed: list[str] = []
    for theme, (maker, wanted, number) in (CHESS960 if is_960 else STANDARD).items():
        lines.append(f"# {theme}")
        source = candidates(rules, maker, wanted, random)
        last = len(lines) + number
        while len(lines) < last:
            board = best(source)
            fen = board.fen(shredder=is_960, en_passant="fen")
            if fen in seen:
                continue
            seen.add(fen)
            deep = perft(board, MOST_DEPTH) <= MOST_NODES
            depths = range(1, (MOST_DEPTH if deep else LEAST_DEPTH) + 1)
            found = counts_by_all(rules, (fen, is_960), depths, module)
            third = found.pop("pyffish", {})
            complain(rules, fen, found["core"], found)
            line = " ".join([fen, *(f";D{each} {nodes}" for each, nodes in found["core"].items())])
            if third.items() <= found["core"].items():
                lines.append(line)
            else:
                print(f"{rules}: pyffish finds {third}, not {line}")
                disputed += [f"# {theme}{DISPUTED}", line]
    head = header(rules, module, is_960=is_960, disputed=bool(disputed))
    return "\n".join([*head, *lines, *disputed, ""])


def complain(
    rules: str, fen: str, expected: dict[int, int], found: dict[str, dict[int, int]]
) -> None:
    """Raise `RuntimeError` if a program found other numbers than expected."""
    for program, counts in found.items():
        for depth, nodes in counts.items():
            if nodes != expected[depth]:
                raise RuntimeError(
                    f"{rules}: {fen}: D{depth} {expected[depth]} expected, {program} found {nodes}"
                )


def check(path: Path, module: Any) -> str:  # noqa: ANN401 - see `fairy`
    """Count everything in a file again; what was counted by whom, in words."""
    rules, is_960 = path.stem.split("-")[0], path.stem.endswith("-960")
    tally: dict[str, int] = {}
    entries: list[Entry] = read(path)
    for entry in entries:
        found = counts_by_all(rules, (entry.fen, is_960), list(entry.nodes), module)
        disputed = found.pop("pyffish", None) if DISPUTED in entry.name else None
        if disputed is not None and disputed.items() <= entry.nodes.items():
            raise RuntimeError(f"{path.name}: line {entry.line}: nobody disputes this one")
        complain(rules, entry.fen, entry.nodes, found)
        for program, counts in found.items():
            tally[program] = tally.get(program, 0) + len(counts)
    numbers = sum(len(entry.nodes) for entry in entries)
    by = ", ".join(f"{count} by {program}" for program, count in tally.items())
    return f"{path.name}: {len(entries)} positions, {numbers} numbers, {by}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make or check."""
    parser = argparse.ArgumentParser(description="Make or check the perft suites.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--make", action="store_true")
    what.add_argument("--check", action="store_true")
    parser.add_argument("rules", nargs="*", metavar="RULES", help="rule sets, all by default")
    options = parser.parse_args(arguments)
    for name in options.rules or RULES:
        rules = str(Rules.find(name))
        for is_960 in (False, True):
            path = PERFT / file_name(rules, is_960=is_960)
            start = perf_counter()
            if options.make:
                path.write_text(make(rules, is_960=is_960), encoding="utf-8")
            done = f"{path.name}: written" if options.make else check(path, fairy())
            print(f"{done}, {perf_counter() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
