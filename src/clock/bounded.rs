//! Bounds on what a clock may be believed.

use super::{Clock, ClockError, Reading};

/// Believes the clock inside only within `not_before ..= not_after`; outside, the time counts as not set.
///
/// A board that starts at 1970, or at its uptime, would otherwise stamp ids with that time. A floor such as the build date
/// catches it, and a ceiling catches a clock whose battery or parser has gone wrong. Bounds are whole milliseconds of Unix
/// time and inclusive.
///
/// ```
/// use mintid::clock::{Bounded, Clock, ClockError, ManualClock};
///
/// let rtc = ManualClock::at_ms(14_000); // uptime passed off as the time
/// let mut clock = Bounded::new(&rtc).not_before(946_684_800_000);
/// assert_eq!(clock.read(), Err(ClockError::Unset { since_boot_ms: 0 }));
/// rtc.set_ms(1_764_417_600_000);
/// assert!(clock.read().is_ok());
/// ```
#[derive(Debug, Clone)]
pub struct Bounded<C> {
    clock: C,
    not_before_ms: i64,
    not_after_ms: i64,
}

impl<C> Bounded<C> {
    /// The clock without bounds yet.
    #[must_use]
    pub const fn new(clock: C) -> Self {
        Self { clock, not_before_ms: i64::MIN, not_after_ms: i64::MAX }
    }

    /// Readings before `unix_ms` count as not set.
    #[must_use]
    pub const fn not_before(mut self, unix_ms: i64) -> Self {
        self.not_before_ms = unix_ms;
        self
    }

    /// Readings after `unix_ms` count as not set.
    #[must_use]
    pub const fn not_after(mut self, unix_ms: i64) -> Self {
        self.not_after_ms = unix_ms;
        self
    }

    /// The clock inside.
    pub fn get_mut(&mut self) -> &mut C {
        &mut self.clock
    }
}

impl<C: Clock> Clock for Bounded<C> {
    fn read(&mut self) -> Result<Reading, ClockError> {
        let reading = self.clock.read()?;
        if reading.unix_ms < self.not_before_ms || reading.unix_ms > self.not_after_ms {
            // How long the board has run is not known from a reading that is not believed; 0 is a true lower bound.
            return Err(ClockError::Unset { since_boot_ms: 0 });
        }
        Ok(reading)
    }

    fn resolution_ns(&self) -> u32 {
        self.clock.resolution_ns()
    }
}
