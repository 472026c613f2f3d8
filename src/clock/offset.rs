//! Wall time as a monotonic counter plus an offset that is told later.

use super::{Clock, ClockError, Reading};

/// A counter of milliseconds since the start that never goes back.
///
/// Implemented for closures, so a tick register or a timer driver is one line.
pub trait Monotonic {
    /// Milliseconds since the start; never lower than an earlier answer.
    fn since_boot_ms(&mut self) -> u64;
}

impl<F: FnMut() -> u64> Monotonic for F {
    fn since_boot_ms(&mut self) -> u64 {
        self()
    }
}

/// A wall clock made of a [`Monotonic`] counter and a settable offset.
///
/// It is unset, and says for how long the board has run, until [`set_ms`](Self::set_ms) tells it the time: from a network,
/// a user, a radio. It may be told again, forwards or backwards; what a step means for the ids is not decided here.
///
/// ```
/// use core::cell::Cell;
/// use mintid::clock::{Clock, ClockError, OffsetClock, Reading};
///
/// let uptime = Cell::new(250);
/// let mut clock = OffsetClock::new(|| uptime.get());
/// assert_eq!(clock.read(), Err(ClockError::Unset { since_boot_ms: 250 }));
///
/// clock.set_ms(1_764_417_600_000);
/// uptime.set(1_250);
/// assert_eq!(clock.read(), Ok(Reading::from_ms(1_764_417_601_000)));
/// ```
#[derive(Debug, Clone)]
pub struct OffsetClock<M> {
    counter: M,
    /// Unix milliseconds at counter 0, once known.
    offset_ms: Option<i64>,
}

impl<M: Monotonic> OffsetClock<M> {
    /// A clock that has not been told the wall time.
    #[must_use]
    pub const fn new(counter: M) -> Self {
        Self { counter, offset_ms: None }
    }

    /// Tells the clock that it is `unix_ms` now.
    pub fn set_ms(&mut self, unix_ms: i64) {
        let since_boot = self.counter.since_boot_ms();
        self.offset_ms = Some(unix_ms.saturating_sub_unsigned(since_boot));
    }

    /// Makes the clock forget the wall time, as after a sleep that stopped the counter.
    pub fn unset(&mut self) {
        self.offset_ms = None;
    }

    /// The counter inside.
    pub fn get_mut(&mut self) -> &mut M {
        &mut self.counter
    }
}

impl<M: Monotonic> Clock for OffsetClock<M> {
    fn read(&mut self) -> Result<Reading, ClockError> {
        let since_boot_ms = self.counter.since_boot_ms();
        match self.offset_ms {
            Some(offset) => Ok(Reading::from_ms(offset.saturating_add_unsigned(since_boot_ms))),
            None => Err(ClockError::Unset { since_boot_ms }),
        }
    }
}
