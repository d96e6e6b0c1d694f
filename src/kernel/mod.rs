//! How the counting of leaves uses the processor: one [`Kernel`] a family, chosen at run time.
//!
//! A kernel says how men attack, and compiles the whole recursion of `perft` for its instructions. Everything else, the
//! rules first of all, is shared: kernels differ in speed, never in result.

#[cfg(target_arch = "x86_64")]
mod v3;
#[cfg(target_arch = "x86_64")]
mod v4;

use std::fmt;
use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use v3::V3;
#[cfg(target_arch = "x86_64")]
use v4::V4;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Knights and sliders of one side.
#[derive(Clone, Copy)]
pub(crate) struct Movers {
    pub(crate) knights: Bitboard,
    /// Bishops and queens.
    pub(crate) diagonals: Bitboard,
    /// Rooks and queens.
    pub(crate) orthogonals: Bitboard,
}

/// Attacks as a family of processors does them best.
pub(crate) trait Kernel: Copy {
    /// The squares a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that some man attacks.
    #[inline(always)]
    fn attack_map(self, movers: Movers, occupied: Bitboard) -> Bitboard {
        let mut map = Bitboard::EMPTY;
        for from in movers.knights {
            map |= attacks::knight(from);
        }
        for from in movers.diagonals {
            map |= self.bishop(from, occupied);
        }
        for from in movers.orthogonals {
            map |= self.rook(from, occupied);
        }
        map
    }

    /// The number of moves of the men to squares of a set.
    #[inline(always)]
    fn mobility(self, movers: Movers, occupied: Bitboard, allowed: Bitboard) -> u32 {
        let mut moves = 0;
        for from in movers.knights {
            moves += (attacks::knight(from) & allowed).count();
        }
        for from in movers.diagonals {
            moves += (self.bishop(from, occupied) & allowed).count();
        }
        for from in movers.orthogonals {
            moves += (self.rook(from, occupied) & allowed).count();
        }
        moves
    }

    /// Runs a step of a recursion, compiled for the kernel's instructions.
    fn run<T: Step>(self, step: T) -> u64;
}

/// A step of a recursion that a kernel compiles for its instructions.
pub(crate) trait Step {
    /// Does the step. Implementations are to be inlined, so that they are compiled as the kernel says.
    fn run(self) -> u64;
}

/// The kernel of a family of processors.
#[derive(Clone, Copy)]
pub(crate) enum Family {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    V3(V3),
    #[cfg(target_arch = "x86_64")]
    V4(V4),
}

/// The environment variable that forces a kernel, if this processor has it.
const VARIABLE: &str = "ATOMIC_RS_KERNEL";

impl Family {
    /// The name by which the environment variable calls it.
    fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::V3(_) => "x86-64-v3",
            #[cfg(target_arch = "x86_64")]
            Self::V4(_) => "avx512",
        }
    }

    /// The kernels of this processor, from the slowest to the fastest.
    fn available() -> Vec<Self> {
        let portable = Self::Portable(Portable);
        #[cfg(target_arch = "x86_64")]
        let wide = [V3::detect().map(Self::V3), V4::detect().map(Self::V4)];
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [None];
        [Some(portable)].into_iter().chain(wide).flatten().collect()
    }
}

/// A way to count that this processor knows.
#[derive(Clone, Copy)]
pub struct CountingKernel(Family);

impl CountingKernel {
    /// The kernels of this processor, from the slowest to the fastest.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Family::available().into_iter().map(Self).collect()
    }

    /// The fastest, or the one that the environment variable `ATOMIC_RS_KERNEL` names.
    ///
    /// The variable is read once; a name that this processor has no kernel for is ignored.
    #[must_use]
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<CountingKernel> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let available = Self::available();
            let wanted = std::env::var(VARIABLE).ok();
            let named = available
                .iter()
                .find(|kernel| Some(kernel.name()) == wanted.as_deref());
            named
                .or(available.last())
                .copied()
                .unwrap_or(Self(Family::Portable(Portable)))
        })
    }

    /// The name by which the environment variable calls it: `portable`, `x86-64-v3` or `avx512`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The family whose code it is.
    pub(crate) fn family(self) -> Family {
        self.0
    }
}

impl fmt::Debug for CountingKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Evaluates an expression with the kernel inside a [`CountingKernel`].
macro_rules! with_kernel {
    ($chosen:expr, $kernel:ident => $result:expr) => {
        match $chosen.family() {
            $crate::kernel::Family::Portable($kernel) => $result,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::Family::V3($kernel) => $result,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::Family::V4($kernel) => $result,
        }
    };
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
