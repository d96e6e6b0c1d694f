//! The kernel for x86-64 processors with BMI2 (Intel Haswell, AMD Zen 3, and newer).
//!
//! Slider attacks are one look-up: the occupied squares among those that matter, extracted to a dense number by `pext`,
//! index a table that is filled on first use.

#![allow(unsafe_code)]

use std::arch::x86_64::{__cpuid, _pext_u64};
use std::sync::OnceLock;

use super::{Kernel, Step};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Where the attacks of a slider on one square stand in the table.
#[derive(Clone, Copy)]
struct Entries {
    /// The squares whose occupation matters: the rays without their last squares.
    mask: u64,
    /// The place of the attacks on an empty board; other occupations follow in the order of their extracted bits.
    start: usize,
}

impl Entries {
    /// Fills in the attacks for all occupations of the mask.
    fn fill(self, table: &mut [Bitboard], attacks: impl Fn(Bitboard) -> Bitboard) {
        let mut occupied = 0_u64;
        for entry in &mut table[self.start..][..1 << self.mask.count_ones()] {
            *entry = attacks(Bitboard(occupied));
            // The next subset of the mask, in the order of extracted bits.
            occupied = occupied.wrapping_sub(self.mask) & self.mask;
        }
    }
}

/// Rooks need 102,400 entries and bishops 5,248; a power of two makes every index valid.
const SIZE: usize = 1 << 17;

static BISHOP: [Entries; 64] = lay_out(0, &attacks::BISHOP_RAYS);
static ROOK: [Entries; 64] = lay_out(5248, &attacks::ROOK_RAYS);

const fn lay_out(mut start: usize, rays: &[Bitboard; 64]) -> [Entries; 64] {
    let mut table = [Entries { mask: 0, start: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        // A ray ends at the edge, whose ranks and files matter only to sliders that stand on them.
        let mut mask = rays[square].0;
        let edges = [
            (square / 8 != 0, Bitboard::rank(0).0),
            (square / 8 != 7, Bitboard::rank(7).0),
            (square % 8 != 0, Bitboard::FILE_A),
            (square % 8 != 7, Bitboard::FILE_H),
        ];
        let mut edge = 0;
        while edge < edges.len() {
            if edges[edge].0 {
                mask &= !edges[edge].1;
            }
            edge += 1;
        }
        table[square] = Entries { mask, start };
        start += 1 << mask.count_ones();
        square += 1;
    }
    table
}

static ATTACKS: OnceLock<Box<[Bitboard; SIZE]>> = OnceLock::new();

fn fill() -> Box<[Bitboard; SIZE]> {
    let mut table = vec![Bitboard::EMPTY; SIZE];
    for square in Bitboard::ALL {
        BISHOP[square.index()].fill(&mut table, |occupied| attacks::bishop(square, occupied));
        ROOK[square.index()].fill(&mut table, |occupied| attacks::rook(square, occupied));
    }
    table
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the table was made with this size"))
}

/// Whether the processor is an AMD one before Zen 3, which has `pext` but takes some hundred cycles for it.
#[allow(unused_unsafe, reason = "newer compilers call the instruction safe")]
fn pext_is_slow() -> bool {
    const ZEN_3: u32 = 0x19;
    // SAFETY: all x86-64 processors have `cpuid` with leaves 0 and 1.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    is_amd && family < ZEN_3
}

/// Uses the instructions of x86-64-v3. A value exists only where the processor has them and the table is filled.
#[derive(Clone, Copy)]
pub(crate) struct V3(());

impl V3 {
    /// The kernel, if this processor has the instructions, and in fast form.
    pub(crate) fn detect() -> Option<Self> {
        if pext_is_slow()
            || !(is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("avx2"))
        {
            return None;
        }
        ATTACKS.get_or_init(fill);
        Some(Self(()))
    }

    #[inline(always)]
    fn look_up(self, entries: Entries, occupied: Bitboard) -> Bitboard {
        let Self(()) = self;
        // SAFETY: a `V3` exists only where the table is filled and the processor has BMI2.
        let (table, entry) = unsafe {
            (
                ATTACKS.get().unwrap_unchecked(),
                _pext_u64(occupied.0, entries.mask),
            )
        };
        table[(entries.start + entry as usize) % SIZE]
    }
}

impl Kernel for V3 {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(BISHOP[square.index()], occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(ROOK[square.index()], occupied)
    }

    #[inline(always)]
    fn run<T: Step>(self, step: T) -> u64 {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        #[inline(never)]
        fn compiled<T: Step>(step: T) -> u64 {
            step.run()
        }
        // SAFETY: a `V3` exists only where the processor has these instructions.
        unsafe { compiled(step) }
    }
}
