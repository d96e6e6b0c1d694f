"""A difference as a case for the test suite, in the form of `tests/data/rules`.

The answer of a case is that of the reference model, which is the specification one can run.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atomic_rs import reference
from atomic_rs.differential import Pair, spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from atomic_rs.differential import Difference

    Ask = Callable[[list[reference.Position]], object]

FALLBACK: Final = "legal_moves"
QUESTIONS: Final = {
    "legal_moves": "legal moves",
    "fen_after": "FEN after the moves",
    "in_check": "is the side to move in check",
    "status": "flags raised",
    "insufficient": "cannot win: [White, Black]",
    "outcome": "outcome",
    "perft": "sequences of legal moves by their length",
}
# What differs -> the kind of case that asks for it; anything else asks for the legal moves.
KINDS: Final = {
    "FEN": "fen_after",
    "FEN with any ep square": "fen_after",
    "X-FEN": "fen_after",
    "Shredder-FEN": "fen_after",
    "casualties": "fen_after",
    "capture": "fen_after",
    "check": "in_check",
    "status": "status",
    "insufficient material": "insufficient",
    "outcome": "outcome",
    "game over": "outcome",
    "number of legal moves": "perft",
    "number of moves two deep": "perft",
    "number of moves three deep": "perft",
}
DEEPEST: Final = {"number of legal moves": 1, "number of moves two deep": 2}


def ended(history: list[reference.Position]) -> dict[str, str]:
    """Result and reason of a game."""
    outcome = spoken(reference.outcome(history))
    return {"result": "*"} if outcome is None else {"result": outcome[0], "reason": outcome[1]}


ANSWERS: Final[dict[str, Ask]] = {
    "legal_moves": lambda history: reference.legal_moves(history[-1]),
    "fen_after": lambda history: reference.to_fen(history[-1]),
    "in_check": lambda history: reference.in_check(history[-1]),
    "status": lambda history: sorted(reference.status(history[-1])),
    "insufficient": lambda history: list(reference.insufficient_material(history[-1])),
    "outcome": ended,
}


def identity(difference: Difference) -> str:
    """The name of the case: the same for the same position and question, in any run."""
    case = difference.case
    text = f"{case.start.fen} {case.start.chess960} {case.rules} {case.moves} {difference.kind}"
    return f"F{zlib.crc32(text.encode()):08x}"


def regression(difference: Difference) -> str:
    """The case as TOML.

    >>> from atomic_rs.differential import Case, Difference
    >>> from atomic_rs.starts import Start
    >>> case = Case(Start("sparse", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), ("d1d7",))
    >>> print(regression(Difference("check", False, True, case)))
    [[case]]
    id = "F05069a6d"
    rules = "atomic"
    kind = "in_check"
    question = "is the side to move in check"
    fen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
    moves = ["d1d7"]
    answer = true
    note = "check: core False, reference True"
    source = "differential fuzzing"
    verified_by = ["reference model", "core"]
    """
    case = difference.case
    moves = list(case.moves)
    _, _, last = difference.what.partition(" by ")
    if difference.kind in {"casualties", "capture"} and last:
        moves.append(last)
    kind = KINDS.get(difference.kind, FALLBACK)
    if kind == "perft" and moves:
        kind = FALLBACK  # such cases have no moves
    pair = Pair.of(case)
    if len(moves) > len(case.moves):
        pair.history.append(reference.apply(pair.position, moves[-1]))
    answer: object
    if kind == "perft":
        depths = range(1, DEEPEST.get(difference.kind, 3) + 1)
        answer = {str(depth): reference.perft(pair.position, depth) for depth in depths}
    else:
        answer = ANSWERS[kind](pair.history)
    is_agreed = not pair.differences() if len(moves) == len(case.moves) else False
    table = {
        "id": identity(difference),
        "rules": str(case.rules),
        "kind": kind,
        "question": QUESTIONS[kind],
        "fen": case.start.fen,
        **({"chess960": True} if case.start.chess960 else {}),
        **({"moves": moves} if moves else {}),
        "answer": answer,
        "note": note(difference),
        "source": "differential fuzzing",
        "verified_by": ["reference model", *(["core"] if is_agreed else [])],
    }
    return "\n".join(["[[case]]", *(f"{key} = {toml(value)}" for key, value in table.items())])


def note(difference: Difference) -> str:
    """What was found, in a line."""
    if difference.reasons and not difference.kind.startswith("engine"):
        return f"{difference.name}: {'; '.join(difference.reasons)}"
    return f"{difference.what}: core {difference.core}, {difference.name} {difference.other}"


def toml(value: object) -> str:
    r"""A text, truth value, list or table as TOML.

    >>> toml({"result": "*"}), toml(["a", 'b"']), toml(True)
    ('{ result = "*" }', '["a", "b\\""]', 'true')
    """
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    # Strings and truth values of JSON are those of TOML.
    return json.dumps(value, ensure_ascii=False)


def save(difference: Difference, directory: str | Path) -> Path:
    """Write the case into a file of its own in a directory, which is made if need be."""
    path = Path(directory) / f"{identity(difference)}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{regression(difference)}\n", encoding="utf-8")
    return path
