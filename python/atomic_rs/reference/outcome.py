"""How a game ends: a king gone, no legal move, too little material, or counting."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .geometry import COLORS, OPPONENT, SHADE, Color, letter
from .movegen import in_check, legal_ep_square, successors
from .position import Position, king

Draws = Literal["claim", "lichess", "chessplayx"]
BISHOPS = {"light B", "dark B"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: "1-0", "0-1" or "1/2-1/2", why, and who won if anybody did."""

    result: str
    reason: str
    winner: Color | None


def ended(reason: str, winner: Color | None = None) -> Outcome:
    """Make the outcome of a game won by somebody, or else drawn."""
    return Outcome({"w": "1-0", "b": "0-1", None: "1/2-1/2"}[winner], reason, winner)


def outcome(
    history: Sequence[Position], draws: Draws = "claim", *, claim_draw: bool = False
) -> Outcome | None:
    """Tell how the game with these positions, oldest first, has ended; None if it goes on.

    The order of the questions is that of R19. The counting policy `draws` says which counts
    end a game by themselves (R28); with `claim_draw` a draw is claimed wherever it can be.
    """
    position = history[-1]
    if king(position, "w") is None or king(position, "b") is None:
        return without_king(position)
    if not any(successors(position)):
        is_mate = in_check(position)
        return ended("checkmate", OPPONENT[position.turn]) if is_mate else ended("stalemate")
    if all(insufficient_material(position)):
        return ended("insufficient_material")
    if draws == "lichess" and position.halfmove_clock >= 100:
        reason: str | None = "fifty_moves"
    elif draws == "claim" and position.halfmove_clock >= 150:
        reason = "seventyfive_moves"
    elif draws != "chessplayx" and repetition_count(history) >= 5:
        reason = "fivefold_repetition"
    else:
        reason = claimable_draw(history) if claim_draw else None
    return ended(reason) if reason else None


def without_king(position: Position) -> Outcome:
    """Decide a game in which a king, or both, are gone (R20, R21)."""
    missing = [color for color in COLORS if king(position, color) is None]
    if len(missing) == 2 and position.rules.self_blast == "draw":
        return ended("king_exploded")
    mover = OPPONENT[position.turn]
    loser = mover if mover in missing else position.turn
    # Immune kings go by capture only, so that even a position without a past tells the reason.
    was_captured = position.captured_king == loser or position.rules.king == "immune"
    return ended("king_captured" if was_captured else "king_exploded", OPPONENT[loser])


def claimable_draw(history: Sequence[Position]) -> str | None:
    """Name the draw that can be claimed, now or by announcing a legal move (R29)."""
    position = history[-1]
    following = [after for _, after in successors(position)]
    if position.halfmove_clock >= 100 or any(
        after.halfmove_clock >= 100 and any(successors(after)) for after in following
    ):
        return "fifty_moves"
    games = (history, *([*history, after] for after in following))
    return "threefold_repetition" if any(repetition_count(game) >= 3 for game in games) else None


def repetition_count(history: Sequence[Position]) -> int:
    """Count how often the last position has occurred in the game, itself included (R30)."""
    last = history[-1]
    # Nothing before the last capture or pawn move can come back.
    recent = history[-1 - last.halfmove_clock :]
    # Most positions differ in their men, which is soon seen.
    alike = [position for position in recent if position.board == last.board]
    return list(map(repetition_key, alike)).count(repetition_key(last))


def repetition_key(position: Position) -> tuple[object, ...]:
    """Sum up what makes two positions of a game the same one: all but the counters (R30)."""
    men = frozenset(position.board.items())
    return men, position.turn, position.castling, legal_ep_square(position)


def insufficient_material(position: Position) -> tuple[bool, bool]:
    """Say of White and of Black whether the side has too little to ever win (R23)."""
    return lacks_material(position, "w"), lacks_material(position, "b")


def lacks_material(position: Position, color: Color) -> bool:
    """Judge one side by the material rule of its rule set (R24 to R27)."""
    rule = position.rules.material
    if rule == "never" or king(position, OPPONENT[color]) is None:
        return False  # a side that has won already is not short of material
    own, enemy = men_by_kind(position, color), men_by_kind(position, OPPONENT[color])
    kinds = set(own) | set(enemy)
    if rule == "bare_king" or not own:
        return not own
    if rule == "fide":
        lone_knight, only_bishops = own == {"N": 1}, set(own) <= BISHOPS
        never_meet = len(kinds & BISHOPS) == 1 and not kinds & {"P", "N"}
        return (lone_knight and set(enemy) <= {"Q"}) or (only_bishops and never_meet)
    if enemy:
        # Bishops that never meet can mate only a king walled up by two bishops of its own.
        never_meet = kinds <= BISHOPS and set(own).isdisjoint(enemy)
        return never_meet and enemy.total() == 1
    return own in ({"N": 1}, {"N": 2}, {"R": 1}, {"light B": 1}, {"dark B": 1})


def men_by_kind(position: Position, color: Color) -> Counter[str]:
    """Count the men of one colour, the king apart, with bishops by the colour of their squares."""
    bishop, others = letter("B", color), [letter(kind, color) for kind in "PNRQ"]
    men = position.board.items()
    return Counter(
        [man.upper() for _, man in men if man in others]
        + [f"{SHADE[square]} B" for square, man in men if man == bishop]
    )
