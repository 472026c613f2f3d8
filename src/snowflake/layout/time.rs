//! What a layout says about time: which tick an instant falls in, where time ends, and the ids of a window.

use super::{Layout, LayoutError, Parts, TimeError, Width};
use crate::small::{divided, times};
use crate::snowflake::Snowflake;

impl Layout {
    /// The tick that a Unix time falls in.
    ///
    /// # Errors
    ///
    /// [`TimeError`] for times before the epoch and past the horizon, with the distance.
    pub const fn tick_at(&self, unix_ms: u64) -> Result<u64, TimeError> {
        let Some(since) = unix_ms.checked_sub(self.epoch_ms) else {
            return Err(TimeError::BeforeEpoch { by_ms: self.epoch_ms - unix_ms });
        };
        let (tick, _) = divided(since, self.tick_ms);
        if tick > self.time.max() {
            return Err(TimeError::PastHorizon { by_ms: unix_ms - self.horizon_ms() + 1 });
        }
        Ok(tick)
    }

    /// Parts for a Unix time, ready to [compose](Self::compose).
    ///
    /// # Errors
    ///
    /// As [`tick_at`](Self::tick_at).
    pub const fn parts_at(&self, unix_ms: u64, node: u64, sequence: u64) -> Result<Parts, TimeError> {
        match self.tick_at(unix_ms) {
            Ok(tick) => Ok(Parts { tick, node, sequence }),
            Err(error) => Err(error),
        }
    }

    /// When the tick of these parts starts, in Unix milliseconds.
    #[must_use]
    pub const fn unix_ms(&self, parts: Parts) -> u64 {
        self.epoch_ms.saturating_add(times(parts.tick, self.tick_ms))
    }

    /// The first instant that no longer fits, in Unix milliseconds.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// assert_eq!(Layout::TWITTER.horizon_ms(), 3_487_858_230_209); // 2080-07-10T17:30:30.209Z
    /// ```
    #[must_use]
    pub const fn horizon_ms(&self) -> u64 {
        self.epoch_ms + times(self.time.max() + 1, self.tick_ms)
    }

    /// From which Unix time on ids may have bit 63 set, and so be negative in a signed column; `None` where they never do.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// assert_eq!(Layout::INSTAGRAM.negative_from_ms(), Some(2_413_731_649_497)); // 2046-06-27
    /// assert_eq!(Layout::TWITTER.negative_from_ms(), None);
    /// ```
    #[must_use]
    pub const fn negative_from_ms(&self) -> Option<u64> {
        match self.width {
            Width::Bits64 if self.time.shift + self.time.bits == 64 => {
                Some(self.epoch_ms + times(1 << (self.time.bits - 1), self.tick_ms))
            }
            // The node's top bit decides, and not the time.
            Width::Bits64 => Some(self.epoch_ms),
            _ => None,
        }
    }

    /// Checks the epoch against the present, where that is known: ids cannot be made before it.
    ///
    /// # Errors
    ///
    /// [`LayoutError::EpochAhead`] with the distance.
    pub const fn check_epoch(&self, now_ms: u64) -> Result<(), LayoutError> {
        match self.epoch_ms.checked_sub(now_ms) {
            None | Some(0) => Ok(()),
            Some(by_ms) => Err(LayoutError::EpochAhead { by_ms }),
        }
    }

    /// The smallest id of the tick that this Unix time falls in: the lower end of a window, itself included.
    ///
    /// A window's ids are those from the smallest of its first millisecond to the largest of its last. Where the node stands
    /// above the time, as in [Seata's](Self::SEATA), ids of other times lie between the two as well.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// // A page of an hour, to ask for as a range of ids.
    /// let hour = Layout::DISCORD.min_at(1_600_408_800_000)?..=Layout::DISCORD.max_at(1_600_412_399_999)?;
    /// assert!(hour.contains(&756_403_198_394_237_027.into()));
    /// # Ok::<(), mintid::snowflake::TimeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`tick_at`](Self::tick_at).
    pub const fn min_at(&self, unix_ms: u64) -> Result<Snowflake, TimeError> {
        match self.tick_at(unix_ms) {
            Ok(tick) => Ok(Snowflake(tick << self.time.shift)),
            Err(error) => Err(error),
        }
    }

    /// The largest id of the tick that this Unix time falls in: the upper end of a window, itself included.
    ///
    /// # Errors
    ///
    /// As [`tick_at`](Self::tick_at).
    pub const fn max_at(&self, unix_ms: u64) -> Result<Snowflake, TimeError> {
        match self.tick_at(unix_ms) {
            Ok(tick) => {
                let others = u64::MAX >> (u64::BITS - self.width.bits()) & !(self.time.max() << self.time.shift);
                Ok(Snowflake(tick << self.time.shift | others))
            }
            Err(error) => Err(error),
        }
    }
}
