//! Counting the leaves of the tree of legal moves.

use std::marker::PhantomData;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::explosion;
#[cfg(target_arch = "x86_64")]
use crate::kernel::V3;
use crate::kernel::{Kernel, Portable, Step};
use crate::movegen::{Generator, Visitor};
use crate::moves::{Action, Move};
use crate::piece::{Black, Color, Role, Side, White};
use crate::position::Position;
use crate::rules::Ruleset;
use crate::square::Square;

/// The depth of nodes that ask their monitor whether to go on: each stands for a millisecond or less.
const MONITORED_DEPTH: u32 = 4;

/// Watches a long count, and may stop it.
pub trait Monitor {
    /// Called about every millisecond with the number of leaves counted since the last call; `false` stops.
    fn go_on(&mut self, leaves: u64) -> bool;
}

/// The number of leaves at a depth in half-moves: 1 at depth 0, the number of legal moves at depth 1.
///
/// Games that are over have no leaves below them. Counts wrap around beyond 2^64.
///
/// ```
/// use atomic_rs::{Atomic, CastlingMode, Position, STARTING_FEN, perft};
///
/// let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic).unwrap();
/// assert_eq!(perft(&start, 3), 8902);
/// ```
#[must_use]
pub fn perft<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    struct Unwatched;
    impl Monitor for Unwatched {
        fn go_on(&mut self, _: u64) -> bool {
            true
        }
    }
    perft_monitored(position, depth, &mut Unwatched).unwrap_or_default()
}

/// As [`perft`], under a monitor; `None` if that stopped the count.
pub fn perft_monitored<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    monitor: &mut dyn Monitor,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = V3::detect() {
        return Search {
            kernel,
            rules: position.rules(),
            monitor,
            stopped: false,
        }
        .count(position, depth);
    }
    Search {
        kernel: Portable,
        rules: position.rules(),
        monitor,
        stopped: false,
    }
    .count(position, depth)
}

/// The leaves below each legal move, in the order of [`Position::legal_moves`]; no move at depth 0.
#[must_use]
pub fn divide<R: Ruleset>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |mv| (mv, perft(&position.after(mv), depth - 1));
    position.legal_moves().into_iter().map(count).collect()
}

struct Search<'a, K, R> {
    kernel: K,
    rules: R,
    monitor: &'a mut dyn Monitor,
    stopped: bool,
}

impl<K: Kernel, R: Ruleset> Search<'_, K, R> {
    /// The leaves below a position at a depth of 1 or more; `None` if the monitor stopped the count.
    fn count(mut self, position: &Position<R>, depth: u32) -> Option<u64> {
        let (board, ep) = (position.board(), position.pseudo_legal_ep_square());
        let leaves = match position.turn() {
            Color::White => self.node::<White>(board, ep, depth),
            Color::Black => self.node::<Black>(board, ep, depth),
        };
        if self.stopped { None } else { Some(leaves) }
    }

    /// The leaves below a node of depth 1 or more.
    #[inline(always)]
    fn node<S: Side>(&mut self, board: &Board, ep: Option<Square>, depth: u32) -> u64 {
        let kernel = self.kernel;
        let side = PhantomData::<S>;
        if depth == 1 {
            kernel.run(Leaves {
                kernel,
                rules: self.rules,
                board,
                ep,
                side,
            })
        } else {
            kernel.run(Node {
                search: self,
                board,
                ep,
                depth,
                leaves: 0,
                side,
            })
        }
    }
}

/// A node of depth 1, whose children are the leaves.
struct Leaves<'a, K, R, S> {
    kernel: K,
    rules: R,
    board: &'a Board,
    ep: Option<Square>,
    side: PhantomData<S>,
}

impl<K: Kernel, R: Ruleset, S: Side> Step for Leaves<'_, K, R, S> {
    #[inline(always)]
    fn run(self) -> u64 {
        Generator::<K, R, S>::new(self.kernel, self.board, self.ep, self.rules)
            .map_or(0, |generator| generator.count())
    }
}

/// A node of depth 2 or more.
struct Node<'a, 'm, K, R, S> {
    search: &'a mut Search<'m, K, R>,
    board: &'a Board,
    ep: Option<Square>,
    depth: u32,
    leaves: u64,
    side: PhantomData<S>,
}

impl<K: Kernel, R: Ruleset, S: Side> Step for Node<'_, '_, K, R, S> {
    #[inline(always)]
    fn run(mut self) -> u64 {
        let search = &self.search;
        let Some(generator) =
            Generator::<K, R, S>::new(search.kernel, self.board, self.ep, search.rules)
        else {
            return 0;
        };
        generator.visit(&mut self);
        if self.depth == MONITORED_DEPTH && !self.search.stopped {
            self.search.stopped = !self.search.monitor.go_on(self.leaves);
        }
        self.leaves
    }
}

impl<K: Kernel, R: Ruleset, S: Side> Visitor for Node<'_, '_, K, R, S> {
    #[inline(always)]
    fn visit(&mut self, action: Action) {
        if self.search.stopped {
            return;
        }
        let burnt = explosion::burnt(self.board, self.search.rules.rules(), action);
        let child = self.board.after::<S>(action, burnt);
        let ep = match action {
            Action::DoubleStep { from, .. } => capturable::<S>(&child, from),
            _ => None,
        };
        let below = self.search.node::<S::Opponent>(&child, ep, self.depth - 1);
        self.leaves = self
            .leaves
            .wrapping_add(below.wrapping_mul(action.multiplicity()));
    }
}

/// The square passed by a double step of side `S` from a square, if an enemy pawn stands ready to capture there.
#[inline(always)]
fn capturable<S: Side>(board: &Board, from: Square) -> Option<Square> {
    let passed = Bitboard::square(from).forward::<S>().first()?;
    let enemies = board.by_role(Role::Pawn) & board.by_color(!S::COLOR);
    Some(passed).filter(|square| (attacks::pawn(S::COLOR, *square) & enemies).any())
}
