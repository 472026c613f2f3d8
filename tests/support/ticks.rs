//! Ticks in numbers that cannot overflow: readings, bounds and distances.

use mintid::clock::Reading;
use mintid::policy::NO_BOUND;

/// Further than any distance between two ticks.
const ENDLESS: i128 = 1 << 100;

/// How a scheme counts time: ticks a millisecond, and the first tick that it cannot hold.
#[derive(Debug, Clone, Copy)]
pub struct Ticks {
    pub per_ms: i128,
    pub end: i128,
}

impl Ticks {
    /// The tick of a reading. Fine ticks end at 2^51 ms before the epoch, and readings with them; past 2^61 ticks, further than
    /// any scheme counts, one reading is as late as another.
    pub fn at(self, reading: Reading) -> i128 {
        let unix_ms = i128::from(reading.unix_ms);
        let tick = if self.per_ms == 1 {
            unix_ms
        } else {
            let furthest = (1 << 51) - 1;
            unix_ms.clamp(-furthest, furthest) * self.per_ms + i128::from(reading.frac % 4096)
        };
        tick.min((1 << 61) - 1)
    }

    /// A bound in ticks.
    pub fn bound(self, ms: u32) -> i128 {
        if ms == NO_BOUND { ENDLESS } else { self.span(ms) }
    }

    /// A span of milliseconds in ticks.
    pub fn span(self, ms: u32) -> i128 {
        i128::from(ms) * self.per_ms
    }

    /// A span of ticks in milliseconds, rounded up.
    pub fn in_ms(self, ticks: i128) -> u64 {
        u64::try_from((ticks + self.per_ms - 1) / self.per_ms).expect("a distance between two readings fits 64 bits")
    }
}
