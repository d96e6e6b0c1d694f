"""Positions as text: FEN, X-FEN and Shredder-FEN, and what is wrong with a position."""

import re
from collections import Counter
from dataclasses import replace
from typing import Literal

from .geometry import BACK_RANK, COLORS, FILES, OPPONENT, RANKS, SQUARES, Color, color_of, letter
from .movegen import checkers, en_passant_captures, has_ep_victim, in_check, legal_ep_square
from .position import Position, king
from .rules import Rules, find_rules

DEFAULTS = ("", "w", "-", "-", "0", "1")
RANK = re.compile(r"([1-8](?![1-8])|[PKpk]|[NBRQnbrq]~?)+")  # "~" marks a promoted man
LARGEST_COUNTER = 2**32 - 1
EpField = Literal["legal", "fen", "xfen"]


def parse_fen(text: str, rules: str | Rules = "atomic", *, chess960: bool = False) -> Position:
    """Read a FEN; ValueError names the field that cannot be read or can be no position at all.

    Missing fields at the end have default values. What else is wrong is kept for `status` to tell.
    """
    fields = [field for field in text.split(" ") if field]
    if len(fields) > len(DEFAULTS):
        raise invalid("extra", fields[len(DEFAULTS)])
    placement, turn, castling, ep_square, clock, number = (*fields, *DEFAULTS[len(fields) :])
    board, record = parse_board(placement), rules if isinstance(rules, Rules) else find_rules(rules)
    if not {"K", "k"} & {*board.values()} and record.self_blast == "illegal":
        raise invalid("board", placement)  # no move destroys both kings
    if turn not in COLORS:
        raise invalid("turn", turn)
    if ep_square != "-" and not (ep_square in SQUARES and ep_square[1] in "36"):
        raise invalid("en passant", ep_square)
    position = Position(
        board=board,
        turn="w" if turn == "w" else "b",
        castling=frozenset(),
        ep_square=None if ep_square == "-" else ep_square,
        halfmove_clock=parse_counter("halfmove clock", clock),
        fullmove_number=max(1, parse_counter("fullmove number", number)),
        rules=record,
        chess960=chess960,
    )
    return with_castling(position, castling)


def invalid(name: str, text: str) -> ValueError:
    """Make the error for a field that cannot be read."""
    return ValueError(f'invalid {name} field "{text}"')


def parse_board(text: str) -> dict[str, str]:
    """Read the field that says where the men are."""
    rows = text.replace("~", "").split("/")
    cells = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in rows]
    is_shaped = len(cells) == len(RANKS) and all(len(row) == len(FILES) for row in cells)
    kings = [text.count(letter("K", color)) for color in COLORS]
    if not (is_shaped and all(map(RANK.fullmatch, text.split("/"))) and max(kings) <= 1):
        raise invalid("board", text)
    squares = (file + rank for rank in reversed(RANKS) for file in FILES)
    return {at: man for at, man in zip(squares, "".join(cells), strict=True) if man != "."}


def parse_counter(name: str, text: str) -> int:
    """Read one of the two counters."""
    if not re.fullmatch("0*[0-9]{1,10}", text) or int(text[-10:]) > LARGEST_COUNTER:
        raise invalid(name, text)
    return int(text[-10:])


def with_castling(position: Position, field: str) -> Position:
    """Give a position the castling rights that a FEN names and that can exist."""
    if field == "-":
        return position
    if not re.fullmatch("[KQkqA-Ha-h]{1,4}", field) or len(set(field)) < len(field):
        raise invalid("castling", field)
    named = {named_rook(position, name) for name in field}
    kept: set[str] = set()
    for color in COLORS:
        # Of two rooks named on one side of the king the outer one has the right.
        home = king(position, color) or ""
        rooks = sorted(rook for rook in named if rook and rook[1] == BACK_RANK[color])
        kept |= {*[at for at in rooks if at < home][:1], *[at for at in rooks if at > home][-1:]}
    return replace(position, castling=frozenset(kept), bad_castling=named != kept)


def named_rook(position: Position, name: str) -> str | None:
    """Find the rook that a letter of the castling field means; None if it can never castle."""
    color, kind = color_of(name), name.upper()
    home, rank = king(position, color), BACK_RANK[color]
    rook = outermost_rook(position, color, kind) if kind in "KQ" else name.lower() + rank
    if home is None or home[1] != rank or position.board.get(rook or "") != letter("R", color):
        return None
    is_orthodox = home[0] == "e" and rook in ("a" + rank, "h" + rank)
    return rook if position.chess960 or is_orthodox else None


def outermost_rook(position: Position, color: Color, side: str) -> str | None:
    """Find the rook nearest to the edge on the side "K" or "Q" of a king on its back rank."""
    home, own = king(position, color), letter("R", color)
    back_rank = [file + BACK_RANK[color] for file in FILES]
    for square in reversed(back_rank) if side == "K" else back_rank:
        if square == home:
            break
        if position.board.get(square) == own:
            return square
    return None


def to_fen(position: Position, en_passant: EpField = "legal", *, shredder: bool = False) -> str:
    """Write a position as FEN.

    The ep square is written if a capture on it is legal, with "xfen" if a pawn stands ready for it,
    with "fen" always. Castling is written in the X-FEN way, with `shredder` as files.
    """
    ep_square = legal_ep_square(position) if en_passant == "legal" else position.ep_square
    if en_passant == "xfen" and not any(en_passant_captures(position)):
        ep_square = None
    men = [position.board.get(square, ".") for square in SQUARES]
    placement = "/".join("".join(men[start : start + 8]) for start in range(56, -8, -8))
    for length in range(8, 0, -1):
        placement = placement.replace("." * length, str(length))
    castling = castling_field(position, shredder=shredder)
    counters = f"{position.halfmove_clock} {position.fullmove_number}"
    return f"{placement} {position.turn} {castling} {ep_square or '-'} {counters}"


def castling_field(position: Position, *, shredder: bool) -> str:
    """Write the castling rights, White's first and the king side first."""
    text = ""
    for color in COLORS:
        for rook in sorted(position.castling, reverse=True):
            if rook[1] == BACK_RANK[color]:
                side = "K" if rook > (king(position, color) or "") else "Q"
                is_outermost = rook == outermost_rook(position, color, side)
                name = side if is_outermost and not shredder else rook[0].upper()
                text += letter(name, color)
    return text or "-"


def status(position: Position) -> list[str]:
    """Name everything that is wrong with a position; an empty list means that it is valid."""
    board, turn, rules = position.board, position.turn, position.rules
    count = Counter(board.values())
    men = Counter(map(color_of, board.values()))
    missing = [color for color in COLORS if king(position, color) is None]
    # The side to move may have lost its king (R41), except where kings are only mated; the
    # side that has moved only where it may blow itself up.
    is_only_mated = rules.king == "immune" and rules.check == "orthodox"
    is_end = rules.self_blast != "illegal" or (missing == [turn] and not is_only_mated)
    came_from = (position.ep_square or "-")[0] + ("7" if turn == "w" else "2")
    is_ep_valid = has_ep_victim(position) and came_from not in board
    check_count = len(list(checkers(position, turn)))
    flags = {
        "NO_WHITE_KING": "w" in missing and not is_end,
        "NO_BLACK_KING": "b" in missing and not is_end,
        "TOO_MANY_KINGS": max(count["K"], count["k"]) > 1,
        "TOO_MANY_WHITE_PAWNS": count["P"] > 8,
        "TOO_MANY_BLACK_PAWNS": count["p"] > 8,
        "PAWNS_ON_BACKRANK": any(man in "Pp" and at[1] in "18" for at, man in board.items()),
        "TOO_MANY_WHITE_PIECES": men["w"] > 16,
        "TOO_MANY_BLACK_PIECES": men["b"] > 16,
        "BAD_CASTLING_RIGHTS": position.bad_castling,
        "INVALID_EP_SQUARE": position.ep_square is not None and not is_ep_valid,
        "OPPOSITE_CHECK": in_check(position, OPPONENT[turn]),
        "EMPTY": not board and rules.self_blast == "illegal",
        "TOO_MANY_CHECKERS": check_count > 14,
        "IMPOSSIBLE_CHECK": check_count > 1 and is_ep_valid,
    }
    return [flag for flag, is_raised in flags.items() if is_raised]
