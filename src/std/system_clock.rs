//! The operating system's clock.

use core::time::Duration;
use rust_std::time::SystemTime;

use crate::clock::{Clock, ClockError, Reading};

/// The operating system's wall clock.
///
/// A clock before 1970 gives a negative reading, which every generator refuses with its distance.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// What the system call behind `SystemTime` can show, in nanoseconds.
const RESOLUTION_NS: u32 = if cfg!(target_vendor = "apple") {
    1_000 // a `timeval`
} else if cfg!(windows) {
    100 // a `FILETIME`
} else {
    1 // a `timespec`
};

impl Clock for SystemClock {
    #[inline]
    fn read(&mut self) -> Result<Reading, ClockError> {
        match SystemTime::now().duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => {
                // Seconds fit 63 bits only up to the year 292 million; milliseconds run out earlier.
                let seconds = i64::try_from(since.as_secs()).map_err(|_| ClockError::Failed)?;
                let ms = seconds.checked_mul(1_000).ok_or(ClockError::Failed)?;
                let ns = since.subsec_nanos();
                let ms = ms.checked_add(i64::from(ns / 1_000_000)).ok_or(ClockError::Failed)?;
                Ok(Reading::from_ms_and_ns(ms, ns % 1_000_000))
            }
            Err(before) => ms_before_1970(before.duration()).map(Reading::from_ms).ok_or(ClockError::Failed),
        }
    }

    fn resolution_ns(&self) -> u32 {
        RESOLUTION_NS
    }
}

/// Milliseconds, negative, rounded away from 1970 and so down.
#[cold]
#[inline(never)]
fn ms_before_1970(by: Duration) -> Option<i64> {
    i64::try_from(by.as_nanos().div_ceil(1_000_000)).ok().map(|ms| -ms)
}
