//! The time of a driver.

use std::time::{Duration, Instant};

/// How often a driver publishes its signals, where nothing else wakes it.
pub(super) const PUBLISHED_EVERY: Duration = Duration::from_secs(5);

/// Milliseconds since it was made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    pub(super) fn ms(self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
