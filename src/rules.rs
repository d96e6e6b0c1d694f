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

/// Calls a macro with all named rule sets, in the order of the documentation: type, name, constant of [`Rules`].
macro_rules! with_named_rulesets {
    ($macro:ident) => {
        $macro! {
            Atomic, "atomic", ATOMIC;
            Icc, "icc", ICC;
            NoCheckAtomic, "nocheckatomic", NOCHECKATOMIC;
            Pawns, "pawns", PAWNS;
            IccPawns, "icc_pawns", ICC_PAWNS;
            AllExplode, "allexplode", ALLEXPLODE;
            Atomar, "atomar", ATOMAR;
            Doering, "doering", DOERING;
            Bremen, "bremen", BREMEN;
            Nuclear, "nuclear", NUCLEAR;
        }
    };
}
#[cfg(feature = "python")]
pub(crate) use with_named_rulesets;

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

    /// As played on ICC: kings may stand attacked, and are captured.
    pub const ICC: Self = Self {
        check: Check::None,
        material: Material::BareKing,
        ..Self::ATOMIC
    };

    /// Fairy-Stockfish's model of ICC: a side may blow itself up, and loses.
    pub const NOCHECKATOMIC: Self = Self {
        self_blast: SelfBlast::MoverLoses,
        king_x_king: true,
        material: Material::Never,
        ..Self::ICC
    };

    /// Pawns explode like pieces.
    pub const PAWNS: Self = Self {
        pawns_explode: true,
        ..Self::ATOMIC
    };

    /// ICC's rules with pawns that explode.
    pub const ICC_PAWNS: Self = Self {
        pawns_explode: true,
        ..Self::ICC
    };

    /// Fairy-Stockfish's variant in which everything explodes.
    pub const ALLEXPLODE: Self = Self {
        pawns_explode: true,
        ..Self::NOCHECKATOMIC
    };

    /// Kings survive explosions and may capture; they are captured themselves.
    pub const ATOMAR: Self = Self {
        king: KingInBlast::Immune,
        ..Self::ICC
    };

    /// Kings survive explosions, and are mated as in orthodox chess.
    pub const DOERING: Self = Self {
        king: KingInBlast::Immune,
        check: Check::Orthodox,
        material: Material::Fide,
        ..Self::PAWNS
    };

    /// Pawns explode, and kings may not touch.
    pub const BREMEN: Self = Self {
        touch: Touch::Forbidden,
        ..Self::PAWNS
    };

    /// Everything explodes, and blowing up both kings at once is a draw.
    pub const NUCLEAR: Self = Self {
        self_blast: SelfBlast::Draw,
        ..Self::ALLEXPLODE
    };

    /// What is contradictory about the record, if anything.
    ///
    /// ```
    /// use atomic_rs::{KingInBlast, Rules, SelfBlast};
    ///
    /// assert_eq!(Rules::ATOMIC.contradiction(), None);
    /// let rules = Rules { king: KingInBlast::Immune, self_blast: SelfBlast::Draw, ..Rules::ICC };
    /// assert!(rules.contradiction().is_some());
    /// ```
    #[must_use]
    pub fn contradiction(self) -> Option<&'static str> {
        let self_blast = !matches!(self.self_blast, SelfBlast::Illegal);
        if self_blast && !self.kings_die() {
            Some("immune kings cannot be blown up: self_blast must be illegal")
        } else if self_blast && self.has_check() {
            Some(
                "a king that must not stay in check cannot blow itself up: self_blast must be illegal",
            )
        } else if self.king_x_king && self.must_survive() {
            Some("a king that would die in its own blast cannot capture: king_x_king must be False")
        } else if self.king_x_king && self.has_check() {
            Some("a king that must not stay in check is never captured: king_x_king must be False")
        } else {
            None
        }
    }

    /// A number that is different for each record, as far as moves go: the material rule ends games and makes none.
    #[inline(always)]
    pub(crate) const fn number(self) -> u64 {
        let fields = [
            self.pawns_explode as u64,
            self.king as u64,
            self.self_blast as u64,
            self.check as u64,
            self.king_x_king as u64,
            self.touch as u64,
        ];
        let mut number = 0;
        let mut field = 0;
        while field < fields.len() {
            number = number << 2 | fields[field];
            field += 1;
        }
        number
    }

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

    /// Whether a move may destroy the mover's own king.
    #[inline(always)]
    pub(crate) fn allows_suicide(self) -> bool {
        self.kings_die() && !self.must_survive()
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

/// Defines a type without data for each named rule set, and their table.
macro_rules! define {
    ($($ruleset:ident, $name:literal, $rules:ident;)+) => {
        $(
            #[doc = concat!("The rule set `", $name, "` at compile time: [`Rules::", stringify!($rules), "`].")]
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $ruleset;

            impl Ruleset for $ruleset {
                #[inline(always)]
                fn rules(self) -> Rules {
                    Rules::$rules
                }
            }
        )+

        impl Rules {
            /// The named rule sets in the order of the documentation.
            pub const NAMED: &[(&'static str, Self)] = &[$(($name, Self::$rules)),+];
        }
    };
}

with_named_rulesets!(define);

/// Other names of rule sets.
const ALIASES: [(&str, &str); 2] = [("lichess", "atomic"), ("fics", "atomic")];

impl Rules {
    /// The rule set of a name or an alias, in upper or lower case.
    ///
    /// ```
    /// use atomic_rs::Rules;
    ///
    /// assert_eq!(Rules::find("Lichess"), Some(Rules::ATOMIC));
    /// assert_eq!(Rules::find("chess"), None);
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let meant = ALIASES
            .iter()
            .find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let name = meant.map_or(name, |(_, name)| name);
        let named = Self::NAMED
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        named.map(|(_, rules)| *rules)
    }

    /// The name of the record, if it has one.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        let named = Self::NAMED.iter().find(|(_, rules)| *rules == self);
        named.map(|(name, _)| *name)
    }
}
