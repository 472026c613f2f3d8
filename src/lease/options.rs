//! How a lease is kept.

use crate::backoff::Backoff;

/// How a [`Lease`](super::Lease) is kept. Plain data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The node to ask for first, for clients whose place in the fleet has a number.
    pub wish: Option<u64>,
    /// How long past its end a lease still counts, in milliseconds. Default: 0, which is closed when uncertain.
    ///
    /// Ids stay unique, since the ceiling stays what it is: `lead_ms` of the [terms](super::Terms) is how far that is past the
    /// end. What a grace gives up is that a node which others may have by now is still in use.
    pub grace_ms: u32,
    /// How long an answer is waited for, in milliseconds. Default: 5,000.
    pub patience_ms: u32,
    /// How long nothing is asked after a failure. Default: 200 ms, doubled up to 10 s.
    pub backoff: Backoff,
    /// The number of this run, which its tickets begin from: another one at each start, random or counted. Default: 0.
    ///
    /// It matters where answers are messages, which may outlive the run that asked. One that is delivered twice, before and after a
    /// restart, grants ticks that the run before has used; with a number of its own, the new run does not take it for the answer to
    /// its own request. A call that answers its caller, or nobody, does without.
    pub run: u32,
}

impl Options {
    /// The defaults.
    #[must_use]
    pub const fn new() -> Self {
        Self { wish: None, grace_ms: 0, patience_ms: 5_000, backoff: Backoff::new(200, 10_000), run: 0 }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
