//! Back-off: how long to leave a coordinator alone after it has failed.
//!
//! The wait doubles with every failure in a row, up to a bound, and random bits shorten it by up to a half: clients that lost
//! the same coordinator at the same time then do not all come back at the same time. The bits come from the caller, as every
//! other input does, and so does the count of failures: it is the one thing to keep.

/// How the wait after a failure grows: from the first to the longest, in milliseconds. Plain data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Backoff {
    base_ms: u32,
    max_ms: u32,
}

impl Backoff {
    /// The wait after the first failure, and the one it is doubled up to.
    ///
    /// Where `max_ms` is below `base_ms`, the first wait is the longest too. A wait of 0 ms asks again at once.
    #[must_use]
    pub const fn new(base_ms: u32, max_ms: u32) -> Self {
        Self { base_ms, max_ms: if max_ms < base_ms { base_ms } else { max_ms } }
    }

    /// The longest wait after the first failure, in milliseconds.
    #[must_use]
    pub const fn base_ms(self) -> u32 {
        self.base_ms
    }

    /// The longest wait of all, in milliseconds.
    #[must_use]
    pub const fn max_ms(self) -> u32 {
        self.max_ms
    }

    /// The wait after so many failures in a row, in milliseconds; none after none.
    ///
    /// `jitter` is 16 random bits, which take up to a half off. 0 takes nothing off, for who has no random bits at hand.
    #[must_use]
    pub const fn wait_ms(self, failures: u32, jitter: u16) -> u32 {
        let doublings = match failures.checked_sub(1) {
            Some(doublings) => doublings,
            None => return 0,
        };
        // As many leading zeros as doublings leave no bit behind.
        let longest = if doublings <= self.base_ms.leading_zeros() && doublings < u32::BITS {
            let doubled = self.base_ms << doublings;
            if doubled < self.max_ms { doubled } else { self.max_ms }
        } else if self.base_ms == 0 {
            0
        } else {
            self.max_ms
        };
        longest - scaled(longest / 2, jitter)
    }
}

/// So many 65,536ths, rounded down, in two products of 32 bits.
const fn scaled(number: u32, parts: u16) -> u32 {
    let (high, low) = (number >> u16::BITS, number & u16::MAX as u32);
    high * parts as u32 + ((low * parts as u32) >> u16::BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_up_to_the_longest() {
        let backoff = Backoff::new(100, 1_000);
        let waits = [0, 1, 2, 3, 4, 5, 32, 33, 34, u32::MAX].map(|failures| backoff.wait_ms(failures, 0));
        assert_eq!(waits, [0, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000]);
    }

    #[test]
    fn the_bounds_may_be_anything() {
        let cases = [
            (Backoff::new(0, 0), 0, 0),
            (Backoff::new(0, 50), 0, 0),
            (Backoff::new(50, 0), 50, 50),
            (Backoff::new(1, u32::MAX), 1, u32::MAX),
            (Backoff::new(u32::MAX, u32::MAX), u32::MAX, u32::MAX),
        ];
        for (backoff, first, longest) in cases {
            assert_eq!((backoff.wait_ms(1, 0), backoff.wait_ms(u32::MAX, 0)), (first, longest), "{backoff:?}");
        }
        for failures in 1..=40 {
            assert_eq!(
                Backoff::new(3, u32::MAX).wait_ms(failures, 0),
                (3_u64 << (failures - 1)).min(u32::MAX.into()) as u32
            );
        }
    }

    #[test]
    fn jitter_takes_off_up_to_a_half() {
        for longest in [0, 1, 2, 3, 100, 65_535, 65_536, 1_000_000, u32::MAX] {
            let backoff = Backoff::new(longest, longest);
            for jitter in [0, 1, 2, 255, 256, 32_768, 65_534, 65_535] {
                let off = (u64::from(longest / 2) * u64::from(jitter)) >> 16;
                assert_eq!(backoff.wait_ms(1, jitter), longest - off as u32, "{longest} ms, {jitter}");
            }
        }
    }
}
