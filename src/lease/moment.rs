//! The two clocks that a lease is timed by.

/// One moment on two clocks, read together.
///
/// A monotonic clock never steps, and on many systems stands still while the machine is suspended; the clock of the day does not,
/// and steps. A lease counts as expired as soon as either says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moment {
    /// Milliseconds on a monotonic clock, from any start.
    pub monotonic_ms: u64,
    /// Unix time in milliseconds.
    pub unix_ms: i64,
}

impl Moment {
    /// How long ago `earlier` was at most, in milliseconds; `None` where the monotonic clock contradicts that it was earlier.
    pub(super) const fn ms_since(self, earlier: Self) -> Option<u64> {
        let Some(monotonic) = self.monotonic_ms.checked_sub(earlier.monotonic_ms) else {
            return None;
        };
        let unix = self.unix_ms.saturating_sub(earlier.unix_ms);
        Some(if unix > 0 && unix as u64 > monotonic { unix as u64 } else { monotonic })
    }
}
