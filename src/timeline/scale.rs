//! How a scheme counts time: its ticks, its epoch, its end.

use crate::clock::Reading;
use crate::policy::NO_BOUND;

/// A scheme's ticks: how long one is, where they start, and which is the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// Unix milliseconds of tick 0.
    epoch_ms: i64,
    tick: TickLength,
    last_tick: u64,
}

/// A tick is a whole number of milliseconds, or a 4096th of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TickLength {
    Ms(u32),
    Frac,
}

/// log2 of [`Reading::FRACS_PER_MS`].
const FRAC_BITS: u32 = Reading::FRACS_PER_MS.trailing_zeros();

/// A reading in a scheme's ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// The tick the reading falls in; negative before the epoch.
    pub tick: i64,
    /// Milliseconds of that tick that have passed already, for ticks longer than one.
    pub past_ms: u32,
}

impl Scale {
    /// Ticks of 1 ms since 1970, up to and including `last_tick`.
    #[must_use]
    pub const fn unix_ms(last_tick: u64) -> Self {
        Self { epoch_ms: 0, tick: TickLength::Ms(1), last_tick }
    }

    /// Ticks of 1/4096 ms since 1970, up to and including `last_tick`.
    #[must_use]
    pub const fn unix_fracs(last_tick: u64) -> Self {
        Self { epoch_ms: 0, tick: TickLength::Frac, last_tick }
    }

    /// The last tick an id may carry.
    #[must_use]
    pub const fn last_tick(&self) -> u64 {
        self.last_tick
    }

    /// The reading in ticks.
    ///
    /// In ticks of 1/4096 ms, readings stop at 2^51 ms on either side of the epoch: 71,000 years, far past the last tick.
    #[inline]
    #[must_use]
    pub const fn now(&self, reading: Reading) -> Now {
        let ms = reading.unix_ms.saturating_sub(self.epoch_ms);
        match self.tick {
            TickLength::Ms(1) => Now { tick: ms, past_ms: 0 },
            TickLength::Ms(length) => {
                let length = length as i64;
                Now { tick: ms.div_euclid(length), past_ms: ms.rem_euclid(length) as u32 }
            }
            TickLength::Frac => {
                let frac = (reading.frac % Reading::FRACS_PER_MS) as i64;
                // Readings too far out for the shift are far past the horizon, or far before the epoch, either way.
                let limit = i64::MAX >> FRAC_BITS;
                let ms = if ms > limit {
                    limit
                } else if ms < -limit {
                    -limit
                } else {
                    ms
                };
                Now { tick: (ms << FRAC_BITS) | frac, past_ms: 0 }
            }
        }
    }

    /// A policy's bound in ticks, rounded up; [`NO_BOUND`] is none here either.
    pub(crate) const fn bound(&self, ms: u32) -> u64 {
        if ms == NO_BOUND { u64::MAX } else { self.span(ms) }
    }

    /// A span of milliseconds in ticks, rounded up.
    pub(crate) const fn span(&self, ms: u32) -> u64 {
        match self.tick {
            TickLength::Ms(1) => ms as u64,
            TickLength::Ms(length) => ms.div_ceil(length) as u64,
            TickLength::Frac => (ms as u64) << FRAC_BITS,
        }
    }

    /// A span of ticks in milliseconds, rounded up.
    pub(crate) const fn span_ms(&self, ticks: u64) -> u64 {
        match self.tick {
            TickLength::Ms(length) => ticks.saturating_mul(length as u64),
            TickLength::Frac => (ticks >> FRAC_BITS) + (ticks & (Reading::FRACS_PER_MS as u64 - 1) != 0) as u64,
        }
    }

    /// Milliseconds since the start of the run as ticks, rounded down.
    pub(crate) const fn elapsed(&self, ms: u64) -> u64 {
        match self.tick {
            TickLength::Ms(1) => ms,
            TickLength::Ms(length) => ms / length as u64,
            TickLength::Frac => ms.saturating_mul(Reading::FRACS_PER_MS as u64),
        }
    }

    /// The first tick that starts at or after this Unix time; 0 for times before the epoch.
    pub(crate) const fn tick_at_unix_ms(&self, unix_ms: u64) -> u64 {
        let ms = unix_ms as i128 - self.epoch_ms as i128;
        if ms <= 0 {
            return 0;
        }
        let ms = ms as u64;
        match self.tick {
            TickLength::Ms(1) => ms,
            TickLength::Ms(length) => ms.div_ceil(length as u64),
            TickLength::Frac => ms.saturating_mul(Reading::FRACS_PER_MS as u64),
        }
    }

    /// The Unix time at which this tick starts, rounded up to milliseconds; 0 where that is before 1970.
    pub(crate) const fn unix_ms_at(&self, tick: u64) -> u64 {
        self.span_ms(tick).saturating_add_signed(self.epoch_ms)
    }
}
