//! Snowflakes on a node that is lent, whose lease is kept alive in the background.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mintid::clock::{Clock, SystemClock};
use mintid::entropy::{OsError, ThreadEntropy};
use mintid::lease::{self, Event, Grant, Holder, Pool};
use mintid::snowflake::{LeasedCause, LeasedGenerator, LeasedOptions};
use mintid::{Cause, Meter, Refusal, Snowflake};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};

use super::clock::{PUBLISHED_EVERY, Stopwatch};
use super::closing::{AtTheEnd, Closing};
use super::unlent::{SnowflakeError, Unlent};
use crate::jitter::jitter;
use crate::signals::{self, LeaseSignals};
use crate::{Leases, Name, lend};

/// How a lease is kept, and how long an id is waited for. Plain data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnowflakeOptions {
    lease: lease::Options,
    patience: Duration,
}

impl SnowflakeOptions {
    /// The defaults: those of [`lease::Options`], and [`next`](LeasedSnowflake::next) waits for 5 s at most.
    #[must_use]
    pub const fn new() -> Self {
        Self { lease: lease::Options::new(), patience: Duration::from_secs(5) }
    }

    /// How the lease is kept.
    #[must_use]
    pub const fn lease(mut self, lease: lease::Options) -> Self {
        self.lease = lease;
        self
    }

    /// How long [`next`](LeasedSnowflake::next) waits at most. Default: 5 s.
    #[must_use]
    pub const fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }
}

impl Default for SnowflakeOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Snowflakes for any number of threads and tasks, on one node that an engine lends.
///
/// A task in the background asks for the node, renews its lease when a third of it is over, and asks for another one where the
/// clock is too far behind this one's ids. Where the lease does not allow an id for certain, there is none.
///
/// A process that was copied, by a fork or from a snapshot, has no task: its lease ends by itself.
pub struct LeasedSnowflake<C = SystemClock> {
    shared: Arc<Shared<C>>,
    /// Ends the task with the last handle.
    _task: Arc<Task>,
}

struct Shared<C> {
    state: Mutex<State<C>>,
    watch: Stopwatch,
    patience: Duration,
    clock_offset_ms: AtomicI64,
    /// Wakes the task: an id was refused, or the end is wanted.
    refused: Notify,
    /// Wakes those who wait: something came of a request.
    came: Notify,
}

struct State<C> {
    generator: LeasedGenerator<C, ThreadEntropy>,
    /// Why there is no node, where an engine or its answer says so.
    failure: Option<Arc<Unlent>>,
    closing: Closing<()>,
}

struct Task(JoinHandle<()>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<C> Clone for LeasedSnowflake<C> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), _task: Arc::clone(&self._task) }
    }
}

impl<C> fmt::Debug for LeasedSnowflake<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeasedSnowflake").field("grant", &self.grant()).finish_non_exhaustive()
    }
}

impl LeasedSnowflake {
    /// Starts to make Snowflakes by the system's clock, and asks for a node.
    ///
    /// `holder` should stay the same over restarts, and be nobody else's: it then has its own node back. `pool` is the same for
    /// all who lease from it.
    ///
    /// # Panics
    ///
    /// Outside of a runtime of tokio's with its timer on.
    #[must_use]
    pub fn start<L: Leases>(
        engine: L,
        name: Name,
        pool: Pool,
        holder: Holder,
        ids: LeasedOptions,
        options: SnowflakeOptions,
    ) -> Self {
        Self::start_with(SystemClock, engine, name, pool, holder, ids, options)
    }
}

impl<C: Clock + Send + 'static> LeasedSnowflake<C> {
    /// As [`start`](LeasedSnowflake::start), by another clock.
    ///
    /// # Panics
    ///
    /// Outside of a runtime of tokio's with its timer on.
    #[must_use]
    pub fn start_with<L: Leases>(
        clock: C,
        engine: L,
        name: Name,
        pool: Pool,
        holder: Holder,
        ids: LeasedOptions,
        options: SnowflakeOptions,
    ) -> Self {
        let generator = LeasedGenerator::with_entropy(ids, holder, options.lease, clock, ThreadEntropy);
        let shared = Arc::new(Shared {
            state: Mutex::new(State { generator, failure: None, closing: Closing::NotWanted }),
            watch: Stopwatch::start(),
            patience: options.patience,
            clock_offset_ms: AtomicI64::new(0),
            refused: Notify::new(),
            came: Notify::new(),
        });
        let limit = Duration::from_millis(options.lease.patience_ms.into());
        let task = tokio::spawn(keep(Arc::clone(&shared), engine, name, pool, limit));
        Self { shared, _task: Arc::new(Task(task)) }
    }

    /// An id, if there is one at once.
    ///
    /// # Errors
    ///
    /// [`LeasedCause`] says why not and what to do next. The task has been woken then.
    pub fn try_next(&self) -> Result<Snowflake, LeasedCause<OsError>> {
        let made = self.shared.lock().generator.generate(self.shared.watch.ms());
        if made.is_err() {
            self.shared.refused.notify_one();
        }
        made
    }

    /// An id: waits where that is what to do, for a node, for a tick with room, or for granted time to come.
    ///
    /// # Errors
    ///
    /// [`SnowflakeError`] has what stood in the way at last.
    pub async fn next(&self) -> Result<Snowflake, SnowflakeError> {
        let until = Instant::now() + self.shared.patience;
        loop {
            let came = self.shared.came.notified();
            tokio::pin!(came);
            // From here on nothing that comes is missed.
            came.as_mut().enable();
            let cause = match self.try_next() {
                Ok(id) => return Ok(id),
                Err(cause) => cause,
            };
            let pause = match cause {
                LeasedCause::Cause(Cause::Wait { for_ms, .. }) => Some(for_ms),
                // Far behind, it has another node soon.
                LeasedCause::FloorAhead { by_ms } | LeasedCause::Cause(Cause::Refused(Refusal::Behind { by_ms })) => {
                    Some(by_ms)
                }
                LeasedCause::NoLease(lease::NoLease::GivenBack) if self.is_over() => None,
                LeasedCause::NoLease(_) | LeasedCause::CeilingReached { .. } => Some(u64::MAX),
                _ => None,
            };
            let wake = pause.and_then(|ms| Instant::now().checked_add(Duration::from_millis(ms.clamp(1, 86_400_000))));
            let is_over = match wake {
                None => true,
                Some(at) => timeout_at(at.min(until), came).await.is_err() && Instant::now() >= until,
            };
            if is_over {
                return Err(SnowflakeError::new(cause, self.shared.lock().failure.clone()));
            }
        }
    }

    /// Ends it, and gives the node back: the next holder then waits for nothing. No id is made by any clone from here on. Where the
    /// engine fails, the node is free when its lease ends.
    pub async fn give_back(&self) {
        let given_back = {
            let mut state = self.shared.lock();
            state.generator.give_back();
            state.closing.want()
        };
        self.shared.refused.notify_one();
        if let Some(given_back) = given_back {
            // Told or not, it is over then.
            let _ = given_back.await;
        }
    }

    fn is_over(&self) -> bool {
        !matches!(self.shared.lock().closing, Closing::NotWanted)
    }

    /// How long ids can be made yet if the lease is not renewed, in milliseconds; 0 without one.
    #[must_use]
    pub fn good_for_ms(&self) -> u64 {
        self.shared.lock().generator.good_for_ms(self.shared.watch.ms())
    }
}

impl<C> LeasedSnowflake<C> {
    /// The node and the ticks that are held, whether or not the lease has ended. Its fence is what a store can compare to keep
    /// out a holder that is gone.
    #[must_use]
    pub fn grant(&self) -> Option<Grant> {
        self.shared.lock().generator.grant()
    }

    /// How far the engine's clock was ahead of this one at the last answer, in milliseconds.
    #[must_use]
    pub fn clock_offset_ms(&self) -> i64 {
        self.shared.clock_offset_ms.load(Ordering::Relaxed)
    }

    /// What the generator has been through.
    #[must_use]
    pub fn meter(&self) -> Meter {
        self.shared.lock().generator.meter()
    }

    /// What the lease has been through.
    #[must_use]
    pub fn lease_meter(&self) -> lease::Meter {
        self.shared.lock().generator.lease_meter()
    }
}

impl<C> Shared<C> {
    fn lock(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Clock> Shared<C> {
    fn moment(&self) -> signals::Moment {
        let mut state = self.lock();
        let reading = state.generator.clock_mut().read();
        let horizon_ms = state.generator.layout().horizon_ms();
        signals::Moment {
            meter: state.generator.meter(),
            lease: state.generator.lease_meter(),
            grant: state.generator.grant(),
            good_for_ms: state.generator.good_for_ms(self.watch.ms()),
            clock_offset_ms: self.clock_offset_ms.load(Ordering::Relaxed),
            to_horizon_ms: reading.ok().map(|now| horizon_ms.saturating_sub(now.unix_ms.max(0).unsigned_abs())),
        }
    }
}

/// Sends what is due, until the node was given back.
async fn keep<C: Clock + Send, L: Leases>(shared: Arc<Shared<C>>, engine: L, name: Name, pool: Pool, limit: Duration) {
    let signals = LeaseSignals::new(L::NAME, &name);
    let at_the_end = Arc::clone(&shared);
    let _end = AtTheEnd(move || drop(at_the_end.lock().closing.end()));
    loop {
        signals.publish(&shared.moment());
        let (request, due_in_ms, reading) = {
            let mut state = shared.lock();
            let now_ms = shared.watch.ms();
            let request = state.generator.request_due(now_ms);
            let due_in_ms = state.generator.due_in_ms(now_ms);
            (request, due_in_ms, state.generator.clock_mut().read())
        };
        let Some(request) = request else {
            if shared.lock().closing.is_wanted() {
                shared.came.notify_waiters();
                return;
            }
            // Without a time to wait for it looks now and then: the clock may have been set.
            let wait = due_in_ms.map_or(Duration::from_secs(1), Duration::from_millis);
            let _ = timeout(wait.min(PUBLISHED_EVERY), shared.refused.notified()).await;
            continue;
        };
        let lent = timeout(limit, lend(&engine, &name, &pool, &request)).await;
        let now_ms = shared.watch.ms();
        let mut state = shared.lock();
        let ticket = request.ticket();
        state.failure = match lent {
            Ok(Ok(lent)) => {
                if let Ok(reading) = reading {
                    let offset_ms = i128::from(lent.server_unix_ms) - i128::from(reading.unix_ms);
                    shared.clock_offset_ms.store(i64::try_from(offset_ms).unwrap_or(i64::MAX), Ordering::Relaxed);
                }
                match state.generator.answered(ticket, lent.answer, now_ms, jitter()) {
                    Ok(Event::Lost(denied) | Event::Denied(denied)) => Some(Arc::new(Unlent::Denied(denied))),
                    Ok(_) => None,
                    Err(error) => Some(Arc::new(Unlent::Answer(error))),
                }
            }
            Ok(Err(error)) => {
                state.generator.failed(ticket, now_ms, jitter());
                Some(Arc::new(Unlent::Engine(error)))
            }
            Err(_) => {
                state.generator.failed(ticket, now_ms, jitter());
                Some(Arc::new(Unlent::TimedOut { after_ms: limit.as_millis() as u64 }))
            }
        };
        drop(state);
        shared.came.notify_waiters();
    }
}
