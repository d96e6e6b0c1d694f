//! A rule set chosen at run time: one enum of games and positions, and one macro that looks inside.

use crate::castling::CastlingMode;
use crate::game::Game;
use crate::position::{Position, PositionError};
use crate::rules::{Atomic, Rules, Ruleset};
use crate::setup::Setup;

/// Declares the enums over the rule sets that have a type of their own.
macro_rules! declare {
    ($($name:literal => $ruleset:ident),+ $(,)?) => {
        /// A position under some rule set.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AnyPosition {
            $(#[doc = concat!("Under the rule set `", $name, "`.")] $ruleset(Position<$ruleset>),)+
        }

        /// A game under some rule set.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyGame {
            $(#[doc = concat!("Under the rule set `", $name, "`.")] $ruleset(Game<$ruleset>),)+
        }

        /// The name of a rule set chosen at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AnyRuleset {
            $(#[doc = concat!("The rule set `", $name, "`.")] $ruleset,)+
        }

        impl AnyRuleset {
            /// All of them, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$ruleset),+];

            /// The name by which users call it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$ruleset => $name),+ }
            }

            /// Its record.
            #[must_use]
            pub fn rules(self) -> Rules {
                match self { $(Self::$ruleset => $ruleset.rules()),+ }
            }

            /// The position of a FEN under this rule set; errors as for [`Position::from_fen`].
            ///
            /// # Errors
            ///
            /// As for [`Position::from_fen`].
            pub fn position_from_fen(self, fen: &str, mode: CastlingMode) -> Result<AnyPosition, PositionError> {
                Ok(match self {
                    $(Self::$ruleset => {
                        AnyPosition::$ruleset(Position::from_fen(fen, mode, $ruleset)?)
                    })+
                })
            }

            /// The position of a setup under this rule set.
            #[must_use]
            pub fn position_from_setup(self, setup: &Setup, mode: CastlingMode) -> AnyPosition {
                match self {
                    $(Self::$ruleset => {
                        AnyPosition::$ruleset(Position::from_setup(setup, mode, $ruleset))
                    })+
                }
            }
        }

        impl AnyPosition {
            /// Its rule set.
            #[must_use]
            pub fn ruleset(&self) -> AnyRuleset {
                match self { $(Self::$ruleset(_) => AnyRuleset::$ruleset),+ }
            }

            /// Whether both are equal under the same rule set; see [`Position::is_same`].
            #[must_use]
            pub fn is_same(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$ruleset(one), Self::$ruleset(two)) => one.is_same(two),)+
                    #[allow(unreachable_patterns, reason = "there may be only one rule set")]
                    _ => false,
                }
            }
        }

        impl AnyGame {
            /// A game that starts from a position.
            #[must_use]
            pub fn new(position: AnyPosition) -> Self {
                match position {
                    $(AnyPosition::$ruleset(position) => Self::$ruleset(Game::new(position))),+
                }
            }

            /// The current position.
            #[must_use]
            pub fn position(&self) -> AnyPosition {
                match self { $(Self::$ruleset(game) => AnyPosition::$ruleset(*game.position())),+ }
            }

            /// The position at the start of the game.
            #[must_use]
            pub fn root(&self) -> AnyPosition {
                match self { $(Self::$ruleset(game) => AnyPosition::$ruleset(*game.root())),+ }
            }

            /// Its rule set.
            #[must_use]
            pub fn ruleset(&self) -> AnyRuleset {
                match self { $(Self::$ruleset(_) => AnyRuleset::$ruleset),+ }
            }
        }

        /// Evaluates an expression for the position inside an [`AnyPosition`].
        macro_rules! with_position {
            ($any:expr, $position:ident => $result:expr) => {
                match $any { $($crate::any::AnyPosition::$ruleset($position) => $result),+ }
            };
        }

        /// Evaluates an expression for the game inside an [`AnyGame`].
        macro_rules! with_game {
            ($any:expr, $game:ident => $result:expr) => {
                match $any { $($crate::any::AnyGame::$ruleset($game) => $result),+ }
            };
        }
    };
}

declare! {
    "atomic" => Atomic,
}

pub(crate) use {with_game, with_position};

/// Other names of rule sets.
const ALIASES: [(&str, AnyRuleset); 2] = [
    ("lichess", AnyRuleset::Atomic),
    ("fics", AnyRuleset::Atomic),
];

impl AnyRuleset {
    /// The rule set of a name or an alias, in upper or lower case.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let named = Self::ALL.iter().find(|ruleset| is(ruleset.name())).copied();
        named.or_else(|| {
            ALIASES
                .iter()
                .find(|(alias, _)| is(alias))
                .map(|(_, ruleset)| *ruleset)
        })
    }
}
