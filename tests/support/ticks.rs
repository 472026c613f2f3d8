//! Time as a scheme counts it, in wide arithmetic that nothing overflows: readings, bounds and distances.

use mintid::clock::Reading;
use mintid::policy::NO_BOUND;

/// Further than any distance between two ticks.
const ENDLESS: i128 = 1 << 100;

/// How a scheme counts time: from when, in ticks of how long, and the first tick that it cannot hold.
#[derive(Debug, Clone, Copy)]
pub struct Ticks {
    pub epoch_ms: i128,
    /// How many ticks make a millisecond, where they are shorter than one; else 1.
    pub per_ms: i128,
    /// How many milliseconds make a tick, where it is longer than one; else 1.
    pub tick_ms: i128,
    pub end: i128,
}

/// A reading: its tick, and how long ago that has started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Present {
    pub tick: i128,
    pub past_ms: i128,
}

impl Present {
    pub fn start_of(tick: i128) -> Self {
        Self { tick, past_ms: 0 }
    }
}

/// Rounded up, of numbers of either sign.
fn divided_up(number: i128, by: i128) -> i128 {
    -(-number).div_euclid(by)
}

impl Ticks {
    /// Ticks of a millisecond, or of a part of one, from 1970 on.
    pub fn since_1970(per_ms: i128, end: i128) -> Self {
        Self { epoch_ms: 0, per_ms, tick_ms: 1, end }
    }

    /// A reading in ticks. Fine ticks end at 2^51 ms before the epoch, and readings with them; past 2^61 ticks, further than any
    /// scheme counts, one reading is as late as another.
    pub fn at(self, reading: Reading) -> Present {
        let since = (i128::from(reading.unix_ms) - self.epoch_ms).max(i128::from(i64::MIN));
        if self.per_ms == 1 {
            let tick = since.div_euclid(self.tick_ms).min((1 << 61) - 1);
            return Present { tick, past_ms: since.rem_euclid(self.tick_ms) };
        }
        let furthest = (1 << 51) - 1;
        let tick = since.clamp(-furthest, furthest) * self.per_ms + i128::from(reading.frac % 4096);
        Present::start_of(tick.min((1 << 61) - 1))
    }

    /// The time since the start of a run, added to its mark.
    pub fn after(self, mark: i128, since_boot_ms: u64) -> Present {
        let since = i128::from(since_boot_ms);
        Present { tick: mark + since * self.per_ms / self.tick_ms, past_ms: since % self.tick_ms }
    }

    /// A bound in ticks.
    pub fn bound(self, ms: u32) -> i128 {
        if ms == NO_BOUND { ENDLESS } else { self.span(ms) }
    }

    /// A span of milliseconds in ticks, rounded up.
    pub fn span(self, ms: u32) -> i128 {
        divided_up(i128::from(ms) * self.per_ms, self.tick_ms)
    }

    /// A span of ticks in milliseconds, rounded up.
    pub fn in_ms(self, ticks: i128) -> u64 {
        u64::try_from(divided_up(ticks * self.tick_ms, self.per_ms)).unwrap_or(u64::MAX)
    }

    /// From a reading to the start of a tick, in milliseconds rounded up.
    pub fn until(self, now: Present, tick: i128) -> u64 {
        self.in_ms(tick - now.tick) - u64::try_from(now.past_ms).expect("less than a tick")
    }

    /// The first tick that starts at this Unix time or later, of those that there are.
    pub fn first_from(self, unix_ms: u64) -> i128 {
        divided_up((i128::from(unix_ms) - self.epoch_ms) * self.per_ms, self.tick_ms).max(0)
    }

    /// When a tick starts, in Unix milliseconds rounded up.
    pub fn unix_ms_of(self, tick: i128) -> u64 {
        self.in_ms(tick) + u64::try_from(self.epoch_ms).expect("no epoch is before 1970")
    }

    /// The tick that holds this Unix time; the first or last one where none does.
    pub fn holding(self, unix_ms: u64) -> i128 {
        ((i128::from(unix_ms) - self.epoch_ms) * self.per_ms).div_euclid(self.tick_ms).clamp(0, self.end - 1)
    }
}
