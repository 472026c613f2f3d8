//! How a scheme counts time: its epoch, its ticks and its end.
//!
//! Marks and readings are instants: Unix milliseconds, which count from the epoch on. Bounds, windows and distances are
//! spans, which count from nowhere. Either is turned into ticks in its own way.

use crate::clock::Reading;
use crate::policy::NO_BOUND;
use crate::small::{divided, times};

/// A scheme's ticks: how long one is, when the first starts, and which is the last.
///
/// Two words, which registers hold, and constants for the schemes whose ticks are milliseconds since 1970. What counts with
/// them takes them by value and is inlined: through a pointer, constants would be read back from memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// The epoch in Unix milliseconds, above the milliseconds of a tick in the lowest 16 bits, of which 0 is [`FRACS`].
    unit: u64,
    last_tick: u64,
}

/// In place of a tick's milliseconds: it is 1/4096 of one.
const FRACS: u16 = 0;
const TICK_BITS: u32 = u16::BITS;

/// log2 of [`Reading::FRACS_PER_MS`].
const FRAC_BITS: u32 = Reading::FRACS_PER_MS.trailing_zeros();
const FRAC_MASK: u64 = Reading::FRACS_PER_MS as u64 - 1;

/// A reading in a scheme's ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    /// The tick the reading falls in; negative before the epoch.
    pub tick: i64,
    /// The milliseconds of that tick which have passed: waits are counted from the reading.
    pub(crate) past_ms: u16,
}

impl Now {
    /// The start of a tick.
    pub(crate) const fn start_of(tick: i64) -> Self {
        Self { tick, past_ms: 0 }
    }
}

impl Scale {
    /// Epochs are below this: 2^48 ms, in the year 10889, where the time of v7 and ULID ends too.
    pub(crate) const EPOCH_END_MS: u64 = 1 << (u64::BITS - TICK_BITS);

    /// Layouts end here at the latest: the timeline counts no further.
    const TIME_END_MS: u64 = 1 << 61;

    /// Ticks of 1 ms from 1970 on, up to and including `last_tick`.
    #[must_use]
    pub const fn unix_ms(last_tick: u64) -> Self {
        Self { unit: 1, last_tick }
    }

    /// Ticks of 1/4096 ms from 1970 on, up to and including `last_tick`.
    #[must_use]
    pub const fn unix_fracs(last_tick: u64) -> Self {
        Self { unit: FRACS as u64, last_tick }
    }

    /// Ticks of `tick_ms` from the Unix time `epoch_ms` on, up to and including `last_tick`.
    ///
    /// `None` for a tick of 0 ms, and for an epoch of 2^48 ms and above.
    #[must_use]
    pub const fn since(epoch_ms: u64, tick_ms: u16, last_tick: u64) -> Option<Self> {
        if tick_ms == 0 || epoch_ms >= Self::EPOCH_END_MS {
            return None;
        }
        Some(Self { unit: epoch_ms << TICK_BITS | tick_ms as u64, last_tick })
    }

    /// The scale whose [`unit`](Self::unit) this is.
    #[inline(always)]
    pub(crate) const fn of_unit(unit: u64, last_tick: u64) -> Self {
        Self { unit, last_tick }
    }

    /// Epoch and tick in one word.
    #[inline(always)]
    pub(crate) const fn unit(self) -> u64 {
        self.unit
    }

    #[inline(always)]
    const fn tick_ms(self) -> u16 {
        self.unit as u16
    }

    /// When tick 0 starts, in Unix milliseconds.
    #[inline(always)]
    #[must_use]
    pub const fn epoch_ms(&self) -> u64 {
        self.unit >> TICK_BITS
    }

    /// The last tick an id may carry.
    #[must_use]
    pub const fn last_tick(&self) -> u64 {
        self.last_tick
    }

    /// The first tick past the horizon.
    #[inline(always)]
    pub(crate) const fn end(self) -> u64 {
        self.last_tick.saturating_add(1)
    }

    /// The last mark that is one. A layout whose time ends earlier than that of v7 still takes a mark past its end for a time,
    /// and refuses ids by their distance from it.
    #[inline(always)]
    pub(crate) const fn mark_end(self) -> u64 {
        let (own, common) = (self.end(), self.tick_from(Self::EPOCH_END_MS));
        if own > common { own } else { common }
    }

    /// The reading in ticks.
    ///
    /// In ticks of 1/4096 ms, readings stop at 2^51 ms on either side of the epoch: 71,000 years, far past the last tick.
    #[inline(always)]
    #[must_use]
    pub const fn now(&self, reading: Reading) -> Now {
        match self.tick_ms() {
            FRACS => Now::start_of(fracs(reading)),
            1 => Now::start_of(reading.unix_ms.saturating_sub_unsigned(self.epoch_ms())),
            tick_ms => in_long_ticks(reading.unix_ms.saturating_sub_unsigned(self.epoch_ms()), tick_ms),
        }
    }

    /// How long before the epoch a reading is that is before it, in milliseconds rounded up.
    #[inline(always)]
    pub(crate) const fn before_epoch_ms(self, now: Now) -> u64 {
        self.wait_ms(now, now.tick.unsigned_abs())
    }

    /// From the reading to the start of the tick that is `ticks` after its own, in milliseconds rounded up.
    #[inline(always)]
    pub(crate) const fn wait_ms(self, now: Now, ticks: u64) -> u64 {
        if self.tick_ms() == 1 { ticks } else { self.ms(ticks).saturating_sub(now.past_ms as u64) }
    }

    /// The Unix time of a reading in whole milliseconds.
    pub(crate) const fn unix_ms_of(self, now: Now) -> i64 {
        let from_epoch = self.ms(now.tick.unsigned_abs());
        let from_epoch = if from_epoch > i64::MAX as u64 { i64::MAX } else { from_epoch as i64 };
        let start = self.epoch_ms() as i64;
        let start = if now.tick < 0 { start.saturating_sub(from_epoch) } else { start.saturating_add(from_epoch) };
        start.saturating_add(now.past_ms as i64)
    }

    /// Whether a layout can have this scale: ticks of 1 ms or longer, and an end that can be counted to.
    pub(crate) const fn is_of_a_layout(self) -> bool {
        self.tick_ms() != FRACS && self.start_ms(self.end()) <= Self::TIME_END_MS
    }

    /// A policy's bound in ticks, rounded up; [`NO_BOUND`] is none here either.
    #[inline(always)]
    pub(crate) const fn bound(self, ms: u32) -> u64 {
        if ms == NO_BOUND { u64::MAX } else { self.ticks(ms as u64) }
    }

    /// Whether a policy's bound allows a distance in ticks.
    #[inline(always)]
    pub(crate) const fn is_within(self, ticks: u64, ms: u32) -> bool {
        ms == NO_BOUND || ticks <= self.ticks(ms as u64)
    }

    /// A span of milliseconds in ticks, rounded up. Of 1/4096 ms, spans past 2^52 ms stop there, far past the last tick.
    #[inline(always)]
    pub(crate) const fn ticks(self, ms: u64) -> u64 {
        if self.tick_ms() == 1 { ms } else { long_or_short_ticks(ms, self.tick_ms()) }
    }

    /// A span of milliseconds in whole ticks, and the milliseconds that are left over.
    #[inline(always)]
    pub(crate) const fn elapsed(self, ms: u64) -> (u64, u16) {
        match self.tick_ms() {
            FRACS => (ms.saturating_mul(Reading::FRACS_PER_MS as u64), 0),
            1 => (ms, 0),
            tick_ms => divided(ms, tick_ms),
        }
    }

    /// A span of ticks in milliseconds, rounded up.
    #[inline(always)]
    pub(crate) const fn ms(self, ticks: u64) -> u64 {
        if self.tick_ms() == 1 { ticks } else { ms_of_long_or_short(ticks, self.tick_ms()) }
    }

    /// The first tick that starts at this Unix time or later.
    #[inline(always)]
    pub(crate) const fn tick_from(self, unix_ms: u64) -> u64 {
        self.ticks(unix_ms.saturating_sub(self.epoch_ms()))
    }

    /// When a tick starts, in Unix milliseconds rounded up.
    #[inline(always)]
    pub(crate) const fn start_ms(self, tick: u64) -> u64 {
        self.epoch_ms().saturating_add(self.ms(tick))
    }
}

// Ticks of a millisecond are told apart where they are asked about, which folds away where the scale is a constant. The rest is
// one routine for all callers on small cores.

#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
const fn long_or_short_ticks(ms: u64, tick_ms: u16) -> u64 {
    match tick_ms {
        FRACS => ms.saturating_mul(Reading::FRACS_PER_MS as u64),
        _ => {
            let (whole, rest) = divided(ms, tick_ms);
            whole + (rest != 0) as u64
        }
    }
}

#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
const fn ms_of_long_or_short(ticks: u64, tick_ms: u16) -> u64 {
    match tick_ms {
        FRACS => (ticks >> FRAC_BITS) + (ticks & FRAC_MASK != 0) as u64,
        _ => times(ticks, tick_ms),
    }
}

#[inline]
const fn fracs(reading: Reading) -> i64 {
    let frac = (reading.frac % Reading::FRACS_PER_MS) as i64;
    let limit = i64::MAX >> FRAC_BITS;
    let ms = if reading.unix_ms > limit {
        limit
    } else if reading.unix_ms < -limit {
        -limit
    } else {
        reading.unix_ms
    };
    (ms << FRAC_BITS) | frac
}

/// Rounded down, before the epoch too.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
const fn in_long_ticks(since_epoch_ms: i64, tick_ms: u16) -> Now {
    let (whole, rest) = divided(since_epoch_ms.unsigned_abs(), tick_ms);
    if since_epoch_ms >= 0 {
        return Now { tick: whole as i64, past_ms: rest };
    }
    match rest {
        0 => Now::start_of(-(whole as i64)),
        rest => Now { tick: -(whole as i64) - 1, past_ms: tick_ms - rest },
    }
}
