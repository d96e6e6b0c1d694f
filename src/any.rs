//! A rule set chosen at run time: enums of games and positions, and macros that look inside.

use crate::castling::CastlingMode;
use crate::game::Game;
use crate::moves::Move;
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

            /// The position after a move that the caller knows to be legal, or null.
            pub(crate) fn after(&self, mv: Move) -> Self {
                match self {
                    $(Self::$ruleset(position) => Self::$ruleset(position.after(mv)),)+
                    Self::Custom(position) => Self::Custom(position.after(mv)),
                }
            }

            /// Whether both are equal but for the counters, under the same rule set; see [`Position::repeats`].
            pub(crate) fn repeats(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$ruleset(one), Self::$ruleset(two)) => one.repeats(two),)+
                    (Self::Custom(one), Self::Custom(two)) => one.rules() == two.rules() && one.repeats(two),
                    _ => false,
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

        /// A borrowed position under some rule set.
        #[derive(Clone, Copy)]
        pub(crate) enum View<'a> {
            $($ruleset(&'a Position<$ruleset>),)+
            Custom(&'a Position<Rules>),
        }

        impl AnyPosition {
            /// The position inside.
            #[inline]
            pub(crate) fn view(&self) -> View<'_> {
                match self {
                    $(Self::$ruleset(position) => View::$ruleset(position),)+
                    Self::Custom(position) => View::Custom(position),
                }
            }
        }

        impl View<'_> {
            /// A copy of the position.
            pub(crate) fn to_owned(self) -> AnyPosition {
                match self {
                    $(Self::$ruleset(position) => AnyPosition::$ruleset(*position),)+
                    Self::Custom(position) => AnyPosition::Custom(*position),
                }
            }
        }

        $(
            impl From<Position<$ruleset>> for AnyPosition {
                fn from(position: Position<$ruleset>) -> Self {
                    Self::$ruleset(position)
                }
            }

            impl From<Game<$ruleset>> for AnyGame {
                fn from(game: Game<$ruleset>) -> Self {
                    Self::$ruleset(game)
                }
            }
        )+

        impl From<Position<Rules>> for AnyPosition {
            fn from(position: Position<Rules>) -> Self {
                Self::Custom(position)
            }
        }

        impl From<Game<Rules>> for AnyGame {
            fn from(game: Game<Rules>) -> Self {
                Self::Custom(game)
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
            #[inline]
            pub(crate) fn view(&self) -> View<'_> {
                match self {
                    $(Self::$ruleset(game) => View::$ruleset(game.position()),)+
                    Self::Custom(game) => View::Custom(game.position()),
                }
            }
        }

        /// Evaluates an expression for the position inside a [`View`].
        macro_rules! with_view {
            ($view:expr, $position:ident => $result:expr) => {
                match $view {
                    $($crate::any::View::$ruleset($position) => $result,)+
                    $crate::any::View::Custom($position) => $result,
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
        pub(crate) use {with_game, with_view};
    };
}

with_named_rulesets!(declare);

impl View<'_> {
    /// The rule set.
    pub(crate) fn rules(self) -> Rules {
        with_view!(self, position => position.rules().rules())
    }
}
