//! What men could do if no king had to be minded. It explains moves, and judges none.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Ruleset;
use crate::square::Square;

impl<R: Ruleset> Position<R> {
    /// The squares that the man on a square attacks, whoever it belongs to; none for an empty square.
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let board = self.board();
        let occupied = board.occupied();
        match board.piece_at(square) {
            None => Bitboard::EMPTY,
            Some(piece) => match piece.role {
                Role::Pawn => attacks::pawn(piece.color, square),
                Role::Knight => attacks::knight(square),
                Role::Bishop => attacks::bishop(square, occupied),
                Role::Rook => attacks::rook(square, occupied),
                Role::Queen => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
                Role::King => attacks::ring(square),
            },
        }
    }

    /// The squares that a man of the side to move can go to, whatever becomes of its king; castling aside.
    #[must_use]
    pub fn reach(&self, from: Square) -> Bitboard {
        let board = self.board();
        let (us, occupied) = (board.by_color(self.turn()), board.occupied());
        if !us.contains(from) {
            return Bitboard::EMPTY;
        }
        if !board.by_role(Role::Pawn).contains(from) {
            return self.attacks_from(from).without(us);
        }
        let ahead = |from| attacks::pawn_step(self.turn(), from).without(occupied);
        let single = ahead(from);
        let double = if from.rank() == self.turn().pawn_rank() {
            single.first().map_or(Bitboard::EMPTY, ahead)
        } else {
            Bitboard::EMPTY
        };
        let mut captures = board.by_color(!self.turn());
        captures |= self
            .capturable_ep_square()
            .map_or(Bitboard::EMPTY, Bitboard::square);
        single | double | attacks::pawn(self.turn(), from) & captures
    }

    /// The moves from and to squares of two sets that ignore what becomes of the king, in ascending order.
    ///
    /// Castling is among them only if it is legal.
    #[must_use]
    pub fn pseudo_legal_moves_between(&self, from: Bitboard, to: Bitboard) -> MoveList {
        let mut moves = MoveList::new();
        let king = self.board().king(self.turn());
        for man in self.board().by_color(self.turn()) & from {
            let castling = if king == Some(man) {
                self.legal_moves_between(man.into(), self.board().castling_rooks())
            } else {
                MoveList::new()
            };
            let rooks = castling
                .into_iter()
                .filter(|mv| self.is_castling(*mv))
                .map(Move::to);
            let targets = self.reach(man) | rooks.collect();
            for target in targets & to {
                if self.promotes(man, target) {
                    moves.extend(
                        Role::PROMOTIONS.map(|role| Move::with_promotion(man, target, role)),
                    );
                } else {
                    moves.push(Move::new(man, target));
                }
            }
        }
        moves
    }

    /// Whether a man moves as it can, whatever becomes of the kings, and even after the end; castling only if it is legal.
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        if self.is_castling(mv) {
            return self.is_legal(mv);
        }
        self.reach(mv.from()).contains(mv.to())
            && mv.names_promotion(self.promotes(mv.from(), mv.to()))
    }

    /// Whether the man on a square is a pawn of the side to move that promotes on another square.
    pub(crate) fn promotes(&self, from: Square, to: Square) -> bool {
        let pawns = self.board().by_role(Role::Pawn) & self.board().by_color(self.turn());
        pawns.contains(from) && to.rank() == (!self.turn()).back_rank()
    }
}
