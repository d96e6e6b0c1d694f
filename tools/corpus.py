"""Write what coverage-guided fuzzing begins with: positions of the suites, and random ones.

    python tools/corpus.py fuzz/corpus

Each target gets a directory of its own. The inputs are text: a line with the rule set, a line with
a FEN, and what the target does with it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Final

from atomic_rs import RULES, Board
from atomic_rs.suite import read
from atomic_rs.themes import THEMES

ROOT: Final = Path(__file__).resolve().parent.parent
TARGETS: Final = ("fen", "text", "walk", "count")
STARTS_OF_A_THEME: Final = 3


def positions(random: Random) -> list[tuple[str, Board]]:
    """Every position of the suites, and some of each theme, by name."""
    found = []
    for path in sorted((ROOT / "tests" / "data" / "perft").glob("*.epd")):
        rules = path.stem.split("-")[0]
        for entry in read(path):
            board = entry.board(chess960=path.stem.endswith("-960"), rules=rules)
            found.append((f"{path.stem}-{entry.line}", board))
    for name, theme in THEMES.items():
        for rules in RULES:
            for number in range(STARTS_OF_A_THEME):
                start = theme.start(random, rules)
                board = Board(start.fen, chess960=start.chess960, rules=rules)
                found.append((f"{name.replace(' ', '-')}-{rules}-{number}", board))
    return found


def rest(target: str, board: Board, random: Random) -> bytes:
    """What follows the position in an input of a target."""
    if target == "walk":
        return random.randbytes(24)
    if target == "text" and board.legal_moves:
        move = random.choice(board.legal_moves)
        return random.choice((board.san(move), board.uci(move))).encode()
    return b""


def main(directory: str) -> None:
    """Write the inputs of every target."""
    random = Random(1)
    for name, board in positions(random):
        mode = " 960" if board.chess960 else ""
        head = f"{board.rules.name}{mode}\n{board.fen(en_passant='fen')}\n".encode()
        for target in TARGETS:
            path = Path(directory) / target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(head + rest(target, board, random))


if __name__ == "__main__":
    main(*sys.argv[1:])
