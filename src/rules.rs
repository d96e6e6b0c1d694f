//! Rule sets as data.
//!
//! A rule set is a [`Rules`] record: a handful of plain fields, on which all behaviour hangs. [`Ruleset`] hands the
//! record to generic code: a named rule set is a type without data whose record the compiler folds into the generator;
//! a record chosen at run time is a rule set too.

use std::fmt::Debug;
use std::hash::Hash;

/// What an explosion does to a king within its reach, the capturing king included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingInBlast {
    /// The king is destroyed.
    Dies,
    /// The king stays.
    Immune,
}

/// What becomes of a move after which the mover has no king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SelfBlast {
    /// It is not a legal move.
    Illegal,
    /// It is legal and loses, even if the other king is destroyed too.
    MoverLoses,
    /// It is legal; it loses, or draws if the other king is destroyed too.
    Draw,
}

/// Which attacks on a king restrict moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    /// None: a king may stand attacked, and be captured.
    None,
    /// Attacks by men other than the king, unless the kings touch.
    Atomic,
    /// Attacks by any man.
    Orthodox,
}

/// Whether a king may move next to the other king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Touch {
    /// It may, as far as check allows.
    Allowed,
    /// It may not.
    Forbidden,
}

/// Which material is too little to win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Material {
    /// The table of atomic chess, which knows that explosions need captures.
    Atomic,
    /// A bare king.
    BareKing,
    /// No material: a side can always win.
    Never,
    /// The table of orthodox chess.
    Fide,
}

/// A rule set: what explodes, what a check is, how material ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Whether an explosion destroys pawns around its centre.
    pub pawns_explode: bool,
    /// What an explosion does to kings.
    pub king: KingInBlast,
    /// What becomes of a move that destroys the mover's king.
    pub self_blast: SelfBlast,
    /// Which attacks on a king restrict moves.
    pub check: Check,
    /// Whether a king may capture the other king, where a king can capture at all.
    pub king_x_king: bool,
    /// Whether a king may move next to the other king.
    pub touch: Touch,
    /// Which material is too little to win.
    pub material: Material,
}

impl Rules {
    /// Atomic chess as played on lichess and FICS.
    pub const ATOMIC: Self = Self {
        pawns_explode: false,
        king: KingInBlast::Dies,
        self_blast: SelfBlast::Illegal,
        check: Check::Atomic,
        king_x_king: false,
        touch: Touch::Allowed,
        material: Material::Atomic,
    };

    /// Whether an explosion destroys kings.
    #[inline(always)]
    pub(crate) fn kings_die(self) -> bool {
        matches!(self.king, KingInBlast::Dies)
    }

    /// Whether no move may destroy the mover's own king, which also forbids every capture by a king.
    #[inline(always)]
    pub(crate) fn must_survive(self) -> bool {
        self.kings_die() && matches!(self.self_blast, SelfBlast::Illegal)
    }

    /// Whether kings that touch cannot be in check.
    #[inline(always)]
    pub(crate) fn kings_shield(self) -> bool {
        matches!(self.check, Check::Atomic)
    }

    /// Whether a king counts as attacker of the other king.
    #[inline(always)]
    pub(crate) fn kings_check(self) -> bool {
        matches!(self.check, Check::Orthodox)
    }

    /// Whether play can leave a side without king. Orthodox check with immune kings ends games by mate alone.
    pub(crate) fn king_can_be_lost(self) -> bool {
        self.kings_die() || !self.kings_check()
    }

    /// Whether there is check at all.
    #[inline(always)]
    pub(crate) fn has_check(self) -> bool {
        !matches!(self.check, Check::None)
    }
}

/// A value that stands for a [`Rules`] record.
pub trait Ruleset: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The record.
    fn rules(self) -> Rules;
}

impl Ruleset for Rules {
    #[inline(always)]
    fn rules(self) -> Rules {
        self
    }
}

/// Atomic chess as played on lichess and FICS: [`Rules::ATOMIC`] at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Atomic;

impl Ruleset for Atomic {
    #[inline(always)]
    fn rules(self) -> Rules {
        Rules::ATOMIC
    }
}
