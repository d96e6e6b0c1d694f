//! Counting two plies at once: which quiet moves leave the number of replies as it is.
//!
//! The replies are counted once, as if the side to move passed. A quiet move that disturbs none of them has as many, and
//! need not be made. What may be disturbed is told in squares: a move is *bulk* if neither its origin nor its goal is
//! among them. `docs/performance.md` says why these squares suffice; a test makes every bulk move and counts.

use super::Generator;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingPath;
use crate::kernel::Kernel;
use crate::piece::{Role, Side};
use crate::rules::Ruleset;
use crate::square::Square;

/// The squares that a quiet move must neither leave nor reach to be bulk, by kind of man.
pub(crate) struct Disturbance {
    /// For any man.
    any: Bitboard,
    knights: Bitboard,
    pawns: Bitboard,
    /// For bishops and queens.
    diagonals: Bitboard,
    /// For rooks and queens.
    orthogonals: Bitboard,
    king: Bitboard,
}

impl Disturbance {
    /// The goals among `quiet` to which a man goes without disturbing the replies.
    #[inline(always)]
    pub(crate) fn bulk(&self, role: Role, from: Square, quiet: Bitboard) -> Bitboard {
        let disturbing = self.any
            | match role {
                Role::Pawn => self.pawns,
                Role::Knight => self.knights,
                Role::Bishop => self.diagonals,
                Role::Rook => self.orthogonals,
                Role::Queen => self.diagonals | self.orthogonals,
                Role::King => self.king,
            };
        if disturbing.contains(from) {
            Bitboard::EMPTY
        } else {
            quiet.without(disturbing)
        }
    }
}

impl<K: Kernel, R: Ruleset, S: Side> Generator<'_, K, R, S> {
    /// What a quiet move of the other side could disturb among this side's moves; `None` if nearly everything.
    #[inline(always)]
    pub(crate) fn disturbance(&self) -> Option<Disturbance> {
        let rules = self.rules();
        if rules.has_check() && !rules.must_survive() || self.quiet != !self.occupied {
            // Immune kings have more to mind, and a side in check does too.
            return None;
        }
        let board = self.board;
        let pawns = board.by_role(Role::Pawn) & self.us;
        let (singles, third_rank) = (pawns.forward::<S>(), Self::third_rank());
        let passes = pawns.forward_west::<S>() | pawns.forward_east::<S>();
        // Captures beside the king are illegal, and the others expose it or not; pawns step and capture.
        let mut any = attacks::ring(self.king)
            | self.exposing
            | singles
            | (singles & third_rank).forward::<S>()
            | passes;
        // A slider's way ends elsewhere.
        for from in board.diagonals() & self.us {
            any |= self.kernel.bishop(from, self.occupied);
        }
        for from in board.orthogonals() & self.us {
            any |= self.kernel.rook(from, self.occupied);
        }
        let rooks = board.castling_rooks() & self.us;
        let mut disturbance = Disturbance {
            any,
            knights: Bitboard::EMPTY,
            // Double steps past a pawn that is ready to capture leave an en passant square.
            pawns: (passes & Generator::<K, R, S::Opponent>::third_rank()).forward::<S::Opponent>(),
            diagonals: Bitboard::EMPTY,
            orthogonals: Bitboard::EMPTY,
            king: Bitboard::EMPTY,
        };
        for rook in rooks {
            disturbance.any |= CastlingPath::new(self.king, rook).clear;
        }
        if rules.has_check() {
            self.disturb_safety(rooks, &mut disturbance);
        }
        Some(disturbance)
    }

    /// Adds what could attack, or cease to attack, a square that the king depends on.
    #[inline(always)]
    fn disturb_safety(&self, rooks: Bitboard, disturbance: &mut Disturbance) {
        let board = self.board;
        let ring = attacks::ring(self.king);
        let mut minded = ring
            .without(self.occupied)
            .without(attacks::ring(self.enemy_king));
        // A slider that attacks the king attacks what is behind it, even if that is no check.
        minded |= self.king.into();
        for rook in rooks {
            let path = CastlingPath::new(self.king, rook);
            minded |= path.king_way | path.king_to.into() | rook.into();
        }
        let (mut diagonal, mut straight) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in minded {
            disturbance.knights |= attacks::knight(square);
            diagonal |= self.kernel.bishop(square, self.occupied);
            straight |= self.kernel.rook(square, self.occupied);
        }
        disturbance.pawns |= minded.forward_west::<S>() | minded.forward_east::<S>();
        disturbance.diagonals |= diagonal;
        disturbance.orthogonals |= straight;
        // Lines of the other side's sliders are opened by leaving them and closed by stepping on them.
        for from in board.diagonals() & self.them {
            disturbance.any |= diagonal & self.kernel.bishop(from, self.occupied);
        }
        for from in board.orthogonals() & self.them {
            disturbance.any |= straight & self.kernel.rook(from, self.occupied);
        }
        if !self.carefree {
            let (rook_rays, bishop_rays) = (
                attacks::rook_rays(self.king),
                attacks::bishop_rays(self.king),
            );
            disturbance.diagonals |= bishop_rays;
            disturbance.orthogonals |= rook_rays;
            let aligned = rook_rays & board.orthogonals() | bishop_rays & board.diagonals();
            for sniper in aligned & self.them {
                let line = attacks::between(self.king, sniper);
                disturbance.any |= line;
                // A knight goes where it could capture just as well, unless that opens a line which it helps to close.
                for from in line & board.by_role(Role::Knight) & self.us {
                    disturbance.any |= attacks::knight(from);
                }
            }
        }
        // The other king makes squares safe, and where it may be blown up lines may be opened.
        disturbance.king = if self.carefree || (self.exposing | self.special).any() {
            Bitboard::ALL
        } else {
            (minded | ring).neighbours()
        };
    }
}
