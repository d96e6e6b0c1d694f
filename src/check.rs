//! Who gives check, and what shows that a position cannot come from a game.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Ruleset;
use crate::setup::Faults;
use crate::square::Square;

impl<R: Ruleset> Position<R> {
    /// The men that give check to a colour: none where the rule set or touching kings leave no check.
    #[must_use]
    pub fn checkers_of(&self, color: Color) -> Bitboard {
        let rules = self.rules().rules();
        let board = self.board();
        match (board.king(color), board.king(!color)) {
            (Some(king), Some(enemy_king))
                if rules.has_check()
                    && !(rules.kings_shield() && attacks::ring(king).contains(enemy_king)) =>
            {
                let attackers = if rules.kings_check() {
                    board.attackers(king, board.occupied())
                } else {
                    board.attackers_but_kings(king, board.occupied())
                };
                attackers & board.by_color(!color)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The men that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers_of(self.turn())
    }

    /// The line on which a square is pinned to the king of a colour: the only one between it and an enemy slider.
    ///
    /// This is geometry. In atomic chess a pinned man may capture where the explosion takes the slider along, and no man
    /// is really pinned while the kings touch.
    #[must_use]
    pub fn pin(&self, color: Color, square: Square) -> Option<Bitboard> {
        let board = self.board();
        let king = board.king(color).filter(|king| *king != square)?;
        let sliders = attacks::rook_rays(king) & board.orthogonals()
            | attacks::bishop_rays(king) & board.diagonals();
        let line = attacks::line(king, square);
        let pins = |slider: &Square| {
            attacks::between(king, *slider) & (board.occupied() | square.into()) == square.into()
        };
        (sliders & line & board.by_color(!color))
            .into_iter()
            .find(pins)
            .map(|_| line)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Everything that shows that the position cannot come from a game.
    #[must_use]
    pub fn faults(&self) -> Faults {
        /// The other king can step away and open eight lines while six knights and pawns attack already. Where that is
        /// impossible an explosion can still open several lines, never as many.
        const MOST: u32 = 14;
        let checkers = self.checkers().count();
        self.faults_of_placement()
            | Faults::OPPOSITE_CHECK.when(self.checkers_of(!self.turn()).any())
            | Faults::TOO_MANY_CHECKERS.when(checkers > MOST)
            | Faults::IMPOSSIBLE_CHECK.when(checkers > 1 && self.ep_square_is_valid())
    }
}
