"""The suites of tests/data as Python values; a key or a kind that is not known here is an error."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atomic_rs.suite import Entry, read

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA: Final = Path(__file__).resolve().parent.parent / "data"

# The rule sets that the core plays; the reference plays all of them.
CORE_RULES: Final = (
    *("atomic", "icc", "nocheckatomic", "pawns", "icc_pawns", "allexplode", "atomar"),
    *("doering", "bremen", "nuclear"),
)

ABOUT_A_CASE: Final = {"id", "kind", "note", "source", "verified_by", "peers"}

# Kind of a rule case -> what its answer is made of, None for an answer that is no table.
RULE_KINDS: Final[dict[str, set[str] | None]] = {
    "legal": None,
    "legal_moves": None,
    "legal_count": None,
    "fen_after": None,
    "in_check": None,
    "outcome": {"result", "reason"},
    "insufficient": None,
    "ep_field": None,
    "polyglot": None,
    "status": None,
    "parse_fen": {"accept", "fen"},
    "perft": set("123456789"),
    "repetition": {
        *("count", "claimable", "auto_lichess", "auto_chessplayx", "auto_python_chess"),
        "auto_fsf_optional",
    },
    "fifty": {"halfmove", "claimable", "auto_lichess", "auto_chessplayx", "auto_python_chess"},
    "closed_position": {"lichess", "python_chess", "shakmaty", "chessops", "fsf"},
    "san": None,
}

POSITION_ANSWERS: Final = {
    *("fen", "is_check", "is_checkmate", "is_stalemate", "insufficient", "outcome"),
    *("legal_count", "is_valid"),
}
# Kind of a report -> what its input and its answer are made of.
REPORT_KINDS: Final[dict[str, tuple[set[str], set[str]]]] = {
    "is_legal": ({"fen", "uci"}, {"legal", "legal_count"}),
    "legal_moves": ({"fen"}, {"count", "moves"}),
    "play": ({"fen", "moves", "notation"}, {*POSITION_ANSWERS, "san"}),
    "position": ({"fen"}, POSITION_ANSWERS),
    "fen_roundtrip": ({"fen", "moves"}, {"fen", "ep_capture_legal", "legal_count"}),
    "parse_fen": ({"fen"}, {"accept", "fen", "policy"}),
    "insufficient": ({"fen"}, {"white", "black", "both"}),
    "repetition": (
        {"fen", "moves"},
        {
            *("is_repetition_3", "can_claim_threefold", "outcome_without_claim"),
            "occurrences_of_position_after_d7d5",
        },
    ),
    "hash_equal": ({"a", "b"}, {"equal"}),
    "perft": ({"fen"}, {"nodes"}),
    "pgn_read": ({"pgn", "pgn_base64", "encoding"}, {"right"}),
    "python": ({"code"}, {"behaviour"}),
    "packaging": ({"steps"}, {"behaviour"}),
    "report_only": ({"try"}, {"rule"}),
}


class UnknownDataError(ValueError):
    """A suite has something in it that no test here knows how to ask."""


@dataclass(frozen=True, slots=True)
class RuleCase:
    """What the rules of one rule set say about one position."""

    id: str
    rules: str
    kind: str
    question: str
    fen: str
    answer: Any
    moves: tuple[str, ...] = ()
    chess960: bool = False


@dataclass(frozen=True, slots=True)
class PerftCase:
    """A position of a perft suite, and how it is played."""

    rules: str
    chess960: bool
    entry: Entry


@dataclass(frozen=True, slots=True)
class Report:
    """A fault that users of another program met, with the right answer."""

    id: str
    kind: str
    symptom: str
    answer: dict[str, Any]
    chess960: bool = False
    input: dict[str, Any] = field(default_factory=dict)

    @property
    def fen(self) -> str:
        """The position it is about."""
        return str(self.input["fen"])

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead from there to the position in question."""
        return tuple(self.input.get("moves", ()))


def tables(directory: str) -> Iterator[dict[str, Any]]:
    """Every case of a directory of TOML files, each id once."""
    seen: set[str] = set()
    for path in sorted((DATA / directory).glob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        refuse(document.keys() - {"case"}, f"tables in {path.name}")
        for table in document["case"]:
            refuse({table["id"]} & seen, "a second case with the id")
            seen.add(table["id"])
            yield table


def refuse(unknown: set[str], what: str) -> None:
    """Raise for a set that should be empty."""
    if unknown:
        raise UnknownDataError(f"{what}: {', '.join(sorted(unknown))}")


def rule_case(table: dict[str, Any]) -> RuleCase:
    """Read one rule case."""
    name, kind, answer = table["id"], table["kind"], table["answer"]
    refuse({kind} - RULE_KINDS.keys(), f"kind of {name}")
    known = {"rules", "question", "fen", "moves", "chess960", "answer"}
    refuse(table.keys() - ABOUT_A_CASE - known, f"keys of {name}")
    parts = RULE_KINDS[kind]
    if isinstance(answer, dict) != (parts is not None):
        raise UnknownDataError(f"form of the answer of {name}")
    if parts is not None:
        refuse(answer.keys() - parts, f"answer of {name}")
    return RuleCase(
        name,
        table["rules"],
        kind,
        table["question"],
        table["fen"],
        answer,
        tuple(table.get("moves", ())),
        table.get("chess960", False),
    )


def report(table: dict[str, Any]) -> Report:
    """Read one report."""
    name, kind, answer = table["id"], table["kind"], table["answer"]
    refuse({kind} - REPORT_KINDS.keys(), f"kind of {name}")
    inputs, answers = REPORT_KINDS[kind]
    known = {"class", "symptom", "chess960", "answer"} | inputs
    refuse(table.keys() - ABOUT_A_CASE - known, f"keys of {name}")
    refuse(answer.keys() - answers, f"answer of {name}")
    given = {key: table[key] for key in inputs if key in table}
    return Report(name, kind, table["symptom"], answer, table.get("chess960", False), given)


def rule_cases() -> list[RuleCase]:
    """All of tests/data/rules, and what fuzzing has found."""
    return [rule_case(table) for each in ("rules", "regressions") for table in tables(each)]


def reports() -> list[Report]:
    """All of tests/data/reports."""
    return [report(table) for table in tables("reports")]


def perft_suites() -> dict[str, list[PerftCase]]:
    """All of tests/data/perft by file name, which is `<rules>[-sparse][-960].epd`."""
    suites = {}
    for path in sorted((DATA / "perft").iterdir()):
        rules, *marks = path.stem.split("-")
        refuse(({rules} - set(CORE_RULES)) | ({path.suffix} - {".epd"}), f"suite {path.name}")
        refuse(set(marks) - {"sparse", "960"}, f"name of {path.name}")
        suites[path.name] = [PerftCase(rules, "960" in marks, entry) for entry in read(path)]
    return suites


def perft_entries(rules: str = "atomic") -> list[tuple[Entry, bool]]:
    """The positions for one rule set, each with whether it castles as Chess960 does."""
    cases = (case for suite in perft_suites().values() for case in suite)
    return [(case.entry, case.chess960) for case in cases if case.rules == rules]
