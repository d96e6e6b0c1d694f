"""Fairy-Stockfish's rules through pyffish, as a UCI engine with `go perft` and `d`."""

from __future__ import annotations

import importlib
from typing import Any, Final

from serving import START, serve

NAMES: Final = ("atomic", "nocheckatomic", "atomar", "allexplodeatomic")


class Peer:
    """A position of Fairy-Stockfish."""

    def __init__(self) -> None:
        self._ffish: Any = importlib.import_module("pyffish")
        self.name = f"pyffish {'.'.join(map(str, self._ffish.version()))}"
        self.variants = [name for name in NAMES if name in self._ffish.variants()]
        self._position: tuple[str, str, list[str], bool] = ("atomic", START, [], False)

    def set_up(self, fen: str, moves: list[str], variant: str, *, chess960: bool) -> None:
        """Set a position up."""
        self._position = (variant, fen, moves, chess960)

    def divide(self, depth: int) -> dict[str, int]:
        """The leaves below each move."""
        return self._divide(depth, [])

    def _divide(self, depth: int, more: list[str]) -> dict[str, int]:
        variant, fen, moves, chess960 = self._position
        legal = sorted(self._ffish.legal_moves(variant, fen, [*moves, *more], chess960))
        return {
            uci: 1 if depth == 1 else sum(self._divide(depth - 1, [*more, uci]).values())
            for uci in legal
        }

    def fen(self) -> str:
        """The FEN."""
        return str(self._ffish.get_fen(*self._position))


if __name__ == "__main__":
    serve(Peer())
