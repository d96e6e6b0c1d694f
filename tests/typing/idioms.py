"""What programs written for python-chess do every day; type checkers read it, a test runs it."""

from __future__ import annotations

import random

import atomic_rs as chess


def play_out(seed: int) -> chess.Outcome | None:
    """Play at random until the game ends."""
    source = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over(claim_draw=True):
        move: chess.Move = source.choice(list(board.legal_moves))
        board.push(move)
    return board.outcome(claim_draw=True)


def material(board: chess.Board, color: bool) -> int:
    """Weigh the men of a side."""
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(len(board.pieces(kind, color)) * each for kind, each in worth.items())


def best_capture(board: chess.Board) -> chess.Move | None:
    """Find the capture that blows up most."""
    best, most = None, 0
    for move in board.generate_legal_captures():
        explosion = board.explosion(move)
        if explosion is not None and explosion.material > most:
            best, most = move, explosion.material
    return best


def look_around() -> list[str]:
    """Ask a board this and that."""
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    notes: list[str] = []
    king: int | None = board.king(chess.WHITE)
    if king is not None:
        notes.append(chess.square_name(king))
    piece: chess.Piece | None = board.piece_at(chess.H8)
    if piece is not None and piece.color == chess.BLACK:
        notes.append(piece.symbol())
    reached = board.attacks(chess.A1) & chess.SquareSet(chess.BB_RANK_1)
    notes += [chess.SQUARE_NAMES[square] for square in reached]
    if board.has_kingside_castling_rights(chess.WHITE):
        notes.append(board.san(board.parse_uci("e1g1")))
    board.push_san("O-O")
    notes += [move.uci() for move in board.move_stack]
    copy: chess.Board = board.copy(stack=False)
    copy.turn = chess.WHITE
    notes.append(str(copy.is_valid()))
    board.pop()
    status: chess.Status = board.status()
    notes.append(str(status == chess.STATUS_VALID))
    return notes
