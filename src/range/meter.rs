//! What an allocator has been through.

/// Counts of ids and requests, for the caller to watch and alert on.
///
/// A plain copy of the numbers at one moment, which stop at their end instead of wrapping. What was granted and neither taken
/// nor given back is what a crash loses. Sensible alerts: any [`refused`](Self::refused), [`empties`](Self::empties) above
/// 1 % of [`taken`](Self::taken).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Meter {
    /// Ids handed out.
    pub taken: u64,
    /// Ids granted.
    pub granted: u64,
    /// Ids given back at the end.
    pub given_back: u64,
    /// Calls that found no id, or too few.
    pub empties: u32,
    /// Requests handed out.
    pub requests: u32,
    /// Spans taken in.
    pub supplied: u32,
    /// Requests that failed, those that were not answered in time too.
    pub failures: u32,
    /// Of those, requests that were not answered in time.
    pub unanswered: u32,
    /// Answers that came too late, twice, after the end, or to a request of another run: spans were not taken in, and failures
    /// changed nothing.
    pub late: u32,
    /// Spans not taken in although they were awaited: an overlap, past the ceiling, or without a place.
    pub refused: u32,
}

impl Meter {
    /// A meter at zero.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            taken: 0,
            granted: 0,
            given_back: 0,
            empties: 0,
            requests: 0,
            supplied: 0,
            failures: 0,
            unanswered: 0,
            late: 0,
            refused: 0,
        }
    }
}
