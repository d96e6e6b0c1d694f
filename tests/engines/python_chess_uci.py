"""python-chess's rules of atomic chess as a UCI engine with `go perft` and `d`."""

from __future__ import annotations

import importlib
from typing import Any

from serving import serve


class Peer:
    """A board of python-chess."""

    variants = ("atomic",)

    def __init__(self) -> None:
        self.name = f"python-chess {importlib.import_module('chess').__version__}"
        self._class: Any = importlib.import_module("chess.variant").AtomicBoard
        self._board = self._class()

    def set_up(self, fen: str, moves: list[str], _variant: str, *, chess960: bool) -> None:
        """Set a position up."""
        self._board = self._class(fen, chess960=chess960)
        for uci in moves:
            self._board.push_uci(uci)

    def divide(self, depth: int) -> dict[str, int]:
        """The leaves below each move."""
        counts = {}
        for move in list(self._board.legal_moves):
            uci = self._board.uci(move)
            counts[uci] = 1
            if depth > 1:
                self._board.push(move)
                counts[uci] = sum(self.divide(depth - 1).values())
                self._board.pop()
        return counts

    def fen(self) -> str:
        """The FEN."""
        return str(self._board.fen())


if __name__ == "__main__":
    serve(Peer())
