"""Just enough UCI to be compared: `go perft` and `d`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Player(Protocol):
    """Somebody who knows the rules, more or less."""

    name: str

    @property
    def variants(self) -> Sequence[str]:
        """The variants it plays, by name."""

    def set_up(self, fen: str, moves: list[str], variant: str, *, chess960: bool) -> None:
        """Set a position up."""

    def divide(self, depth: int) -> dict[str, int]:
        """The leaves below each move."""

    def fen(self) -> str:
        """The FEN of the position."""


def serve(player: Player) -> None:
    """Answer until the end of the input."""
    options = {"UCI_Variant": player.variants[0], "UCI_Chess960": "false"}
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["quit"]:
            return
        for each in answer(player, words, options):
            sys.stdout.write(f"{each}\n")
        sys.stdout.flush()


def answer(player: Player, words: list[str], options: dict[str, str]) -> list[str]:
    """What to say to a line."""
    if words[:1] == ["uci"]:
        return [
            f"id name {player.name}",
            "option name UCI_Variant type combo default atomic "
            + " ".join(f"var {name}" for name in player.variants),
            "option name UCI_Chess960 type check default false",
            "uciok",
        ]
    if words[:1] == ["isready"]:
        return ["readyok"]
    if words[:2] == ["setoption", "name"]:
        options[words[2]] = words[-1]
    elif words[:2] == ["position", "fen"]:
        cut = words.index("moves") if "moves" in words else len(words)
        fen, moves = " ".join(words[2:cut]), words[cut + 1 :]
        chess960 = options["UCI_Chess960"] == "true"
        player.set_up(fen, moves, options["UCI_Variant"], chess960=chess960)
    elif words[:2] == ["go", "perft"]:
        counts = player.divide(int(words[2]))
        lines = [f"{uci}: {nodes}" for uci, nodes in counts.items()]
        return [*lines, "", f"Nodes searched: {sum(counts.values())}"]
    elif words[:1] == ["d"]:
        return [f"Fen: {player.fen()}"]
    return []
