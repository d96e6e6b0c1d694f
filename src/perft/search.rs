//! The recursion, on one thread.

use std::marker::PhantomData;

use super::table::Slot;
use super::{Bulk, CountError, Counting, Table};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::explosion;
use crate::kernel::{Kernel, Step, with_kernel};
use crate::movegen::{Generator, Replies, Visitor};
use crate::moves::Action;
use crate::piece::{Black, White};
use crate::piece::{Color, Role, Side};
use crate::position::Position;
use crate::rules::Ruleset;
use crate::square::Square;

/// The depth of nodes that ask whether to go on: each stands for a millisecond or less.
pub(super) const MONITORED_DEPTH: u32 = 4;

/// The least depth of nodes that use the table: below it a look-up costs as much as counting.
const TABLE_DEPTH: u32 = 3;

/// The leaves below a position. `go_on` hears from time to time how many have been counted, and may stop.
pub(super) fn count<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    counting: Counting<'_>,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, CountError> {
    if depth == 0 {
        return Ok(1);
    }
    with_kernel!(counting.kernel, kernel => {
        let rules = position.rules();
        let Counting { bulk, table, .. } = counting;
        let mut search = Search { kernel, rules, bulk, table, go_on, counted: 0, error: None };
        let (board, ep) = (position.board(), position.pseudo_legal_ep_square());
        let leaves = match position.turn() {
            Color::White => search.node::<White>(board, ep, depth),
            Color::Black => search.node::<Black>(board, ep, depth),
        };
        match search.error {
            None => Ok(leaves),
            Some(error) => Err(error),
        }
    })
}

struct Search<'a, K, R> {
    kernel: K,
    rules: R,
    bulk: Bulk,
    table: Option<&'a Table>,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// The leaves of finished nodes at `MONITORED_DEPTH`.
    counted: u64,
    error: Option<CountError>,
}

impl<K: Kernel, R: Ruleset> Search<'_, K, R> {
    /// The leaves below a node of depth 1 or more.
    #[inline(always)]
    fn node<S: Side>(&mut self, board: &Board, ep: Option<Square>, depth: u32) -> u64 {
        let (kernel, side) = (self.kernel, PhantomData::<S>);
        if depth == 1 && self.bulk >= Bulk::Leaves {
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
                replies: None,
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

/// A node of depth 2 or more, or one of depth 1 whose leaves are to be made.
struct Node<'a, 's, K, R, S> {
    search: &'a mut Search<'s, K, R>,
    board: &'a Board,
    ep: Option<Square>,
    depth: u32,
    leaves: u64,
    /// At depth 2, the replies to quiet moves.
    replies: Option<Replies<K>>,
    side: PhantomData<S>,
}

impl<K: Kernel, R: Ruleset, S: Side> Step for Node<'_, '_, K, R, S> {
    #[inline(always)]
    fn run(mut self) -> u64 {
        let (kernel, rules) = (self.search.kernel, self.search.rules);
        let table = self.search.table.filter(|_| self.depth >= TABLE_DEPTH);
        let slot =
            table.map(|table| table.slot(rules.rules(), self.board, S::COLOR, self.ep, self.depth));
        if let Some(leaves) = slot.as_ref().and_then(Slot::get) {
            return leaves;
        }
        let Some(generator) = Generator::<K, R, S>::new(kernel, self.board, self.ep, rules) else {
            return 0;
        };
        if self.depth == 2 && self.search.bulk == Bulk::Parents {
            let pass = Generator::<K, R, S::Opponent>::new(kernel, self.board, None, rules);
            self.replies = pass.and_then(|pass| pass.replies());
        }
        generator.visit(&mut self);
        let Self {
            search,
            leaves,
            depth,
            ..
        } = self;
        if depth == MONITORED_DEPTH && search.error.is_none() {
            search.counted = search.counted.saturating_add(leaves);
            if !(search.go_on)(search.counted) {
                search.error = Some(CountError::Stopped);
            }
        }
        if let Some(slot) = slot.filter(|_| search.error.is_none()) {
            slot.set(leaves);
        }
        leaves
    }
}

impl<K: Kernel, R: Ruleset, S: Side> Visitor for Node<'_, '_, K, R, S> {
    #[inline(always)]
    fn settle(&mut self, role: Role, from: Square, goals: Bitboard) -> Bitboard {
        let Some(replies) = &self.replies else {
            return Bitboard::EMPTY;
        };
        let (settled, sum) = replies.count(role, from, goals);
        if cfg!(debug_assertions) {
            for to in settled {
                let (_, expected) = replies.count(role, from, to.into());
                self.check_replies(Action::Quiet { role, from, to }, expected);
            }
        }
        match self.leaves.checked_add(sum) {
            Some(sum) => self.leaves = sum,
            None => self.search.error = Some(CountError::Overflow),
        }
        settled
    }

    #[inline(always)]
    fn visit(&mut self, action: Action) {
        if self.search.error.is_some() {
            return;
        }
        let burnt = explosion::burnt(self.board, self.search.rules.rules(), action);
        let child = self.board.after::<S>(action, burnt);
        let below = if self.depth == 1 {
            // Whoever wants each leaf made does not want the compiler to see through it.
            std::hint::black_box(&child);
            1
        } else {
            let ep = match action {
                Action::DoubleStep { from, .. } => capturable::<S>(&child, from),
                _ => None,
            };
            self.search.node::<S::Opponent>(&child, ep, self.depth - 1)
        };
        let sum = below
            .checked_mul(action.multiplicity())
            .and_then(|below| self.leaves.checked_add(below));
        match sum {
            Some(sum) => self.leaves = sum,
            None => self.search.error = Some(CountError::Overflow),
        }
    }
}

impl<K: Kernel, R: Ruleset, S: Side> Node<'_, '_, K, R, S> {
    /// The check mode of bulk counting, which debug builds run: makes a move and compares the replies.
    ///
    /// # Panics
    ///
    /// When their number is not the expected one.
    fn check_replies(&self, action: Action, expected: u64) {
        let child = self.board.after::<S>(action, Bitboard::EMPTY);
        let (kernel, rules) = (self.search.kernel, self.search.rules);
        let replies = Generator::<K, R, S::Opponent>::new(kernel, &child, None, rules);
        let replies = replies.map_or(0, |generator| generator.count());
        assert_eq!(
            replies,
            expected,
            "bulk {action:?} of {:?} on {:?}",
            S::COLOR,
            self.board
        );
    }
}

/// The square passed by a double step of side `S` from a square, if an enemy pawn stands ready to capture there.
#[inline(always)]
fn capturable<S: Side>(board: &Board, from: Square) -> Option<Square> {
    let passed = Bitboard::square(from).forward::<S>().first()?;
    let enemies = board.by_role(Role::Pawn) & board.by_color(!S::COLOR);
    Some(passed).filter(|square| (attacks::pawn(S::COLOR, *square) & enemies).any())
}
