"""EPD: the first four fields of a FEN, then operations such as `bm Nf3; id "test 7";`.

An operation is an opcode and its operand: nothing, a number, a text in quotes, a move in SAN, or
for `am`, `bm` and `pv` several moves. `hmvc` and `fmvn` carry the counters that a FEN has and an
EPD has not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from atomic_rs._core import Move, Position
from atomic_rs.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from atomic_rs._core import Rules

Operand: TypeAlias = str | int | float | Move | list[Move] | None
IntoOperand: TypeAlias = str | int | float | Move | Iterable[Move] | None

LINES: Final = ("pv",)
CHOICES: Final = ("am", "bm")

_OPCODE: Final = re.compile(r'[^\W\d_][^\s;"]*')
_OPERATION: Final = re.compile(
    r'(?P<opcode>[^\s;]+)\s*(?P<operand>"(?:[^"\\]|\\.)*"|[^;]*)', re.DOTALL
)
_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_INT: Final = re.compile(r"[+-]?\d+", re.ASCII)
_FLOAT: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t"}


def read_epd(epd: str, *, chess960: bool, rules: str | Rules) -> tuple[str, dict[str, Operand]]:
    """The FEN and the operations of an EPD; `ValueError` naming the text if it is none.

    >>> read_epd("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; bm e4;", chess960=False, rules="atomic")
    ('4k3/8/8/8/8/8/4P3/4K3 w - - 12 1', {'hmvc': 12, 'bm': [Move.from_uci('e2e4')]})
    """
    words = epd.split(None, 4)
    fen = " ".join(words[:4])
    position = Position(fen, chess960=chess960, rules=rules)
    operations = dict(_operations(position, "".join(words[4:])))
    if "hmvc" in operations or "fmvn" in operations:
        counters = {"hmvc": 0, "fmvn": 1} | operations
        fen += "".join(f" {_counter(opcode, counters[opcode])}" for opcode in ("hmvc", "fmvn"))
    return fen, operations


def write_epd(fields: str, position: Position, operations: Mapping[str, IntoOperand]) -> str:
    """The EPD of four fields, and of operations whose moves are played from a position.

    >>> start = Position()
    >>> write_epd("…", start, {"bm": Move.from_uci("g1f3"), "id": "a;b", "noop": None})
    '… bm Nf3; id "a;b"; noop;'
    """
    parts = [fields]
    for opcode, value in operations.items():
        _check_opcode(opcode)
        operand = _written(position, opcode, value)
        parts.append(f"{opcode} {operand};" if operand else f"{opcode};")
    return " ".join(parts)


def _check_opcode(opcode: str) -> None:
    """Refuse what would not be read back as an opcode."""
    if not _OPCODE.fullmatch(opcode):
        raise ValueError(f"an EPD opcode is a word that starts with a letter, not {quoted(opcode)}")


def _counter(opcode: str, value: Operand) -> int:
    """The number of moves that an operand gives."""
    if isinstance(value, int) and value >= 0:
        return value
    raise ValueError(f"{opcode} of an EPD must be a whole number from 0, not {quoted(value)}")


def _operations(position: Position, text: str) -> Iterator[tuple[str, Operand]]:
    """The operations of an EPD's text in their order."""
    for match in _OPERATION.finditer(text):
        opcode, operand = match["opcode"], match["operand"].strip()
        _check_opcode(opcode)
        yield opcode, _read(position, opcode, operand)


def _read(position: Position, opcode: str, operand: str) -> Operand:
    """What an operand means."""
    if operand.startswith('"'):
        if not _TEXT.fullmatch(operand):
            raise ValueError(f"text without end in an EPD: {opcode} {quoted(operand)}")
        return _ESCAPED.sub(lambda escape: _UNESCAPES.get(escape[1], escape[1]), operand[1:-1])
    if opcode in CHOICES + LINES:
        moves = []
        for san in operand.split():
            moves.append(position.parse_san(san))
            if opcode in LINES:
                position = position.after(moves[-1])
        return moves
    if not operand:
        return None
    if _INT.fullmatch(operand):
        return int(operand)
    if _FLOAT.fullmatch(operand):
        return _finite(opcode, float(operand))
    return position.parse_san(operand)


def _written(position: Position, opcode: str, value: IntoOperand) -> str:
    """An operand as text."""
    match value:
        case None:
            text = ""
        case str():
            text = f'"{"".join(_ESCAPES.get(letter, letter) for letter in value)}"'
        case Move():
            text = position.san(value)
        case int() if not isinstance(value, bool):
            text = str(int(value))
        case float():
            text = repr(_finite(opcode, float(value)))
        case Iterable() if opcode in CHOICES:
            text = " ".join(sorted(position.san(move) for move in value))
        case Iterable() if opcode in LINES:
            text = " ".join(_line(position, value))
        case _:
            kinds = "a text, a number, a move or None"
            kinds += ", or moves" if opcode in CHOICES + LINES else ""
            raise TypeError(f"{opcode} of an EPD must be {kinds}, not {quoted(value)}")
    return text


def _line(position: Position, moves: Iterable[Move]) -> Iterator[str]:
    """The texts of moves that are played one after the other."""
    for move in moves:
        yield position.san(move)
        position = position.after(move)


def _finite(opcode: str, value: float) -> float:
    """A number that an EPD can carry."""
    if not math.isfinite(value):
        raise ValueError(f"{opcode} of an EPD must be a finite number, not {value}")
    return value
