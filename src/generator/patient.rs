//! Waiting for an id where that is possible, with a bound.
//!
//! The core never sleeps; it is handed the way to. Where a system is there to sleep on, see
//! [`generate_blocking`](Generator::generate_blocking).

use super::Generator;
use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::scheme::Scheme;

impl<S: Scheme, C: Clock, E: Entropy> Generator<S, C, E> {
    /// Mints one id, and for as long as a call says [`Wait`](Cause::Wait), sleeps so long and calls again.
    ///
    /// `sleep` is the timer of whatever runs the future, on monotonic time: it is given milliseconds. All sleeps together ask
    /// for no more than `patience_ms`, so that a clock that stands still ends the wait as well. A future that is dropped
    /// while it sleeps has issued nothing.
    ///
    /// ```
    /// # use mintid::SnowflakeGenerator;
    /// # use mintid::clock::ManualClock;
    /// # use mintid::snowflake::{Layout, Options};
    /// # async fn timer(clock: &ManualClock, ms: u64) { clock.set_ms(1_764_417_600_000 + ms as i64) }
    /// # let clock = ManualClock::at_ms(1_764_417_600_000);
    /// # let mut ids = SnowflakeGenerator::new(Options::new(Layout::TWITTER, 1)?, &clock);
    /// # let future = async {
    /// for _ in 0..5_000 {
    ///     let id = ids.generate_async(20, |ms| timer(&clock, ms)).await?; // the 4097th waits a millisecond
    /// #   assert!(id.to_u64() > 0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # };
    /// # let mut future = std::pin::pin!(future);
    /// # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    /// # assert!(matches!(future.as_mut().poll(&mut context), std::task::Poll::Ready(Ok(()))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`generate`](Self::generate): what the last call said, a wait too where that is longer than the patience left.
    pub async fn generate_async<F: Future<Output = ()>>(
        &mut self,
        patience_ms: u64,
        sleep: impl FnMut(u64) -> F,
    ) -> Result<S::Id, Cause<E::Error>> {
        patiently(patience_ms, sleep, || self.generate()).await
    }
}

/// Tries until there is something else than a wait, or the patience is at its end.
pub(crate) async fn patiently<T, X, F: Future<Output = ()>>(
    patience_ms: u64,
    mut sleep: impl FnMut(u64) -> F,
    mut attempt: impl FnMut() -> Result<T, Cause<X>>,
) -> Result<T, Cause<X>> {
    let mut left_ms = patience_ms;
    loop {
        let outcome = attempt();
        let Err(Cause::Wait { for_ms }) = outcome else { return outcome };
        // A wait is 1 ms at least; if one were 0, the loop still has to end.
        let pause_ms = for_ms.max(1);
        let Some(left) = left_ms.checked_sub(pause_ms) else { return outcome };
        left_ms = left;
        sleep(pause_ms).await;
    }
}
