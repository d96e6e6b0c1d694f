//! A table of counts that threads share without locks.
//!
//! Buckets are cache lines of four entries; a new count takes the place of the smallest. An entry is two words, the count
//! and a check that combines it with the position's key, so that an entry torn by two threads is not recognised.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Board;
use crate::piece::{Color, Role};
use crate::rules::Rules;
use crate::square::Square;

const WAYS: usize = 4;
const BYTES_PER_BUCKET: usize = 64;

#[derive(Default)]
struct Entry {
    /// The check word of the key, XOR the count.
    check: AtomicU64,
    /// The count plus one; zero in an empty entry.
    count: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// Counts of positions at depths under rule sets, found again by a key of 128 bits.
///
/// One word chooses the bucket, the other is compared: a look-up takes one of four entries for another with a probability
/// of 4 in 2^64. Ten billion look-ups go wrong with one in five hundred million.
pub struct Table {
    buckets: Vec<Bucket>,
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableError;

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not enough memory for the table")
    }
}

impl std::error::Error for TableError {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("bytes", &self.bytes())
            .finish()
    }
}

impl Table {
    /// An empty table of at most so many bytes, at least one bucket of 64.
    ///
    /// # Errors
    ///
    /// When the memory cannot be had.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        let count = (bytes / BYTES_PER_BUCKET).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| TableError)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets })
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BYTES_PER_BUCKET
    }

    /// Where the count of a position at a depth belongs. `ep` is a square only if a pawn stands ready to capture there.
    #[inline]
    pub(super) fn slot(
        &self,
        rules: Rules,
        board: &Board,
        turn: Color,
        ep: Option<Square>,
        depth: u32,
    ) -> Slot<'_> {
        let (place, check) = key(rules, board, turn, ep, depth);
        // The high half of the product spreads the places evenly over any number of buckets.
        let index = (u128::from(place) * self.buckets.len() as u128) >> 64;
        Slot {
            bucket: &self.buckets[index as usize],
            check,
        }
    }
}

/// A position's place in a table.
pub(super) struct Slot<'a> {
    bucket: &'a Bucket,
    check: u64,
}

impl Slot<'_> {
    /// The count, if it is known.
    #[inline]
    pub(super) fn get(&self) -> Option<u64> {
        self.bucket.0.iter().find_map(|entry| {
            let count = entry.count.load(Ordering::Relaxed);
            let known = entry.check.load(Ordering::Relaxed) ^ count == self.check;
            count.checked_sub(1).filter(|_| known)
        })
    }

    /// Stores the count in place of the smallest one.
    #[inline]
    pub(super) fn set(&self, leaves: u64) {
        let Some(count) = leaves.checked_add(1) else {
            return;
        };
        let weight = |entry: &&Entry| entry.count.load(Ordering::Relaxed);
        if let Some(entry) = self.bucket.0.iter().min_by_key(weight) {
            entry.count.store(count, Ordering::Relaxed);
            entry.check.store(self.check ^ count, Ordering::Relaxed);
        }
    }
}

/// Mixes all that a count depends on into two words.
#[inline]
fn key(rules: Rules, board: &Board, turn: Color, ep: Option<Square>, depth: u32) -> (u64, u64) {
    // Digits of pi, in which nothing is hidden.
    const PI: [u64; 8] = [
        0x243f_6a88_85a3_08d3,
        0x1319_8a2e_0370_7344,
        0xa409_3822_299f_31d0,
        0x082e_fa98_ec4e_6c89,
        0x4528_21e6_38d0_1377,
        0xbe54_66cf_34e9_0c6c,
        0xc0ac_29b7_c97c_50dd,
        0x3f84_d5b5_b547_0917,
    ];
    let mix = |one: u64, two: u64| u128::from(one) * u128::from(two);
    let fold = |product: u128| (product ^ product >> 64) as u64;
    let rest = rules.number() << 40
        | u64::from(depth) << 8
        | ep.map_or(64, |square| square.index() as u64) << 1
        | turn as u64;
    let set = |role| board.by_role(role).0;
    let one = mix(
        set(Role::Pawn) ^ PI[0],
        board.by_color(Color::White).0 ^ PI[1],
    );
    let two = mix(
        set(Role::Knight) ^ PI[2],
        board.by_color(Color::Black).0 ^ PI[3],
    );
    let three = mix(board.diagonals().0 ^ PI[4], board.orthogonals().0 ^ PI[5]);
    let four = mix(
        set(Role::King) ^ board.castling_rooks().0.rotate_left(20) ^ PI[6],
        rest ^ PI[7],
    );
    let sum = one ^ two.rotate_left(31) ^ three.rotate_left(64) ^ four.rotate_left(97);
    let (low, high) = (sum as u64, (sum >> 64) as u64);
    (
        fold(mix(low ^ PI[1], high ^ PI[4])),
        fold(mix(low ^ PI[2], high ^ PI[7])),
    )
}
