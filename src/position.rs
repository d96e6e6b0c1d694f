//! A position one can play from.

use std::fmt;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::CastlingMode;
use crate::explosion::{self, Explosion};
use crate::fen::FenError;
use crate::moves::{Action, Move};
use crate::piece::{Black, Color, Piece, Role, Side, White};
use crate::rules::Ruleset;
use crate::setup::{Faults, Setup};
use crate::square::Square;
use crate::zobrist;

/// Men, turn, rights, en passant square and clocks, under a rule set, with a running key.
///
/// Equality compares all of them. A position need not be reachable: [`Position::faults`] tells what is odd about it.
/// One with no king, or several, of a colour has no legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R> {
    board: Board,
    /// The Polyglot key without its en passant part.
    key: u64,
    /// Rights that the setup named but that cannot exist; remembered until the first move for `faults`.
    impossible_rights: Bitboard,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
    ep_square: Option<Square>,
    rules: R,
}

/// Why a text or a setup is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The kings do not make a game: none at all, or several of one colour.
    Kings(Faults),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Kings(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl<R: Ruleset> Position<R> {
    /// The position of a FEN in any of the three forms.
    ///
    /// Castling rights that cannot exist in the mode are dropped, and reported by [`Position::faults`].
    ///
    /// ```
    /// use atomic_rs::{Atomic, CastlingMode, Position, STARTING_FEN};
    ///
    /// let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic).unwrap();
    /// assert_eq!(start.polyglot_key(), 0x463b_9618_1691_fc9c);
    /// assert_eq!(start.legal_count(), 20);
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is not a FEN, when a colour has several kings, and when there is no king at all though no move of the
    /// rule set destroys both.
    pub fn from_fen(fen: &str, mode: CastlingMode, rules: R) -> Result<Self, PositionError> {
        let setup: Setup = fen.parse()?;
        let kings = |color| {
            setup.board.by_piece(Piece {
                color,
                role: Role::King,
            })
        };
        let (white, black) = (kings(Color::White), kings(Color::Black));
        let can_lose_both = rules.rules().allows_suicide();
        let faults = Faults::TOO_MANY_KINGS.when(white.many() || black.many())
            | (Faults::NO_WHITE_KING | Faults::NO_BLACK_KING)
                .when((white | black).is_empty() && !can_lose_both);
        if faults.is_empty() {
            Ok(Self::from_setup(&setup, mode, rules))
        } else {
            Err(PositionError::Kings(faults))
        }
    }

    /// The position of a setup, whatever men there are.
    #[must_use]
    pub fn from_setup(setup: &Setup, mode: CastlingMode, rules: R) -> Self {
        let mut board = setup.board;
        let rights = setup.possible_castling_rights(mode);
        board.set_castling_rooks(rights);
        let mut position = Self {
            board,
            key: 0,
            impossible_rights: setup.castling_rights.without(rights),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
            turn: setup.turn,
            ep_square: setup.ep_square,
            rules,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The setup that describes this position.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        // A setup keeps the rights apart, because they need not exist.
        let mut board = self.board;
        board.set_castling_rooks(Bitboard::EMPTY);
        Setup {
            board,
            turn: self.turn,
            castling_rights: self.castling_rights(),
            ep_square: self.ep_square,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The men and the rooks that may castle.
    #[must_use]
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose move it is.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rule set.
    #[must_use]
    #[inline(always)]
    pub fn rules(&self) -> R {
        self.rules
    }

    /// The square that a pawn passed in the last move, whether or not it can be captured there.
    #[must_use]
    pub fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the full move, from 1.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The squares of rooks with the right to castle, and of impossible rights that the setup named.
    #[must_use]
    pub fn castling_rights(&self) -> Bitboard {
        self.board.castling_rooks() | self.impossible_rights
    }

    /// Whether both kings stand and are one king step apart.
    #[must_use]
    pub fn kings_touch(&self) -> bool {
        match (self.board.king(Color::White), self.board.king(Color::Black)) {
            (Some(white), Some(black)) => attacks::ring(white).contains(black),
            _ => false,
        }
    }

    /// The en passant square if a pawn of the side to move stands ready to capture there, legally or not.
    ///
    /// It must lie on the right rank and be empty, with an enemy pawn right behind it.
    #[must_use]
    #[inline]
    pub fn pseudo_legal_ep_square(&self) -> Option<Square> {
        self.capturable_ep_square().filter(|square| {
            let ready = attacks::pawn(!self.turn, *square)
                & self.board.by_piece(Piece {
                    color: self.turn,
                    role: Role::Pawn,
                });
            ready.any()
        })
    }

    /// The en passant square if a pawn really stands behind it, whether or not anyone can capture.
    pub(crate) fn capturable_ep_square(&self) -> Option<Square> {
        self.ep_square.filter(|square| {
            let passed = Piece {
                color: !self.turn,
                role: Role::Pawn,
            };
            square.rank() == self.turn.ep_rank()
                && !self.board.occupied().contains(*square)
                && self
                    .board
                    .by_piece(passed)
                    .contains(square.behind_en_passant())
        })
    }

    /// Whether a move that moves a man of the side to move captures, en passant included.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board().by_color(!self.turn()).contains(mv.to()) || self.is_en_passant(mv)
    }

    /// Whether a move is a pawn's capture on the en passant square.
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        let pawns = self.board().by_piece(Piece {
            color: self.turn(),
            role: Role::Pawn,
        });
        self.capturable_ep_square() == Some(mv.to())
            && (pawns & attacks::pawn(!self.turn(), mv.to())).contains(mv.from())
    }

    /// The Polyglot key: of men, turn, rights, and the file of an en passant square beside which a pawn stands ready.
    ///
    /// The rule set is not part of it: the key of the start position is that of orthodox chess.
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        self.key ^ self.pseudo_legal_ep_square().map_or(0, zobrist::en_passant)
    }

    /// The key without its en passant part.
    pub(crate) fn key_without_ep(&self) -> u64 {
        self.key
    }

    /// The kings of White and of Black.
    fn kings(&self) -> [Option<Square>; 2] {
        Color::ALL.map(|color| self.board.king(color))
    }

    fn key_from_scratch(&self) -> u64 {
        let mut key =
            zobrist::turn(self.turn) ^ zobrist::castling(self.board.castling_rooks(), self.kings());
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                key ^= zobrist::piece(piece, square);
            }
        }
        key
    }

    /// What a move does that is legal, or at least moves a man of the side to move as that man can go.
    #[inline]
    pub(crate) fn action(&self, mv: Move) -> Option<Action> {
        let (from, to) = (mv.from(), mv.to());
        let role = self.board.role_at(from)?;
        if let Some(promotion) = mv.promotion() {
            return Some(if self.board.occupied().contains(to) {
                Action::Capture {
                    from,
                    to,
                    promotes: true,
                }
            } else {
                Action::Promotion {
                    from,
                    to,
                    role: promotion,
                }
            });
        }
        let enemies = self.board.by_color(!self.turn);
        Some(match role {
            Role::King if self.board.castling_rooks().contains(to) && !enemies.contains(to) => {
                Action::Castling {
                    king: from,
                    rook: to,
                }
            }
            Role::King if enemies.contains(to) => Action::KingCapture { from, to },
            _ if enemies.contains(to) => Action::Capture {
                from,
                to,
                promotes: false,
            },
            Role::Pawn if from.file() != to.file() => Action::EnPassant { from, to },
            Role::Pawn if from.rank().abs_diff(to.rank()) == 2 => Action::DoubleStep { from, to },
            _ => Action::Quiet { role, from, to },
        })
    }

    /// The position after a move, which the caller knows to be legal; the null move passes.
    ///
    /// An illegal move gives some position without meaning, never a panic.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        match self.turn {
            Color::White => self.after_by::<White>(mv),
            Color::Black => self.after_by::<Black>(mv),
        }
    }

    fn after_by<S: Side>(&self, mv: Move) -> Self {
        let mut next = *self;
        next.ep_square = None;
        next.impossible_rights = Bitboard::EMPTY;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.fullmove_number = self
            .fullmove_number
            .saturating_add(u32::from(!self.turn.is_white()));
        next.turn = !self.turn;
        next.key ^= zobrist::turn(Color::White);
        let Some(action) = self.action(mv).filter(|_| !mv.is_null()) else {
            return next;
        };
        match action {
            Action::DoubleStep { from, .. } => {
                next.ep_square = Bitboard::square(from).forward::<S>().first();
                next.halfmove_clock = 0;
            }
            Action::Quiet {
                role: Role::Pawn, ..
            }
            | Action::Promotion { .. }
            | Action::Capture { .. }
            | Action::KingCapture { .. }
            | Action::EnPassant { .. } => next.halfmove_clock = 0,
            Action::Quiet { .. } | Action::Castling { .. } => {}
        }
        let burnt = explosion::burnt(&self.board, self.rules.rules(), action);
        next.board = self.board.after::<S>(action, burnt);
        next.key ^= self.key_difference(&next.board);
        next
    }

    /// What a capture destroys, legal or not; `None` for a move that captures nothing.
    ///
    /// ```
    /// use atomic_rs::{Atomic, CastlingMode, Position};
    ///
    /// let fen = "4k2r/5np1/8/8/8/8/1B6/4K3 w k - 0 1";
    /// let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    /// let explosion = position.explosion("b2g7".parse().unwrap()).unwrap();
    /// assert_eq!(explosion.ground_zero.to_string(), "g7");
    /// assert_eq!(explosion.men.len(), 4);
    /// assert_eq!(explosion.lost_castling_rights.single(), Some("h8".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn explosion(&self, mv: Move) -> Option<Explosion> {
        if !self.is_capture(mv) {
            return None;
        }
        let action = self.action(mv)?;
        let burnt = explosion::burnt(&self.board, self.rules.rules(), action);
        let after = self.after(mv);
        let man = |square| Some((square, self.board.piece_at(square)?));
        Some(Explosion {
            ground_zero: mv.to(),
            men: burnt.into_iter().filter_map(man).collect(),
            lost_castling_rights: self
                .board
                .castling_rooks()
                .without(after.board.castling_rooks()),
        })
    }

    /// The keys of all men and rights in which the board differs from another one.
    fn key_difference(&self, other: &Board) -> u64 {
        let mut key = 0;
        let same_kings = self.board.by_role(Role::King) == other.by_role(Role::King);
        for color in Color::ALL {
            // In Chess960 a castling king and rook may change places, which leaves the squares of the colour as they were.
            if same_kings && self.board.by_color(color) == other.by_color(color) {
                continue;
            }
            for role in Role::ALL {
                let piece = Piece { color, role };
                for square in self.board.by_piece(piece) ^ other.by_piece(piece) {
                    key ^= zobrist::piece(piece, square);
                }
            }
        }
        let (before, after) = (self.board.castling_rooks(), other.castling_rooks());
        if before != after {
            // A king that still has a right has not moved, so the old kings place all rights.
            key ^= zobrist::castling(before ^ after, self.kings());
        }
        key
    }

    /// What shows that the position cannot come from a game, apart from checks.
    pub(crate) fn faults_of_placement(&self) -> Faults {
        let board = &self.board;
        let count = |color, role| board.by_piece(Piece { color, role }).count();
        let (white_kings, black_kings) = (
            count(Color::White, Role::King),
            count(Color::Black, Role::King),
        );
        // The last move may have destroyed the king of the side to move, and under some rule sets the mover's own.
        let rules = self.rules.rules();
        let lost = |color, other_kings: u32| {
            rules.allows_suicide()
                || self.turn == color && other_kings > 0 && rules.king_can_be_lost()
        };
        let backrank_pawns = board.by_role(Role::Pawn) & Bitboard::BACK_RANKS;
        Faults::NO_WHITE_KING.when(white_kings == 0 && !lost(Color::White, black_kings))
            | Faults::NO_BLACK_KING.when(black_kings == 0 && !lost(Color::Black, white_kings))
            | Faults::TOO_MANY_KINGS.when(white_kings > 1 || black_kings > 1)
            | Faults::TOO_MANY_WHITE_PAWNS.when(count(Color::White, Role::Pawn) > 8)
            | Faults::TOO_MANY_BLACK_PAWNS.when(count(Color::Black, Role::Pawn) > 8)
            | Faults::PAWNS_ON_BACKRANK.when(backrank_pawns.any())
            | Faults::TOO_MANY_WHITE_PIECES.when(board.by_color(Color::White).count() > 16)
            | Faults::TOO_MANY_BLACK_PIECES.when(board.by_color(Color::Black).count() > 16)
            | Faults::BAD_CASTLING_RIGHTS.when(self.impossible_rights.any())
            | Faults::INVALID_EP_SQUARE.when(self.ep_square.is_some() && !self.ep_square_is_valid())
            | Faults::EMPTY.when(board.occupied().is_empty() && !rules.allows_suicide())
    }

    /// Whether the en passant square can have been passed by a pawn in the last move.
    pub(crate) fn ep_square_is_valid(&self) -> bool {
        self.capturable_ep_square().is_some_and(|square| {
            // The pawn came from the other side of the passed square.
            let behind = square.behind_en_passant();
            let origin = square.with_rank(2 * square.rank() - behind.rank());
            !self.board.occupied().contains(origin)
        })
    }
}
