//! Ticks into milliseconds by carrying the remainder: exact over any length, and never a 64-bit division.

/// Milliseconds counted from ticks of `HZ` a second.
///
/// A tick is `1000 / HZ` ms, in lowest terms `NUM / DEN`: 1/16000 at 16 MHz, 125/4096 at 32,768 Hz. What is left of a
/// millisecond stays, in units of `1 / DEN` ms.
#[derive(Debug, Clone)]
pub(super) struct Carry<const HZ: u32> {
    ms: u64,
    /// Always below `DEN`.
    rest: u32,
}

impl<const HZ: u32> Carry<HZ> {
    const NUM: u32 = 1000 / divisor(1000, HZ);
    const DEN: u32 = HZ / divisor(1000, HZ);

    pub(super) const fn new() -> Self {
        const {
            assert!(HZ > 0, "a counter that stands still is no clock");
            // The rest of the ticks and the rest of a millisecond are added in 32 bits.
            assert!(
                (Self::NUM as u64 + 1) * Self::DEN as u64 <= 1 << u32::BITS,
                "above 4 MHz, a counter's rate is to be a whole number of kilohertz, or near enough to a round one"
            );
        }
        Self { ms: 0, rest: 0 }
    }

    /// Milliseconds so far.
    #[inline]
    pub(super) const fn ms(&self) -> u64 {
        self.ms
    }

    /// Counts `ticks` more.
    #[inline]
    pub(super) const fn advance(&mut self, ticks: u32) {
        let mut ticks = ticks;
        // Within a millisecond or a few, as nearly always, nothing is divided at all.
        if ticks >= Self::DEN {
            self.ms += (ticks / Self::DEN) as u64 * Self::NUM as u64;
            ticks %= Self::DEN;
        }
        let mut rest = ticks * Self::NUM + self.rest;
        if rest >= Self::DEN {
            // A tick of a part of a millisecond leaves less than two: one subtraction does.
            let whole = if Self::NUM == 1 { 1 } else { rest / Self::DEN };
            self.ms += whole as u64;
            rest -= whole * Self::DEN;
        }
        self.rest = rest;
    }

    /// Counts any number of ticks more: for a pause of 2^32 of them and longer.
    #[cfg(feature = "embassy-time")]
    #[cold]
    #[inline(never)]
    pub(super) const fn advance_far(&mut self, ticks: u64) {
        // 2^32 ticks are so many milliseconds and so many parts of one: worked out when compiling.
        let wrap_ms = const { ((1 << u32::BITS) * Self::NUM as u64) / Self::DEN as u64 };
        let wrap_rest = const { ((1 << u32::BITS) * Self::NUM as u64) % Self::DEN as u64 };
        let wraps = ticks >> u32::BITS;
        let (ms, rest) = divided(wraps * wrap_rest + self.rest as u64, Self::DEN);
        self.ms += wraps * wrap_ms + ms;
        self.rest = rest;
        self.advance(ticks as u32);
    }
}

/// A long division by hand, bit by bit, since the one of the language would bring its library function.
#[cfg(feature = "embassy-time")]
const fn divided(number: u64, by: u32) -> (u64, u32) {
    let (mut quotient, mut rest) = (0u64, 0u64);
    let mut bit = u64::BITS;
    while bit > 0 {
        bit -= 1;
        rest = rest << 1 | (number >> bit & 1);
        quotient <<= 1;
        if rest >= by as u64 {
            rest -= by as u64;
            quotient |= 1;
        }
    }
    (quotient, rest as u32)
}

/// The greatest common divisor; of 0 and another number, the other.
const fn divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps that a number of reads could lie apart.
    const STEPS: [u32; 14] = [0, 1, 2, 3, 31, 32, 33, 999, 1_000, 1_001, 65_535, 16_000_000, u32::MAX / 2, u32::MAX];

    fn carries_exactly<const HZ: u32>() {
        let mut carry = Carry::<HZ>::new();
        let mut ticks = 0u128;
        for round in 0..2_000_usize {
            let step = STEPS[round * 7 % STEPS.len()].wrapping_mul(1 + (round as u32 & 3));
            carry.advance(step);
            ticks += u128::from(step);
            assert_eq!(u128::from(carry.ms()), ticks * 1_000 / u128::from(HZ), "{HZ} Hz, {ticks} ticks");
        }
    }

    #[test]
    fn no_tick_is_lost_or_won_at_any_rate() {
        carries_exactly::<1>();
        carries_exactly::<7>();
        carries_exactly::<100>();
        carries_exactly::<999>();
        carries_exactly::<1_000>();
        carries_exactly::<1_001>();
        carries_exactly::<32_768>();
        carries_exactly::<31_250>();
        carries_exactly::<1_000_000>();
        carries_exactly::<3_579_545>();
        carries_exactly::<11_059_200>();
        carries_exactly::<16_000_000>();
        carries_exactly::<168_000_000>();
        carries_exactly::<4_294_967_000>();
    }

    #[cfg(feature = "embassy-time")]
    #[test]
    fn a_pause_of_any_length_is_counted_exactly() {
        fn far<const HZ: u32>() {
            let mut ticks = 0u128;
            let mut carry = Carry::<HZ>::new();
            for step in [1, 1 << 32, (1 << 32) - 1, 12_345_678_901_234, 5, u64::from(u32::MAX) << 20, 999] {
                carry.advance_far(step);
                ticks += u128::from(step);
                assert_eq!(u128::from(carry.ms()), ticks * 1_000 / u128::from(HZ), "{HZ} Hz, {ticks} ticks");
            }
        }
        far::<1_000>();
        far::<32_768>();
        far::<1_000_000>();
        far::<3_579_545>();
        far::<16_000_000>();
    }
}
