//! How deep the stack goes in a call: the free part is painted before, and what was used is no longer painted.

use core::arch::asm;
use core::ptr::{from_ref, with_exposed_provenance_mut};

unsafe extern "C" {
    /// Where the stack must end at last: behind the variables.
    static _stack_end: u32;
}

const PAINT: u32 = 0xcccc_cccc;

/// The bytes of stack that the call uses, itself included.
#[inline(never)]
pub fn depth(call: fn()) -> u32 {
    // SAFETY: only the address is taken.
    let end = unsafe { from_ref(&_stack_end) }.expose_provenance();
    let top: usize;
    // SAFETY: reads a register of the core.
    unsafe { asm!("mov {}, sp", out(reg) top, options(nomem, nostack, preserves_flags)) };
    for place in (end..top).step_by(4) {
        // SAFETY: aligned RAM that nothing uses, below the stack's present end; no interrupt comes.
        unsafe { with_exposed_provenance_mut::<u32>(place).write_volatile(PAINT) };
    }
    call();
    let is_painted = |place: &usize| {
        // SAFETY: as above.
        unsafe { with_exposed_provenance_mut::<u32>(*place).read_volatile() == PAINT }
    };
    let untouched = (end..top).step_by(4).take_while(is_painted).count();
    (top - end - 4 * untouched) as u32
}
