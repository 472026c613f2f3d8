//! Ids of a stock that is kept: a block is claimed, the stock is saved without it, and then its ids are used.

use super::ready::Level;
use super::{Empty, Meter, Options, Ranges, Ready, Refused, Request, Span, Spans, Stock, SupplyError, Ticket};
use crate::meter::bump;

/// An allocator whose spans outlive a crash, and that gives no id before the stock that is kept is without it.
///
/// It is [`Ranges`] without a way to take ids. They come in blocks, and are taken from what is [ready](Ready), which stands apart: an
/// interrupt may take ids while the stock is being saved. Whoever can write to flash or to a file asks now and then for the
/// [stock to save](Self::stock_due), saves it, [says so](Self::stock_saved), and is given the block. One is claimed as soon as
/// half of the one before is used up.
///
/// A crash loses the ids that are ready or claimed, a block at the most, and a span that was supplied and not saved yet. None is
/// given twice.
///
/// ```
/// use mintid::range::{Blocks, Options, Ready, Span, Stock};
///
/// # let first: [u8; Stock::<2>::BYTES] = Stock::<2>::new(mintid::range::Ceiling::I64).to_bytes();
/// # let mut flash = first;
/// let mut blocks = Blocks::<2>::resume(Options::new(), 32, Stock::from_bytes(&flash)?)?;
/// let mut ready = Ready::new();
/// if let Some(request) = blocks.request_due(0) {
///     blocks.supply(request.ticket, Span::of_count(1_001, request.want)?)?;
/// }
/// if let Some(stock) = blocks.stock_due(ready.level()) {
///     flash = stock.to_bytes();
///     ready.put(blocks.stock_saved());
/// }
/// assert_eq!(ready.take(), Some(1_001));
///
/// // The power goes: 31 ids are lost, none is given twice.
/// let stock = Stock::<2>::from_bytes(&flash)?;
/// assert!(stock.spans().ids().eq(1_033..=1_100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Blocks<const N: usize> {
    ranges: Ranges<N>,
    /// The most that is ready or claimed.
    block: u32,
    /// What is given out once the stock without it is saved.
    claimed: Spans<N>,
    /// Whether the stock is another than the one that was saved last.
    is_due: bool,
    is_under_way: bool,
}

impl<const N: usize> Blocks<N> {
    /// Goes on with a stock that was kept, or begins with an [empty one](Stock::new).
    ///
    /// `block` is how many ids are ready at the most, which is what a crash may lose; at least 1. Half as many come with
    /// each save.
    ///
    /// # Errors
    ///
    /// As [`Ranges::resume`].
    pub fn resume(options: Options, block: u32, stock: Stock<N>) -> Result<Self, SupplyError> {
        Ok(Self {
            ranges: Ranges::resume(options, stock)?,
            block: block.max(1),
            claimed: Spans::none(),
            is_due: false,
            is_under_way: false,
        })
    }

    /// The stock to save now, if there is one: half of a block is used up, and another was claimed; or a span was supplied.
    /// `None` too while one is being saved.
    ///
    /// Say then [that it is saved](Self::stock_saved), or [that it is not](Self::stock_not_saved). Between those two, ids may be
    /// taken and spans supplied. A stock is never to be saved behind a later one.
    pub fn stock_due(&mut self, ready: Level) -> Option<Stock<N>> {
        if self.is_under_way {
            return None;
        }
        let count = self.to_claim(ready);
        if count > 0 {
            // There are so many.
            if let Ok(claimed) = self.ranges.take_many(count) {
                self.claimed = claimed;
                self.is_due = true;
            }
        }
        if !self.is_due {
            return None;
        }
        self.is_due = false;
        self.is_under_way = true;
        Some(self.ranges.stock)
    }

    /// Whether [`stock_due`](Self::stock_due) would give one, to be asked where an allocator is costly to get hold of.
    #[must_use]
    pub fn is_stock_due(&self, ready: Level) -> bool {
        !self.is_under_way && (self.is_due || self.to_claim(ready) > 0)
    }

    /// How many ids to claim: none where there is no need, or a block that waits.
    fn to_claim(&self, ready: Level) -> u64 {
        let block = u64::from(self.block);
        if ready.left > block / 2 || !ready.has_place || !self.claimed.is_empty() {
            return 0;
        }
        (block - ready.left).min(self.ranges.count())
    }

    /// Confirms that the stock of [`stock_due`](Self::stock_due) has been saved. What was claimed before may be used now: it is
    /// [put](Ready::put) to what is ready.
    #[must_use = "ids that are not put to what is ready are lost"]
    pub fn stock_saved(&mut self) -> Spans<N> {
        if !self.is_under_way {
            return Spans::none();
        }
        self.is_under_way = false;
        core::mem::replace(&mut self.claimed, Spans::none())
    }

    /// The stock was not saved, or nobody knows: it is due again, and what was claimed before is not used until then.
    pub fn stock_not_saved(&mut self) {
        if self.is_under_way {
            self.is_under_way = false;
            self.is_due = true;
        }
    }

    /// Why there is no id, where [`Ready::take`] gave none: what would bring more. It is counted.
    pub fn empty(&mut self) -> Empty {
        if self.claimed.is_empty() && self.ranges.count() == 0 {
            return self.ranges.empty();
        }
        bump(&mut self.ranges.meter.empties);
        Empty::ToSave
    }

    /// As [`Ranges::request_due`].
    pub fn request_due(&mut self, now_ms: u64) -> Option<Request> {
        self.ranges.request_due(now_ms)
    }

    /// As [`Ranges::next_due_ms`].
    #[must_use]
    pub fn next_due_ms(&self) -> Option<u64> {
        self.ranges.next_due_ms()
    }

    /// As [`Ranges::supply`]. The stock is then due to be saved.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn supply(&mut self, ticket: Ticket, span: Span) -> Result<(), Refused> {
        let supplied = self.ranges.supply(ticket, span);
        // A span that may go back is remembered in the stock as well.
        if supplied.map_or_else(|refused| refused.to_give_back().is_some(), |()| true) {
            self.is_due = true;
        }
        supplied
    }

    /// As [`Ranges::failed`].
    pub fn failed(&mut self, ticket: Ticket, now_ms: u64, jitter: u16) {
        self.ranges.failed(ticket, now_ms, jitter);
    }

    /// Ends the allocator: what was ready, what was claimed behind it, and what was left of the stock, to be given back.
    ///
    /// Save the stock, empty as it is [now](Self::stock_due), before they go back.
    pub fn drain(&mut self, ready: Ready<N>) -> [Spans<N>; 4] {
        let out = ready.level().left.saturating_add(self.claimed.count());
        let claimed = core::mem::replace(&mut self.claimed, Spans::none());
        let left = self.ranges.drain();
        let meter = &mut self.ranges.meter;
        meter.taken = meter.taken.saturating_sub(out);
        meter.given_back = meter.given_back.saturating_add(out);
        self.is_due = true;
        let [now, next] = ready.spans();
        [now, next, claimed, left]
    }

    /// How many ids are left, besides those that are ready; `u64::MAX` for more than that.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ranges.count().saturating_add(self.claimed.count())
    }

    /// What it has been through so far. Ids that are ready count as granted, and not as taken yet.
    #[must_use]
    pub fn meter(&self, ready: Level) -> Meter {
        let mut meter = self.ranges.meter();
        meter.taken = meter.taken.saturating_sub(ready.left.saturating_add(self.claimed.count()));
        meter
    }
}
