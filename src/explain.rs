//! Why a move is not legal.

use crate::castling::{CastlingMode, CastlingPath};
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::{Ruleset, Touch};
use crate::square::Square;

/// The first reason found why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegality {
    /// The null move.
    NullMove,
    /// The sides do not have one king each: the game is over.
    GameOver,
    /// The move starts on an empty square.
    NoPiece,
    /// The man belongs to the other side.
    WrongSide,
    /// The target holds a man of the same side.
    OwnPiece,
    /// The man does not move that way, or something stands in between.
    Unreachable,
    /// A pawn reaches the last rank without becoming something.
    PromotionMissing,
    /// The move names a promotion that it cannot be.
    PromotionImpossible,
    /// Kings do not capture under the rule set, because their own explosion would destroy them.
    KingMayNotCapture,
    /// Kings do not capture each other under the rule set.
    KingTakesKing,
    /// A king may not capture a protected man, even if the protector explodes.
    ProtectedPiece,
    /// Kings may not touch under the rule set.
    KingsMayNotTouch,
    /// The explosion would destroy the mover's own king.
    OwnKingExplodes,
    /// The own king would be attacked, and not touch the other one.
    KingLeftAttacked,
    /// The king or the rook has lost the right to castle, or never had it.
    CastlingWithoutRight,
    /// Something stands in the way of castling.
    CastlingBlocked,
    /// The king would castle out of or through an attack.
    CastlingThroughAttack,
    /// The king would castle into an attack.
    CastlingIntoAttack,
}

impl<R: Ruleset> Position<R> {
    /// Why a move is not legal; `None` if it is. Castling is the king's move onto its own rook.
    ///
    /// ```
    /// use atomic_rs::{Atomic, CastlingMode, Illegality, Position};
    ///
    /// let fen = "4k3/8/8/8/8/3p4/8/3QK3 w - - 0 1";
    /// let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    /// assert_eq!(position.explain("d1d3".parse().unwrap()), None);
    /// let fen = "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1";
    /// let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    /// assert_eq!(position.explain("d1d2".parse().unwrap()), Some(Illegality::OwnKingExplodes));
    /// ```
    #[must_use]
    pub fn explain(&self, mv: Move) -> Option<Illegality> {
        if self.is_legal(mv) {
            None
        } else {
            Some(self.illegality(mv))
        }
    }

    /// Why a move as a castling mode spells it is not legal; `None` if it is.
    #[must_use]
    pub fn explain_as_spelled(&self, mv: Move, mode: CastlingMode) -> Option<Illegality> {
        let meant = self.unspelled(mv);
        if self.spelled(meant, mode) == mv {
            self.explain(meant)
        } else if self.board().by_color(self.turn()).contains(mv.to()) {
            // In orthodox chess a king does not take its own rook.
            Some(Illegality::OwnPiece)
        } else {
            // In Chess960 a king does not jump.
            Some(Illegality::Unreachable)
        }
    }

    fn illegality(&self, mv: Move) -> Illegality {
        let (from, to) = (mv.from(), mv.to());
        let board = self.board();
        if mv.is_null() {
            return Illegality::NullMove;
        }
        let (Some(king), Some(enemy_king)) = (board.king(self.turn()), board.king(!self.turn()))
        else {
            return Illegality::GameOver;
        };
        match board.color_at(from) {
            None => return Illegality::NoPiece,
            Some(color) if color != self.turn() => return Illegality::WrongSide,
            Some(_) => {}
        }
        let moves_king = from == king;
        if self.is_castling(mv) {
            return self.castling_illegality(king, to);
        }
        if moves_king && self.looks_like_castling(king, to) {
            return Illegality::CastlingWithoutRight;
        }
        if board.by_color(self.turn()).contains(to) {
            return Illegality::OwnPiece;
        }
        if !self.reach(from).contains(to) {
            return Illegality::Unreachable;
        }
        if !mv.names_promotion(self.promotes(from, to)) {
            return match mv.promotion() {
                None => Illegality::PromotionMissing,
                Some(_) => Illegality::PromotionImpossible,
            };
        }
        let rules = self.rules().rules();
        if moves_king && board.occupied().contains(to) {
            if rules.must_survive() {
                return Illegality::KingMayNotCapture;
            }
            if to == enemy_king && !rules.king_x_king {
                return Illegality::KingTakesKing;
            }
            if rules.kings_check() && self.is_attacked_for_king(to, king) {
                return Illegality::ProtectedPiece;
            }
        }
        let after = self.after(mv);
        if after.board().king(self.turn()).is_none() {
            Illegality::OwnKingExplodes
        } else if moves_king && rules.touch == Touch::Forbidden && after.kings_touch() {
            Illegality::KingsMayNotTouch
        } else {
            Illegality::KingLeftAttacked
        }
    }

    /// Whether a king's move has the shape of castling: two squares along its back rank, or onto an own rook there.
    fn looks_like_castling(&self, king: Square, to: Square) -> bool {
        let back_rank = self.turn().back_rank();
        let own_rooks = self.board().by_role(Role::Rook) & self.board().by_color(self.turn());
        king.rank() == back_rank
            && to.rank() == back_rank
            && (king.file().abs_diff(to.file()) == 2 || own_rooks.contains(to))
    }

    /// Why castling with a rook that has the right is not legal.
    fn castling_illegality(&self, king: Square, rook: Square) -> Illegality {
        let path = CastlingPath::new(king, rook);
        if (path.clear & self.board().occupied()).any() {
            Illegality::CastlingBlocked
        } else if path
            .king_way
            .into_iter()
            .any(|square| self.is_attacked_for_king(square, king))
        {
            Illegality::CastlingThroughAttack
        } else if self.rules().rules().touch == Touch::Forbidden
            && self.after(Move::new(king, rook)).kings_touch()
        {
            Illegality::KingsMayNotTouch
        } else {
            Illegality::CastlingIntoAttack
        }
    }

    /// Whether the king, lifted from its square, would be attacked on another one as the rule set means it.
    fn is_attacked_for_king(&self, square: Square, king: Square) -> bool {
        let board = self.board();
        let rules = self.rules().rules();
        let enemy_kings = board.by_role(Role::King) & board.by_color(!self.turn());
        if !rules.has_check()
            || rules.kings_shield() && (crate::attacks::ring(square) & enemy_kings).any()
        {
            return false;
        }
        let lifted = board.occupied().without(king.into());
        let attackers = board.attackers(square, lifted) & board.by_color(!self.turn());
        let ignored = if rules.kings_check() {
            crate::bitboard::Bitboard::EMPTY
        } else {
            enemy_kings
        };
        attackers.without(ignored).any()
    }
}
