"""The rule sets: one record of plain fields, and every named set as a difference from another."""

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Rules:
    """What distinguishes one kind of atomic chess from another (R37); atomic is the default."""

    name: str
    pawns_explode: bool = False  # do pawns next to a capture burn as pieces do?
    king: Literal["dies", "immune"] = "dies"  # in a blast, even in that of its own capture
    self_blast: Literal["illegal", "mover_loses", "draw"] = "illegal"  # "draw": both kings at once
    check: Literal["none", "atomic", "orthodox"] = "atomic"  # attacks that restrict the moves
    king_x_king: bool = False  # asked only where a king can capture at all
    touch: Literal["allowed", "forbidden"] = "allowed"  # may a king move next to the other one?
    material: Literal["atomic", "bare_king", "never", "fide"] = "atomic"  # too little of it (R23)


ATOMIC = Rules("atomic")
ICC = replace(ATOMIC, name="icc", check="none", material="bare_king")
NOCHECKATOMIC = replace(
    ICC, name="nocheckatomic", self_blast="mover_loses", king_x_king=True, material="never"
)
PAWNS = replace(ATOMIC, name="pawns", pawns_explode=True)
ICC_PAWNS = replace(ICC, name="icc_pawns", pawns_explode=True)
ALLEXPLODE = replace(NOCHECKATOMIC, name="allexplode", pawns_explode=True)
ATOMAR = replace(ICC, name="atomar", king="immune")
DOERING = replace(PAWNS, name="doering", king="immune", check="orthodox", material="fide")
BREMEN = replace(PAWNS, name="bremen", touch="forbidden")
NUCLEAR = replace(ALLEXPLODE, name="nuclear", self_blast="draw")

SETS = (ATOMIC, ICC, NOCHECKATOMIC, PAWNS, ICC_PAWNS, ALLEXPLODE, ATOMAR, DOERING, BREMEN, NUCLEAR)
RULES: dict[str, Rules] = {rules.name: rules for rules in SETS}
ALIASES = {"lichess": "atomic", "fics": "atomic"}


def find_rules(name: str) -> Rules:
    """Find a rule set by its name or alias, in any case; ValueError if there is none."""
    known = ALIASES.get(name.lower(), name.lower())
    if known not in RULES:
        message = f'unknown rule set "{name}"'
        raise ValueError(message)
    return RULES[known]
