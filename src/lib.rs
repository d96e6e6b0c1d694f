//! Exact and fast atomic chess.
//!
//! In atomic chess a capture explodes: it destroys the capturing man, the captured man, and all men but pawns on the
//! eight squares around. Who explodes the enemy king wins. This crate has the rules, generates legal moves without
//! making them, keeps Zobrist keys through explosions, and counts positions.
//!
//! ```
//! use atomic_rs::{Atomic, CastlingMode, Position, STARTING_FEN, perft};
//!
//! let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic)?;
//! assert_eq!(perft(&start, 4), 197_326);
//!
//! // The knight takes on f7, and the king next to it explodes.
//! let position = ["g1f3", "a7a6", "f3g5", "a6a5"]
//!     .iter()
//!     .fold(start, |position, text| position.after(text.parse().unwrap()));
//! let won = position.after("g5f7".parse().unwrap());
//! assert_eq!(won.outcome().unwrap().winner, Some(atomic_rs::Color::White));
//! # Ok::<(), atomic_rs::PositionError>(())
//! ```
//!
//! Modules stand below in the order of their layers: each uses only those above it.

mod square;
mod piece;
mod bitboard;
pub mod attacks;
mod kernel;
mod castling;
mod polyglot_keys;
mod zobrist;
mod rules;
mod moves;
mod board;
mod explosion;
mod setup;
mod fen;
mod position;
mod check;
mod movegen;
mod pseudo_legal;
mod notation;
mod explain;
mod outcome;
mod san;
mod game;
mod perft;
#[cfg(feature = "python")]
mod any;
#[cfg(feature = "python")]
mod python;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::CastlingMode;
pub use explain::Illegality;
pub use explosion::Explosion;
pub use fen::{
    EnPassantMode, FenError, FenField, STARTING_FEN, board_fen, castling_fen, parse_board,
    parse_castling,
};
pub use game::Game;
pub use kernel::CountingKernel;
pub use moves::{Move, MoveList, ParseMoveError};
pub use outcome::{DrawPolicy, KingLoss, Outcome, Termination};
pub use perft::{
    Bulk, CountError, Counting, Monitor, Progress, Statistics, Table, TableError, Unit, Unwatched,
    divide, divide_with, perft, perft_with, statistics, units,
};
pub use piece::{Color, Piece, Role};
pub use position::{Position, PositionError};
pub use rules::{
    AllExplode, Atomar, Atomic, Bremen, Check, Doering, Icc, IccPawns, KingInBlast, Material,
    NoCheckAtomic, Nuclear, Pawns, Rules, Ruleset, SelfBlast, Touch,
};
pub use san::SanError;
pub use setup::{Faults, Setup};
pub use square::{ParseSquareError, Square};
