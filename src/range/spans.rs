//! Spans in order, as many as there are places for.

use super::Span;

/// Up to `N` spans, in the order in which their ids are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spans<const N: usize> {
    /// Filled from the front.
    places: [Option<Span>; N],
}

impl<const N: usize> Spans<N> {
    pub(super) const fn none() -> Self {
        Self { places: [None; N] }
    }

    pub(super) const fn places(&self) -> [Option<Span>; N] {
        self.places
    }

    /// The spans, in order.
    pub fn iter(&self) -> impl Iterator<Item = Span> + '_ {
        self.places.iter().copied().flatten()
    }

    /// Their ids, in order.
    #[must_use]
    pub const fn ids(self) -> Ids<N> {
        Ids { spans: self }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// How many ids there are; `u64::MAX` for more than that.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.iter().fold(0, |sum: u64, span| sum.saturating_add(span.count()))
    }

    /// How many ids there are.
    #[must_use]
    pub fn count_exact(&self) -> u128 {
        self.iter().map(Span::count_exact).sum()
    }

    pub(super) fn has_place(&self) -> bool {
        self.places.last().is_some_and(Option::is_none)
    }

    /// Puts a span behind the others; whether there was a place for it.
    pub(super) fn push(&mut self, span: Span) -> bool {
        match self.places.iter_mut().find(|place| place.is_none()) {
            Some(place) => {
                *place = Some(span);
                true
            }
            None => false,
        }
    }

    /// The first id.
    #[inline]
    pub(super) fn take(&mut self) -> Option<u64> {
        let span = self.places.first_mut()?.as_mut()?;
        let id = span.first;
        if span.more == 0 {
            self.move_up();
        } else {
            // At most the last one, which is a `u64`.
            span.first += u64::from(span.step.get());
            span.more -= 1;
        }
        Some(id)
    }

    /// Up to `count` ids of the first span.
    pub(super) fn claim(&mut self, count: u64) -> Option<Span> {
        let first = self.places.first_mut()?;
        let (claimed, rest) = (*first)?.split(count)?;
        match rest {
            Some(_) => *first = rest,
            None => self.move_up(),
        }
        Some(claimed)
    }

    /// So many ids, or none where there are fewer.
    pub(super) fn take_many(&mut self, count: u64) -> Option<Self> {
        if self.count() < count {
            return None;
        }
        let (mut taken, mut missing) = (Self::none(), count);
        while let Some(span) = self.claim(missing) {
            missing -= span.count();
            taken.push(span);
        }
        Some(taken)
    }

    /// Drops the first span, and moves the others up.
    #[cold]
    fn move_up(&mut self) {
        let mut behind = None;
        for place in self.places.iter_mut().rev() {
            core::mem::swap(place, &mut behind);
        }
    }
}

impl Spans<1> {
    pub(super) const fn of(span: Span) -> Self {
        Self { places: [Some(span)] }
    }
}

/// The ids of spans, one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ids<const N: usize> {
    spans: Spans<N>,
}

impl<const N: usize> Ids<N> {
    /// What is left, as spans.
    #[must_use]
    pub const fn spans(&self) -> Spans<N> {
        self.spans
    }
}

impl<const N: usize> Iterator for Ids<N> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.spans.take()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = usize::try_from(self.spans.count_exact()).ok();
        (count.unwrap_or(usize::MAX), count)
    }
}

impl<const N: usize> core::iter::FusedIterator for Ids<N> {}
