//! The kernel for x86-64 processors with BMI2 (Intel Haswell, AMD Zen 3, and newer).

#![allow(unsafe_code)]

use std::arch::x86_64::_pext_u64;
use std::sync::OnceLock;

use super::{Kernel, Step};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Attacks of a slider from one square, by the occupied squares among those that matter.
struct Slider<const SIZE: usize> {
    /// The squares whose occupation matters: the rays without their last squares.
    mask: [u64; 64],
    /// The attacks, by square and by the extracted bits of the mask.
    attacks: Box<[[Bitboard; SIZE]]>,
}

impl<const SIZE: usize> Slider<SIZE> {
    fn new(rays: fn(Square) -> Bitboard, walk: fn(Square, Bitboard) -> Bitboard) -> Self {
        let mut slider = Self {
            mask: [0; 64],
            attacks: vec![[Bitboard::EMPTY; SIZE]; 64].into_boxed_slice(),
        };
        for square in Bitboard::ALL {
            let inner: Bitboard = rays(square)
                .into_iter()
                .filter(|end| {
                    // The last square of a ray is attacked, occupied or not.
                    rays(square)
                        .into_iter()
                        .any(|beyond| attacks::between(square, beyond).contains(*end))
                })
                .collect();
            slider.mask[square.index()] = inner.0;
            // All subsets of the mask, in the order of their extracted bits.
            let mut subset = 0_u64;
            for entry in 0.. {
                slider.attacks[square.index()][entry] = walk(square, Bitboard(subset));
                subset = subset.wrapping_sub(inner.0) & inner.0;
                if subset == 0 {
                    break;
                }
            }
        }
        slider
    }

    #[inline(always)]
    fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: values of `V3`, the only callers, exist only where the processor has BMI2.
        let entry = unsafe { _pext_u64(occupied.0, self.mask[square.index()]) };
        self.attacks[square.index()][entry as usize % SIZE]
    }
}

struct Tables {
    bishop: Slider<512>,
    rook: Slider<4096>,
}

/// Uses the instructions of x86-64-v3.
#[derive(Clone, Copy)]
pub(crate) struct V3 {
    tables: &'static Tables,
}

impl V3 {
    /// The kernel, if this processor has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        if !(is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("avx2"))
        {
            return None;
        }
        let tables = TABLES.get_or_init(|| Tables {
            bishop: Slider::new(attacks::bishop_rays, attacks::bishop),
            rook: Slider::new(attacks::rook_rays, attacks::rook),
        });
        Some(Self { tables })
    }
}

impl Kernel for V3 {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.tables.bishop.attacks(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.tables.rook.attacks(square, occupied)
    }

    #[inline(always)]
    fn run<T: Step>(self, step: T) -> u64 {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        #[inline(never)]
        fn compiled<T: Step>(step: T) -> u64 {
            step.run()
        }
        // SAFETY: values of `V3` exist only where the processor has these instructions.
        unsafe { compiled(step) }
    }
}
