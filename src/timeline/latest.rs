//! The latest reading, refused ones too, and whether the clock behind it may still be unset.

use super::scale::Now;
use crate::policy::OnUnset;

/// The tick of the latest reading, which counts steps back and measures marks.
///
/// While a run goes on [from its mark](OnUnset::RunFromMark), what is kept here stands above every tick, so that the one
/// comparison of the plain way also keeps a reading of a clock just set from taking it unnoticed.
#[derive(Debug)]
pub(super) struct Latest(i64);

/// No reading yet: below every tick.
const NOTHING: i64 = i64::MIN;
/// From here on, a tick that stood in for a reading. No scheme's ticks reach so far.
const STAND_IN: i64 = 1 << 61;
/// No reading yet, where the mark may stand in for one.
const NOTHING_SET: i64 = 1 << 62;

impl Latest {
    #[inline(always)]
    pub(super) const fn none(on_unset: OnUnset) -> Self {
        Self(match on_unset {
            OnUnset::Refuse => NOTHING,
            OnUnset::RunFromMark => NOTHING_SET,
        })
    }

    /// Whether something may still stand in for a reading: until the first one of a clock that is set.
    pub(super) const fn may_stand_in(&self) -> bool {
        self.0 >= STAND_IN
    }

    /// The tick, once there is one.
    pub(super) const fn tick(&self) -> Option<i64> {
        match self.0 {
            NOTHING | NOTHING_SET => None,
            STAND_IN.. => Some(self.0 - STAND_IN),
            tick => Some(tick),
        }
    }

    /// The tick, or 0 where there is none or it is before the epoch.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) const fn forward(&self) -> u64 {
        // `NOTHING_SET` has none of these bits.
        if self.0 < 0 { 0 } else { (self.0 & (STAND_IN - 1)) as u64 }
    }

    /// Takes note of a reading, and says how many ticks it stepped back. Readings 2^61 ticks out, and 2^63, stop there.
    pub(super) const fn note(&mut self, now: Now) -> u64 {
        if self.goes_on_at(now) && now.tick < STAND_IN {
            self.go_on_at(now);
            return 0;
        }
        self.note_at(now.tick, 0)
    }

    /// Takes note of what stands in for a reading, and says how many ticks it stepped back.
    pub(super) const fn note_stand_in(&mut self, now: Now) -> u64 {
        self.note_at(now.tick, STAND_IN)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    const fn note_at(&mut self, now: i64, base: i64) -> u64 {
        let tick = match now {
            NOTHING => NOTHING + 1,
            STAND_IN.. => STAND_IN - 1,
            tick => tick,
        };
        let back = match self.tick() {
            Some(latest) if tick < latest => latest.abs_diff(tick),
            _ => 0,
        };
        self.0 = base + tick;
        back
    }

    /// Whether a reading is neither a step back nor the first of a clock that was unset.
    #[inline(always)]
    pub(super) const fn goes_on_at(&self, now: Now) -> bool {
        now.tick >= self.0
    }

    /// [`note`](Self::note) for a reading that [goes on](Self::goes_on_at) and lies below the horizon.
    #[inline(always)]
    pub(super) const fn go_on_at(&mut self, now: Now) {
        self.0 = now.tick;
    }
}
