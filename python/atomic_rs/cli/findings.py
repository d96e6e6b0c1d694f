"""How `atomic-rs fuzz` and `atomic-rs diff` show what they found."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from atomic_rs.cli.common import Output, per_second
from atomic_rs.differential.difference import shown

if TYPE_CHECKING:
    from pathlib import Path

    from atomic_rs.differential import Difference, Plan, Tally
    from atomic_rs.shrink import Shrunk


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference as it was found, what it shrank to, and how to see it again."""

    found: Difference
    shrunk: Shrunk
    command: str
    saved: Path | None


def print_findings(output: Output, findings: list[Finding]) -> None:
    """Print each finding in a block."""
    for number, finding in enumerate(findings, start=1):
        difference, shrunk = finding.shrunk.difference, finding.shrunk
        output.line(output.styled(f"DIFFERENT {number}: {difference.what}", "red"))
        output.line(f"  found     {finding.found.case}")
        if shrunk.tries:
            tries = f"{shrunk.men} men, after {shrunk.tries} tries"
            output.line(f"  shrunk    {shrunk.case} ({tries})")
        output.line(f"  core      {shown(difference.core)}")
        output.line(f"  {difference.name:<9} {shown(difference.other)}")
        for reason in difference.reasons:
            output.line(f"  {output.styled(reason, 'bold')}")
        output.line(f"  again     {finding.command}")
        if finding.saved is not None:
            output.line(f"  saved     {finding.saved}")


def print_stats(output: Output, shares: dict[str, Tally]) -> None:
    """Print by rule set and theme how many positions had the theme's corner in them."""
    header = f"{'rules':<14} {'theme':<23} {'positions':>10} {'in its corner':>14}"
    output.line(output.styled(header, "bold"))
    for rules, tally in shares.items():
        for theme, positions in tally.themes.items():
            share = tally.hits[theme] / positions
            output.line(f"{rules:<14} {theme:<23} {positions:>10,} {share:>14.0%}")
    met = Counter[str]()
    for tally in shares.values():
        met += tally.events
    output.line(f"met: {', '.join(f'{number:,} {event}' for event, number in met.most_common())}")


def summary(tally: Tally, findings: list[Finding], plan: Plan, seconds: float) -> str:
    """What was done, in a line."""
    other = "the reference" if plan.peer is None else shlex.join(plan.peer.command)
    rate = per_second(tally.positions, seconds)
    many = f"{len(plan.rules)} rule sets" if len(plan.rules) > 1 else plan.rules[0]
    kinds = f"{len(findings)} kind{'s' if len(findings) > 1 else ''}"
    result = f"{kinds} of difference" if findings else "no difference"
    return (
        f"core beside {other}, {many}, seed {plan.seed}: {tally.positions:,} positions of "
        f"{tally.games:,} games in {seconds:.1f} s ({rate:,}/s), {result}"
    )


def finding_data(difference: Difference) -> dict[str, Any]:
    """A difference as JSON."""
    case = difference.case
    return {
        "what": difference.what,
        "fen": case.start.fen,
        "chess960": case.start.chess960,
        "moves": list(case.moves),
        "rules": case.rules,
        "depth": case.depth,
        "core": plain(difference.core),
        "other": plain(difference.other),
        "name": difference.name,
        "reasons": list(difference.reasons),
    }


def plain(value: object) -> object:
    """A value that JSON knows.

    >>> plain(["e2e4"]), plain(("1-0", "checkmate"))
    (['e2e4'], ['1-0', 'checkmate'])
    """
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if isinstance(value, str | int | bool | None) else str(value)


def as_data(tally: Tally, findings: list[Finding], plan: Plan, seconds: float) -> dict[str, Any]:
    """A run as JSON."""
    return {
        "seed": plan.seed,
        "rules": list(plan.rules),
        "positions": tally.positions,
        "games": tally.games,
        "seconds": round(seconds, 3),
        "themes": {
            theme: {"positions": positions, "in_corner": tally.hits[theme]}
            for theme, positions in tally.themes.items()
        },
        "events": dict(tally.events),
        "findings": [
            {
                **finding_data(finding.shrunk.difference),
                "found": str(finding.found.case),
                "men": finding.shrunk.men,
                "command": finding.command,
                "saved": None if finding.saved is None else str(finding.saved),
            }
            for finding in findings
        ],
    }
