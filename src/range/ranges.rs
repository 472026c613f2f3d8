//! The allocator: ids out of a stock that is refilled in time.

use core::fmt;

use super::{Empty, Meter, Options, Span, Spans, Stock, SupplyError, Ticket};
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
pub struct Ranges<const N: usize> {
    pub(super) stock: Stock<N>,
    pub(super) meter: Meter,
    pub(super) options: Options,
    /// The newest request made, and the newest one answered.
    pub(super) asked: Ticket,
    pub(super) answered: Ticket,
    pub(super) state: State,
    /// In a row.
    pub(super) failures: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
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

    /// Goes on with the stock as somebody else has left it: where several share one in a store, each of them loads it, does one
    /// thing and stores it if it is unchanged meanwhile. Requests and counts stay this allocator's own.
    ///
    /// # Errors
    ///
    /// [`SupplyError::PastCeiling`] where it holds a span above the options' ceiling, [`SupplyError::Closed`] after the
    /// [end](Self::drain). Nothing is changed then.
    pub fn restock(&mut self, mut stock: Stock<N>) -> Result<(), SupplyError> {
        if self.state == State::Closed {
            return Err(SupplyError::Closed);
        }
        stock.lower_ceiling(self.options.ceiling)?;
        self.stock = stock;
        Ok(())
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
    pub(super) fn empty(&mut self) -> Empty {
        bump(&mut self.meter.empties);
        match self.state {
            State::Closed => Empty::Closed,
            State::Asked { until_ms } => Empty::Asked { ticket: self.asked, until_ms },
            State::Idle { .. } if !self.stock.has_place() => Empty::TooFew { left: self.stock.count() },
            State::Idle { from_ms } => Empty::Due { from_ms },
        }
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
