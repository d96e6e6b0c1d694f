//! Where the king may go: its steps, its castling, and its captures where the rules let kings capture.

use super::Generator;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingPath;
use crate::explosion;
use crate::kernel::Kernel;
use crate::moves::Action;
use crate::piece::Side;
use crate::rules::{Ruleset, Touch};
use crate::square::Square;

/// Where the king may go.
pub(super) struct KingMoves {
    /// Empty squares and enemy men.
    pub(super) targets: Bitboard,
    /// Rooks to castle with.
    pub(super) castling: Bitboard,
}

impl<K: Kernel, R: Ruleset, S: Side> Generator<'_, K, R, S> {
    /// Where the king may go and castle.
    #[inline(always)]
    pub(super) fn king_moves(&self) -> KingMoves {
        let rules = self.rules();
        let beside_enemy = attacks::ring(self.enemy_king);
        let mut steps = attacks::ring(self.king).without(self.occupied);
        if matches!(rules.touch, Touch::Forbidden) {
            steps = steps.without(beside_enemy);
        }
        let mut castling = Bitboard::EMPTY;
        for rook in self.board.castling_rooks() & self.us {
            let clear = CastlingPath::new(self.king, rook).clear;
            if (clear & self.occupied).is_empty() {
                castling |= rook.into();
            }
        }
        if rules.has_check() {
            let safe = if rules.kings_shield() {
                beside_enemy
            } else {
                Bitboard::EMPTY
            };
            if steps.without(safe).any() || castling.any() {
                let without_king = self.occupied.without(self.king.into());
                let mut attacked = self
                    .board
                    .attacked_by::<S::Opponent>(self.kernel, without_king);
                if rules.kings_check() {
                    attacked |= beside_enemy;
                }
                steps = steps.without(attacked.without(safe));
                if castling.any() {
                    castling = self.safe_castling(castling, attacked.without(safe), safe);
                }
            }
        }
        if matches!(rules.touch, Touch::Forbidden) {
            castling = castling
                .into_iter()
                .filter(|rook| !beside_enemy.contains(CastlingPath::new(self.king, *rook).king_to))
                .collect();
        }
        KingMoves {
            targets: steps | self.king_captures(),
            castling,
        }
    }

    /// Those of the rooks with which the king may castle past and into what `attacked` holds.
    #[inline(always)]
    fn safe_castling(&self, rooks: Bitboard, attacked: Bitboard, safe: Bitboard) -> Bitboard {
        let mut legal = Bitboard::EMPTY;
        for rook in rooks {
            let path = CastlingPath::new(self.king, rook);
            if (path.king_way & attacked).is_empty()
                && (safe.contains(path.king_to) || self.is_safe_goal(rook, path, attacked))
            {
                legal |= rook.into();
            }
        }
        legal
    }

    /// Whether the map of attacks tells if the goal of castling with a rook is safe, the way there being so.
    #[inline(always)]
    pub(super) fn map_tells_goal(&self, rook: Square) -> bool {
        // The rook in its new place could shield the goal only from what attacks through the king's square, and in the
        // corner it has hidden nobody.
        matches!(rook.file(), 0 | 7) && !self.carefree
    }

    /// Whether the king may castle into its goal as far as attacks are concerned, the way there being safe.
    #[inline(always)]
    fn is_safe_goal(&self, rook: Square, path: CastlingPath, attacked: Bitboard) -> bool {
        if self.map_tells_goal(rook) {
            return !attacked.contains(path.king_to);
        }
        let movers = Bitboard::square(self.king) | rook.into();
        let occupied = self.occupied.without(movers) | path.rook_to.into();
        self.that_check(self.board.attackers(path.king_to, occupied))
            .is_empty()
    }

    /// What the king may capture, where the rules let kings capture at all.
    #[inline(always)]
    fn king_captures(&self) -> Bitboard {
        let rules = self.rules();
        if rules.must_survive() {
            return Bitboard::EMPTY;
        }
        let mut targets = attacks::ring(self.king) & self.them;
        if !rules.king_x_king {
            targets = targets.without(self.enemy_king.into());
        }
        let beside_enemy = attacks::ring(self.enemy_king);
        if matches!(rules.touch, Touch::Forbidden) && !rules.kings_die() {
            targets = targets.without(beside_enemy);
        }
        if rules.has_check() {
            let shielded = if rules.kings_shield() {
                targets & beside_enemy
            } else {
                Bitboard::EMPTY
            };
            targets = targets
                .into_iter()
                .filter(|to| shielded.contains(*to) || self.king_captures_safely(*to))
                .collect();
        }
        targets
    }

    /// Whether an immune king is attacked neither before the blast of its capture, where that counts, nor after it.
    #[inline(always)]
    fn king_captures_safely(&self, to: Square) -> bool {
        let lifted = self.occupied.without(self.king.into());
        let is_attacked = |burnt: Bitboard| {
            let attackers = self
                .board
                .attackers(to, lifted.without(burnt))
                .without(burnt);
            self.that_check(attackers).any()
        };
        let capture = Action::KingCapture {
            from: self.king,
            to,
        };
        let burnt = explosion::burnt(self.board, self.rules(), capture);
        // Only where kings attack like other men is a protected man out of a king's reach.
        let protects = self.rules().kings_check() && is_attacked(Bitboard::EMPTY);
        !protects && !is_attacked(burnt)
    }
}
