//! A stepping clock that is a handle, as shared generators take it.

use std::sync::atomic::{AtomicU64, Ordering};

use mintid::clock::{Clock, ClockError, Reading};

/// A clock that steps by a millisecond after every `PER_MS` readings. Each `WHOSE` has its own.
///
/// Its count is loaded and stored, and not added to, so that it costs next to nothing; two threads must not read it at once.
#[derive(Clone, Copy)]
pub struct SharedStepping<const PER_MS: u64, const WHOSE: usize>;

/// 2025-11-29, about, for every pace: time never steps back between two contests.
const START_MS: u64 = 1_764_417_600_000;

static READINGS: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

impl<const PER_MS: u64, const WHOSE: usize> SharedStepping<PER_MS, WHOSE> {
    #[inline(always)]
    pub fn ms(self) -> u64 {
        let readings = READINGS[WHOSE].load(Ordering::Relaxed) + 1;
        READINGS[WHOSE].store(readings, Ordering::Relaxed);
        START_MS + readings / PER_MS
    }
}

impl<const PER_MS: u64, const WHOSE: usize> Clock for SharedStepping<PER_MS, WHOSE> {
    #[inline(always)]
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from_ms(self.ms() as i64))
    }
}

impl<const PER_MS: u64, const WHOSE: usize> ferroid::time::TimeSource<u64> for SharedStepping<PER_MS, WHOSE> {
    #[inline(always)]
    fn current_millis(&self) -> u64 {
        self.ms()
    }
}
