//! Clocks: what time it is, how finely that is known, or why it is not.
//!
//! There is no wall clock on a microcontroller, a frozen one in an edge worker, and one that steps in every laptop. So the
//! core never reads a clock by itself: it is handed a [`Clock`], takes one [`Reading`] per call, and leaves every judgement
//! of that reading (a step back, a stand-still, a start at 1970) to the [`Timeline`](crate::timeline::Timeline).
//!
//! | clock | for |
//! |---|---|
//! | [`ManualClock`] | tests, and hosts that push the time in |
//! | [`ScriptedClock`] | replaying a trace |
//! | [`OffsetClock`] | a monotonic counter, told the wall time later, and again later |
//! | [`Bounded`] | any of these, where readings outside a plausible window mean "not set" |
//! | `SystemClock` | hosts with an operating system (feature `std`) |

use core::fmt;

mod bounded;
mod manual;
mod offset;
mod scripted;

pub use bounded::Bounded;
pub use manual::ManualClock;
pub use offset::{Monotonic, OffsetClock};
pub use scripted::ScriptedClock;

#[cfg(feature = "std")]
pub use crate::std::SystemClock;

/// One reading of a clock: Unix time in milliseconds, and the fraction of that millisecond.
///
/// Milliseconds are signed, so that a clock before 1970 can say so and be refused with its distance instead of being
/// wrapped or clamped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Reading {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    pub unix_ms: i64,
    /// The fraction of the millisecond, in 1/4096 ms, rounded down: 0 to 4095. Higher bits are ignored.
    pub frac: u16,
}

impl Reading {
    /// The number of [`frac`](Self::frac) steps in a millisecond.
    pub const FRACS_PER_MS: u16 = 4096;

    /// A reading of whole milliseconds.
    #[must_use]
    pub const fn from_ms(unix_ms: i64) -> Self {
        Self { unix_ms, frac: 0 }
    }

    /// A reading of milliseconds and the nanoseconds that have passed within that millisecond.
    ///
    /// The fraction is rounded down, so 999,999 ns is 4095 and never spills into the next millisecond (RFC 9562 section
    /// 6.2, method 3). Values of 1,000,000 ns and more count as 999,999.
    #[must_use]
    pub const fn from_ms_and_ns(unix_ms: i64, ns_in_ms: u32) -> Self {
        let ns = if ns_in_ms > 999_999 { 999_999 } else { ns_in_ms };
        // ns * 4096 / 1_000_000 = ns * 64 / 15_625, which fits 32 bits for every ns below 67 million.
        Self { unix_ms, frac: (ns * 64 / 15_625) as u16 }
    }
}

impl From<i64> for Reading {
    fn from(unix_ms: i64) -> Self {
        Self::from_ms(unix_ms)
    }
}

impl From<u64> for Reading {
    /// Times above `i64::MAX` become `i64::MAX`: both lie past the horizon of every scheme and are refused alike.
    fn from(unix_ms: u64) -> Self {
        Self::from_ms(i64::try_from(unix_ms).unwrap_or(i64::MAX))
    }
}

/// Why a clock has no reading to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClockError {
    /// The wall time is not known yet.
    Unset {
        /// Milliseconds that have passed since the start, at least; 0 where the clock cannot tell.
        /// [`OnUnset::RunFromMark`](crate::policy::OnUnset::RunFromMark) counts on from its mark with it.
        since_boot_ms: u64,
    },
    /// The clock could not be read.
    Failed,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unset { .. } => "the clock is not set yet: set it, or choose to run on from a mark",
            Self::Failed => "the clock could not be read: check the device or the system call behind it",
        })
    }
}

impl core::error::Error for ClockError {}

/// A source of wall-clock readings.
///
/// A clock reports; it does not judge. It must not hide a step back, invent a time before it knows one, or wait.
pub trait Clock {
    /// Takes one reading.
    ///
    /// # Errors
    ///
    /// [`ClockError::Unset`] while the wall time is not known, [`ClockError::Failed`] where the clock cannot be read.
    fn read(&mut self) -> Result<Reading, ClockError>;

    /// The smallest step this clock can show, in nanoseconds.
    ///
    /// It decides whether fractions of a millisecond may be put into an id. A clock that does not say counts as one that
    /// ticks in milliseconds.
    fn resolution_ns(&self) -> u32 {
        1_000_000
    }
}

impl<C: Clock + ?Sized> Clock for &mut C {
    fn read(&mut self) -> Result<Reading, ClockError> {
        (**self).read()
    }

    fn resolution_ns(&self) -> u32 {
        (**self).resolution_ns()
    }
}
