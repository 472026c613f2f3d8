//! The time in a UUID, and the ids that bound a window of time.

use super::fields::RAND_B_MASK;
use super::{Uuid, Version};
use crate::field::{FieldError, LAST_UNIX_MS};

/// Milliseconds from 1582-10-15, where v1 and v6 start, to 1970-01-01 (RFC 9562 section 6.1 and Appendix A).
const GREGORIAN_TO_UNIX_MS: i64 = 12_219_292_800_000;

/// 100 ns steps in a millisecond.
const STEPS_PER_MS: u32 = 10_000;

/// Whole milliseconds in 100 ns steps.
#[inline]
const fn whole_ms(steps: u64) -> u64 {
    if cfg!(target_pointer_width = "64") { steps / STEPS_PER_MS as u64 } else { whole_ms_by_hand(steps) }
}

/// The same, bit by bit: small cores divide 64 bits in a function of some 800 bytes, and so does WebAssembly made into
/// JavaScript.
#[cold]
#[inline(never)]
const fn whole_ms_by_hand(steps: u64) -> u64 {
    let (mut quotient, mut rest) = (steps, 0);
    let mut bit = 0;
    while bit < u64::BITS {
        // The quotient comes in below as the steps go out above.
        rest = rest << 1 | (quotient >> 63) as u32;
        quotient <<= 1;
        if rest >= STEPS_PER_MS {
            rest -= STEPS_PER_MS;
            quotient |= 1;
        }
        bit += 1;
    }
    quotient
}

impl Uuid {
    /// The time inside, in Unix milliseconds rounded down: v1, v6 and v7 have one.
    ///
    /// v1 and v6 reach back to 1582, so it may be negative.
    #[must_use]
    pub const fn unix_ms(self) -> Option<i64> {
        match self.version() {
            Some(Version::V7) => Some((self.high() >> 16) as i64),
            _ => match self.gregorian_ticks() {
                Some(steps) => Some(whole_ms(steps) as i64 - GREGORIAN_TO_UNIX_MS),
                None => None,
            },
        }
    }

    /// The time of a v1 or v6 UUID, in 100 ns steps since 1582-10-15 (RFC 9562 sections 5.1 and 5.6), 60 bits.
    #[must_use]
    pub const fn gregorian_ticks(self) -> Option<u64> {
        let high = self.high();
        match self.version() {
            Some(Version::V1) => Some(((high & 0xfff) << 48) | (((high >> 16) & 0xffff) << 32) | (high >> 32)),
            Some(Version::V6) => Some(((high >> 16) << 12) | (high & 0xfff)),
            _ => None,
        }
    }

    /// The clock sequence of a v1 or v6 UUID, 14 bits.
    #[must_use]
    pub const fn clock_seq(self) -> Option<u16> {
        match self.version() {
            Some(Version::V1 | Version::V6) => Some(((self.low() >> 48) & 0x3fff) as u16),
            _ => None,
        }
    }

    /// The node of a v1 or v6 UUID, 48 bits.
    #[must_use]
    pub const fn node(self) -> Option<[u8; 6]> {
        match self.version() {
            Some(Version::V1 | Version::V6) => {
                let [.., a, b, c, d, e, f] = self.0;
                Some([a, b, c, d, e, f])
            }
            _ => None,
        }
    }

    /// The v6 UUID of a v1: the same time, clock sequence and node, in an order that sorts. Lossless.
    #[must_use]
    pub const fn v1_to_v6(self) -> Option<Self> {
        match (self.version(), self.gregorian_ticks()) {
            (Some(Version::V1), Some(ticks)) => {
                let high = ((ticks >> 12) << 16) | (ticks & 0xfff);
                Some(Self::stamped(high, Version::V6, self.low()))
            }
            _ => None,
        }
    }

    /// The v1 UUID of a v6. Lossless.
    #[must_use]
    pub const fn v6_to_v1(self) -> Option<Self> {
        match (self.version(), self.gregorian_ticks()) {
            (Some(Version::V6), Some(ticks)) => {
                let high = (ticks << 32) | (((ticks >> 32) & 0xffff) << 16) | (ticks >> 48);
                Some(Self::stamped(high, Version::V1, self.low()))
            }
            _ => None,
        }
    }

    /// The smallest v7 UUID of this millisecond: the lower end of a window, itself included.
    ///
    /// # Errors
    ///
    /// [`FieldError`] for times of 2^48 ms and above.
    pub const fn v7_min(unix_ts_ms: u64) -> Result<Self, FieldError> {
        Self::from_v7_parts(unix_ts_ms, 0, 0)
    }

    /// The largest v7 UUID of this millisecond: the upper end of a window, itself included.
    ///
    /// Inclusive because the last millisecond has no next one.
    ///
    /// # Errors
    ///
    /// [`FieldError`] for times of 2^48 ms and above.
    pub const fn v7_max(unix_ts_ms: u64) -> Result<Self, FieldError> {
        Self::from_v7_parts(unix_ts_ms, 0xfff, RAND_B_MASK)
    }

    /// Whether this UUID carries a time, and it lies within `after_ms ..= before_ms`, in Unix milliseconds.
    ///
    /// For servers that accept ids made by clients: a client's clock can be wrong by years, and its ids would sort so.
    #[must_use]
    pub const fn is_plausible(self, after_ms: i64, before_ms: i64) -> bool {
        match self.unix_ms() {
            Some(ms) => after_ms <= ms && ms <= before_ms,
            None => false,
        }
    }
}

const _: () = assert!(LAST_UNIX_MS < i64::MAX as u64);

#[cfg(test)]
mod tests {
    use super::{whole_ms, whole_ms_by_hand};

    #[test]
    fn division_by_hand_comes_to_the_same() {
        let mut steps = u64::MAX;
        while steps > 0 {
            for steps in [steps, steps - 1, steps / 10_000 * 10_000, (steps / 10_000 * 10_000).saturating_add(9_999)] {
                assert_eq!(whole_ms_by_hand(steps), steps / 10_000);
                assert_eq!(whole_ms(steps), steps / 10_000);
            }
            steps /= 3;
        }
        assert_eq!(whole_ms_by_hand(0), 0);
    }
}
