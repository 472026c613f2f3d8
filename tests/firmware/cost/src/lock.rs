//! Critical sections: those of a chip with one core, and the same with a watch.

use core::arch::asm;
use core::sync::atomic::{AtomicU32, Ordering, compiler_fence};

use critical_section::{Impl, RawRestoreState};

use crate::timer;

/// Switches interrupts off and on, as the crate `cortex-m` does it.
pub struct Plain;

// SAFETY: there is one core, and with PRIMASK set no interrupt comes.
unsafe impl Impl for Plain {
    #[inline]
    unsafe fn acquire() -> RawRestoreState {
        let before: u32;
        // SAFETY: reads a register of the core.
        unsafe { asm!("mrs {}, PRIMASK", out(reg) before, options(nomem, nostack, preserves_flags)) };
        // SAFETY: `release` puts back what was.
        unsafe { asm!("cpsid i", options(nostack, preserves_flags)) };
        compiler_fence(Ordering::SeqCst);
        before
    }

    #[inline]
    unsafe fn release(before: RawRestoreState) {
        compiler_fence(Ordering::SeqCst);
        // SAFETY: what it was at `acquire`.
        unsafe { asm!("msr PRIMASK, {}", in(reg) before, options(nostack, preserves_flags)) };
    }
}

/// [`Plain`], and the time is noted right after interrupts are off and right before they are as before.
pub struct Watched;

static BEGUN: AtomicU32 = AtomicU32::new(0);
static LONGEST: AtomicU32 = AtomicU32::new(0);

// SAFETY: that of `Plain`. No section here is inside of another.
unsafe impl Impl for Watched {
    #[inline]
    unsafe fn acquire() -> RawRestoreState {
        // SAFETY: as asked of this function.
        let before = unsafe { Plain::acquire() };
        BEGUN.store(timer::now(), Ordering::Relaxed);
        before
    }

    #[inline]
    unsafe fn release(before: RawRestoreState) {
        let ticks = timer::between(BEGUN.load(Ordering::Relaxed), timer::now());
        if ticks > LONGEST.load(Ordering::Relaxed) {
            LONGEST.store(ticks, Ordering::Relaxed);
        }
        // SAFETY: as asked of this function.
        unsafe { Plain::release(before) };
    }
}

/// The ticks of the longest section of `work`; 0 where there is none.
pub fn longest(work: impl FnOnce()) -> u32 {
    LONGEST.store(0, Ordering::Relaxed);
    work();
    LONGEST.load(Ordering::Relaxed)
}
