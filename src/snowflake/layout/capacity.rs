//! How much a layout can do.

use super::Layout;
use crate::small::divided;

/// How many ids a layout has room for, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Capacity {
    /// Ids that one node can make in a tick.
    pub per_tick: u64,
    /// Ids that one node can make in a second, rounded down.
    pub per_second: u64,
    /// Nodes.
    pub nodes: u64,
    /// Ids that all nodes together can make in a second, rounded down.
    pub fleet_per_second: u128,
    /// Whole years from the epoch to the horizon, of 365.2425 days.
    pub years: u64,
}

const MS_PER_YEAR: u64 = 31_556_952_000;

impl Layout {
    /// How many ids it has room for, and for how long.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// let twitter = Layout::TWITTER.capacity();
    /// assert_eq!((twitter.per_second, twitter.nodes, twitter.years), (4_096_000, 1_024, 69));
    /// assert_eq!(Layout::SONYFLAKE.capacity().per_second, 25_600);
    /// ```
    // Inlined: who does not ask for the fleet's does not pay for a division of 128 bits.
    #[inline(always)]
    #[must_use]
    pub const fn capacity(&self) -> Capacity {
        let (per_tick, nodes) = (self.sequence.max() + 1, self.node.max() + 1);
        let a_second_in_all = per_tick as u128 * nodes as u128 * 1_000;
        Capacity {
            per_tick,
            // 32 bits of sequence at most.
            per_second: divided(per_tick * 1_000, self.tick_ms).0,
            nodes,
            // A tick is never 0 ms.
            fleet_per_second: match a_second_in_all.checked_div(self.tick_ms as u128) {
                Some(fleet) => fleet,
                None => 0,
            },
            years: (self.horizon_ms() - self.epoch_ms) / MS_PER_YEAR,
        }
    }
}
