"""A board for notebooks: the front end of `atomic-rs play` in Jupyter, VS Code and marimo.

It needs anywidget, which `pip install "atomic-rs[widget]"` brings along.

>>> board = BoardWidget()
>>> board.on_move(lambda move: print("played", move.uci()))
>>> board.play("Nf3")
played g1f3
>>> board.moves, board.fen.split()[1]
(['g1f3'], 'b')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

try:
    import anywidget
    import traitlets
except ImportError as error:
    _MESSAGE = 'this needs the package anywidget: install it with "pip install atomic-rs[widget]"'
    raise ImportError(_MESSAGE, name="anywidget") from error

from atomic_rs import STARTING_FEN, Board, Move, Rules
from atomic_rs.play.page import text_of, widget_script
from atomic_rs.play.view import view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Listener = Callable[[Move], object]

__all__ = ["BoardWidget"]


class BoardWidget(anywidget.AnyWidget):
    """A board to play on and to look back with.

    `fen` is the position at the end of the game, `moves` the moves that led to it, in UCI; each
    follows the other. Setting `fen` begins a new game from there, setting `moves` plays others
    from the same start, and setting `rules` or `chess960` begins anew. What cannot be raises
    `TraitError` and changes nothing. `ply` is the number of half-moves after which the position is
    shown; men can be moved when it is the last one. `orientation` is "white" or "black".

    >>> BoardWidget("4k3/8/8/8/8/8/8/4K2R w K - 0 1", orientation="black").ply
    0
    """

    _esm: ClassVar[str] = widget_script()
    _css: ClassVar[str] = text_of("board.css") + text_of("widget.css")

    fen = traitlets.Unicode(STARTING_FEN).tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    ply = traitlets.Int(0).tag(sync=True)
    orientation = traitlets.Enum(["white", "black"], "white").tag(sync=True)
    rules = traitlets.Unicode("atomic").tag(sync=True)
    chess960 = traitlets.Bool(default_value=False).tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        board: Board | str = STARTING_FEN,
        *,
        orientation: str = "white",
        rules: str | Rules | None = None,
        chess960: bool | None = None,
    ) -> None:
        """Make a widget of a position, or of a board with its moves."""
        self._game = Board(board, rules=rules, chess960=chess960)
        if isinstance(board, Board):
            self._game = board.copy()
        self._version = 0
        self._taking = False
        self._listeners: list[Listener] = []
        super().__init__(orientation=orientation)
        self.on_msg(self._told)
        self._take(self._game)

    @property
    def board(self) -> Board:
        """A copy of the board, with its moves."""
        return self._game.copy()

    def play(self, move: Move | str) -> None:
        """Play a move, given as such or in algebraic notation; errors are those of `Board`."""
        board = self._game.copy()
        if isinstance(move, str):
            move = board.push_san(move)
        else:
            board.push(move)
        self._take(board)
        for listener in list(self._listeners):
            listener(move)

    def undo(self) -> None:
        """Take back the last move; `IndexError` if there is none."""
        board = self._game.copy()
        board.pop()
        self._take(board)

    def on_move(self, listener: Listener, *, remove: bool = False) -> None:
        """Call a function with each move that is played, or no longer."""
        if remove:
            self._listeners.remove(listener)
        else:
            self._listeners.append(listener)

    def _take(self, board: Board, ply: int | None = None) -> None:
        """Show another board."""
        self._game = board
        self._version += 1
        self._taking = True
        try:
            with self.hold_trait_notifications():
                self.fen = board.fen()
                self.moves = [board.uci(move) for move in board.move_stack]
                self.rules = str(board.rules)
                self.chess960 = board.chess960
                self.ply = len(self.moves) if ply is None else ply
        finally:
            self._taking = False
        self._draw()

    def _draw(self) -> None:
        """Show the position after `ply` half-moves."""
        plies = len(self._game.move_stack)
        shown = self._game.copy()
        for _ in range(plies - self.ply):
            shown.pop()
        live = self.ply == plies
        outcome = shown.outcome()
        self._view = view(shown, outcome, live=live) | {
            "version": f"{self._version}-{self.ply}",
            "ply": self.ply,
            "plies": plies,
        }

    def _told(self, _widget: object, content: Any, _buffers: Sequence[bytes]) -> None:  # noqa: ANN401 - from outside
        """Somebody has moved a man in the browser; what does not fit the position is ignored."""
        if not isinstance(content, dict) or content.get("type") != "move":
            return
        uci = content.get("uci")
        if content.get("version") != self._view["version"] or not isinstance(uci, str):
            self._draw()
            return
        try:
            move = self._game.parse_uci(uci)
        except ValueError:
            return
        if move and self.ply == len(self.moves):
            self.play(move)

    @traitlets.validate("fen")
    def _check_fen(self, proposal: Any) -> str:  # noqa: ANN401 - traitlets has no types
        """A FEN that can be set up."""
        if not self._taking:
            self._made(
                lambda: Board(proposal.value, rules=self._game.rules, chess960=self.chess960)
            )
        return str(proposal.value)

    @traitlets.validate("moves")
    def _check_moves(self, proposal: Any) -> list[str]:  # noqa: ANN401 - the same
        """Moves that are legal one after another."""
        if not self._taking:
            self._made(lambda: _replay(self._game, proposal.value))
        return list(proposal.value)

    @traitlets.validate("rules")
    def _check_rules(self, proposal: Any) -> str:  # noqa: ANN401 - the same
        """The name of a rule set."""
        if not self._taking:
            self._made(lambda: Rules.find(proposal.value))
        return str(proposal.value)

    @traitlets.validate("ply")
    def _check_ply(self, proposal: Any) -> int:  # noqa: ANN401 - the same
        """A half-move of the game; the nearest one for others."""
        return max(0, min(int(proposal.value), len(self._game.move_stack)))

    def _made(self, make: Callable[[], object]) -> None:
        """Try something; `TraitError` with the reason if it cannot be."""
        try:
            make()
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from error

    @traitlets.observe("fen", "moves", "rules", "chess960", "ply")
    def _changed(self, change: Any) -> None:  # noqa: ANN401 - the same
        """Somebody has set a trait: follow it with the others."""
        if self._taking:
            return
        if change.name == "ply":
            self._draw()
        elif change.name == "moves":
            self._take(_replay(self._game, self.moves))
        elif change.name == "fen":
            self._take(Board(self.fen, rules=self._game.rules, chess960=self.chess960))
        else:
            rules = self.rules if change.name == "rules" else self._game.rules
            self._take(Board(self._game.root().fen(), rules=rules, chess960=self.chess960))


def _replay(board: Board, moves: Sequence[str]) -> Board:
    """The start of a board's game, with other moves."""
    board = board.root()
    for move in moves:
        board.push_uci(move)
    return board
