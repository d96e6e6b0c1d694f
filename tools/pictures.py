"""Write `docs/pictures.md` and the pictures it shows: one of each case of an explosion.

The positions and the words come from `pictures.toml`, everything else from the library.

    python tools/pictures.py           # writes page and pictures
    python tools/pictures.py --check   # only says whether any of them would change
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atomic_rs import Board, Move, svg

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
SIZE: Final = 300
HEAD: Final = """\
# Explosions in pictures

Each picture was made by `atomic_rs.svg` from a position and a move; `tools/pictures.py` writes this
page. The ring is what the explosion reaches, the faded men are those that it destroys. The rules
that are cited stand in [rules.md](rules.md).

How to make one:

```python
from atomic_rs import Board, Move, svg

board = Board("4k3/5n2/8/6N1/8/8/8/4K3 w - - 0 1")
picture = svg.board(board, blast=Move.from_uci("g5f7"), size=300)  # text; notebooks show it
```

In the terminal: `atomic-rs show --fen "…" --blast Nxf7 -o picture.svg`. The drawings of the men are
our own, under the project's licences.
"""


@dataclass(frozen=True)
class Case:
    """A position to show, and the move of which it shows the explosion."""

    name: str
    title: str
    fen: str
    text: str
    move: str | None = None
    rules: str = "atomic"

    def board(self) -> Board:
        """The position."""
        return Board(self.fen, rules=self.rules)

    def pictures(self) -> dict[str, str]:
        """The pictures by the names of their files: the position, and what it becomes."""
        board = self.board()
        if self.move is None:
            return {f"{self.name}.svg": svg.board(board, size=SIZE)}
        move = Move.from_uci(self.move)
        found = {f"{self.name}.svg": str(svg.board(board, blast=move, size=SIZE))}
        if board.is_legal(move):
            board.push(move)
            found[f"{self.name}-after.svg"] = svg.board(board, lastmove=move, size=SIZE)
        return found

    def section(self) -> str:
        """The part of the page."""
        board = self.board()
        what = f"`{self.fen}`"
        shown = {f"{self.name}.svg": f"{self.title}: the position"}
        if self.move is not None:
            move = Move.from_uci(self.move)
            legal = board.is_legal(move)
            what += f", {board.san(move) if legal else f'{self.move}, which is illegal'}"
            if legal:
                shown[f"{self.name}-after.svg"] = f"{self.title}: afterwards"
        if self.rules != "atomic":
            what += f", under `{self.rules}`"
        images = " ".join(f"![{words}](pictures/{name})" for name, words in shown.items())
        return f"## {self.title}\n\n{self.text.strip()}\n\n{images}\n\n{what}\n"


def cases() -> list[Case]:
    """What `pictures.toml` says."""
    with (ROOT / "tools" / "pictures.toml").open("rb") as file:
        return [Case(**case) for case in tomllib.load(file)["case"]]


def files() -> Iterator[tuple[Path, str]]:
    """Everything that is written."""
    yield DOCS / "pictures.md", "\n".join([HEAD, *(case.section() for case in cases())])
    for case in cases():
        for name, picture in case.pictures().items():
            yield DOCS / "pictures" / name, f"{picture}\n"


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or say which would change."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether they would change")
    check = parser.parse_args(arguments).check
    wanted = dict(files())
    stale = [path for path in (DOCS / "pictures").glob("*") if path not in wanted]
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    for path in stale:
        if path not in wanted and not check:
            path.unlink()
        print(f"{path.relative_to(ROOT)} {'is out of date' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
