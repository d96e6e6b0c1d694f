//! A rule set chosen at run time: one enum of games, one of positions, and one macro each that looks inside.

use crate::castling::CastlingMode;
use crate::game::Game;
use crate::position::{Position, PositionError};
use crate::rules::{
    AllExplode, Atomar, Atomic, Bremen, Doering, Icc, IccPawns, NoCheckAtomic, Nuclear, Pawns,
    Rules, Ruleset, with_named_rulesets,
};
use crate::setup::Setup;

/// Declares the enums over the named rule sets, which are types of their own, and records that have none.
macro_rules! declare {
    ($($ruleset:ident, $name:literal, $rules:ident;)+) => {
        /// A position under some rule set.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum AnyPosition {
            $($ruleset(Position<$ruleset>),)+
            Custom(Position<Rules>),
        }

        /// A game under some rule set.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) enum AnyGame {
            $($ruleset(Game<$ruleset>),)+
            Custom(Game<Rules>),
        }

        impl AnyPosition {
            /// The position of a FEN under a rule set.
            pub(crate) fn from_fen(fen: &str, mode: CastlingMode, rules: Rules) -> Result<Self, PositionError> {
                Ok(match rules {
                    $(Rules::$rules => Self::$ruleset(Position::from_fen(fen, mode, $ruleset)?),)+
                    _ => Self::Custom(Position::from_fen(fen, mode, rules)?),
                })
            }

            /// The position of a setup under a rule set.
            pub(crate) fn from_setup(setup: &Setup, mode: CastlingMode, rules: Rules) -> Self {
                match rules {
                    $(Rules::$rules => Self::$ruleset(Position::from_setup(setup, mode, $ruleset)),)+
                    _ => Self::Custom(Position::from_setup(setup, mode, rules)),
                }
            }

            /// Whether both are the same under the same rule set; see [`Position::is_same`].
            pub(crate) fn is_same(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$ruleset(one), Self::$ruleset(two)) => one.is_same(two),)+
                    (Self::Custom(one), Self::Custom(two)) => one.rules() == two.rules() && one.is_same(two),
                    _ => false,
                }
            }
        }

        impl AnyGame {
            /// A game that starts from a position.
            pub(crate) fn new(position: AnyPosition) -> Self {
                match position {
                    $(AnyPosition::$ruleset(position) => Self::$ruleset(Game::new(position)),)+
                    AnyPosition::Custom(position) => Self::Custom(Game::new(position)),
                }
            }

            /// The current position.
            pub(crate) fn position(&self) -> AnyPosition {
                match self {
                    $(Self::$ruleset(game) => AnyPosition::$ruleset(*game.position()),)+
                    Self::Custom(game) => AnyPosition::Custom(*game.position()),
                }
            }

            /// Its rule set.
            pub(crate) fn rules(&self) -> Rules {
                with_game!(self, game => game.position().rules().rules())
            }
        }

        /// Evaluates an expression for the position inside an [`AnyPosition`].
        macro_rules! with_position {
            ($any:expr, $position:ident => $result:expr) => {
                match $any {
                    $($crate::any::AnyPosition::$ruleset($position) => $result,)+
                    $crate::any::AnyPosition::Custom($position) => $result,
                }
            };
        }

        /// Evaluates an expression for the game inside an [`AnyGame`].
        macro_rules! with_game {
            ($any:expr, $game:ident => $result:expr) => {
                match $any {
                    $($crate::any::AnyGame::$ruleset($game) => $result,)+
                    $crate::any::AnyGame::Custom($game) => $result,
                }
            };
        }
        pub(crate) use {with_game, with_position};
    };
}

with_named_rulesets!(declare);
