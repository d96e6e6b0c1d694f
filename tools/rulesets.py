"""Write `docs/rulesets.md`: what the rule sets are, and a position for any two that differ.

The table comes from the rule sets themselves, the words and positions from `rulesets.toml`. Every
pair of rule sets that differ needs a position on which they answer differently; whoever adds a rule
set finds candidates with `--search`.

    python tools/rulesets.py                     # writes the page
    python tools/rulesets.py --check             # only says whether it would change
    python tools/rulesets.py --search            # smallest positions that tell pairs apart
    python tools/rulesets.py --search icc atomic # only pairs of one of these with any other
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from atomic_rs import RULES, Board, Move, Rules, reference
from atomic_rs.differential import told
from atomic_rs.starts import FILES, MEN, fen_of, kings, scatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

WORDS: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "rulesets.md"
PAIRS: Final = tuple(combinations(RULES, 2))
WIDTH: Final = 120

FIELDS: Final = {
    "pawns_explode": "pawns burn",
    "king": "a king in an explosion",
    "self_blast": "blowing up one's own king",
    "check": "check",
    "king_x_king": "king may take king",
    "touch": "kings side by side",
    "material": "too few men to win",
}
ILLEGAL, IMPOSSIBLE = "illegal", "impossible"


# --- what is asked, and what core and reference answer ---


@dataclass(frozen=True)
class Answer:
    """What some rule sets say to a position: for the machine, in short, and why."""

    rules: tuple[str, ...]
    says: str
    short: str
    because: str


@dataclass(frozen=True)
class Example:
    """A position with a question, about a move or about the position itself."""

    number: int
    title: str
    fen: str
    move: str
    question: str
    answers: tuple[Answer, ...]

    def answer(self, rules: str) -> Answer:
        """What a rule set says; `KeyError` if the data do not tell."""
        for each in self.answers:
            if rules in each.rules:
                return each
        raise KeyError(f"{self.title} {rules} has no answer")

    def tells_apart(self, one: str, other: str) -> bool:
        """Whether both rule sets can have the position, and answer differently."""
        says = {self.answer(one).says, self.answer(other).says}
        return len(says) == 2 and IMPOSSIBLE not in says


def examples() -> list[Example]:
    """All positions of the page."""
    return [
        Example(
            number,
            position["title"],
            position["fen"],
            position.get("move", ""),
            position["question"],
            tuple(
                Answer(tuple(each["rules"]), each["says"], each["short"], each["because"])
                for each in position["answer"]
            ),
        )
        for number, position in enumerate(WORDS["position"], start=1)
    ]


def core_says(fen: str, move: str, rules: str) -> str:
    """The core's answer, as `says` has it."""
    board = Board(fen, rules=rules)
    if not board.is_valid():
        return IMPOSSIBLE
    if move:
        if not board.is_legal(Move.from_uci(move)):
            return ILLEGAL
        board.push_uci(move)
    return sentence(board.board_fen() if move else None, *(told(board.outcome()) or ("*", None)))


def reference_says(fen: str, move: str, rules: str) -> str:
    """The reference model's answer, as `says` has it."""
    history = [reference.parse_fen(fen, rules)]
    if reference.status(history[0]):
        return IMPOSSIBLE
    if move:
        if move not in reference.legal_moves(history[0]):
            return ILLEGAL
        history.append(reference.apply(history[0], move))
    outcome = reference.outcome(history)
    placement = reference.to_fen(history[-1]).split()[0] if move else None
    return sentence(placement, *((outcome.result, outcome.reason) if outcome else ("*", None)))


def sentence(*parts: str | None) -> str:
    """The parts that are there."""
    return " ".join(part for part in parts if part)


def differing(one: str, other: str) -> list[str]:
    """The fields in which two rule sets differ."""
    return [name for name in FIELDS if getattr(RULES[one], name) != getattr(RULES[other], name)]


# --- the page ---


def page() -> str:
    """The whole page."""
    known = examples()
    words = WORDS["page"]
    parts = [
        "# Ten kinds of atomic chess",
        wrapped(words["intro"]),
        wrapped(f"Contents: {contents()}"),
        "## What all of them share",
        wrapped(words["common"]),
        "## The ten",
        "\n".join(introductions()),
        "## The table",
        "\n".join(table()),
        "## Where they part",
        wrapped(words["examples"]),
        *(section(example) for example in known),
        "## Any two of them",
        wrapped(words["pairs"]),
        "\n".join(pairs(known)),
        "## Where they come from",
        wrapped(words["history"]),
    ]
    return "\n\n".join(parts) + "\n"


def contents() -> str:
    """Links to the sections."""
    titles = ("The ten", "The table", "Where they part", "Any two of them", "Where they come from")
    return " · ".join(f"[{title.lower()}](#{anchor(title)})" for title in titles)


def anchor(title: str) -> str:
    """The name by which a heading is linked.

    >>> anchor("3. May a king take something?")
    '3-may-a-king-take-something'
    """
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def wrapped(text: str) -> str:
    r"""The text in lines of the usual width, paragraphs and lists kept.

    >>> wrapped("a\nb\n\n- c")
    'a\nb\n\n- c'
    """
    lines = []
    for line in text.strip().split("\n"):
        mark = re.match(r"(- |\d+\. )?", line)
        indent = " " * len(mark[0]) if mark else ""
        lines.append(textwrap.fill(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False))
    return "\n".join(lines)


def introductions() -> Iterator[str]:
    """A paragraph for each rule set."""
    described = [each["name"] for each in WORDS["ruleset"]]
    if described != list(RULES):
        raise ValueError(f"the rule sets are {list(RULES)}, described are {described}")
    for each in WORDS["ruleset"]:
        yield wrapped(f"- **`{each['name']}`**, {each['title']}. {each['words']}")


def table() -> Iterator[str]:
    """The records, what differs from the first in bold."""
    yield f"| rule set | {' | '.join(FIELDS.values())} |"
    yield "|---" * (1 + len(FIELDS)) + "|"
    for name, rules in RULES.items():
        cells = (value(rules, field) for field in FIELDS)
        yield f"| `{name}` | {' | '.join(cells)} |"
    yield ""
    columns = ", ".join(f"`{field}`" for field in FIELDS)
    yield wrapped(WORDS["page"]["table"].format(columns=columns))


def value(rules: Rules, field: str) -> str:
    """One cell of the table."""
    own = getattr(rules, field)
    text = {True: "yes", False: "no"}.get(own, str(own).replace("_", " "))
    return text if own == getattr(RULES["atomic"], field) else f"**{text}**"


def section(example: Example) -> str:
    """A question with its diagram and its answers."""
    turn = "White" if " w " in example.fen else "Black"
    lines = [f"### {example.number}. {example.title}", "", *diagram(example.fen), ""]
    lines.append(wrapped(f"{example.question} ({moves_or_asks(example, turn)})"))
    lines.append("")
    for each in example.answers:
        who = names(each.rules)
        lines.append(wrapped(f"- {who}: **{each.short}**. {each.because}"))
    return "\n".join(lines)


def moves_or_asks(example: Example, turn: str) -> str:
    """Whose turn it is, and which move is meant."""
    if not example.move:
        return f"{turn} to move. `{example.fen}`"
    return f"{turn} to move, {example.move[:2]} to {example.move[2:4]}. `{example.fen}`"


def names(rules: Iterable[str]) -> str:
    """Names of rule sets in a list."""
    return ", ".join(f"`{name}`" for name in rules)


def diagram(fen: str) -> Iterator[str]:
    """The position as a table, which is a board wherever the page is shown."""
    board = Board(fen)
    yield f"|   | {' | '.join(FILES)} |"
    yield "|---" + "|:-:" * 8 + "|"
    for rank in range(7, -1, -1):
        men = (board.piece_at(8 * rank + file) for file in range(8))
        cells = (man.unicode_symbol() if man else "·" for man in men)
        yield f"| **{rank + 1}** | {' | '.join(cells)} |"


def pairs(known: Sequence[Example]) -> Iterator[str]:
    """A row for each pair of rule sets, with the first position that tells them apart."""
    yield "| | they differ in | for example |"
    yield "|---|---|---|"
    for one, other in PAIRS:
        fields = differing(one, other)
        telling = [example for example in known if example.tells_apart(one, other)]
        if not fields:
            continue
        if not telling:
            raise ValueError(f"no position tells {one} and {other} apart: try --search {one}")
        first, *more = telling
        answers = f"{first.answer(one).short} / {first.answer(other).short}"
        also = f"; also {', '.join(str(each.number) for each in more)}" if more else ""
        differences = ", ".join(FIELDS[field] for field in fields)
        yield f"| `{one}` / `{other}` | {differences} | {link(first)} *{answers}*{also} |"


def link(example: Example) -> str:
    """A link to a question."""
    heading = f"{example.number}. {example.title}"
    return f"[{heading}](#{anchor(heading)})"


# --- the search ---


def search(wanted: Iterable[tuple[str, str]], seed: int, positions: int) -> list[str]:
    """The smallest position found for each pair, in words, each position once.

    Positions are tried at random, first two bare kings, then one man more at a time. Of positions
    with as many men the one counts that tells most pairs apart.
    """
    random = Random(seed)
    best: dict[tuple[str, str], tuple[int, str, str]] = {}
    wanted = set(wanted)
    for men in range(5):
        for _ in range(positions):
            board = kings(random, near=random.random() < 0.5)
            scatter(board, MEN, men, random)
            fen = fen_of(board, "w")
            for move, says in answers_to(fen).items():
                telling = [
                    pair
                    for pair in wanted
                    if says[pair[0]] != says[pair[1]]
                    and IMPOSSIBLE not in (says[pair[0]], says[pair[1]])
                ]
                for pair in telling:
                    found = (100 * men - len(telling), fen, move)
                    best[pair] = min(best.get(pair, found), found)
        if wanted <= best.keys():
            break
    texts = []
    for _, fen, move in sorted(set(best.values())):
        says = answers_to(fen)[move]
        by_answer = defaultdict(list)
        for rules in RULES:
            if says[rules] != reference_says(fen, move, rules):
                raise RuntimeError(f"core and reference differ: {rules}, {fen}, {move or '-'}")
            by_answer[says[rules]].append(rules)
        lines = [f"  {answer}: {', '.join(who)}" for answer, who in by_answer.items()]
        texts.append("\n".join([f"{fen} {move}".strip(), *lines]))
    return texts


def answers_to(fen: str) -> dict[str, dict[str, str]]:
    """What the core answers under each rule set, to the position itself and to each move."""
    boards = {name: Board(fen, rules=name) for name in RULES}
    moves = {
        move.uci() for board in boards.values() if board.is_valid() for move in board.legal_moves
    }
    return {
        move: {name: core_says(fen, move, name) for name in RULES} for move in sorted({"", *moves})
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, check it, or search."""
    parser = argparse.ArgumentParser(description="Write docs/rulesets.md.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, say if it would change"
    )
    parser.add_argument("--search", nargs="*", metavar="RULES", help="find telling positions")
    parser.add_argument("--seed", type=int, default=1, help="of the search")
    parser.add_argument("--positions", type=int, default=1000, help="tried for each number of men")
    options = parser.parse_args(arguments)
    if options.search is not None:
        chosen = {str(Rules.find(name)) for name in options.search} or set(RULES)
        wanted = [pair for pair in PAIRS if chosen & set(pair) and differing(*pair)]
        print("\n\n".join(search(wanted, options.seed, options.positions)))
        return 0
    text = page()
    if options.check:
        current = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        if text != current:
            print(f"{PAGE.name} is out of date: run python tools/rulesets.py")
        return int(text != current)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
