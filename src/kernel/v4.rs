//! The kernel for x86-64 processors with AVX-512 and its population counts (Intel Ice Lake, AMD Zen 4, and newer).
//!
//! All sliders of a side move at once: eight lanes fill the board in eight directions. Two sliders that move in one
//! direction never share a goal, so that the sum of the lanes' population counts is the number of moves.

#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_or_si512, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set_epi64,
    _mm512_set1_epi64, _mm512_ternarylogic_epi64,
};

use super::{Kernel, Movers, Step, V3};
use crate::bitboard::Bitboard;
use crate::square::Square;

const FILE_A: u64 = Bitboard::FILE_A;
const FILE_H: u64 = Bitboard::FILE_H;
/// Files that a step of one or two squares to the east can end on.
const EAST: [u64; 2] = [!FILE_A, !(FILE_A | FILE_A << 1)];
/// Files that a step of one or two squares to the west can end on.
const WEST: [u64; 2] = [!FILE_H, !(FILE_H | FILE_H >> 1)];
const NORTH_EDGE: u64 = !0xff;
const SOUTH_EDGE: u64 = !(0xff << 56);

/// Eight words, one a direction.
#[inline]
#[target_feature(enable = "avx512f")]
fn lanes(words: [u64; 8]) -> __m512i {
    let word = words.map(u64::cast_signed);
    _mm512_set_epi64(
        word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7],
    )
}

/// What the sliders reach, a lane for each of N, S, E, W, NE, NW, SE, SW.
#[inline]
#[target_feature(enable = "avx512f")]
fn slides(movers: Movers, occupied: Bitboard) -> __m512i {
    let (straight, diagonal) = (movers.orthogonals.0, movers.diagonals.0);
    let mut reached = lanes([
        straight, straight, straight, straight, diagonal, diagonal, diagonal, diagonal,
    ]);
    let board = lanes([
        NORTH_EDGE,
        SOUTH_EDGE,
        EAST[0],
        WEST[0],
        EAST[0] & NORTH_EDGE,
        WEST[0] & NORTH_EDGE,
        EAST[0] & SOUTH_EDGE,
        WEST[0] & SOUTH_EDGE,
    ]);
    let steps = [
        lanes([8, 56, 1, 63, 9, 7, 57, 55]),
        lanes([16, 48, 2, 62, 18, 14, 50, 46]),
        lanes([32, 32, 4, 60, 36, 28, 36, 28]),
    ];
    // Kogge and Stone: ways of one, two and four empty squares.
    let mut way = _mm512_and_si512(board, _mm512_set1_epi64((!occupied.0).cast_signed()));
    for step in steps {
        // reached | (way & moved)
        reached = _mm512_ternarylogic_epi64::<0xf8>(reached, way, _mm512_rolv_epi64(reached, step));
        way = _mm512_and_si512(way, _mm512_rolv_epi64(way, step));
    }
    _mm512_and_si512(_mm512_rolv_epi64(reached, steps[0]), board)
}

/// What the knights reach, a lane for each of their eight leaps.
#[inline]
#[target_feature(enable = "avx512f")]
fn leaps(knights: Bitboard) -> __m512i {
    let (north, south) = ([NORTH_EDGE, !0xffff], [SOUTH_EDGE, !(0xffff << 48)]);
    let board = lanes([
        EAST[0] & north[1],
        EAST[1] & north[0],
        EAST[1] & south[0],
        EAST[0] & south[1],
        WEST[0] & south[1],
        WEST[1] & south[0],
        WEST[1] & north[0],
        WEST[0] & north[1],
    ]);
    let steps = lanes([17, 10, 58, 49, 47, 54, 6, 15]);
    let knights = _mm512_set1_epi64(knights.0.cast_signed());
    _mm512_and_si512(_mm512_rolv_epi64(knights, steps), board)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn attack_map(movers: Movers, occupied: Bitboard) -> Bitboard {
    let attacked = _mm512_or_si512(slides(movers, occupied), leaps(movers.knights));
    Bitboard(_mm512_reduce_or_epi64(attacked).cast_unsigned())
}

#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn mobility(movers: Movers, occupied: Bitboard, allowed: Bitboard) -> u32 {
    let allowed = _mm512_set1_epi64(allowed.0.cast_signed());
    let slides = _mm512_popcnt_epi64(_mm512_and_si512(slides(movers, occupied), allowed));
    let leaps = _mm512_popcnt_epi64(_mm512_and_si512(leaps(movers.knights), allowed));
    _mm512_reduce_add_epi64(_mm512_add_epi64(slides, leaps)).cast_unsigned() as u32
}

/// Uses AVX-512. A value exists only where the processor has it.
#[derive(Clone, Copy)]
pub(crate) struct V4 {
    narrow: V3,
}

impl V4 {
    /// The kernel, if this processor has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        let narrow = V3::detect()?;
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vpopcntdq"))
            .then_some(Self { narrow })
    }
}

impl Kernel for V4 {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.narrow.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.narrow.rook(square, occupied)
    }

    #[inline(always)]
    fn attack_map(self, movers: Movers, occupied: Bitboard) -> Bitboard {
        // SAFETY: a `V4` exists only where the processor has AVX-512.
        unsafe { attack_map(movers, occupied) }
    }

    #[inline(always)]
    fn mobility(self, movers: Movers, occupied: Bitboard, allowed: Bitboard) -> u32 {
        // SAFETY: a `V4` exists only where the processor has AVX-512 and its population counts.
        unsafe { mobility(movers, occupied, allowed) }
    }

    #[inline(always)]
    fn run<T: Step>(self, step: T) -> u64 {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512vpopcntdq")]
        #[inline(never)]
        fn compiled<T: Step>(step: T) -> u64 {
            step.run()
        }
        // SAFETY: a `V4` exists only where the processor has these instructions.
        unsafe { compiled(step) }
    }
}
