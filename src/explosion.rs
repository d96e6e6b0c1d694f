//! What a capture destroys. Nothing here says whether the capture is legal.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Action;
use crate::piece::{Piece, Role};
use crate::rules::Rules;
use crate::square::Square;

/// What a capture destroys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explosion {
    /// The centre: where the capturing man arrives.
    pub ground_zero: Square,
    /// The men that are destroyed, by square in ascending order; the capturing man stands on its from-square.
    pub men: Vec<(Square, Piece)>,
    /// The rooks that lose the right to castle, because they or their king are destroyed, or their king has moved.
    pub lost_castling_rights: Bitboard,
}

/// The men that a blast on `center` destroys besides the capturing and the captured man.
#[inline(always)]
pub(crate) fn bystanders(board: &Board, rules: Rules, center: Square) -> Bitboard {
    let mut fuel = board.occupied();
    if !rules.pawns_explode {
        fuel = fuel.without(board.by_role(Role::Pawn));
    }
    if !rules.kings_die() {
        fuel = fuel.without(board.by_role(Role::King));
    }
    attacks::ring(center) & fuel
}

/// The squares that an action empties by an explosion; none for a quiet one.
///
/// The centre is where the capturing man arrives. For en passant that is not where the captured pawn stands, which goes
/// as well. A king that survives its own capture is not among the burnt.
#[inline(always)]
pub(crate) fn burnt(board: &Board, rules: Rules, action: Action) -> Bitboard {
    match action {
        Action::Capture { from, to, .. } => bystanders(board, rules, to) | from.into() | to.into(),
        Action::EnPassant { from, to } => {
            bystanders(board, rules, to) | from.into() | to.behind_en_passant().into()
        }
        Action::KingCapture { from, to } => {
            let capturer = if rules.kings_die() {
                from.into()
            } else {
                Bitboard::EMPTY
            };
            // The capturing king does not stand on its origin any more: it is no bystander there.
            bystanders(board, rules, to).without(from.into()) | to.into() | capturer
        }
        Action::Quiet { .. }
        | Action::DoubleStep { .. }
        | Action::Promotion { .. }
        | Action::Castling { .. } => Bitboard::EMPTY,
    }
}
