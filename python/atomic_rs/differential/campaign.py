"""A large walk in pieces: by rule set and theme, in as many processes as wanted.

Each piece has a seed of its own, made of the seed of the whole and of what the piece is for, so
that the same plan compares the same positions on any machine with any number of processes.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from atomic_rs.differential.beside import compare_with
from atomic_rs.differential.pair import Pair
from atomic_rs.differential.walk import Tally, walk
from atomic_rs.engine import Engine
from atomic_rs.processes import Processes
from atomic_rs.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from atomic_rs.differential.beside import Field
    from atomic_rs.differential.difference import Compare
    from atomic_rs.engine import Way

LARGEST_PIECE: Final = 2000  # positions
# Positions with many men cost the reference many times as much as others.
WEIGHTS: Final = {"overfull": 1, "crowd": 2}
USUAL_WEIGHT: Final = 4


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine to compare with, and how to ask it."""

    command: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    variant_name: str | None = None
    timeout: float = 10.0
    way: Way | None = None
    en_passant: Field | None = None

    def engine(self) -> Engine:
        """The engine, not yet started."""
        return Engine(
            self.command,
            options=self.options,
            variant_name=self.variant_name,
            timeout=self.timeout,
            way=self.way,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be compared."""

    positions: int
    seed: int = 1
    rules: tuple[str, ...] = ("atomic",)
    themes: tuple[str, ...] = tuple(THEMES)
    valid: bool = False
    depth: int = 1
    peer: Peer | None = None
    """The engine; None compares with the reference."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some positions of one theme under one rule set."""

    rules: str
    theme: str
    number: int
    positions: int

    @property
    def name(self) -> str:
        """What its games depend on, together with the seed of the plan."""
        return f"{self.rules}/{self.theme}/{self.number}"


def pieces(plan: Plan) -> list[Piece]:
    """The pieces of a plan, rule sets and themes taking turns.

    >>> [piece.name for piece in pieces(Plan(30, themes=("games", "sparse")))]
    ['atomic/games/0', 'atomic/sparse/0']
    """
    pairs = [(rules, theme) for theme in plan.themes for rules in plan.rules]
    weights = [WEIGHTS.get(theme, USUAL_WEIGHT) for _, theme in pairs]
    shares = Counter[tuple[str, str]]()
    given = 0
    for pair, weight in zip(pairs, weights, strict=True):
        # Rounded so that the shares sum up to the whole.
        before, given = given, given + weight
        whole = sum(weights)
        shares[pair] = plan.positions * given // whole - plan.positions * before // whole
    rounds = -(-max(shares.values(), default=0) // LARGEST_PIECE)
    return [
        Piece(rules, theme, number, size)
        for number in range(rounds)
        for (rules, theme), share in shares.items()
        if (size := share * (number + 1) // rounds - share * number // rounds)
    ]


def walk_piece(plan: Plan, piece: Piece, compare: Compare) -> Tally:
    """Compare the positions of a piece."""
    return walk(
        piece.positions,
        f"{plan.seed}/{piece.name}",
        rules=piece.rules,
        themes=[piece.theme],
        valid=plan.valid,
        depth=plan.depth,
        compare=compare,
    )


@contextmanager
def comparing(peer: Peer | None) -> Iterator[Compare]:
    """What makes the two that are compared; an engine is ended behind it."""
    if peer is None:
        yield Pair.of
        return
    with peer.engine() as engine:
        yield compare_with(engine, en_passant=peer.en_passant)


class Worker:
    """What a process of a pool keeps from piece to piece."""

    plan: Plan
    compare: Compare

    @classmethod
    @contextmanager
    def ready(cls, plan: Plan) -> Iterator[None]:
        """Make it ready for the pieces of a plan."""
        with comparing(plan.peer) as compare:
            cls.plan, cls.compare = plan, staticmethod(compare)
            yield

    @classmethod
    def do(cls, piece: Piece) -> Tally:
        """Compare the positions of a piece."""
        return walk_piece(cls.plan, piece, cls.compare)


def campaign(plan: Plan, jobs: int = 1) -> Iterator[tuple[Piece, Tally]]:
    """Compare all pieces, and give each with its tally, in order; stop after one that differs."""
    todo = pieces(plan)
    if jobs == 1:
        with comparing(plan.peer) as compare:
            for piece in todo:
                tally = walk_piece(plan, piece, compare)
                yield piece, tally
                if tally.differences:
                    return
        return
    with Processes(jobs, partial(Worker.ready, plan)) as pool:
        try:
            for piece, result in [(piece, pool.submit(Worker.do, piece)) for piece in todo]:
                tally = result.result()
                yield piece, tally
                if tally.differences:
                    break
        except BaseException:
            # Nobody waits for pieces that nobody will look at.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown(cancel_futures=True)
