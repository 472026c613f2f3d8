//! How a scheme counts time: its ticks and its end.

use crate::clock::Reading;
use crate::policy::NO_BOUND;

/// A scheme's ticks: how long one is, and which is the last. Tick 0 starts with 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    tick: TickLength,
    last_tick: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TickLength {
    /// A millisecond.
    Ms,
    /// 1/4096 of a millisecond.
    Frac,
}

/// log2 of [`Reading::FRACS_PER_MS`].
const FRAC_BITS: u32 = Reading::FRACS_PER_MS.trailing_zeros();
const FRAC_MASK: u64 = Reading::FRACS_PER_MS as u64 - 1;

/// A reading in a scheme's ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// The tick the reading falls in; negative before the epoch.
    pub tick: i64,
}

impl Scale {
    /// Ticks of 1 ms, up to and including `last_tick`.
    #[must_use]
    pub const fn unix_ms(last_tick: u64) -> Self {
        Self { tick: TickLength::Ms, last_tick }
    }

    /// Ticks of 1/4096 ms, up to and including `last_tick`.
    #[must_use]
    pub const fn unix_fracs(last_tick: u64) -> Self {
        Self { tick: TickLength::Frac, last_tick }
    }

    /// The last tick an id may carry.
    #[must_use]
    pub const fn last_tick(&self) -> u64 {
        self.last_tick
    }

    /// The first tick past the horizon.
    pub(crate) const fn end(&self) -> u64 {
        self.last_tick.saturating_add(1)
    }

    /// The reading in ticks.
    ///
    /// In ticks of 1/4096 ms, readings stop at 2^51 ms on either side of the epoch: 71,000 years, far past the last tick.
    #[inline]
    #[must_use]
    pub const fn now(&self, reading: Reading) -> Now {
        match self.tick {
            TickLength::Ms => Now { tick: reading.unix_ms },
            TickLength::Frac => {
                let frac = (reading.frac % Reading::FRACS_PER_MS) as i64;
                let limit = i64::MAX >> FRAC_BITS;
                let ms = if reading.unix_ms > limit {
                    limit
                } else if reading.unix_ms < -limit {
                    -limit
                } else {
                    reading.unix_ms
                };
                Now { tick: (ms << FRAC_BITS) | frac }
            }
        }
    }

    /// A policy's bound in ticks, rounded up; [`NO_BOUND`] is none here either.
    pub(crate) const fn bound(&self, ms: u32) -> u64 {
        if ms == NO_BOUND { u64::MAX } else { self.ticks(ms as u64) }
    }

    /// A span of milliseconds in ticks. Spans past 2^52 ms stop there, far past the last tick.
    pub(crate) const fn ticks(&self, ms: u64) -> u64 {
        match self.tick {
            TickLength::Ms => ms,
            TickLength::Frac => ms.saturating_mul(Reading::FRACS_PER_MS as u64),
        }
    }

    /// A span of ticks in milliseconds, rounded up.
    pub(crate) const fn ms(&self, ticks: u64) -> u64 {
        match self.tick {
            TickLength::Ms => ticks,
            TickLength::Frac => (ticks >> FRAC_BITS) + (ticks & FRAC_MASK != 0) as u64,
        }
    }
}
