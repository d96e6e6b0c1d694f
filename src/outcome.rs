//! How a game ends, as far as a position alone can tell.

use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{KingInBlast, Material, Ruleset, SelfBlast};

/// Why a game is over. The names are python-chess's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// In check without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
    /// Neither side has the men to win.
    InsufficientMaterial,
    /// 150 half-moves without a capture or a pawn move.
    SeventyfiveMoves,
    /// The position occurred for the fifth time.
    FivefoldRepetition,
    /// 100 half-moves without a capture or a pawn move.
    FiftyMoves,
    /// The position occurred for the third time.
    ThreefoldRepetition,
    /// The king of the side that is not to move is gone.
    VariantWin,
    /// The king of the side to move is gone.
    VariantLoss,
    /// Both kings are gone, which the rule set calls a draw.
    VariantDraw,
}

/// How a king was lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingLoss {
    /// In an explosion around it.
    Exploded,
    /// By a capture on its square.
    Captured,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub termination: Termination,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// How the king was lost, if one was. A position alone knows a capture only where kings do not explode.
    pub king_loss: Option<KingLoss>,
}

/// What repetitions and moves without progress mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawPolicy {
    /// Threefold repetition and fifty moves can be claimed; fivefold and seventy-five moves end the game.
    #[default]
    Claim,
    /// Fivefold repetition and fifty moves end the game; threefold repetition can be claimed.
    Lichess,
    /// Threefold repetition and fifty moves can be claimed; nothing ends the game by itself.
    ChessPlayX,
}

/// The squares of the colour of a1.
const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

impl<R: Ruleset> Position<R> {
    /// The end of the game if a king is gone, without regard to moves and material.
    #[must_use]
    pub fn variant_outcome(&self) -> Option<Outcome> {
        let gone = |color| {
            self.board()
                .by_piece(Piece {
                    color,
                    role: Role::King,
                })
                .is_empty()
        };
        let turn = self.turn();
        let (termination, winner) = match (gone(turn), gone(!turn)) {
            (false, false) => return None,
            (true, false) => (Termination::VariantLoss, Some(!turn)),
            (false, true) => (Termination::VariantWin, Some(turn)),
            // Both went in one move of the other side.
            (true, true) => match self.rules().rules().self_blast {
                SelfBlast::MoverLoses => (Termination::VariantWin, Some(turn)),
                SelfBlast::Draw | SelfBlast::Illegal => (Termination::VariantDraw, None),
            },
        };
        let immune = self.rules().rules().king == KingInBlast::Immune;
        Some(Outcome {
            termination,
            winner,
            king_loss: Some(if immune {
                KingLoss::Captured
            } else {
                KingLoss::Exploded
            }),
        })
    }

    /// The end of the game by the board alone: a king gone, no legal move, too little material, tested in this order.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.variant_outcome() {
            return Some(outcome);
        }
        let draw = |termination| {
            Some(Outcome {
                termination,
                winner: None,
                king_loss: None,
            })
        };
        if !self.has_legal_move() {
            return if self.is_check() {
                let winner = Some(!self.turn());
                Some(Outcome {
                    termination: Termination::Checkmate,
                    winner,
                    king_loss: None,
                })
            } else {
                draw(Termination::Stalemate)
            };
        }
        if self.is_insufficient_material() {
            return draw(Termination::InsufficientMaterial);
        }
        None
    }

    /// Whether neither side can win by any sequence of legal moves, by material alone.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.has_insufficient_material(color))
    }

    /// Whether a colour cannot win by any sequence of legal moves, by material alone.
    ///
    /// Never so once the other king is gone.
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = self.board();
        if board
            .by_piece(Piece {
                color: !color,
                role: Role::King,
            })
            .is_empty()
        {
            return false;
        }
        match self.rules().rules().material {
            Material::Never => false,
            Material::BareKing => self.men(color).is_empty(),
            Material::Atomic => self.men(color).is_empty() || self.atomic_material_fails(color),
            Material::Fide => self.men(color).is_empty() || self.fide_material_fails(color),
        }
    }

    /// The men of a colour other than its king.
    fn men(&self, color: Color) -> Bitboard {
        self.board()
            .by_color(color)
            .without(self.board().by_role(Role::King))
    }

    fn atomic_material_fails(&self, color: Color) -> bool {
        let board = self.board();
        let own = self.men(color);
        let enemy = self.men(!color);
        let bishops = board.by_role(Role::Bishop);
        if enemy.any() {
            // Bishops of opposite colours can never capture. They can mate only a king walled in by two bishops of its own.
            let apart = |dark: Bitboard| (own & dark).is_empty() && enemy.without(dark).is_empty();
            let bishops_only = (own | enemy).without(bishops).is_empty();
            return bishops_only && (apart(DARK_SQUARES) || apart(!DARK_SQUARES)) && !enemy.many();
        }
        // Nothing is left to capture, so the king must be mated by force.
        let knights = board.by_role(Role::Knight);
        let heavy = board.by_role(Role::Queen) | board.by_role(Role::Pawn);
        (own & heavy).is_empty()
            && (!own.many() || own.without(knights).is_empty() && own.count() <= 2)
    }

    fn fide_material_fails(&self, color: Color) -> bool {
        let board = self.board();
        let own = self.men(color);
        let knights = board.by_role(Role::Knight);
        let bishops = board.by_role(Role::Bishop);
        if own.without(knights | bishops).any() {
            return false;
        }
        if (own & knights).any() {
            let helpless = self
                .men(!color)
                .without(board.by_role(Role::Queen))
                .is_empty();
            return !own.many() && helpless;
        }
        let one_color =
            (bishops & DARK_SQUARES).is_empty() || bishops.without(DARK_SQUARES).is_empty();
        one_color && board.by_role(Role::Pawn).is_empty() && knights.is_empty()
    }
}
