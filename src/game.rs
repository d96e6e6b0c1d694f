//! A position with its past: undo, repetition, and the draws that need counting.

use crate::moves::Move;
use crate::outcome::{DrawPolicy, KingLoss, Outcome, Termination};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Ruleset;
use crate::zobrist;

/// Half-moves without a capture or a pawn move after which a draw can be claimed.
const FIFTY_MOVES: u32 = 100;
/// Half-moves without a capture or a pawn move after which a game is drawn.
const SEVENTYFIVE_MOVES: u32 = 150;

/// What was before a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Past<R> {
    position: Position<R>,
    repetition_key: u64,
    mv: Move,
}

/// A position and the moves that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<R> {
    position: Position<R>,
    repetition_key: u64,
    past: Vec<Past<R>>,
}

impl<R: Ruleset> Position<R> {
    /// The key by which positions repeat: the Polyglot key, with an en passant file only if a capture there is legal.
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        self.key_without_ep() ^ self.legal_ep_square().map_or(0, zobrist::en_passant)
    }

    /// Whether men, turn, rights and the legality of en passant are the same, so that the position repeats the other one.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.board() == other.board()
            && self.turn() == other.turn()
            && self.legal_ep_square() == other.legal_ep_square()
    }

    /// Whether the position repeats the other one and has the same counters.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.repeats(other)
            && self.halfmove_clock() == other.halfmove_clock()
            && self.fullmove_number() == other.fullmove_number()
    }
}

impl<R: Ruleset> Game<R> {
    /// A game that starts from a position.
    #[must_use]
    pub fn new(position: Position<R>) -> Self {
        Self {
            position,
            repetition_key: position.repetition_key(),
            past: Vec::new(),
        }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The position at the start of the game.
    #[must_use]
    pub fn root(&self) -> &Position<R> {
        self.past
            .first()
            .map_or(&self.position, |past| &past.position)
    }

    /// The moves so far, each with the position it was played in.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (&Position<R>, Move)> {
        self.past.iter().map(|past| (&past.position, past.mv))
    }

    /// The number of moves so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// Plays a move if it is legal, or the null move; returns whether it did.
    pub fn push(&mut self, mv: Move) -> bool {
        let playable = mv.is_null() || self.position.is_legal(mv);
        if playable {
            self.push_unchecked(mv);
        }
        playable
    }

    /// Plays a move that the caller knows to be legal, or the null move.
    pub fn push_unchecked(&mut self, mv: Move) {
        let (position, repetition_key) = (self.position, self.repetition_key);
        self.past.push(Past {
            position,
            repetition_key,
            mv,
        });
        self.position = position.after(mv);
        self.repetition_key = self.position.repetition_key();
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn pop(&mut self) -> Option<Move> {
        let past = self.past.pop()?;
        self.position = past.position;
        self.repetition_key = past.repetition_key;
        Some(past.mv)
    }

    /// A copy that knows only the last `plies` moves.
    #[must_use]
    pub fn with_last(&self, plies: usize) -> Self {
        let forgotten = self.past.len().saturating_sub(plies);
        Self {
            position: self.position,
            repetition_key: self.repetition_key,
            past: self.past[forgotten..].to_vec(),
        }
    }

    /// How often a position of a key occurred since the last capture or pawn move, the current position aside.
    ///
    /// Looks at as many positions as the half-move clock says, whatever the length of the game.
    fn earlier_occurrences(&self, key: u64) -> usize {
        let reversible = self.position.halfmove_clock() as usize;
        self.past
            .iter()
            .rev()
            .take(reversible)
            .filter(|past| past.repetition_key == key)
            .count()
    }

    /// How often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.earlier_occurrences(self.repetition_key) + 1
    }

    /// Whether the current position has occurred at least `count` times.
    #[must_use]
    pub fn is_repetition(&self, count: usize) -> bool {
        self.occurrences() >= count
    }

    fn reaches_clock(&self, half_moves: u32) -> bool {
        self.position.halfmove_clock() >= half_moves && self.position.has_legal_move()
    }

    /// Whether fifty moves of each side have passed without capture or pawn move, and the game goes on.
    #[must_use]
    pub fn is_fifty_moves(&self) -> bool {
        self.reaches_clock(FIFTY_MOVES)
    }

    /// Whether seventy-five moves of each side have passed without capture or pawn move, and the game goes on.
    #[must_use]
    pub fn is_seventyfive_moves(&self) -> bool {
        self.reaches_clock(SEVENTYFIVE_MOVES)
    }

    /// Whether a draw by fifty moves can be claimed now or with a legal move that would complete them.
    #[must_use]
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.is_fifty_moves()
            || self.position.halfmove_clock() >= FIFTY_MOVES - 1
                && self
                    .next_positions()
                    .any(|next| next.halfmove_clock() >= FIFTY_MOVES && next.has_legal_move())
    }

    /// Whether a draw by threefold repetition can be claimed now or with a legal move that would complete it.
    #[must_use]
    pub fn can_claim_threefold_repetition(&self) -> bool {
        self.is_repetition(3)
            || self
                .next_positions()
                .filter(|next| next.halfmove_clock() > 0)
                .any(|next| {
                    // The current position differs from the next one at least by whose move it is.
                    self.earlier_occurrences(next.repetition_key()) >= 2
                })
    }

    /// Whether a draw can be claimed for repetition or fifty moves.
    #[must_use]
    pub fn can_claim_draw(&self) -> bool {
        self.can_claim_fifty_moves() || self.can_claim_threefold_repetition()
    }

    fn next_positions(&self) -> impl Iterator<Item = Position<R>> {
        self.position
            .legal_moves()
            .into_iter()
            .map(|mv| self.position.after(mv))
    }

    /// The end of the game, tested in this order: the board alone, automatic draws by counting, claims if asked for.
    #[must_use]
    pub fn outcome(&self, policy: DrawPolicy, claim_draw: bool) -> Option<Outcome> {
        if let Some(outcome) = self.position.outcome() {
            return Some(self.with_king_loss(outcome));
        }
        let automatic = match policy {
            DrawPolicy::Claim if self.is_seventyfive_moves() => Some(Termination::SeventyfiveMoves),
            DrawPolicy::Lichess if self.is_fifty_moves() => Some(Termination::FiftyMoves),
            DrawPolicy::Claim | DrawPolicy::Lichess if self.is_repetition(5) => {
                Some(Termination::FivefoldRepetition)
            }
            _ => None,
        };
        let claimed = || {
            if !claim_draw {
                None
            } else if self.can_claim_fifty_moves() {
                Some(Termination::FiftyMoves)
            } else if self.can_claim_threefold_repetition() {
                Some(Termination::ThreefoldRepetition)
            } else {
                None
            }
        };
        automatic.or_else(claimed).map(|termination| Outcome {
            termination,
            winner: None,
            king_loss: None,
        })
    }

    /// An outcome that tells a captured king from one that exploded, if the last move is known.
    fn with_king_loss(&self, outcome: Outcome) -> Outcome {
        let captured = self.past.last().is_some_and(|past| {
            let loser = outcome.winner.map(|winner| Piece {
                color: !winner,
                role: Role::King,
            });
            loser.is_some() && past.position.board().piece_at(past.mv.to()) == loser
        });
        let king_loss = outcome
            .king_loss
            .map(|loss| if captured { KingLoss::Captured } else { loss });
        Outcome {
            king_loss,
            ..outcome
        }
    }
}
