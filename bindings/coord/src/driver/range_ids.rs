//! Ids out of spans, which are asked for before they run low.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mintid::range::{Empty, Meter, Options, Ranges, Refused, Request, Span};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};

use super::clock::{PUBLISHED_EVERY, Stopwatch};
use super::closing::{AtTheEnd, Closing};
use crate::jitter::jitter;
use crate::signals::RangeSignals;
use crate::{Error, Name, Reserved, Returned, Spans};

/// The span in use, and one to follow it; two more for answers that come late.
const PLACES: usize = 4;

/// How ids are asked for, and how long they are waited for. Plain data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RangeOptions {
    ranges: Options,
    patience: Duration,
}

impl RangeOptions {
    /// The defaults: 1,000 ids at a time, asked for when 200 are left; [`next`](RangeIds::next) waits for 5 s at most.
    #[must_use]
    pub const fn new() -> Self {
        Self { ranges: Options::new().want(1_000).low_water(200), patience: Duration::from_secs(5) }
    }

    /// When ids are asked for, and how many: see [`Options`]. More than 2^32 − 1 are not wanted at once.
    #[must_use]
    pub const fn ranges(mut self, options: Options) -> Self {
        self.ranges = options;
        self
    }

    /// How long [`next`](RangeIds::next) waits at most. Default: 5 s.
    #[must_use]
    pub const fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }
}

impl Default for RangeOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Ids of a counter, for any number of threads and tasks.
///
/// A task in the background reserves the next span before the present one is used up. A clone hands out of the same spans. What is
/// held when the last one is dropped is lost; [`give_back`](Self::give_back) keeps that small.
#[derive(Clone)]
pub struct RangeIds {
    shared: Arc<Shared>,
    /// Ends the task with the last handle.
    _task: Arc<Task>,
}

struct Shared {
    state: Mutex<State>,
    watch: Stopwatch,
    patience: Duration,
    /// Wakes the task: ids run low.
    low: Notify,
    /// Wakes those who wait: something came of a request.
    came: Notify,
}

struct State {
    ranges: Ranges<PLACES>,
    /// What the newest span can be given back with.
    newest: Option<Reserved>,
    /// Why the last request failed, if it did.
    failure: Option<Arc<Unsupplied>>,
    closing: Closing<Result<u64, Arc<Error>>>,
}

struct Task(JoinHandle<()>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl fmt::Debug for RangeIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RangeIds").field("ranges", &self.shared.lock().ranges).finish_non_exhaustive()
    }
}

impl RangeIds {
    /// Starts to hand out ids of this counter, and asks for the first ones.
    ///
    /// # Panics
    ///
    /// Outside of a runtime of tokio's with its timer on.
    #[must_use]
    pub fn start<S: Spans>(engine: S, counter: Name, options: RangeOptions) -> Self {
        let ranges = Ranges::new(options.ranges);
        let shared = Arc::new(Shared {
            state: Mutex::new(State { ranges, newest: None, failure: None, closing: Closing::NotWanted }),
            watch: Stopwatch::start(),
            patience: options.patience,
            low: Notify::new(),
            came: Notify::new(),
        });
        let task = tokio::spawn(refill(Arc::clone(&shared), engine, counter));
        Self { shared, _task: Arc::new(Task(task)) }
    }

    /// The next id, if one is at hand.
    ///
    /// # Errors
    ///
    /// [`Empty`]; the next span is being asked for then.
    pub fn try_next(&self) -> Result<u64, Empty> {
        self.try_with(Ranges::take)
    }

    /// The next id: waits for the next span where none is at hand.
    ///
    /// # Errors
    ///
    /// [`RangeError`]: the engine has failed and is left alone for a while, or did not answer in time.
    pub async fn next(&self) -> Result<u64, RangeError> {
        self.with(Ranges::take).await
    }

    /// Up to `count` of the next ids as a span, to be handed on: fewer where fewer are at hand in one piece. Waits as
    /// [`next`](Self::next) does.
    ///
    /// # Errors
    ///
    /// [`RangeError`].
    pub async fn next_span(&self, count: NonZero<u64>) -> Result<Span, RangeError> {
        self.with(|ranges| ranges.claim(count.get())).await
    }

    fn try_with<T>(&self, take: impl FnOnce(&mut Ranges<PLACES>) -> Result<T, Empty>) -> Result<T, Empty> {
        let mut state = self.shared.lock();
        let taken = take(&mut state.ranges);
        if state.ranges.next_due_ms().is_some() {
            drop(state);
            self.shared.low.notify_one();
        }
        taken
    }

    async fn with<T>(&self, take: impl Fn(&mut Ranges<PLACES>) -> Result<T, Empty>) -> Result<T, RangeError> {
        let until = Instant::now() + self.shared.patience;
        loop {
            let came = self.shared.came.notified();
            tokio::pin!(came);
            // From here on nothing that comes is missed.
            came.as_mut().enable();
            match self.try_with(&take) {
                Ok(taken) => return Ok(taken),
                Err(Empty::Closed) => return Err(RangeError::Closed),
                Err(Empty::Due { from_ms }) => {
                    let retry_in_ms = from_ms.saturating_sub(self.shared.watch.ms());
                    if let (1.., Some(cause)) = (retry_in_ms, self.shared.lock().failure.clone()) {
                        return Err(RangeError::Failed { retry_in_ms, cause });
                    }
                }
                Err(_) => {}
            }
            if timeout_at(until, came).await.is_err() {
                let after_ms = u64::try_from(self.shared.patience.as_millis()).unwrap_or(u64::MAX);
                return Err(RangeError::TimedOut { after_ms });
            }
        }
    }

    /// Ends it, and gives back what is left: how many ids the engine has taken. A counter takes back its newest ids only, so
    /// this is for who is alone with theirs. Every clone's calls are refused from here on.
    ///
    /// # Errors
    ///
    /// [`Error`] where the engine failed. Nothing is handed out after that either.
    pub async fn give_back(&self) -> Result<u64, Arc<Error>> {
        let Some(given_back) = self.shared.lock().closing.want() else { return Ok(0) };
        self.shared.low.notify_one();
        given_back.await.unwrap_or(Ok(0))
    }

    /// How many ids are at hand.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.shared.lock().ranges.count()
    }

    /// What it has been through.
    #[must_use]
    pub fn meter(&self) -> Meter {
        self.shared.lock().ranges.meter()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks whenever it is due, until the end is wanted.
async fn refill<S: Spans>(shared: Arc<Shared>, engine: S, counter: Name) {
    let signals = RangeSignals::new(S::NAME, &counter);
    let at_the_end = Arc::clone(&shared);
    let _end = AtTheEnd(move || drop(at_the_end.lock().closing.end()));
    loop {
        let (is_wanted, meter, left) = {
            let state = shared.lock();
            (state.closing.is_wanted(), state.ranges.meter(), state.ranges.count())
        };
        signals.publish(&meter, left);
        if is_wanted {
            let (left, meter) = {
                let mut state = shared.lock();
                (left_at_the_end(&mut state), state.ranges.meter())
            };
            signals.publish(&meter, 0);
            shared.came.notify_waiters();
            let given_back = give_back(&engine, &counter, left).await.map_err(Arc::new);
            for teller in shared.lock().closing.end() {
                // Nobody may be waiting any more.
                let _ = teller.send(given_back.clone());
            }
            return;
        }
        let (request, due_ms) = {
            let mut state = shared.lock();
            (state.ranges.request_due(shared.watch.ms()), state.ranges.next_due_ms())
        };
        match request {
            Some(request) => {
                let answer = engine.reserve(&counter, count_of(request)).await;
                take_in(&mut shared.lock(), request, answer, shared.watch);
                shared.came.notify_waiters();
            }
            None => {
                let wait = due_ms.map(|due_ms| Duration::from_millis(due_ms.saturating_sub(shared.watch.ms())));
                // Woken or not, it looks again.
                let _ = timeout(wait.unwrap_or(PUBLISHED_EVERY).min(PUBLISHED_EVERY), shared.low.notified()).await;
            }
        }
    }
}

fn count_of(request: Request) -> NonZero<u32> {
    let count = u32::try_from(request.want).unwrap_or(u32::MAX);
    NonZero::new(count).unwrap_or(NonZero::<u32>::MIN)
}

fn take_in(state: &mut State, request: Request, answer: Result<Reserved, Error>, watch: Stopwatch) {
    let supplied = answer.map_err(Unsupplied::Engine).and_then(|reserved| {
        state.ranges.supply(request.ticket, reserved.span).map_err(Unsupplied::Refused)?;
        state.newest = Some(reserved);
        Ok(())
    });
    if supplied.is_err() {
        state.ranges.failed(request.ticket, watch.ms(), jitter());
    }
    state.failure = supplied.err().map(Arc::new);
}

/// The ids that are left behind each other up to the newest one that was reserved, and what they can be given back with.
fn left_at_the_end(state: &mut State) -> Option<Reserved> {
    let newest = state.newest.take()?;
    let mut left: Option<Span> = None;
    for span in state.ranges.drain().iter() {
        left = match left {
            Some(before) if before.last().checked_add(1) == Some(span.first()) => {
                Span::new(before.first(), span.last()).ok()
            }
            _ => Some(span),
        };
    }
    let left = left.filter(|left| left.last() == newest.span.last())?;
    Some(Reserved { span: left, receipt: newest.receipt })
}

async fn give_back<S: Spans>(engine: &S, counter: &Name, left: Option<Reserved>) -> Result<u64, Error> {
    let Some(Reserved { span, receipt }) = left else { return Ok(0) };
    match engine.give_back(counter, span, receipt).await? {
        Returned::Taken => Ok(span.count()),
        Returned::Dropped => Ok(0),
    }
}

/// Why a request brought no ids.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unsupplied {
    /// The engine has failed.
    Engine(Error),
    /// The ids cannot be right: some were granted before, or they are too large.
    Refused(Refused),
}

impl fmt::Display for Unsupplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for Unsupplied {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Engine(error) => error.source(),
            Self::Refused(refused) => refused.source(),
        }
    }
}

/// Why there is no id.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RangeError {
    /// The last request has failed, and the engine is left alone for a while.
    Failed {
        /// In how many milliseconds it is asked again.
        retry_in_ms: u64,
        /// What went wrong.
        cause: Arc<Unsupplied>,
    },
    /// No answer came in time. It is still waited for, in the background.
    TimedOut {
        /// How long it was waited for, in milliseconds.
        after_ms: u64,
    },
    /// What was left has been given back.
    Closed,
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { retry_in_ms, .. } => {
                write!(f, "no id is left, and the engine has failed: it is asked again in {retry_in_ms} ms")
            }
            Self::TimedOut { after_ms } => {
                write!(f, "no id came within {after_ms} ms: ask for more ids at a time, and earlier, or wait longer")
            }
            Self::Closed => f.write_str("no id: what was left has been given back"),
        }
    }
}

impl std::error::Error for RangeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed { cause, .. } => Some(cause.as_ref()),
            _ => None,
        }
    }
}
