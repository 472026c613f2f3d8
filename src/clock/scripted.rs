//! A clock that replays a script of readings.

use super::{Clock, ClockError, Reading};

/// Gives the readings of a script, one per call, and fails when the script is used up.
///
/// ```
/// use mintid::clock::{Clock, ClockError, Reading, ScriptedClock};
///
/// let script = [Ok(Reading::from_ms(5)), Err(ClockError::Failed), Ok(Reading::from_ms(3))];
/// let mut clock = ScriptedClock::new(&script);
/// assert_eq!(clock.read(), Ok(Reading::from_ms(5)));
/// assert_eq!(clock.read(), Err(ClockError::Failed));
/// assert_eq!(clock.read(), Ok(Reading::from_ms(3)));
/// assert_eq!(clock.read(), Err(ClockError::Failed));
/// ```
#[derive(Debug)]
pub struct ScriptedClock<'a> {
    rest: &'a [Result<Reading, ClockError>],
    resolution_ns: u32,
}

impl<'a> ScriptedClock<'a> {
    /// A clock that will give these readings in order.
    #[must_use]
    pub const fn new(script: &'a [Result<Reading, ClockError>]) -> Self {
        Self { rest: script, resolution_ns: 1_000_000 }
    }

    /// The same clock, stating another resolution in nanoseconds.
    #[must_use]
    pub const fn with_resolution_ns(self, resolution_ns: u32) -> Self {
        Self { resolution_ns, ..self }
    }

    /// How many readings are left.
    #[must_use]
    pub const fn remaining(&self) -> usize {
        self.rest.len()
    }
}

impl Clock for ScriptedClock<'_> {
    fn read(&mut self) -> Result<Reading, ClockError> {
        let (first, rest) = self.rest.split_first().ok_or(ClockError::Failed)?;
        self.rest = rest;
        *first
    }

    fn resolution_ns(&self) -> u32 {
        self.resolution_ns
    }
}
