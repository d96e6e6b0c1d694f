//! Texts that need to know what is legal: FEN of a position, and moves in UCI of either castling mode.

use crate::castling::{CastlingMode, CastlingPath};
use crate::fen::{self, EnPassantMode};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Ruleset;
use crate::square::Square;

impl<R: Ruleset> Position<R> {
    /// The en passant square that a FEN of the mode names.
    #[must_use]
    pub fn ep_square_in(&self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Legal => self.legal_ep_square(),
            EnPassantMode::Always => self.ep_square(),
            EnPassantMode::PseudoLegal => self.pseudo_legal_ep_square(),
        }
    }

    /// The first four fields of the FEN, which an EPD shares.
    #[must_use]
    pub fn epd(&self, en_passant: EnPassantMode, shredder: bool) -> String {
        fen::four_fields(
            self.board(),
            self.turn(),
            self.ep_square_in(en_passant),
            shredder,
        )
    }

    /// The FEN: castling rights as X-FEN or Shredder-FEN, the en passant square by mode.
    #[must_use]
    pub fn fen(&self, en_passant: EnPassantMode, shredder: bool) -> String {
        let clocks = format!(" {} {}", self.halfmove_clock(), self.fullmove_number());
        self.epd(en_passant, shredder) + &clocks
    }

    /// Whether a move is castling in this crate's spelling: the king onto a rook with the right.
    #[must_use]
    pub fn is_castling(&self, mv: Move) -> bool {
        let us = self.board().by_color(self.turn());
        self.board().king(self.turn()) == Some(mv.from())
            && mv.promotion().is_none()
            && (self.board().castling_rooks() & us).contains(mv.to())
    }

    /// A move of this crate's spelling as a castling mode spells it.
    #[must_use]
    pub fn spelled(&self, mv: Move, mode: CastlingMode) -> Move {
        if mode == CastlingMode::Standard && self.is_castling(mv) {
            Move::new(mv.from(), CastlingPath::new(mv.from(), mv.to()).king_to)
        } else {
            mv
        }
    }

    /// A move of either spelling in this crate's spelling.
    ///
    /// The king's jump to its castling goal is castling if there is such a right and the goal is no single step away.
    #[must_use]
    pub fn unspelled(&self, mv: Move) -> Move {
        let (from, to) = (mv.from(), mv.to());
        if self.board().king(self.turn()) != Some(from)
            || from.rank() != to.rank()
            || from.file().abs_diff(to.file()) < 2
            || mv.promotion().is_some()
            || self.is_castling(mv)
        {
            return mv;
        }
        let rooks = self.board().castling_rooks() & self.board().by_color(self.turn());
        rooks
            .into_iter()
            .find(|rook| CastlingPath::new(from, *rook).king_to == to)
            .map_or(mv, |rook| Move::new(from, rook))
    }

    /// Whether a move as a castling mode spells it is legal, as this crate spells it.
    ///
    /// The other mode's spelling of castling is not accepted: this is the test behind `move in legal_moves`.
    #[must_use]
    pub fn legal_as_spelled(&self, mv: Move, mode: CastlingMode) -> Option<Move> {
        let read = match mode {
            CastlingMode::Standard => self.unspelled(mv),
            CastlingMode::Chess960 => mv,
        };
        let own = !(mode == CastlingMode::Standard && self.is_castling(mv));
        Some(read).filter(|read| own && self.is_legal(*read))
    }

    /// Reads a legal move in UCI form; both spellings of castling are accepted where they are clear.
    ///
    /// ```
    /// use atomic_rs::{Atomic, CastlingMode, Position};
    ///
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    /// let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    /// assert_eq!(position.parse_uci("e1g1"), position.parse_uci("e1h1"));
    /// assert_eq!(position.parse_uci("e1e3"), None);
    /// ```
    #[must_use]
    pub fn parse_uci(&self, text: &str) -> Option<Move> {
        let mv = self.unspelled(text.parse().ok()?);
        Some(mv).filter(|mv| self.is_legal(*mv))
    }
}
