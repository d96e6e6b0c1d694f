"""Write `docs/compatibility.md`: what became of each public name of python-chess here.

The page lists the names that python-chess has, in the version that is installed, and compares each
with this package: is it there, does it take the same arguments, has a constant the same value? What
differs on purpose, and what is left out, is told in `compatibility.toml`. A name that is neither
there nor explained, or that is explained without need, is an error.

    python tools/compatibility.py          # writes the page
    python tools/compatibility.py --check  # only says whether it would change
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import tomllib
import typing
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import atomic_rs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

NOTES: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "compatibility.md"
# Members that are spelled with underscores and used all the same.
SPECIAL: Final = ("__eq__", "__hash__", "__repr__", "__str__", "_repr_svg_")


@dataclass(frozen=True)
class Row:
    """What became of one name: `same`, `differs` or `absent`, and what is to be said of it."""

    name: str
    verdict: str
    text: str = ""
    fault: str = ""


@dataclass(frozen=True)
class Section:
    """A class or module of python-chess beside ours."""

    title: str
    theirs: Any
    ours: Any
    names: list[str]


def sections() -> Iterator[Section]:
    """The parts of python-chess that are compared; `ImportError` if it is not installed."""
    chess = import_module("chess")
    variant = import_module("chess.variant")
    yield Section(
        "Board", variant.AtomicBoard, atomic_rs.Board, names_of(variant.AtomicBoard, variant)
    )
    for name in ("Move", "Piece", "SquareSet", "Outcome", "Termination", "Status"):
        theirs = getattr(chess, name)
        yield Section(name, theirs, getattr(atomic_rs, name), names_of(theirs, chess))
    yield Section("Module", chess, atomic_rs, names_of(chess, chess))


def names_of(thing: Any, chess: Any) -> list[str]:  # noqa: ANN401 - any class or module
    """The public names of a class, with what its instances carry, or of a module."""
    if inspect.isclass(thing) and issubclass(thing, Enum):
        return list(thing.__members__)
    names = {name for name in dir(thing) if not name.startswith("_")}
    if inspect.isclass(thing):
        names |= {name for name in vars(sample(thing, chess)) if not name.startswith("_")}
        names |= {name for name in SPECIAL if name in dir(thing)}
        return sorted(names)
    foreign = {name for name in names if is_foreign(getattr(thing, name))}
    return sorted(names - foreign - {"annotations"})


def sample(cls: Any, chess: Any) -> object:  # noqa: ANN401 - any class of python-chess
    """An instance of a class, for the names that only instances have."""
    if cls.__name__ == "AtomicBoard":
        return cls()
    made = {
        "Move": lambda: cls(0, 1),
        "Piece": lambda: cls(1, True),
        "Outcome": lambda: cls(chess.Termination.CHECKMATE, None),
    }
    return made.get(cls.__name__, object)() if cls.__name__ in made else Blank()


class Blank:
    """An instance that carries nothing."""


def is_foreign(thing: object) -> bool:
    """Whether a module only borrowed a thing, or uses it for its annotations."""
    if inspect.ismodule(thing) or isinstance(thing, typing.TypeVar):
        return True
    module = getattr(thing, "__module__", None)
    return module in {"typing", "collections.abc", "collections"} and not is_alias(thing)


def is_alias(thing: object) -> bool:
    """Whether a thing is a type made of others, such as `Union[int, str]`."""
    return bool(typing.get_args(thing))


def notes(kind: str, section: str) -> dict[str, str]:
    """What is to be said about the names of a section."""
    return {
        name: note["text"]
        for note in NOTES[kind]
        if note["section"] == section
        for name in note["names"]
    }


def compare(section: Section) -> Iterator[Row]:
    """One row for each name of a section."""
    differences, absent = notes("differences", section.title), notes("absent", section.title)
    yield from (
        Row(
            name,
            "?",
            fault=f"{section.title}.{name} is explained, but python-chess has no such name",
        )
        for name in sorted({*differences, *absent} - set(section.names))
    )
    fields = getattr(section.ours, "__dataclass_fields__", {})
    for name in section.names:
        there = hasattr(section.ours, name) or name in fields
        if name in absent:
            fault = f"{section.title}.{name} is there, but called absent" if there else ""
            yield Row(name, "absent", absent[name], fault)
        elif not there:
            yield Row(name, "absent", "", f"{section.title}.{name} is absent without a reason")
        else:
            yield judge(section, name, differences.get(name, ""))


def judge(section: Section, name: str, difference: str) -> Row:
    """The row of a name that both have."""
    theirs, ours = getattr(section.theirs, name, None), getattr(section.ours, name, None)
    faults = "; ".join(mismatches(theirs, ours))
    if difference:
        return Row(name, "differs", difference)
    fault = f"{section.title}.{name}: {faults}" if faults else ""
    return Row(name, "same", also(theirs, ours), fault)


def mismatches(theirs: Any, ours: Any) -> Iterator[str]:  # noqa: ANN401 - whatever there is
    """How two things that should be used alike differ, as far as can be seen from outside."""
    if is_plain(theirs):
        if theirs != ours:
            yield f"{ours!r} is not {theirs!r}"
    elif callable(theirs) and not callable(ours):
        yield "cannot be called"
    elif inspect.isroutine(theirs) and not ours.__name__.startswith("__"):
        mine = parameters(ours)
        for name, parameter in parameters(theirs).items():
            if name not in mine:
                yield f"takes no {name}"
            elif (mine[name].kind, mine[name].default) != (parameter.kind, parameter.default):
                yield f"takes {mine[name]} instead of {parameter}"


def also(theirs: Any, ours: Any) -> str:  # noqa: ANN401 - whatever there is
    """What ours takes beyond python-chess's arguments."""
    if not inspect.isroutine(theirs):
        return ""
    more = [str(value) for value in parameters(ours).values() if value.kind is value.KEYWORD_ONLY]
    more = [text for text in more if text.partition("=")[0] not in parameters(theirs)]
    return f"takes also `{', '.join(more)}`" if more else ""


def parameters(function: Callable[..., object]) -> dict[str, inspect.Parameter]:
    """The parameters of a function by name, without annotations and without `self`."""
    found = inspect.signature(function).parameters.values()
    return {
        parameter.name: parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in found
        if parameter.name not in {"self", "cls"}
    }


def is_plain(thing: object) -> bool:
    """Whether a thing is a value that can be compared."""
    plain = (bool, int, float, str, bytes, list, tuple, dict, type(None))
    return isinstance(thing, plain) or is_alias(thing)


def additions(section: Section) -> Iterator[tuple[str, str]]:
    """The public names that only ours has, with the first line of their description."""
    for name in sorted(set(dir(section.ours)) - set(section.names)):
        thing = getattr(section.ours, name)
        known = name.startswith("_") or inspect.ismodule(thing) or hasattr(section.theirs, name)
        if not known and not (section.title == "Module" and is_plain(thing)):
            yield name, (inspect.getdoc(thing) or "").split("\n")[0]


def page() -> tuple[str, list[str]]:
    """The page, and the faults that were found."""
    version = import_module("chess").__version__
    lines = [NOTES["introduction"].format(version=version)]
    faults = []
    for section in sections():
        rows = list(compare(section))
        faults += [row.fault for row in rows if row.fault]
        counts = {
            verdict: sum(row.verdict == verdict for row in rows)
            for verdict in ("same", "differs", "absent")
        }
        tally = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
        lines += ["", f"## {section.title}", "", f"{tally}.", ""]
        plain = shortened(row.name for row in rows if row.verdict == "same" and not row.text)
        lines += wrapped(f"**Same**: {', '.join(plain)}.")
        told = [row for row in rows if row.text]
        if told:
            lines += ["", "| name | | how, and why |", "|---|---|---|"]
            lines += [f"| `{row.name}` | {row.verdict} | {row.text} |" for row in told]
        more = list(additions(section))
        if more:
            lines += ["", "Only here:", ""]
            lines += [f"- `{name}`: {text}" for name, text in more]
    return "\n".join(lines) + "\n", faults


def shortened(names: Iterable[str]) -> Iterator[str]:
    """Names as code; those that go by squares as one."""
    for name in names:
        square = re.fullmatch(r"(BB_)?[A-H][1-8]", name)
        if square is None:
            yield f"`{name}`"
        elif name.endswith("A1"):
            yield f"`{name}` … `{square[1] or ''}H8`"


def wrapped(text: str, width: int = 118) -> Iterator[str]:
    """A paragraph in lines."""
    line = ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def main() -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text, faults = page()
    for fault in faults:
        print(fault, file=sys.stderr)
    if options.check:
        stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
        if stale:
            print(f"{PAGE} is stale: run tools/compatibility.py", file=sys.stderr)
        return 1 if faults or stale else 0
    PAGE.write_text(text, encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
