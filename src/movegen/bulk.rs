//! Counting two plies at once: the number of replies to a quiet move, without making it.
//!
//! The replies are counted once, as if the side to move passed. A quiet move changes their number only in ways that can be
//! told from its origin and its goal: it uncovers or blocks the ways of sliders, and it comes into the reach of pawns or
//! leaves it, which is counted here; or it touches what the king and the other men depend on, and is made after all.
//! `docs/performance.md` says why these sets suffice. Debug builds make every move that is not made here and compare.

use super::Generator;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingPath;
use crate::kernel::Kernel;
use crate::piece::{Role, Side};
use crate::rules::{Ruleset, Touch};
use crate::square::Square;

/// Lines of sliders that are kept apart: a queen has two. Boards with more are not counted in bulk.
const MOST_LINES: usize = 16;

/// Squares by kind of man.
struct Squares {
    /// For any man.
    any: Bitboard,
    pawns: Bitboard,
    knights: Bitboard,
    /// For bishops and queens.
    diagonals: Bitboard,
    /// For rooks and queens.
    orthogonals: Bitboard,
    king: Bitboard,
}

impl Squares {
    #[inline(always)]
    fn all(any: Bitboard) -> Self {
        let none = Bitboard::EMPTY;
        Self {
            any,
            pawns: none,
            knights: none,
            diagonals: none,
            orthogonals: none,
            king: none,
        }
    }

    #[inline(always)]
    fn of(&self, role: Role) -> Bitboard {
        self.any
            | match role {
                Role::Pawn => self.pawns,
                Role::Knight => self.knights,
                Role::Bishop => self.diagonals,
                Role::Rook => self.orthogonals,
                Role::Queen => self.diagonals | self.orthogonals,
                Role::King => self.king,
            }
    }
}

/// Where a slider goes along its diagonals, or along its rank and file.
#[derive(Clone, Copy)]
struct Lines {
    from: Square,
    is_diagonal: bool,
    attacks: Bitboard,
}

impl Lines {
    #[inline(always)]
    fn on<K: Kernel>(self, kernel: K, occupied: Bitboard) -> Bitboard {
        if self.is_diagonal {
            kernel.bishop(self.from, occupied)
        } else {
            kernel.rook(self.from, occupied)
        }
    }
}

/// The replies to quiet moves.
pub(crate) struct Replies<K> {
    kernel: K,
    /// Their number if the side to move passes.
    number: u64,
    occupied: Bitboard,
    /// What a move must not leave, and what it must not reach, to be counted here.
    leaving: Squares,
    reaching: Squares,
    /// Where sliders may go and what they may capture.
    allowed: Bitboard,
    lines: [Lines; MOST_LINES],
    line_count: usize,
    /// All that the lines reach.
    reach: Bitboard,
    /// What pawns attack to the one and to the other side.
    pawn_attacks: [Bitboard; 2],
    last_rank: Bitboard,
}

impl<K: Kernel> Replies<K> {
    /// The goals to which the replies can be counted, and the sum of the replies to all of these moves.
    #[inline(always)]
    pub(crate) fn count(&self, role: Role, from: Square, goals: Bitboard) -> (Bitboard, u64) {
        let goals = goals.without(self.reaching.of(role));
        if goals.is_empty() || self.leaving.of(role).contains(from) {
            return (Bitboard::EMPTY, 0);
        }
        let lifted = self.occupied.without(from.into());
        let mut number = self.number.wrapping_sub(self.pawn_captures(from));
        let mut reach = self.reach;
        if reach.contains(from) {
            for lines in &self.lines[..self.line_count] {
                if lines.attacks.contains(from) {
                    let attacks = lines.on(self.kernel, lifted);
                    number += u64::from((attacks.without(lines.attacks) & self.allowed).count());
                    reach |= attacks;
                }
            }
        }
        let [west, east] = self.pawn_attacks;
        let changing = goals & (reach | west | east);
        let mut sum = number.wrapping_mul(u64::from(goals.without(changing).count()));
        for to in changing {
            sum += number + self.pawn_captures(to) - self.blocked(from, lifted, to);
        }
        (goals, sum)
    }

    /// The captures by pawns of a man on a square.
    #[inline(always)]
    fn pawn_captures(&self, square: Square) -> u64 {
        let captures = self
            .pawn_attacks
            .map(|attacks| u64::from(attacks.contains(square)));
        let each = if self.last_rank.contains(square) {
            4
        } else {
            1
        };
        each * (captures[0] + captures[1])
    }

    /// The moves of sliders that end behind a goal, once the origin is empty.
    #[inline(always)]
    fn blocked(&self, from: Square, lifted: Bitboard, to: Square) -> u64 {
        let mut blocked = 0;
        for lines in &self.lines[..self.line_count] {
            let mut attacks = lines.attacks;
            if attacks.contains(from) {
                attacks = lines.on(self.kernel, lifted);
            }
            if attacks.contains(to) {
                let left = lines.on(self.kernel, lifted | to.into());
                blocked += u64::from((attacks.without(left) & self.allowed).count());
            }
        }
        blocked
    }
}

impl<K: Kernel, R: Ruleset, S: Side> Generator<'_, K, R, S> {
    /// The moves of this side as replies to quiet moves of the other one; `None` where they cannot be told apart.
    #[inline(always)]
    pub(crate) fn replies(&self) -> Option<Replies<K>> {
        let rules = self.rules();
        // Immune kings have more to mind, and so do kings that keep their distance for no other reason, and a side in check.
        let minds_more = rules.has_check() && !rules.must_survive()
            || !rules.has_check() && rules.touch == Touch::Forbidden;
        if minds_more || self.quiet != !self.occupied {
            return None;
        }
        let board = self.board;
        let pawns = board.by_role(Role::Pawn) & self.us;
        let steps = pawns.forward::<S>();
        // Men between the king and a sniper may go where they may not capture, even if no such capture exists as yet.
        let screen = self.screen();
        let plain = pawns.without(screen);
        let pawn_attacks = [plain.forward_west::<S>(), plain.forward_east::<S>()];
        // Captures beside the king are illegal, and others expose it or not; pawns step.
        let mut any = attacks::ring(self.king)
            | self.exposing
            | steps
            | (steps & Self::third_rank()).forward::<S>()
            | screen
            | (pawns & screen).forward_west::<S>()
            | (pawns & screen).forward_east::<S>();
        for from in board.by_role(Role::Knight) & self.us & screen {
            any |= attacks::knight(from);
        }
        let empty = Lines {
            from: self.king,
            is_diagonal: false,
            attacks: Bitboard::EMPTY,
        };
        let (mut lines, mut line_count, mut reach) = ([empty; MOST_LINES], 0, Bitboard::EMPTY);
        for (is_diagonal, sliders) in [(true, board.diagonals()), (false, board.orthogonals())] {
            for from in sliders & self.us {
                let mut slider = Lines {
                    from,
                    is_diagonal,
                    attacks: Bitboard::EMPTY,
                };
                slider.attacks = slider.on(self.kernel, self.occupied);
                if screen.contains(from) {
                    any |= slider.attacks;
                } else {
                    reach |= slider.attacks;
                    *lines.get_mut(line_count)? = slider;
                    line_count += 1;
                }
            }
        }
        let rooks = board.castling_rooks() & self.us;
        for rook in rooks {
            any |= CastlingPath::new(self.king, rook).clear;
        }
        let mut leaving = Squares::all(any);
        let mut reaching = Squares::all(any);
        // Double steps past a pawn that is ready to capture leave an en passant square.
        let passed = pawns.forward_west::<S>() | pawns.forward_east::<S>();
        let third_rank = Generator::<K, R, S::Opponent>::third_rank();
        reaching.pawns = (passed & third_rank).forward::<S::Opponent>();
        if rules.has_check() {
            self.mind_king(rooks, &mut leaving, &mut reaching);
        }
        Some(Replies {
            kernel: self.kernel,
            number: self.count(),
            occupied: self.occupied,
            leaving,
            reaching,
            allowed: self.quiet | self.capture,
            lines,
            line_count,
            reach,
            pawn_attacks,
            last_rank: Self::last_rank(),
        })
    }

    /// The squares between the king and enemy sliders.
    #[inline(always)]
    fn screen(&self) -> Bitboard {
        let mut screen = Bitboard::EMPTY;
        if !self.carefree {
            let aligned = attacks::rook_rays(self.king) & self.board.orthogonals()
                | attacks::bishop_rays(self.king) & self.board.diagonals();
            for sniper in aligned & self.them {
                screen |= attacks::between(self.king, sniper);
            }
        }
        screen
    }

    /// Adds what could attack, or cease to attack, a square that the king depends on, and what could open a line to it.
    #[inline(always)]
    fn mind_king(&self, rooks: Bitboard, leaving: &mut Squares, reaching: &mut Squares) {
        let board = self.board;
        let ring = attacks::ring(self.king);
        let mut minded = ring
            .without(self.occupied)
            .without(attacks::ring(self.enemy_king));
        // A slider that attacks the king attacks what is behind it, even if that is no check.
        let mut always = Bitboard::square(self.king);
        for rook in rooks {
            let path = CastlingPath::new(self.king, rook);
            minded |= path.king_way | path.king_to.into();
            if !self.map_tells_goal(rook) {
                // The rook may hide an attacker of the goal now, or shield the goal from one when it has castled.
                always |= Bitboard::square(rook) | path.king_to.into();
            }
        }
        let lifted = self.occupied.without(self.king.into());
        let attacked = board.attacked_by::<S::Opponent>(self.kernel, lifted);
        // A square that is attacked may become safe, and a safe one attacked.
        let attacked_minded = minded & attacked | always;
        let safe_minded = minded.without(attacked) | always;
        let losing = self.seen_from(attacked_minded, leaving);
        let gaining = self.seen_from(safe_minded, reaching);
        for from in board.diagonals() & self.them {
            let attacks = self.kernel.bishop(from, self.occupied);
            leaving.any |= attacks & gaining.0;
            reaching.any |= attacks & losing.0;
        }
        for from in board.orthogonals() & self.them {
            let attacks = self.kernel.rook(from, self.occupied);
            leaving.any |= attacks & gaining.1;
            reaching.any |= attacks & losing.1;
        }
        let mut near_king = (minded | ring | self.king.into()).neighbours();
        if !self.carefree {
            let (rook_rays, bishop_rays) = (
                attacks::rook_rays(self.king),
                attacks::bishop_rays(self.king),
            );
            for squares in [&mut *leaving, &mut *reaching] {
                squares.diagonals |= bishop_rays;
                squares.orthogonals |= rook_rays;
            }
        }
        // The other king makes squares safe, and where it may be blown up lines may be opened.
        if self.carefree || (self.exposing | self.special).any() {
            near_king = Bitboard::ALL;
        }
        leaving.king = near_king;
        reaching.king = near_king;
    }

    /// Adds the squares from which men of the other side would attack one of a set, and returns those from which bishops
    /// and rooks would.
    #[inline(always)]
    fn seen_from(&self, set: Bitboard, squares: &mut Squares) -> (Bitboard, Bitboard) {
        let (mut diagonal, mut straight) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in set {
            squares.knights |= attacks::knight(square);
            diagonal |= self.kernel.bishop(square, self.occupied);
            straight |= self.kernel.rook(square, self.occupied);
        }
        squares.pawns |= set.forward_west::<S>() | set.forward_east::<S>();
        squares.diagonals |= diagonal;
        squares.orthogonals |= straight;
        (diagonal, straight)
    }
}
