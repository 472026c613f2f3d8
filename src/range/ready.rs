//! Ids that may be given: what stands behind a lock of its own.

use super::Spans;

/// Ids out of blocks that were claimed, and whose stock is saved: whoever takes one has nothing to ask and nothing to write.
///
/// It is apart from the [`Blocks`](super::Blocks) that it is filled from, so that a lock that interrupts wait for holds this alone.
#[derive(Debug, PartialEq, Eq)]
pub struct Ready<const N: usize> {
    now: Spans<N>,
    /// The block behind it.
    next: Spans<N>,
}

/// How much is ready, for [`Blocks`](super::Blocks) to see if more is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    pub(super) left: u64,
    pub(super) has_place: bool,
}

impl Level {
    /// How many ids are ready.
    #[must_use]
    pub const fn left(self) -> u64 {
        self.left
    }
}

impl<const N: usize> Ready<N> {
    /// Nothing is ready.
    #[must_use]
    pub const fn new() -> Self {
        Self { now: Spans::none(), next: Spans::none() }
    }

    /// The next id; where there is none, [`Blocks::empty`](super::Blocks::empty) says why.
    #[inline]
    pub fn take(&mut self) -> Option<u64> {
        match self.now.take() {
            Some(id) => Some(id),
            None => self.take_next(),
        }
    }

    #[inline(never)]
    fn take_next(&mut self) -> Option<u64> {
        self.now = core::mem::replace(&mut self.next, Spans::none());
        self.now.take()
    }

    /// Puts a block behind what there is. Says whether it had a place, which [`Blocks`](super::Blocks) sees to.
    pub fn put(&mut self, block: Spans<N>) -> bool {
        let is_placed = block.is_empty() || self.next.is_empty();
        if is_placed && !block.is_empty() {
            self.next = block;
        }
        is_placed
    }

    /// How much there is.
    #[must_use]
    pub fn level(&self) -> Level {
        Level { left: self.now.count().saturating_add(self.next.count()), has_place: self.next.is_empty() }
    }

    pub(super) const fn spans(&self) -> [Spans<N>; 2] {
        [self.now, self.next]
    }
}

impl<const N: usize> Default for Ready<N> {
    fn default() -> Self {
        Self::new()
    }
}
