//! When an allocator asks for ids, for how many, and how long it waits.

use super::Ceiling;
use crate::backoff::Backoff;

/// What [`Ranges`](super::Ranges) are made with. Plain data, and `const` throughout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    pub(super) want: u64,
    pub(super) low_water: u64,
    pub(super) ceiling: Ceiling,
    pub(super) patience_ms: u32,
    pub(super) backoff: Backoff,
    pub(super) run: u32,
}

impl Options {
    /// The defaults: 100 ids at a time, asked for when 20 are left; none above 2^63 − 1; a request that is not answered for
    /// 10 s has failed; after a failure, half a second's wait, doubled up to a minute.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            want: 100,
            low_water: 20,
            ceiling: Ceiling::I64,
            patience_ms: 10_000,
            backoff: Backoff::new(500, 60_000),
            run: 0,
        }
    }

    /// How many ids to ask for. Default: 100. At least 1 is asked for.
    ///
    /// It is what a crash may lose: the spans held. And with the rate at which ids are taken, it is how often the coordinator
    /// is asked.
    #[must_use]
    pub const fn want(mut self, want: u64) -> Self {
        self.want = want;
        self
    }

    /// Asks when no more than this many ids are left. Default: 20.
    ///
    /// As many as are taken while an answer is on its way; 0 asks only when nothing is left. It needs a second place:
    /// where there is one, the coordinator is not asked before it is empty.
    #[must_use]
    pub const fn low_water(mut self, low_water: u64) -> Self {
        self.low_water = low_water;
        self
    }

    /// The largest id allowed. Default: [`Ceiling::I64`].
    #[must_use]
    pub const fn ceiling(mut self, ceiling: Ceiling) -> Self {
        self.ceiling = ceiling;
        self
    }

    /// How long a request may go unanswered, in milliseconds. Default: 10,000.
    ///
    /// After that it counts as failed, so that a call that hangs does not stop everything. Its answer is still taken, as long
    /// as no newer request has been answered.
    #[must_use]
    pub const fn patience_ms(mut self, patience_ms: u32) -> Self {
        self.patience_ms = patience_ms;
        self
    }

    /// How long to wait after a failure. Default: half a second, doubled up to a minute.
    #[must_use]
    pub const fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// The number of this run, which its tickets begin with: another one at each start, random or counted. Default: 0.
    ///
    /// It matters where answers are messages, which may outlive the run that asked. One that is delivered twice, before and
    /// after a restart, brings a span that the run before has used; with a number of its own, the new run does not take it for
    /// the answer to its own request. A call that answers its caller, or nobody, does without.
    #[must_use]
    pub const fn run(mut self, run: u32) -> Self {
        self.run = run;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
