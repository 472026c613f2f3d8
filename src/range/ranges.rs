//! The allocator: ids out of a stock that is refilled in time.

use core::fmt;

use super::request::{Empty, Refused, Request, Ticket};
use super::{Meter, Options, Span, Spans, Stock, SupplyError};
use crate::meter::bump;

/// An allocator of ids from granted spans: it hands out ids, says when to ask for more, and takes the answers.
///
/// It has places for `N` spans: with 2, the next one waits while the first is used up. It does no I/O, never waits and reads no
/// clock; times are those of a monotonic clock of the caller's, in milliseconds from any start.
///
/// ```
/// use mintid::range::{Empty, Options, Ranges, Span};
///
/// # let mut next = 1;
/// # let mut coordinator = |want: u64| { let span = Span::of_count(next, want); next += want; span };
/// let mut ids = Ranges::<2>::new(Options::new().want(50).low_water(10));
/// assert_eq!(ids.take(), Err(Empty::Due { from_ms: 0 })); // nothing was granted yet
///
/// # let (now_ms, jitter) = (0, 0);
/// # for expected in 1..=200 {
/// // Whenever there is time for it:
/// if let Some(request) = ids.request_due(now_ms) {
///     match coordinator(request.want) {
///         Ok(span) => ids.supply(request.ticket, span)?,
///         Err(_) => ids.failed(request.ticket, now_ms, jitter),
///     }
/// }
///
/// // And whenever an id is needed:
/// let id = ids.take()?;
/// # assert_eq!(id, expected);
/// # }
///
/// // At the end, what is left goes back.
/// for span in ids.drain().iter() {
///     println!("not used: {span}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Ranges<const N: usize> {
    stock: Stock<N>,
    meter: Meter,
    options: Options,
    /// The newest request made, and the newest one answered.
    asked: Ticket,
    answered: Ticket,
    state: State,
    failures: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The coordinator may be asked from this time on.
    Idle { from_ms: u64 },
    /// The newest request is under way, and has failed at this time.
    Asked { until_ms: u64 },
    /// Everything was given back.
    Closed,
}

impl<const N: usize> Ranges<N> {
    /// An allocator to which nothing was granted yet.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self::of(options, Stock::new(options.ceiling))
    }

    /// Goes on with a stock that was kept.
    ///
    /// The lower of its ceiling and that of the options counts from now on.
    ///
    /// # Errors
    ///
    /// [`SupplyError::PastCeiling`] where it holds a span above the options' ceiling.
    pub fn resume(options: Options, mut stock: Stock<N>) -> Result<Self, SupplyError> {
        stock.lower_ceiling(options.ceiling)?;
        Ok(Self::of(options, stock))
    }

    const fn of(options: Options, stock: Stock<N>) -> Self {
        let none = Ticket::before(options.run);
        Self {
            stock,
            meter: Meter::new(),
            options,
            asked: none,
            answered: none,
            state: State::Idle { from_ms: 0 },
            failures: 0,
        }
    }

    /// The next id.
    ///
    /// # Errors
    ///
    /// [`Empty`] says what would bring more.
    #[inline]
    pub fn take(&mut self) -> Result<u64, Empty> {
        match self.stock.spans.take() {
            Some(id) => {
                self.meter.taken = self.meter.taken.saturating_add(1);
                Ok(id)
            }
            None => Err(self.empty()),
        }
    }

    /// The next `count` ids, all of them or none: from as many spans as it takes, in order.
    ///
    /// Where the coordinator has to be asked for so many, ask with [`request_for`](Self::request_for).
    ///
    /// # Errors
    ///
    /// [`Empty`] where fewer are left: none is used up then.
    pub fn take_many(&mut self, count: u64) -> Result<Spans<N>, Empty> {
        let taken = self.stock.spans.take_many(count).ok_or_else(|| self.empty())?;
        self.meter.taken = self.meter.taken.saturating_add(count);
        Ok(taken)
    }

    /// Up to `count` ids as one span: fewer where the first span has fewer.
    ///
    /// For who keeps the [stock](Self::stock): claim a block, save the stock, then use the block.
    ///
    /// # Errors
    ///
    /// [`Empty`], for a count of 0 too.
    pub fn claim(&mut self, count: u64) -> Result<Span, Empty> {
        let span = self.stock.claim(count).ok_or_else(|| self.empty())?;
        self.meter.taken = self.meter.taken.saturating_add(span.count());
        Ok(span)
    }

    #[cold]
    #[inline(never)]
    fn empty(&mut self) -> Empty {
        bump(&mut self.meter.empties);
        match self.state {
            State::Closed => Empty::Closed,
            State::Asked { until_ms } => Empty::Asked { ticket: self.asked, until_ms },
            State::Idle { .. } if !self.stock.has_place() => Empty::TooFew { left: self.stock.count() },
            State::Idle { from_ms } => Empty::Due { from_ms },
        }
    }

    /// The request to send, if one is due: ids have run low, none is under way, and it is not too early after a failure.
    ///
    /// From then on it is under way, until it is answered or has failed, by word or by silence.
    pub fn request_due(&mut self, now_ms: u64) -> Option<Request> {
        self.request_for(now_ms, 0)
    }

    /// As [`request_due`](Self::request_due), where `count` ids are about to be taken at once: due also where fewer are left,
    /// and for at least as many as are missing.
    pub fn request_for(&mut self, now_ms: u64, count: u64) -> Option<Request> {
        if let State::Asked { until_ms } = self.state {
            if now_ms < until_ms {
                return None;
            }
            bump(&mut self.meter.unanswered);
            // No random bits are at hand here: the whole wait, behind the patience, which was long.
            self.fail(now_ms, 0);
        }
        let missing = count.saturating_sub(self.stock.count());
        let State::Idle { from_ms } = self.state else { return None };
        if now_ms < from_ms || !self.is_low(missing) {
            return None;
        }
        self.asked = self.asked.next();
        self.state = State::Asked { until_ms: now_ms.saturating_add(self.options.patience_ms.into()) };
        bump(&mut self.meter.requests);
        Some(Request { ticket: self.asked, want: self.options.want.max(missing).max(1) })
    }

    fn is_low(&self, missing: u64) -> bool {
        self.stock.has_place() && (missing > 0 || self.stock.count() <= self.options.low_water)
    }

    /// When to ask [`request_due`](Self::request_due) again: now, where that is past. `None` as long as nothing is taken.
    #[must_use]
    pub fn next_due_ms(&self) -> Option<u64> {
        match self.state {
            State::Asked { until_ms } => Some(until_ms),
            State::Idle { from_ms } if self.is_low(0) => Some(from_ms),
            State::Idle { .. } | State::Closed => None,
        }
    }

    /// Takes in the answer to a request: its span is used when those before it are used up.
    ///
    /// An answer that comes after its request has failed, or after a newer one was made, is as good, as long as no newer one was
    /// answered: what would come between spans already in order is not taken.
    ///
    /// # Errors
    ///
    /// [`Refused`] has the cause, and says [whether](Refused::to_give_back) the coordinator may grant the span to somebody else.
    /// A span of which it may is never taken in after that. Nothing else is changed but the meter: a request that is under way
    /// still is, for [`failed`](Self::failed) to end.
    pub fn supply(&mut self, ticket: Ticket, span: Span) -> Result<(), Refused> {
        let refused = |why| Err(Refused { span, why });
        if ticket <= Ticket::before(self.options.run) || ticket > self.asked {
            bump(&mut self.meter.late);
            return refused(SupplyError::Foreign);
        }
        let not_awaited = match self.state {
            State::Closed => Some(SupplyError::Closed),
            _ if ticket <= self.answered => Some(SupplyError::Late),
            _ => None,
        };
        let count = if not_awaited.is_some() { &mut self.meter.late } else { &mut self.meter.refused };
        if let Err(why) = self.stock.check(span) {
            bump(count);
            return refused(why);
        }
        if let Some(why) = not_awaited.or(if self.stock.has_place() { None } else { Some(SupplyError::Full) }) {
            bump(count);
            // It may be given back, and the answer may come a second time.
            self.stock.granted.note(span);
            return refused(why);
        }
        self.stock.add(span).or_else(refused)?;
        self.answered = ticket;
        self.failures = 0;
        // The answer to an older one leaves the newest under way.
        if ticket == self.asked || matches!(self.state, State::Idle { .. }) {
            self.state = State::Idle { from_ms: 0 };
        }
        bump(&mut self.meter.supplied);
        self.meter.granted = self.meter.granted.saturating_add(span.count());
        Ok(())
    }

    /// Ends a request that brought nothing: the next one is due after the [back-off](Options::backoff).
    ///
    /// `jitter` is 16 random bits, or 0. Nothing but the meter changes for a request that is not under way any more.
    pub fn failed(&mut self, ticket: Ticket, now_ms: u64, jitter: u16) {
        match self.state {
            State::Asked { .. } if ticket == self.asked => self.fail(now_ms, jitter),
            _ => bump(&mut self.meter.late),
        }
    }

    fn fail(&mut self, now_ms: u64, jitter: u16) {
        bump(&mut self.meter.failures);
        bump(&mut self.failures);
        let wait_ms = self.options.backoff.wait_ms(self.failures, jitter);
        self.state = State::Idle { from_ms: now_ms.saturating_add(wait_ms.into()) };
    }

    /// Ends the allocator: what is left, to be given back. No id is taken and no request made after it, and an answer still on
    /// its way is refused.
    ///
    /// Where the [stock](Self::stock) is kept, save it, empty as it is now, before the spans go back.
    pub fn drain(&mut self) -> Spans<N> {
        self.state = State::Closed;
        let left = core::mem::replace(&mut self.stock.spans, Spans::none());
        self.meter.given_back = self.meter.given_back.saturating_add(left.count());
        left
    }

    /// How many ids are left; `u64::MAX` for more than that.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.stock.count()
    }

    /// The stock, to be kept. What it holds now must not be used before it is saved: [claim](Self::claim) it.
    #[must_use]
    pub const fn stock(&self) -> &Stock<N> {
        &self.stock
    }

    /// What it has been through so far.
    #[must_use]
    pub const fn meter(&self) -> Meter {
        self.meter
    }
}

/// What is left, and where the requests are.
impl<const N: usize> fmt::Debug for Ranges<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranges").field("stock", &self.stock).field("state", &self.state).finish_non_exhaustive()
    }
}
