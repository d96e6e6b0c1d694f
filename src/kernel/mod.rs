//! How the counting of leaves uses the processor: one [`Kernel`] a family, chosen at run time.
//!
//! A kernel says how sliders attack, and compiles the whole recursion of `perft` for its instructions. Everything else,
//! the rules first of all, is shared: kernels differ in speed, never in result.

#[cfg(target_arch = "x86_64")]
mod v3;

#[cfg(target_arch = "x86_64")]
pub(crate) use v3::V3;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Slider attacks as a family of processors does them best.
pub(crate) trait Kernel: Copy {
    /// The squares a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// Runs a step of a recursion, compiled for the kernel's instructions.
    fn run<T: Step>(self, step: T) -> u64;
}

/// A step of a recursion that a kernel compiles for its instructions.
pub(crate) trait Step {
    /// Does the step. Implementations are to be inlined, so that they are compiled as the kernel says.
    fn run(self) -> u64;
}

/// Evaluates an expression with the best kernel for this processor.
macro_rules! with_kernel {
    ($kernel:ident => $result:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($kernel) = $crate::kernel::V3::detect() {
            return $result;
        }
        let $kernel = $crate::kernel::Portable;
        $result
    }};
}
pub(crate) use with_kernel;

/// Works everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook(square, occupied)
    }

    #[inline(never)]
    fn run<T: Step>(self, step: T) -> u64 {
        step.run()
    }
}
