"""What the page asks for, checked before anything is done with it."""

from __future__ import annotations

import json
import secrets
from http import HTTPStatus
from typing import Any, Self

from atomic_rs import STARTING_FEN, Board
from atomic_rs.play.table import DRAWS, NOBODY, Setting


class BadRequestError(Exception):
    """The request cannot be understood."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class Request:
    """The body of a request: an object of JSON, of which fields are read one by one.

    >>> Request.read(b'{"version": "x-1", "move": "e4"}').text("move", 20)
    'e4'
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    @classmethod
    def read(cls, body: bytes) -> Self:
        """Read a body; `BadRequestError` if it is no object of JSON."""
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            raise BadRequestError(HTTPStatus.BAD_REQUEST, "the request is no object of JSON")
        return cls(fields)

    @property
    def version(self) -> str:
        """The version of the game that the request is for."""
        return self.text("version", 40)

    def text(self, name: str, longest: int, default: str | None = None) -> str:
        """A text of limited length."""
        value = self._fields.get(name, default)
        if not isinstance(value, str) or len(value) > longest:
            raise _wrong(name)
        return value

    def flag(self, name: str) -> bool:
        """A yes or no; no if it is missing."""
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            raise _wrong(name)
        return value

    def number(self, name: str, highest: int) -> int | None:
        """A whole number from 0, or None if it is missing."""
        value = self._fields.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= highest:
            raise _wrong(name)
        return value


def setting_of(request: Request) -> Setting:
    """The game that a request wants to begin.

    With `chess960` and no FEN the game begins from the start position `number`, or from any.

    >>> setting_of(Request({"chess960": True, "number": 0})).fen
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    """
    draws = next((name for name in DRAWS if name == request.text("draws", 20, "claim")), None)
    if draws is None:
        raise _wrong("draws")
    human = request.text("human", 5, "white")
    if human not in {"white", "black"}:
        raise _wrong("human")
    chess960 = request.flag("chess960")
    number = request.number("number", 959)
    fen = request.text("fen", 200, "").strip()
    if chess960 and not fen:
        fen = Board.from_chess960_pos(secrets.randbelow(960) if number is None else number).fen()
    return Setting(
        fen=fen or STARTING_FEN,
        rules=request.text("rules", 30, "atomic"),
        chess960=chess960,
        draws=draws,
        opponent=request.text("opponent", 20, NOBODY),
        human=human == "white",
    )


def _wrong(name: str) -> BadRequestError:
    """The error of a field that is missing or cannot be."""
    return BadRequestError(HTTPStatus.BAD_REQUEST, f"the request has no proper {name}")
