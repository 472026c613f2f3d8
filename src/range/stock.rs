//! A stock: spans that were granted and are not used yet, and what was granted before them.

use super::granted::Granted;
use super::{Ceiling, Span, Spans, SupplyError};

/// Up to `N` spans in the order in which they came, the largest id they may hold, and a short memory of all that was granted.
///
/// It is the part of an allocator that is worth keeping: [`to_bytes`](Self::to_bytes) gives it to flash, to a file or to a
/// browser's database. Whoever keeps it *claims* a block, saves the stock, and only then uses the block; a crash then costs at
/// most that block.
///
/// ```
/// use mintid::range::{Ceiling, Span, Stock};
///
/// # fn save<const N: usize>(_: &Stock<N>) {}
/// let mut stock = Stock::<4>::new(Ceiling::JS_NUMBER);
/// stock.add(Span::new(1, 1_000)?)?;
///
/// let block = stock.claim(100).ok_or("the stock is empty")?;
/// save(&stock); // before the first id of the block
/// assert!(block.ids().eq(1..=100));
/// assert_eq!(stock.count(), 900);
///
/// // Granted before, used up or not: never a second time.
/// assert!(stock.add(Span::new(100, 100)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A coordinator can be one too: a stock of one span of all ids there are, from which it claims what clients ask for.
///
/// # Overlaps
///
/// A span that overlaps one granted before is refused, whether that one is used up or not: somebody has mistaken an end, a
/// counter was set back, or a message came twice. The memory is four spans; where it is full, the two that are closest become
/// one, together with what lies between them. So it may refuse too much, namely a span *between* earlier ones, and never takes
/// in an overlap. Spans that continue each other need one place, and odd and even ids do not overlap. It knows what this stock
/// was granted, and nothing of what the coordinator gave to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock<const N: usize> {
    pub(super) spans: Spans<N>,
    pub(super) granted: Granted,
    pub(super) ceiling: Ceiling,
}

impl<const N: usize> Stock<N> {
    /// An empty stock, of which no id may be above the ceiling.
    #[must_use]
    pub const fn new(ceiling: Ceiling) -> Self {
        const { assert!(N > 0 && N < 256, "a stock has 1 to 255 places") };
        Self { spans: Spans::none(), granted: Granted::nothing(), ceiling }
    }

    /// Takes in a span that a coordinator has granted, behind the others.
    ///
    /// # Errors
    ///
    /// [`SupplyError::PastCeiling`], [`SupplyError::Overlap`], [`SupplyError::Full`]. Nothing is changed then.
    pub fn add(&mut self, span: Span) -> Result<(), SupplyError> {
        self.check(span)?;
        if self.put(span) { Ok(()) } else { Err(SupplyError::Full) }
    }

    /// Takes in a span that was checked, if it has a place.
    pub(super) fn put(&mut self, span: Span) -> bool {
        let is_put = self.spans.push(span);
        if is_put {
            self.granted.note(span);
        }
        is_put
    }

    /// Whether a span is a good one, place or not.
    pub(super) fn check(&self, span: Span) -> Result<(), SupplyError> {
        if span.last() > self.ceiling.max_id() {
            return Err(SupplyError::PastCeiling { max_id: self.ceiling.max_id() });
        }
        match self.granted.overlap(span) {
            Some(from) => Err(SupplyError::Overlap { from }),
            None => Ok(()),
        }
    }

    /// Takes up to `count` ids out, as one span: fewer where the first span has fewer. `None` where nothing is left, and for a
    /// count of 0.
    pub fn claim(&mut self, count: u64) -> Option<Span> {
        self.spans.claim(count)
    }

    /// What is left, in order.
    #[must_use]
    pub const fn spans(&self) -> Spans<N> {
        self.spans
    }

    /// How many ids are left; `u64::MAX` for more than that. [`Spans::count_exact`] tells those apart.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.spans.count()
    }

    /// Whether another span has a place.
    #[must_use]
    pub fn has_place(&self) -> bool {
        self.spans.has_place()
    }

    /// From now on no id may be above this ceiling either.
    pub(super) fn lower_ceiling(&mut self, ceiling: Ceiling) -> Result<(), SupplyError> {
        if self.spans.iter().any(|span| span.last() > ceiling.max_id()) {
            return Err(SupplyError::PastCeiling { max_id: ceiling.max_id() });
        }
        self.ceiling = self.ceiling.min(ceiling);
        Ok(())
    }

    /// The largest id that a span may hold.
    #[must_use]
    pub const fn ceiling(&self) -> Ceiling {
        self.ceiling
    }
}
