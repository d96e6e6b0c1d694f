//! Standard algebraic notation, short and long.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::outcome::Termination;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Ruleset;
use crate::square::Square;

/// Why a text is no move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text is not a move in algebraic notation.
    Invalid,
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    PromotionMissing,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "not a move in algebraic notation",
            Self::Illegal => "illegal move",
            Self::Ambiguous => "ambiguous move",
            Self::PromotionMissing => "missing promotion",
        })
    }
}

impl std::error::Error for SanError {}

/// What a text in algebraic notation says about a move.
struct Description {
    /// The kind of man, unless the text names the from-square and no kind.
    role: Option<Role>,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
}

/// The text without marks of check and mate: at most one of `+` and `#`.
fn without_suffix(text: &str) -> &str {
    text.strip_suffix(['+', '#']).unwrap_or(text)
}

/// The castling that a text spells with letters or with digits: whether it is to the king's side.
fn parse_castling(text: &str) -> Option<bool> {
    match without_suffix(text) {
        "O-O" | "0-0" => Some(true),
        "O-O-O" | "0-0-0" => Some(false),
        _ => None,
    }
}

/// Reads `Nf3`, `Ngf3`, `N1xf3`, `Ng1-f3`, `exd5`, `e8=Q`, `e8q` and the like.
fn parse_description(text: &str) -> Option<Description> {
    let mut rest = without_suffix(text).as_bytes();
    let mut named = None;
    if let [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), tail @ ..] = rest {
        named = Role::from_letter(letter.to_ascii_lowercase());
        rest = tail;
    }
    let mut promotion = None;
    if let [head @ .., letter] = rest {
        let promoted = Role::from_letter(letter.to_ascii_lowercase());
        // A `b` at the end is a bishop: files never end a move.
        if let Some(promoted) = promoted.filter(|promoted| *promoted != Role::Pawn) {
            promotion = Some(promoted);
            rest = head.strip_suffix(b"=").unwrap_or(head);
        }
    }
    let [head @ .., file, rank] = rest else {
        return None;
    };
    let to = parse_square(*file, *rank)?;
    let head = match head {
        [head @ .., b'x' | b'-'] => head,
        _ => head,
    };
    let file = |letter: u8| {
        (b'a'..=b'h')
            .contains(&letter)
            .then(|| Bitboard::file(letter - b'a'))
    };
    let rank = |digit: u8| {
        (b'1'..=b'8')
            .contains(&digit)
            .then(|| Bitboard::rank(digit - b'1'))
    };
    let from = match *head {
        // A pawn that captures names its file.
        [] if named.is_none() => Bitboard::file(to.file()),
        [] => Bitboard::ALL,
        [mark] => file(mark).or_else(|| rank(mark))?,
        [letter, digit] => file(letter)? & rank(digit)?,
        _ => return None,
    };
    let role = if from.many() {
        named.or(Some(Role::Pawn))
    } else {
        named
    };
    Some(Description {
        role,
        from,
        to,
        promotion,
    })
}

fn parse_square(file: u8, rank: u8) -> Option<Square> {
    let on_board = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    on_board.then(|| Square::at(file - b'a', rank - b'1'))
}

/// Whether a text is one of the usual spellings of the null move.
fn is_null(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@")
}

impl<R: Ruleset> Position<R> {
    /// A legal move in algebraic notation, or `--` for the null move.
    ///
    /// The end is `#` if the move wins by mate or by destroying the king, `+` if it gives check. Captures with promotion
    /// name the piece although it explodes. Only men that can legally go to the square count for telling men apart.
    ///
    /// ```
    /// use atomic_rs::{Atomic, CastlingMode, Position};
    ///
    /// let fen = "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1";
    /// let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).unwrap();
    /// assert_eq!(position.san("h5f7".parse().unwrap()), "Qxf7#");
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        self.algebraic(mv, false)
    }

    /// A legal move in long algebraic notation: with its from-square, and `-` or `x`.
    #[must_use]
    pub fn lan(&self, mv: Move) -> String {
        self.algebraic(mv, true)
    }

    fn algebraic(&self, mv: Move, long: bool) -> String {
        if mv.is_null() {
            return "--".to_owned();
        }
        let (from, to) = (mv.from(), mv.to());
        let mut text = String::with_capacity(8);
        if self.is_castling(mv) {
            text.push_str(if to.file() > from.file() {
                "O-O"
            } else {
                "O-O-O"
            });
        } else {
            let role = self.board().role_at(from).unwrap_or(Role::Pawn);
            let captures = self.is_capture(mv);
            if role != Role::Pawn {
                text.push(role.letter().to_ascii_uppercase());
            }
            if long {
                text.push_str(&from.to_string());
            } else if role != Role::Pawn {
                self.tell_apart(mv, role, &mut text);
            } else if captures {
                text.push(from.file_letter());
            }
            if captures {
                text.push('x');
            } else if long {
                text.push('-');
            }
            text.push_str(&to.to_string());
            if let Some(promotion) = mv.promotion() {
                text.push('=');
                text.push(promotion.letter().to_ascii_uppercase());
            }
        }
        text.push_str(self.suffix(mv));
        text
    }

    /// Adds the file, the rank or both of the from-square where other men of the kind can go to the same square.
    fn tell_apart(&self, mv: Move, role: Role, text: &mut String) {
        let twins = self
            .board()
            .by_piece(Piece {
                color: self.turn(),
                role,
            })
            .without(mv.from().into());
        if twins.is_empty() {
            return;
        }
        let rivals: Bitboard = self
            .legal_moves_between(twins, mv.to().into())
            .into_iter()
            .filter(|rival| !self.is_castling(*rival))
            .map(Move::from)
            .collect();
        if rivals.is_empty() {
            return;
        }
        let same_file = (rivals & Bitboard::file(mv.from().file())).any();
        let same_rank = (rivals & Bitboard::rank(mv.from().rank())).any();
        if !same_file || same_rank {
            text.push(mv.from().file_letter());
        }
        if same_file {
            text.push(mv.from().rank_digit());
        }
    }

    fn suffix(&self, mv: Move) -> &'static str {
        let after = self.after(mv);
        let won = after.outcome().is_some_and(|outcome| {
            outcome.winner == Some(self.turn())
                && matches!(
                    outcome.termination,
                    Termination::Checkmate | Termination::VariantLoss
                )
        });
        if won {
            "#"
        } else if after.is_check() {
            "+"
        } else {
            ""
        }
    }

    /// Reads a legal move, or the null move, in algebraic notation, short or long.
    ///
    /// Lenient where nothing can be misread: needless or missing `x`, `-`, `=`, `+`, `#` and origins are accepted, as are
    /// castling with zeros and lower-case promotions. A missing promotion is an error.
    ///
    /// # Errors
    ///
    /// When the text is no such notation, and when no legal move or several fit.
    ///
    /// ```
    /// use atomic_rs::{Atomic, CastlingMode, Position, STARTING_FEN, SanError};
    ///
    /// let start = Position::from_fen(STARTING_FEN, CastlingMode::Standard, Atomic).unwrap();
    /// assert_eq!(start.parse_san("Nf3"), Ok("g1f3".parse().unwrap()));
    /// assert_eq!(start.parse_san("Nd2"), Err(SanError::Illegal));
    /// assert_eq!(start.parse_san("Nf"), Err(SanError::Invalid));
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        if is_null(text) {
            return Ok(Move::NULL);
        }
        if let Some(king_side) = parse_castling(text) {
            let king = self.board().king(self.turn()).ok_or(SanError::Illegal)?;
            return self
                .legal_moves_between(king.into(), self.board().castling_rooks())
                .into_iter()
                .find(|mv| self.is_castling(*mv) && (mv.to().file() > king.file()) == king_side)
                .ok_or(SanError::Illegal);
        }
        let Description {
            role,
            from,
            to,
            promotion,
        } = parse_description(text).ok_or(SanError::Invalid)?;
        let men = self.board().by_color(self.turn())
            & role.map_or(Bitboard::ALL, |role| self.board().by_role(role));
        let (from, mut to) = (from & men, Bitboard::square(to));
        if let (None, Some(from), Some(goal)) = (role, from.single(), to.single()) {
            // With both squares named, castling may be spelled as the king's jump.
            to = self.unspelled(Move::new(from, goal)).to().into();
        }
        let moves = self.legal_moves_between(from, to);
        let mut fitting = moves.iter().filter(|mv| {
            mv.promotion() == promotion && (role.is_none() || !self.is_castling(**mv))
        });
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(*mv),
            (Some(_), Some(_)) => Err(SanError::Ambiguous),
            (None, _) if promotion.is_none() && moves.iter().any(|mv| mv.promotion().is_some()) => {
                Err(SanError::PromotionMissing)
            }
            (None, _) => Err(SanError::Illegal),
        }
    }
}
