//! Legal moves: the only judge of legality.
//!
//! No move is made to find out whether it is legal. For each position two sets of squares are worked out: where men other
//! than the king may step (`quiet`) and what they may capture (`capture`). Men that stand between their king and an enemy
//! slider have a narrower pair of their own. Listing, counting and testing moves all read these sets.
//!
//! Why sets suffice: a capture by a man other than the king adds nothing to the board. So a slider attacks the king
//! afterwards exactly if it survives and every man between is gone, because it moved away or because the blast reached
//! it. For a given slider the centres of such blasts are an intersection of zones around the men between.
//! `docs/performance.md` has the derivation and a drawing.

mod bulk;
mod king;

pub(crate) use bulk::Replies;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::explosion;
use crate::kernel::{Kernel, Portable};
use crate::moves::{Action, Move, MoveList};
use crate::piece::{Black, Color, Role, Side, White};
use crate::position::Position;
use crate::rules::{Rules, Ruleset};
use crate::square::Square;

/// The most men between a slider and the king that one capture can remove: three by the blast, one by moving away.
const MOST_REMOVED: u32 = 4;

/// Receives the actions of a position one by one.
pub(crate) trait Visitor {
    /// Offers the quiet goals of a man; those it returns are settled and will not be visited.
    #[inline(always)]
    fn settle(&mut self, _: Role, _: Square, _: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Takes one action.
    fn visit(&mut self, action: Action);
}

/// The legal moves of side `S` on a board with one king of each colour.
pub(crate) struct Generator<'a, K, R, S> {
    kernel: K,
    board: &'a Board,
    rules: R,
    /// The square of an enemy pawn's double step on which a pawn of ours might capture.
    ep: Option<Square>,
    us: Bitboard,
    them: Bitboard,
    occupied: Bitboard,
    king: Square,
    enemy_king: Square,
    /// Whether attacks do not matter, because there is no check or the kings touch.
    carefree: bool,
    /// Where men other than the king may step.
    quiet: Bitboard,
    /// What men other than the king may capture.
    capture: Bitboard,
    /// The centres of captures that open a line to the king, wins aside.
    exposing: Bitboard,
    /// Men whose own sets are narrower: those of `private`.
    special: Bitboard,
    /// Enemy sliders with one to four men between them and the king.
    snipers: Bitboard,
    side: std::marker::PhantomData<S>,
}

impl<'a, K: Kernel, R: Ruleset, S: Side> Generator<'a, K, R, S> {
    /// Works out the sets; `None` if a king is missing, so that there is no legal move.
    #[inline(always)]
    pub(crate) fn new(kernel: K, board: &'a Board, ep: Option<Square>, ruleset: R) -> Option<Self> {
        let rules = ruleset.rules();
        let king = board.king(S::COLOR)?;
        let enemy_king = board.king(!S::COLOR)?;
        let them = board.by_color(!S::COLOR);
        let us = board.by_color(S::COLOR);
        let occupied = us | them;
        let ring = attacks::ring(king);
        let mut this = Self {
            kernel,
            board,
            rules: ruleset,
            ep,
            us,
            them,
            occupied,
            king,
            enemy_king,
            carefree: !rules.has_check() || rules.kings_shield() && ring.contains(enemy_king),
            quiet: !occupied,
            capture: if rules.must_survive() {
                them.without(ring)
            } else {
                them
            },
            exposing: Bitboard::EMPTY,
            special: Bitboard::EMPTY,
            snipers: Bitboard::EMPTY,
            side: std::marker::PhantomData,
        };
        if !this.carefree {
            let snipers = them
                & (attacks::rook_rays(king) & board.orthogonals()
                    | attacks::bishop_rays(king) & board.diagonals());
            let mut leapers = them
                & (attacks::knight(king) & board.by_role(Role::Knight)
                    | attacks::pawn(S::COLOR, king) & board.by_role(Role::Pawn));
            if rules.kings_check() {
                leapers |= them & ring & board.by_role(Role::King);
            }
            if (snipers | leapers).any() {
                this.restrict(snipers, leapers);
            }
        }
        Some(this)
    }

    #[inline(always)]
    fn rules(&self) -> Rules {
        self.rules.rules()
    }

    /// The centres of captures that remove the man on a square.
    #[inline(always)]
    fn centers_removing(&self, square: Square) -> Bitboard {
        let at = Bitboard::square(square);
        let rules = self.rules();
        let stays = !rules.pawns_explode && (self.board.by_role(Role::Pawn) & at).any()
            || !rules.kings_die() && (self.board.by_role(Role::King) & at).any();
        if stays { at } else { attacks::zone(square) }
    }

    /// The centres of captures that open the line of a sniper by removing all of `blockers`, but not the sniper.
    #[inline(always)]
    fn opened(&self, sniper: Square, blockers: Bitboard) -> Bitboard {
        let mut centers = !attacks::zone(sniper);
        for blocker in blockers {
            centers &= self.centers_removing(blocker);
        }
        centers
    }

    /// The centres of captures that explode or take the enemy king, which is legal whatever is attacked.
    #[inline(always)]
    fn winning(&self) -> Bitboard {
        if self.rules().kings_die() {
            attacks::zone(self.enemy_king)
        } else {
            self.enemy_king.into()
        }
    }

    /// Narrows the sets for the enemy men that attack the king or could come to do so.
    #[inline(always)]
    fn restrict(&mut self, aligned: Bitboard, leapers: Bitboard) {
        // Captures must remove all checkers (`answers`) and open no line (`exposing`).
        let mut answers = Bitboard::ALL;
        let mut exposing = Bitboard::EMPTY;
        let mut checkers = leapers;
        for leaper in leapers {
            answers &= self.centers_removing(leaper);
        }
        for sniper in aligned {
            let blockers = attacks::between(self.king, sniper) & self.occupied;
            let count = blockers.count();
            if count == 0 {
                checkers |= sniper.into();
                answers &= attacks::zone(sniper);
            } else if count <= MOST_REMOVED {
                self.snipers |= sniper.into();
                exposing |= self.opened(sniper, blockers);
                for own in blockers & self.us {
                    let others = blockers.without(own.into());
                    if others.is_empty() || (self.opened(sniper, others) & self.capture).any() {
                        self.special |= own.into();
                    }
                }
            }
        }
        if checkers.any() {
            // A step can block one slider, and nothing else.
            self.quiet &= match checkers.single() {
                Some(checker) => attacks::between(self.king, checker),
                None => Bitboard::EMPTY,
            };
        }
        self.capture &= self.winning() | answers.without(exposing);
        self.exposing = exposing;
    }

    /// The sets of a man that stands between the king and snipers.
    #[inline(always)]
    fn private(&self, man: Square) -> (Bitboard, Bitboard) {
        let mut quiet = self.quiet;
        let mut exposing = Bitboard::EMPTY;
        for sniper in self.snipers {
            let line = attacks::between(self.king, sniper);
            if line.contains(man) {
                let others = (line & self.occupied).without(man.into());
                if others.is_empty() {
                    quiet &= line;
                }
                exposing |= self.opened(sniper, others);
            }
        }
        (quiet, self.capture & (self.winning() | !exposing))
    }

    /// Where a man may step, and what it may capture, as far as others are concerned.
    #[inline(always)]
    fn sets(&self, man: Square) -> (Bitboard, Bitboard) {
        if self.special.contains(man) {
            self.private(man)
        } else {
            (self.quiet, self.capture)
        }
    }

    /// Where a man other than a king goes by its nature, en passant aside.
    #[inline(always)]
    fn targets(&self, role: Role, from: Square) -> Bitboard {
        let (quiet, capture) = self.sets(from);
        let reached = match role {
            Role::Pawn => {
                let steps = self.pawn_steps(from.into());
                return (steps.0 | steps.1) & quiet | attacks::pawn(S::COLOR, from) & capture;
            }
            Role::Knight => attacks::knight(from),
            Role::Bishop => self.kernel.bishop(from, self.occupied),
            Role::Rook => self.kernel.rook(from, self.occupied),
            Role::Queen => {
                self.kernel.bishop(from, self.occupied) | self.kernel.rook(from, self.occupied)
            }
            Role::King => Bitboard::EMPTY,
        };
        reached & (quiet | capture)
    }

    /// The single and the double steps of pawns to empty squares.
    #[inline(always)]
    fn pawn_steps(&self, pawns: Bitboard) -> (Bitboard, Bitboard) {
        let single = pawns.forward::<S>().without(self.occupied);
        let double = (single & Self::third_rank())
            .forward::<S>()
            .without(self.occupied);
        (single, double)
    }

    /// Where a pawn stands after its first single step.
    #[inline(always)]
    fn third_rank() -> Bitboard {
        match S::COLOR {
            Color::White => Bitboard::rank(2),
            Color::Black => Bitboard::rank(5),
        }
    }

    #[inline(always)]
    fn last_rank() -> Bitboard {
        Bitboard::rank((!S::COLOR).back_rank())
    }

    /// The enemy men among `attackers` whose attack on our king counts.
    #[inline(always)]
    fn that_check(&self, attackers: Bitboard) -> Bitboard {
        let enemies = attackers & self.them;
        if self.rules().kings_check() {
            enemies
        } else {
            enemies.without(self.enemy_king.into())
        }
    }

    /// The pawns that may capture en passant.
    #[inline(always)]
    fn ep_pawns(&self) -> Bitboard {
        let Some(to) = self.ep else {
            return Bitboard::EMPTY;
        };
        let ready = attacks::pawn(!S::COLOR, to) & self.board.by_role(Role::Pawn) & self.us;
        if ready.is_empty() || self.rules().must_survive() && attacks::ring(self.king).contains(to)
        {
            return Bitboard::EMPTY;
        }
        if self.carefree || self.winning().contains(to) {
            return ready;
        }
        ready
            .into_iter()
            .filter(|from| {
                let capture = Action::EnPassant { from: *from, to };
                let burnt = explosion::burnt(self.board, self.rules(), capture);
                let attackers = self
                    .board
                    .attackers(self.king, self.occupied.without(burnt));
                self.that_check(attackers.without(burnt)).is_empty()
            })
            .collect()
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        let board = self.board;
        let either = self.quiet | self.capture;
        let plain = self.us.without(self.special);
        let king = self.king_moves();
        let mut count = king.targets.count() + king.castling.count() + self.ep_pawns().count();

        let pawns = board.by_role(Role::Pawn) & plain;
        let (single, double) = self.pawn_steps(pawns);
        let single = single & self.quiet;
        let west = pawns.forward_west::<S>() & self.capture;
        let east = pawns.forward_east::<S>() & self.capture;
        count += single.count() + (double & self.quiet).count() + west.count() + east.count();
        let last = Self::last_rank();
        if ((single | west | east) & last).any() {
            // Each promotion is four moves.
            count += 3 * ((single & last).count() + (west & last).count() + (east & last).count());
        }

        count += self
            .kernel
            .mobility(board.movers(plain), self.occupied, either);
        for from in self.special {
            if let Some(role) = board.role_at(from) {
                let targets = self.targets(role, from);
                count += targets.count();
                if role == Role::Pawn {
                    count += 3 * (targets & last).count();
                }
            }
        }
        u64::from(count)
    }

    /// Hands over each legal action, in no particular order.
    ///
    /// Quiet moves, promotions aside, are first offered to the visitor as sets of goals, of which it may settle some.
    #[inline(always)]
    pub(crate) fn visit(&self, visitor: &mut impl Visitor) {
        let board = self.board;
        for from in board.by_role(Role::Knight) & self.us {
            self.visit_targets(Role::Knight, from, visitor);
        }
        for from in board.by_role(Role::Bishop) & self.us {
            self.visit_targets(Role::Bishop, from, visitor);
        }
        for from in board.by_role(Role::Rook) & self.us {
            self.visit_targets(Role::Rook, from, visitor);
        }
        for from in board.by_role(Role::Queen) & self.us {
            self.visit_targets(Role::Queen, from, visitor);
        }
        for from in board.by_role(Role::Pawn) & self.us {
            self.visit_pawn(from, visitor);
        }
        let king = self.king_moves();
        let steps = king.targets.without(self.occupied);
        for to in steps.without(visitor.settle(Role::King, self.king, steps)) {
            visitor.visit(Action::Quiet {
                role: Role::King,
                from: self.king,
                to,
            });
        }
        for to in king.targets & self.occupied {
            visitor.visit(Action::KingCapture {
                from: self.king,
                to,
            });
        }
        for rook in king.castling {
            visitor.visit(Action::Castling {
                king: self.king,
                rook,
            });
        }
        if let Some(to) = self.ep {
            for from in self.ep_pawns() {
                visitor.visit(Action::EnPassant { from, to });
            }
        }
    }

    #[inline(always)]
    fn visit_targets(&self, role: Role, from: Square, visitor: &mut impl Visitor) {
        let targets = self.targets(role, from);
        let steps = targets.without(self.occupied);
        for to in steps.without(visitor.settle(role, from, steps)) {
            visitor.visit(Action::Quiet { role, from, to });
        }
        for to in targets & self.occupied {
            visitor.visit(Action::Capture {
                from,
                to,
                promotes: false,
            });
        }
    }

    #[inline(always)]
    fn visit_pawn(&self, from: Square, visitor: &mut impl Visitor) {
        let targets = self.targets(Role::Pawn, from);
        let last = Self::last_rank();
        let beside = attacks::ring(from);
        for to in targets & self.occupied {
            visitor.visit(Action::Capture {
                from,
                to,
                promotes: last.contains(to),
            });
        }
        let steps = targets.without(self.occupied);
        let settled = visitor.settle(Role::Pawn, from, steps.without(last));
        for to in steps.without(settled) {
            if last.contains(to) {
                for role in Role::PROMOTIONS {
                    visitor.visit(Action::Promotion { from, to, role });
                }
            } else if beside.contains(to) {
                visitor.visit(Action::Quiet {
                    role: Role::Pawn,
                    from,
                    to,
                });
            } else {
                visitor.visit(Action::DoubleStep { from, to });
            }
        }
    }

    /// The legal moves from and to squares of two sets, in ascending order.
    fn list(&self, from: Bitboard, to: Bitboard) -> MoveList {
        // Room for most positions, so that the list is allocated once.
        let mut moves = MoveList::with_capacity(64);
        let ep_pawns = self.ep_pawns();
        for man in self.us & from {
            let Some(role) = self.board.role_at(man) else {
                continue;
            };
            let mut targets = if role == Role::King {
                let king = self.king_moves();
                king.targets | king.castling
            } else {
                self.targets(role, man)
            };
            if let Some(ep) = self.ep.filter(|_| ep_pawns.contains(man)) {
                targets |= ep.into();
            }
            for target in targets & to {
                if role == Role::Pawn && Self::last_rank().contains(target) {
                    moves.extend(
                        Role::PROMOTIONS.map(|role| Move::with_promotion(man, target, role)),
                    );
                } else {
                    moves.push(Move::new(man, target));
                }
            }
        }
        moves
    }

    /// Whether a move, in the spelling that `list` gives it, is legal.
    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(role) = self.board.role_at(from).filter(|_| self.us.contains(from)) else {
            return false;
        };
        let promotes = role == Role::Pawn && Self::last_rank().contains(to);
        mv.names_promotion(promotes)
            && match role {
                Role::King => {
                    let king = self.king_moves();
                    (king.targets | king.castling).contains(to)
                }
                Role::Pawn if self.ep == Some(to) && from.file() != to.file() => {
                    self.ep_pawns().contains(from)
                }
                _ => self.targets(role, from).contains(to),
            }
    }
}

/// Evaluates an expression with the generator of the side to move, or gives the default if a king is missing.
macro_rules! generate {
    ($position:expr, $generator:ident => $result:expr) => {{
        let (board, rules) = ($position.board(), $position.rules());
        let ep = $position.capturable_ep_square();
        match $position.turn() {
            Color::White => {
                Generator::<_, R, White>::new(Portable, board, ep, rules).map(|$generator| $result)
            }
            Color::Black => {
                Generator::<_, R, Black>::new(Portable, board, ep, rules).map(|$generator| $result)
            }
        }
        .unwrap_or_default()
    }};
}

impl<R: Ruleset> Position<R> {
    /// The legal moves, in ascending order of from-square, to-square and promotion.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.legal_moves_between(Bitboard::ALL, Bitboard::ALL)
    }

    /// The legal moves from the squares of one set to those of another, in ascending order.
    ///
    /// Castling goes from the king's square to the rook's.
    #[must_use]
    pub fn legal_moves_between(&self, from: Bitboard, to: Bitboard) -> MoveList {
        generate!(self, generator => generator.list(from, to))
    }

    /// The number of legal moves, without listing them.
    #[must_use]
    pub fn legal_count(&self) -> usize {
        generate!(self, generator => generator.count()) as usize
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.legal_count() > 0
    }

    /// Whether a move is legal. Castling is the king's move onto its own rook.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        generate!(self, generator => generator.is_legal(mv))
    }

    /// The en passant square if a capture there is legal.
    #[must_use]
    pub fn legal_ep_square(&self) -> Option<Square> {
        self.pseudo_legal_ep_square()
            .filter(|_| generate!(self, generator => generator.ep_pawns().any()))
    }
}
