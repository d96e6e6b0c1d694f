//! Where the men stand, and who attacks a square.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingPath;
use crate::kernel::{Kernel, Movers};
use crate::moves::Action;
use crate::piece::{Color, Piece, Role, Side};
use crate::square::Square;

/// The men on the board and the rooks that may still castle, in 64 bytes.
///
/// Queens are in two sets, so that the men that slide along a kind of line are one set. Because the castling rooks are a
/// set of squares too, an explosion clears its squares from all eight sets alike, and the rights go with the rooks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Board {
    pawns: Bitboard,
    knights: Bitboard,
    diagonals: Bitboard,
    orthogonals: Bitboard,
    kings: Bitboard,
    white: Bitboard,
    black: Bitboard,
    castling_rooks: Bitboard,
}

impl Board {
    /// The occupied squares.
    #[must_use]
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.white.0 | self.black.0)
    }

    /// The men of a colour.
    #[must_use]
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The men of a kind, of both colours.
    #[must_use]
    #[inline(always)]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonals.without(self.orthogonals),
            Role::Rook => self.orthogonals.without(self.diagonals),
            Role::Queen => Bitboard(self.diagonals.0 & self.orthogonals.0),
            Role::King => self.kings,
        }
    }

    /// The men of a kind and colour.
    #[must_use]
    #[inline(always)]
    pub const fn by_piece(&self, piece: Piece) -> Bitboard {
        Bitboard(self.by_color(piece.color).0 & self.by_role(piece.role).0)
    }

    /// Bishops and queens.
    #[must_use]
    #[inline(always)]
    pub const fn diagonals(&self) -> Bitboard {
        self.diagonals
    }

    /// Rooks and queens.
    #[must_use]
    #[inline(always)]
    pub const fn orthogonals(&self) -> Bitboard {
        self.orthogonals
    }

    /// The rooks that may still castle.
    #[must_use]
    #[inline(always)]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// The square of a colour's king; `None` if it has none (or, on a board set up by hand, several).
    #[must_use]
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Option<Square> {
        Bitboard(self.kings.0 & self.by_color(color).0).single()
    }

    /// The kind of the man on a square.
    #[must_use]
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if self.pawns.contains(square) {
            Some(Role::Pawn)
        } else if self.knights.contains(square) {
            Some(Role::Knight)
        } else {
            match (
                self.diagonals.contains(square),
                self.orthogonals.contains(square),
            ) {
                (true, true) => Some(Role::Queen),
                (true, false) => Some(Role::Bishop),
                (false, true) => Some(Role::Rook),
                (false, false) if self.kings.contains(square) => Some(Role::King),
                (false, false) => None,
            }
        }
    }

    /// The colour of the man on a square.
    #[must_use]
    #[inline(always)]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.white.contains(square) {
            Some(Color::White)
        } else if self.black.contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The man on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece {
            color: self.color_at(square)?,
            role: self.role_at(square)?,
        })
    }

    /// Empties the squares of a set, castling rights of rooks on them included.
    #[inline(always)]
    pub fn clear(&mut self, squares: Bitboard) {
        self.pawns = self.pawns.without(squares);
        self.knights = self.knights.without(squares);
        self.diagonals = self.diagonals.without(squares);
        self.orthogonals = self.orthogonals.without(squares);
        self.kings = self.kings.without(squares);
        self.white = self.white.without(squares);
        self.black = self.black.without(squares);
        self.castling_rooks = self.castling_rooks.without(squares);
    }

    /// Puts a man on a square, in place of what stands there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square.into());
        self.toggle(piece.role, piece.color, square.into());
    }

    /// Declares which rooks may still castle. The caller vouches for kings and rooks in place.
    pub(crate) fn set_castling_rooks(&mut self, rooks: Bitboard) {
        self.castling_rooks = rooks;
    }

    /// Adds or removes men of a kind on the squares of a set.
    #[inline(always)]
    fn toggle(&mut self, role: Role, color: Color, squares: Bitboard) {
        match role {
            Role::Pawn => self.pawns ^= squares,
            Role::Knight => self.knights ^= squares,
            Role::Bishop => self.diagonals ^= squares,
            Role::Rook => self.orthogonals ^= squares,
            Role::Queen => {
                self.diagonals ^= squares;
                self.orthogonals ^= squares;
            }
            Role::King => self.kings ^= squares,
        }
        match color {
            Color::White => self.white ^= squares,
            Color::Black => self.black ^= squares,
        }
    }

    /// Moves a man to an empty square; the rights of a king or castling rook that moves are lost.
    #[inline(always)]
    fn relocate<S: Side>(&mut self, role: Role, from: Square, to: Square) {
        self.toggle(role, S::COLOR, Bitboard::square(from) | to.into());
        match role {
            Role::King => self.lose_rights::<S>(),
            Role::Rook => self.castling_rooks = self.castling_rooks.without(from.into()),
            _ => {}
        }
    }

    #[inline(always)]
    fn lose_rights<S: Side>(&mut self) {
        self.castling_rooks = self
            .castling_rooks
            .without(Bitboard::rank(S::COLOR.back_rank()));
    }

    /// The board after an action of side `S` that burns the squares of `burnt`.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after<S: Side>(&self, action: Action, burnt: Bitboard) -> Self {
        let mut next = *self;
        match action {
            Action::Quiet { role, from, to } => next.relocate::<S>(role, from, to),
            Action::DoubleStep { from, to } => next.relocate::<S>(Role::Pawn, from, to),
            Action::Promotion { from, to, role } => {
                next.toggle(Role::Pawn, S::COLOR, from.into());
                next.toggle(role, S::COLOR, to.into());
            }
            Action::Capture { .. } | Action::EnPassant { .. } => next.explode(burnt),
            Action::KingCapture { from, to } => {
                next.explode(burnt);
                // A king that is not among the burnt is immune, and goes to where it captured.
                if next.kings.contains(from) {
                    next.relocate::<S>(Role::King, from, to);
                }
            }
            Action::Castling { king, rook } => {
                let path = CastlingPath::new(king, rook);
                // Not `relocate`: in Chess960 a man may stay, or go to where the other one stood.
                next.toggle(Role::King, S::COLOR, king.into());
                next.toggle(Role::Rook, S::COLOR, rook.into());
                next.toggle(Role::King, S::COLOR, path.king_to.into());
                next.toggle(Role::Rook, S::COLOR, path.rook_to.into());
                next.lose_rights::<S>();
            }
        }
        next
    }

    /// Clears burnt squares; a colour whose king is among them loses its rights.
    #[inline(always)]
    fn explode(&mut self, burnt: Bitboard) {
        let kings = self.kings & burnt;
        self.clear(burnt);
        if kings.any() {
            if (self.kings & self.white).is_empty() {
                self.castling_rooks = self
                    .castling_rooks
                    .without(Bitboard::rank(Color::White.back_rank()));
            }
            if (self.kings & self.black).is_empty() {
                self.castling_rooks = self
                    .castling_rooks
                    .without(Bitboard::rank(Color::Black.back_rank()));
            }
        }
    }

    /// The men of both colours, other than kings, that attack a square on an occupation.
    #[must_use]
    #[inline(always)]
    pub fn attackers_but_kings(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::knight(square) & self.knights
            | attacks::bishop(square, occupied) & self.diagonals
            | attacks::rook(square, occupied) & self.orthogonals
            // A white pawn attacks the square from where a black pawn on it would attack.
            | attacks::pawn(Color::Black, square) & self.pawns & self.white
            | attacks::pawn(Color::White, square) & self.pawns & self.black
    }

    /// The men of both colours that attack a square on an occupation, kings included.
    #[must_use]
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_but_kings(square, occupied) | attacks::ring(square) & self.kings
    }

    /// The squares that the men of side `S`, other than its king, attack on an occupation.
    #[inline(always)]
    pub(crate) fn attacked_by<S: Side>(&self, kernel: impl Kernel, occupied: Bitboard) -> Bitboard {
        let pawns = self.pawns & self.by_color(S::COLOR);
        pawns.forward_west::<S>()
            | pawns.forward_east::<S>()
            | kernel.attack_map(self.movers(self.by_color(S::COLOR)), occupied)
    }

    /// Knights and sliders among some men.
    #[inline(always)]
    pub(crate) fn movers(&self, men: Bitboard) -> Movers {
        Movers {
            knights: self.knights & men,
            diagonals: self.diagonals & men,
            orthogonals: self.orthogonals & men,
        }
    }
}
