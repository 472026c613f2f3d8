//! Waiting for an id by blocking the thread, bounded on monotonic time.

use core::time::Duration;
use rust_std::thread;
use rust_std::time::Instant;

use super::shared::Shared;
use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::generator::{Generator, patiently};
use crate::scheme::Scheme;
use crate::scheme::sealed::Counted;

/// A system sleeps longer than it is asked to. So long before its end a wait is watched on the clock instead, so that a full
/// millisecond is followed by the next one at once.
const WATCHED: Duration = Duration::from_millis(2);

impl<S: Scheme, C: Clock, E: Entropy> Generator<S, C, E> {
    /// Mints one id, and for as long as a call says [`Wait`](Cause::Wait), blocks the thread so long and calls again.
    ///
    /// `patience` is counted on monotonic time, so that a clock that stands still ends the wait as well. The last two
    /// milliseconds of the first wait are watched on the clock, which gets all its ids out of each tick; after that the thread
    /// sleeps.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mintid::SnowflakeGenerator;
    /// use mintid::clock::SystemClock;
    /// use mintid::snowflake::{Layout, Options};
    ///
    /// let mut ids = SnowflakeGenerator::new(Options::new(Layout::TWITTER, 378)?, SystemClock);
    /// for _ in 0..10_000 {
    ///     ids.generate_blocking(Duration::from_millis(100))?; // 4,096 a millisecond
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`generate`](Self::generate): what the last call said, a wait too where that is longer than the patience left.
    #[inline]
    pub fn generate_blocking(&mut self, patience: Duration) -> Result<S::Id, Cause<E::Error>> {
        match self.generate() {
            Err(Cause::Wait { for_ms }) => {
                let wait = |ids: &mut Self, wait: &mut Wait, for_ms| wait.out(for_ms, ids.clock_mut());
                block(self, patience, for_ms, wait, Self::generate)
            }
            outcome => outcome,
        }
    }
}

impl<S: Counted + Copy + PartialEq, C: Clock + Copy, E: Entropy + Copy> Shared<S, C, E> {
    /// Mints one id, and blocks this thread where it has to be waited for. See [`Generator::generate_blocking`].
    ///
    /// # Errors
    ///
    /// As [`Generator::generate_blocking`].
    #[inline]
    pub fn generate_blocking(&self, patience: Duration) -> Result<S::Id, Cause<E::Error>> {
        match self.generate() {
            Err(Cause::Wait { for_ms }) => {
                let wait = |clock: &mut C, wait: &mut Wait, for_ms| wait.out(for_ms, clock);
                block(&mut self.clock(), patience, for_ms, wait, |_| self.generate())
            }
            outcome => outcome,
        }
    }

    /// Mints one id, and sleeps by the caller's timer where it has to be waited for. See [`Generator::generate_async`].
    ///
    /// # Errors
    ///
    /// As [`Generator::generate_async`].
    pub async fn generate_async<F: Future<Output = ()>>(
        &self,
        patience_ms: u64,
        sleep: impl FnMut(u64) -> F,
    ) -> Result<S::Id, Cause<E::Error>> {
        patiently(patience_ms, sleep, || self.generate()).await
    }
}

/// After a call that said wait: waits and calls again, until something else is said or the patience is at its end.
#[cold]
fn block<G, T, X>(
    ids: &mut G,
    patience: Duration,
    mut for_ms: u64,
    mut out: impl FnMut(&mut G, &mut Wait, u64) -> bool,
    mut generate: impl FnMut(&mut G) -> Result<T, Cause<X>>,
) -> Result<T, Cause<X>> {
    let mut wait = Wait { since: Instant::now(), patience, watches: true };
    while out(ids, &mut wait, for_ms) {
        match generate(ids) {
            Err(Cause::Wait { for_ms: again }) => for_ms = again,
            outcome => return outcome,
        }
    }
    Err(Cause::Wait { for_ms })
}

/// A wait that has begun.
struct Wait {
    since: Instant,
    patience: Duration,
    watches: bool,
}

impl Wait {
    /// Waits so long; does not, and says so, where there is less patience left.
    fn out(&mut self, for_ms: u64, clock: &mut impl Clock) -> bool {
        let begun = self.since.elapsed();
        // A wait is 1 ms at least; if one were 0, the loop around this still has to end.
        let wait = Duration::from_millis(for_ms.max(1));
        if wait > self.patience.saturating_sub(begun) {
            return false;
        }
        let Some(target_ms) = self.target_ms(for_ms, clock) else {
            thread::sleep(wait);
            return true;
        };
        if wait > WATCHED {
            thread::sleep(wait - WATCHED);
        }
        while self.since.elapsed() - begun < wait && clock.read().is_ok_and(|reading| reading.unix_ms < target_ms) {
            thread::yield_now();
        }
        true
    }

    /// What the clock should show at the end of the wait, where it is to be watched: only once, since one that stands still
    /// would be watched for nothing.
    fn target_ms(&mut self, for_ms: u64, clock: &mut impl Clock) -> Option<i64> {
        if !self.watches {
            return None;
        }
        self.watches = false;
        clock.read().ok().map(|reading| reading.unix_ms.saturating_add_unsigned(for_ms))
    }
}
