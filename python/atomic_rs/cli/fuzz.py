"""`atomic-rs fuzz` and `atomic-rs diff`: where the core and another program differ."""

from __future__ import annotations

import shlex
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from atomic_rs import RULES
from atomic_rs.cli.common import (
    Output,
    UseError,
    add_command,
    add_depth,
    add_position,
    depth_of,
    progress_bar,
    whole_number,
)
from atomic_rs.cli.findings import (
    Finding,
    as_data,
    finding_data,
    print_findings,
    print_stats,
    summary,
)
from atomic_rs.differential import (
    Case,
    Difference,
    Pair,
    Peer,
    Plan,
    ReferenceInstead,
    Tally,
    campaign,
    compare_with,
    descend,
    replay,
)
from atomic_rs.differential.beside import fault
from atomic_rs.engine import WAYS, EngineError, UnfitEngineError
from atomic_rs.regression import save
from atomic_rs.shrink import Shrunk, shrink, signature
from atomic_rs.starts import STANDARD, Start
from atomic_rs.themes import PLAYABLE, THEMES

if TYPE_CHECKING:
    import argparse

MOST_JOBS: Final = 256
SECONDS: Final = 10.0  # for an engine's answer


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser = add_command(
        commands,
        "fuzz",
        run_fuzz,
        "play random games beside the reference or an engine, and shrink what differs",
        (
            "fuzz --positions 20000 --rules all --stats",
            'fuzz --engine "stockfish" --seed 7 --save regressions',
            'fuzz --theme "en passant" --theme "broken pins" --jobs 2',
        ),
    )
    parser.add_argument(
        "--positions", type=whole_number, default=10_000, metavar="N", help="how many to compare"
    )
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="of the games")
    parser.add_argument("--jobs", type=whole_number, default=1, metavar="N", help="processes")
    parser.add_argument(
        *("--theme", "--themes"),
        dest="themes",
        action="append",
        metavar="NAME",
        help=f"only this theme, also several times: {', '.join(THEMES)}",
    )
    parser.add_argument(
        "--rules", default="atomic", metavar="NAMES", help=f"all, or of {', '.join(RULES)}"
    )
    parser.add_argument(
        "--valid", action="store_true", help="leave out positions that no game leads to"
    )
    parser.add_argument("--stats", action="store_true", help="how often the themes were met")
    parser.add_argument("--no-shrink", action="store_true", help="report what differs as found")
    parser.add_argument("--save", metavar="DIR", help="write regression cases into DIR")
    add_format_of_findings(parser)
    add_engine(parser)
    parser.add_argument(
        "--depth", type=whole_number, default=2, metavar="N", help="of the engine's move trees"
    )
    parser = add_command(
        commands,
        "diff",
        run_diff,
        "follow two move trees of DEPTH down to the position where they part",
        (
            'diff 4 --engine "stockfish" --moves "e2e4 d7d5"',
            'diff 3 --fen "8/8/8/3kK3/8/8/8/3R4 b - - 0 1"',
        ),
    )
    add_depth(parser)
    add_format_of_findings(parser)
    add_engine(parser)
    add_position(parser)


def add_format_of_findings(parser: argparse.ArgumentParser) -> None:
    """Add the choice of an output format."""
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of output")


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what to compare with."""
    group = parser.add_argument_group("engine (default: the reference model)")
    group.add_argument("--engine", metavar="CMD", help="a program that speaks UCI, with arguments")
    group.add_argument(
        "--engine-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set before anything else; UCI_Variant and UCI_Chess960 are set by themselves",
    )
    group.add_argument("--variant-name", metavar="NAME", help="what the engine calls the rule set")
    group.add_argument(
        "--timeout", type=float, default=SECONDS, metavar="SECONDS", help="for each of its answers"
    )
    group.add_argument("--by", choices=WAYS, help="how to ask for its moves (default: what works)")
    group.add_argument(
        "--fen-field",
        choices=("legal", "xfen", "fen"),
        help="compare its FENs too, which name the en passant square in this habit",
    )


def peer_of(options: argparse.Namespace) -> Peer | None:
    """The engine that the options name."""
    if options.engine is None:
        return None
    command = tuple(shlex.split(options.engine))
    if not command:
        raise UseError("--engine needs a command")
    if not options.timeout > 0:
        raise UseError("--timeout needs a number of seconds above nought")
    settings = {}
    for text in options.engine_option:
        name, equals, value = text.partition("=")
        if not equals:
            raise UseError(f'--engine-option needs NAME=VALUE, not "{text}"')
        settings[name.strip()] = value.strip()
    return Peer(
        command,
        settings,
        options.variant_name,
        options.timeout,
        options.by,
        options.fen_field,
    )


def plan_of(options: argparse.Namespace) -> Plan:
    """What the options ask for; `UseError` names what is wrong with them."""
    if not 1 <= options.jobs <= MOST_JOBS:
        raise UseError(f"--jobs must be from 1 to {MOST_JOBS}, not {options.jobs}")
    if not options.positions:
        raise UseError("--positions must be at least 1")
    if not 1 <= options.depth <= 6:
        raise UseError(f"--depth must be from 1 to 6, not {options.depth}")
    peer = peer_of(options)
    # Engines are not asked for what no game can lead to unless somebody wants it.
    themes = tuple(options.themes or (THEMES if peer is None and not options.valid else PLAYABLE))
    for name in themes:
        if name not in THEMES:
            raise UseError(f'there is no theme "{name}"; there are {", ".join(THEMES)}')
    rules = tuple(RULES) if options.rules == "all" else tuple(options.rules.split(","))
    for name in rules:
        if name not in RULES:
            raise UseError(f'there is no rule set "{name}"; there are {", ".join(RULES)}')
    is_valid = options.valid or (peer is not None and set(themes) <= set(PLAYABLE))
    return Plan(options.positions, options.seed, rules, themes, is_valid, options.depth, peer)


def run_fuzz(options: argparse.Namespace) -> int:
    """Compare, report, shrink."""
    plan = plan_of(options)
    start = perf_counter()
    tally = Tally()
    shares: dict[str, Tally] = {}
    with Output(options) as output:
        try:
            plan, left_out = playable(plan, is_all=options.rules == "all")
            with progress_bar(options, "fuzz") as progress:
                for piece, each in campaign(plan, options.jobs):
                    tally += each
                    shares[piece.rules] = shares.get(piece.rules, Tally()) + each
                    if progress is not None:
                        progress(tally.positions, plan.positions, tally.positions)
            findings = [report(each, plan, options) for each in distinct(tally.differences)]
        except UnfitEngineError as error:
            raise UseError(str(error)) from None
        except EngineError as error:
            left_out, findings = [], [failed_at_once(error, plan, options)]
        seconds = perf_counter() - start
        if options.format == "json":
            output.json(as_data(tally, findings, plan, seconds))
        else:
            for reason in left_out:
                output.line(f"left out: {reason}")
            if options.stats:
                print_stats(output, shares)
            print_findings(output, findings)
            if not options.quiet:
                output.line(summary(tally, findings, plan, seconds))
    return 1 if findings else 0


def playable(plan: Plan, *, is_all: bool) -> tuple[Plan, list[str]]:
    """The plan without what the engine does not offer, and why that was left out.

    `UnfitEngineError` if nothing is left, or if it was asked for by name.
    """
    if plan.peer is None:
        return plan, []
    left_out = []
    rules = []
    with plan.peer.engine() as engine:
        for name in plan.rules:
            try:
                engine.set_up(name, chess960=False)
                rules.append(name)
            except UnfitEngineError as error:
                if not is_all or (name == plan.rules[-1] and not rules):
                    raise
                left_out.append(str(error).partition(";")[0])
        themes = plan.themes
        if "uci_chess960" not in engine.offers:
            themes = tuple(name for name in themes if name not in GENERAL)
            if themes != plan.themes:
                left_out.append(f"{engine.name} has no UCI_Chess960")
            if not themes:
                raise UnfitEngineError(f"{engine.name} has no UCI_Chess960")
    return replace(plan, rules=tuple(rules), themes=themes), left_out


GENERAL: Final = frozenset(
    ("chess960", "open castling", "castling beside the king", "castling in the blast", "impossible")
)


def failed_at_once(error: EngineError, plan: Plan, options: argparse.Namespace) -> Finding:
    """What an engine did before it was asked for any position: there is nothing to shrink."""
    assert plan.peer is not None  # noqa: S101 - whose error it is
    case = Case(Start("games", STANDARD), (), plan.rules[0])
    difference = fault(case, plan.peer.engine(), error)
    return finding(difference, Shrunk(case, difference, 0), options)


def distinct(differences: list[Difference]) -> list[Difference]:
    """The first difference of each kind."""
    found: dict[frozenset[str], Difference] = {}
    for difference in differences:
        found.setdefault(signature(difference), difference)
    return list(found.values())


def report(difference: Difference, plan: Plan, options: argparse.Namespace) -> Finding:
    """Shrink a difference, if that is wanted."""
    if options.no_shrink:
        shrunk = Shrunk(difference.case, difference, 0)
    elif plan.peer is None:
        shrunk = shrink(difference)
    else:
        with plan.peer.engine() as engine:
            shrunk = shrink(difference, compare_with(engine, en_passant=plan.peer.en_passant))
    return finding(difference, shrunk, options)


def finding(difference: Difference, shrunk: Shrunk, options: argparse.Namespace) -> Finding:
    """What there is to report, saved if that is wanted."""
    path = save(shrunk.difference, options.save) if options.save else None
    return Finding(difference, shrunk, command_for(shrunk.difference, options), path)


def command_for(difference: Difference, options: argparse.Namespace) -> str:
    """The command that shows a difference again."""
    case = difference.case
    words = ["atomic-rs", "diff", str(max(1, case.depth)), "--fen", case.start.fen]
    if case.moves:
        words += ["--moves", " ".join(case.moves)]
    if case.rules != "atomic":
        words += ["--rules", str(case.rules)]
    if case.start.chess960:
        words += ["--chess960"]
    for name in ("engine", "variant_name", "by", "fen_field"):
        if (value := getattr(options, name)) is not None:
            words += [f"--{name.replace('_', '-')}", value]
    if options.engine is not None and options.timeout != SECONDS:
        words += ["--timeout", f"{options.timeout:g}"]
    for setting in options.engine_option:
        words += ["--engine-option", setting]
    return shlex.join(words)


def run_diff(options: argparse.Namespace) -> int:
    """Follow the trees down, and say what is different at the end."""
    peer, depth = peer_of(options), depth_of(options)
    if not 1 <= depth <= 20:
        raise UseError(f"depth must be from 1 to 20, not {depth}")
    fen = STANDARD if options.fen == "startpos" else options.fen
    moves = tuple(options.moves.replace(",", " ").split())
    case = Case(Start("diff", fen, options.chess960), moves, options.rules, depth)
    case.board()  # refuses what is no position
    with Output(options) as output:
        try:
            found = differing(case, peer)
        except UnfitEngineError as error:
            raise UseError(str(error)) from None
        if options.format == "json":
            output.json([finding_data(difference) for difference in found])
        elif not found:
            name = "the reference" if peer is None else "the engine"
            if not options.quiet:
                output.line(f"core and {name} agree to depth {depth}")
        for difference in found if options.format == "text" else ():
            output.line(output.styled(f"DIFFERENT: {difference}", "red"))
    return 1 if found else 0


def differing(case: Case, peer: Peer | None) -> list[Difference]:
    """What differs below a case; beside the reference, also what differs in the position itself."""
    if peer is None:
        asked = ReferenceInstead()
        asked.set_up(str(case.rules), chess960=case.start.chess960)
        return descend(case, asked) or replay(case, Pair.of)
    with peer.engine() as engine:
        return replay(case, compare_with(engine, en_passant=peer.en_passant))
