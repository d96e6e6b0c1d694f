//! What kinds of moves lead to the leaves.

use super::{CountError, Monitor, Progress};
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Ruleset;

/// Counts over the leaves at a depth: of the moves that lead to them, and of what these moves bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Leaves.
    pub nodes: u64,
    /// Moves that capture, en passant included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castlings.
    pub castles: u64,
    /// Promotions, by capture included.
    pub promotions: u64,
    /// Leaves in which the side to move is in check.
    pub checks: u64,
    /// Leaves in which it is in check without a legal move.
    pub mates: u64,
    /// Kings destroyed, by explosion or by capture.
    pub king_explosions: u64,
    /// Men destroyed, the capturing ones included.
    pub pieces_destroyed: u64,
}

/// The statistics of a position at a depth; none but one leaf at depth 0.
///
/// # Errors
///
/// When the monitor stops it.
pub fn statistics<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    monitor: &mut dyn Monitor,
) -> Result<Statistics, CountError> {
    let mut sums = Statistics::default();
    if depth == 0 {
        sums.nodes = 1;
        return Ok(sums);
    }
    let moves = position.legal_moves();
    let mut progress = Progress {
        parts: moves.len(),
        ..Progress::default()
    };
    for mv in moves {
        if depth == 1 {
            sums.add(position, mv);
        } else {
            below(&position.after(mv), depth - 1, &mut sums, &mut |leaves| {
                monitor.go_on(Progress { leaves, ..progress })
            })?;
        }
        progress.done += 1;
    }
    Ok(sums)
}

fn below<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    sums: &mut Statistics,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<(), CountError> {
    if depth == 1 {
        for mv in position.legal_moves() {
            sums.add(position, mv);
        }
        return Ok(());
    }
    for mv in position.legal_moves() {
        below(&position.after(mv), depth - 1, sums, go_on)?;
    }
    if depth > 2 || go_on(sums.nodes) {
        Ok(())
    } else {
        Err(CountError::Stopped)
    }
}

impl Statistics {
    /// Adds a legal move of a position.
    fn add<R: Ruleset>(&mut self, position: &Position<R>, mv: Move) {
        let after = position.after(mv);
        let count = |holds| u64::from(holds);
        let men = |position: &Position<R>| u64::from(position.board().occupied().count());
        let kings =
            |position: &Position<R>| u64::from(position.board().by_role(Role::King).count());
        let is_check = after.is_check();
        self.nodes += 1;
        self.captures += count(position.is_capture(mv));
        self.en_passant += count(position.is_en_passant(mv));
        self.castles += count(position.is_castling(mv));
        self.promotions += count(mv.promotion().is_some());
        self.checks += count(is_check);
        self.mates += count(is_check && !after.has_legal_move());
        self.king_explosions += kings(position) - kings(&after);
        self.pieces_destroyed += men(position) - men(&after);
    }
}
