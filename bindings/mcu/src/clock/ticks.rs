//! A bare counter that wraps.

use core::fmt;

use mintid::clock::Monotonic;

use super::carry::Carry;

/// Milliseconds from a hardware counter of `BITS` bits that counts up `HZ` times a second and wraps.
///
/// `F` reads it: a closure or a function that gives the register, whose bits above `BITS` are ignored. Milliseconds count
/// from its first reading. A counter that counts down, as SysTick does, is turned round by the closure, and has to wrap at
/// its full width: `|| 0xff_ffff - systick()`.
///
/// # It must be read at least once each half period
///
/// Between two readings a counter may wrap once unnoticed, and no more. From a distance of more than half its period this
/// takes the counter to have gone back, by a glitch of a register in another clock domain for instance, and time stands
/// still until it has caught up. So a counter read too seldom, or stopped in a sleep, loses time, and never jumps ahead: a
/// clock behind is a case that policies decide, and one far ahead would be kept by every later id. Let a timer interrupt or the main
/// loop read it (`ids.`[`observe`](crate::Shared::observe)`()` does) within
/// half a period, and leave it some room: a reading due just then comes late now and then.
///
/// | bits, rate | half a period |
/// |---|---|
/// | 16, 32,768 Hz | 1 s |
/// | 16, 1 MHz | 32 ms |
/// | 24, 32,768 Hz | 256 s |
/// | 24, 16 MHz | 524 ms |
/// | 32, 1 MHz | 35 min |
/// | 32, 168 MHz | 12.7 s |
///
/// After a sleep that stopped the counter, [`unset`](mintid::clock::OffsetClock::unset) the wall clock, or set it anew.
///
/// Rates need not be whole kilohertz: the remainder is carried, and no tick is ever lost. What cannot be
/// right does not compile:
///
/// ```compile_fail
/// # use mintid_mcu::clock::Ticks;
/// let too_wide = Ticks::<fn() -> u32, 33, 1_000_000>::new(|| 0);
/// ```
#[derive(Clone)]
pub struct Ticks<F, const BITS: u32, const HZ: u32> {
    read: F,
    /// The reading counted last, once there is one.
    last: Option<u32>,
    carry: Carry<HZ>,
}

impl<F, const BITS: u32, const HZ: u32> Ticks<F, BITS, HZ> {
    const MASK: u32 = u32::MAX >> (u32::BITS - BITS);
    /// Half a period, in ticks: a reading just then still counts.
    const HALF: u32 = 1 << (BITS - 1);

    /// A counter read by `read`. Nothing is read yet.
    #[must_use]
    pub const fn new(read: F) -> Self {
        const { assert!(BITS >= 2 && BITS <= u32::BITS, "a counter has 2 to 32 bits") };
        Self { read, last: None, carry: Carry::new() }
    }
}

impl<F: FnMut() -> u32, const BITS: u32, const HZ: u32> Monotonic for Ticks<F, BITS, HZ> {
    #[inline]
    fn since_boot_ms(&mut self) -> u64 {
        let now = (self.read)() & Self::MASK;
        let last = *self.last.get_or_insert(now);
        let on = now.wrapping_sub(last) & Self::MASK;
        if on <= Self::HALF {
            self.last = Some(now);
            self.carry.advance(on);
        }
        self.carry.ms()
    }
}

impl<F, const BITS: u32, const HZ: u32> fmt::Debug for Ticks<F, BITS, HZ> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticks").field("ms", &self.carry.ms()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::cell::Cell;

    use super::*;

    fn counts_on<const BITS: u32, const HZ: u32>(steps: &[u32]) {
        let counter = Cell::new(0xffff_fff0_u32); // bits above the counter's are noise
        let mut clock = Ticks::<_, BITS, HZ>::new(|| counter.get());
        assert_eq!(clock.since_boot_ms(), 0);
        let mut ticks = 0u64;
        for round in 0..10_000 {
            let step = steps[round % steps.len()];
            counter.set(counter.get().wrapping_add(step));
            ticks += u64::from(step);
            let expected = ticks * 1_000 / u64::from(HZ);
            assert_eq!(clock.since_boot_ms(), expected, "{BITS} bits, {HZ} Hz, round {round}");
        }
    }

    #[test]
    fn a_counter_read_within_half_its_period_counts_on_over_every_wrap() {
        counts_on::<16, 32_768>(&[1, 0, 32_767, 5, 12_345]);
        counts_on::<16, 32_768>(&[32_768]); // once a second, to the tick
        counts_on::<16, 1_000_000>(&[999, 1, 32_768]);
        counts_on::<24, 16_000_000>(&[8_388_607, 1, 0, 15_999]);
        counts_on::<24, 32_768>(&[8_388_608, 33]);
        counts_on::<32, 1_000_000>(&[u32::MAX / 2 + 1, 3, 1_000]);
        counts_on::<32, 168_000_000>(&[u32::MAX / 2, 167_999]);
        counts_on::<2, 1_000>(&[1, 0, 1]);
    }

    #[test]
    fn a_counter_that_goes_back_stands_still_until_it_has_caught_up() {
        let counter = Cell::new(1_000_u32);
        let mut clock = Ticks::<_, 16, 1_000>::new(|| counter.get());
        clock.since_boot_ms();
        for (at, ms) in [(1_500, 500), (1_499, 500), (1_000, 500), (1_501, 501), (1_501 + 32_767, 33_268)] {
            counter.set(at);
            assert_eq!(clock.since_boot_ms(), ms, "at {at}");
        }
        // More than half a period on is taken for a step back.
        counter.set(counter.get() + 32_769);
        assert_eq!(clock.since_boot_ms(), 33_268);
        counter.set(counter.get() + 40_000);
        assert_eq!(clock.since_boot_ms(), 33_268 + 72_769 - 65_536);
        std::assert!(std::format!("{clock:?}").contains("ms"));
    }
}
