//! A clock that is set by hand.

use core::cell::Cell;

use super::{Clock, ClockError, Reading};

/// A clock that is set by hand; it starts unset.
///
/// `&ManualClock` is a [`Clock`] too, so a test keeps the clock and lends it to the generator.
///
/// ```
/// use mintid::clock::{Clock, ClockError, ManualClock, Reading};
///
/// let clock = ManualClock::unset();
/// assert_eq!((&clock).read(), Err(ClockError::Unset { since_boot_ms: 0 }));
/// clock.set_ms(1_764_417_600_000);
/// assert_eq!((&clock).read(), Ok(Reading::from_ms(1_764_417_600_000)));
/// ```
#[derive(Debug, Clone)]
pub struct ManualClock {
    now: Cell<Result<Reading, ClockError>>,
    resolution_ns: u32,
}

impl ManualClock {
    /// A clock that has not been told the time.
    #[must_use]
    pub const fn unset() -> Self {
        Self { now: Cell::new(Err(ClockError::Unset { since_boot_ms: 0 })), resolution_ns: 1_000_000 }
    }

    /// A clock that stands at `unix_ms`.
    #[must_use]
    pub const fn at_ms(unix_ms: i64) -> Self {
        Self { now: Cell::new(Ok(Reading::from_ms(unix_ms))), resolution_ns: 1_000_000 }
    }

    /// The same clock, stating another resolution in nanoseconds.
    #[must_use]
    pub const fn with_resolution_ns(self, resolution_ns: u32) -> Self {
        Self { resolution_ns, ..self }
    }

    /// Sets the time to whole milliseconds, forwards or backwards.
    pub fn set_ms(&self, unix_ms: i64) {
        self.set(Ok(Reading::from_ms(unix_ms)));
    }

    /// Sets what the next readings give: a reading, or a reason for there being none.
    pub fn set(&self, now: Result<Reading, ClockError>) {
        self.now.set(now);
    }
}

impl Clock for ManualClock {
    fn read(&mut self) -> Result<Reading, ClockError> {
        self.now.get()
    }

    fn resolution_ns(&self) -> u32 {
        self.resolution_ns
    }
}

impl Clock for &ManualClock {
    fn read(&mut self) -> Result<Reading, ClockError> {
        self.now.get()
    }

    fn resolution_ns(&self) -> u32 {
        self.resolution_ns
    }
}
