//! SysTick, which counts instructions.
//!
//! Under `-icount shift=N` an instruction takes 2^N ns of virtual time, whatever it is, and SysTick counts that time in units
//! of the chip's clock: 80 ns after a reset of the LM3S6965, 5 ns at its fastest. So a figure repeats exactly.

use core::ptr::with_exposed_provenance_mut;

/// SysTick's control, reload value and current value.
const CONTROL: usize = 0xe000_e010;
const RELOAD: usize = 0xe000_e014;
const CURRENT: usize = 0xe000_e018;
/// The chip's clock: bits 26 to 23 divide 200 MHz by one more than they say.
const CLOCK: usize = 0x400f_e060;
const DIVISOR: u32 = 0xf << 23;

/// How many ticks SysTick counts before it starts again.
const RANGE: u32 = 1 << 24;

/// How often SysTick ticks.
#[derive(Clone, Copy)]
pub enum Pace {
    /// Every 80 ns.
    Slow,
    /// Every 5 ns.
    Fast,
}

/// Starts the count.
pub fn start(pace: Pace) {
    let divisor = match pace {
        Pace::Slow => DIVISOR,
        Pace::Fast => 0,
    };
    write(CLOCK, read(CLOCK) & !DIVISOR | divisor);
    write(RELOAD, RANGE - 1);
    write(CURRENT, 0);
    // By the chip's clock, without an interrupt.
    write(CONTROL, 0b101);
}

/// The present count. It falls.
#[inline(always)]
pub fn now() -> u32 {
    read(CURRENT)
}

/// The ticks from one count to a later one, less than a whole range.
#[inline(always)]
pub const fn between(earlier: u32, later: u32) -> u32 {
    earlier.wrapping_sub(later) % RANGE
}

#[inline(always)]
fn read(register: usize) -> u32 {
    // SAFETY: a register of this chip that may be read at any time.
    unsafe { with_exposed_provenance_mut::<u32>(register).read_volatile() }
}

fn write(register: usize, value: u32) {
    // SAFETY: a register of this chip that nothing else here writes.
    unsafe { with_exposed_provenance_mut::<u32>(register).write_volatile(value) }
}
