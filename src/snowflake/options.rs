//! What a Snowflake generator is made with. A type of its own, so that what Snowflake must not do cannot be asked for.

use super::{Layout, Sequence};
use crate::field::FieldError;
use crate::policy::{self, Beyond, OnFull, OnMarkLate, OnUnset, Policy};

/// What to do with a reading behind the highest one accepted.
///
/// There is no restart beyond the bound, as v7 and ULID have it: with nothing random in an id, order that is broken is ids
/// given twice. The way out is another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnBehind {
    /// Refuse until the clock is back.
    Refuse,
    /// Answer with a wait for a clock at most `up_to_ms` behind; refuse beyond.
    Wait {
        /// The largest distance waited for, in milliseconds.
        up_to_ms: u32,
    },
    /// Go on counting in the newest tick for a clock at most `up_to_ms` behind; refuse beyond.
    Hold {
        /// The largest distance held, in milliseconds.
        up_to_ms: u32,
    },
}

/// Where the sequence starts in a new tick.
///
/// At low rates most ticks hold one id, so what takes ids modulo a number of shards sees little but the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Start {
    /// At 0, so that each tick holds the most.
    #[default]
    Zero,
    /// At a random number with its top bit clear, so that at least half of the tick is left. Draws 4 bytes.
    Random,
    /// One after the newest id's, where that leaves at least half of the tick; else at 0. The very first is 0.
    Continue,
}

const DEFAULT: Policy = Policy {
    on_behind: policy::OnBehind::Wait { up_to_ms: 10 },
    on_full: OnFull::Wait,
    on_unset: OnUnset::Refuse,
    on_mark_late: OnMarkLate::Refuse,
};

/// What a [`SnowflakeGenerator`](super::SnowflakeGenerator) is made with. Plain data, and `const` throughout.
///
/// A mark that is due and not saved always refuses ([`Refusal::MarkDue`](crate::Refusal::MarkDue)): there is no going on
/// without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options(crate::options::Options<Sequence>);

impl Options {
    /// The defaults for this layout and node: behind, wait up to 10 ms; full, wait for the next tick; an unset clock refused;
    /// no marks; each tick starts at 0.
    ///
    /// The node is the caller's to know: a fixed one, or one that a coordinator grants. No two generators, threads, processes
    /// or machines may have the same one at a time, and one that is guessed, from an address or a host name, will meet its
    /// like. A layout without a node has node 0.
    ///
    /// # Errors
    ///
    /// [`FieldError`] names the `node` and its bits, where it does not fit.
    pub const fn new(layout: Layout, node: u64) -> Result<Self, FieldError> {
        match Sequence::new(&layout, node) {
            Ok(scheme) => Ok(Self(crate::options::Options::of(scheme, layout.scale()).policy(DEFAULT))),
            Err(error) => Err(error),
        }
    }

    /// The defaults for the first node, which every layout has.
    pub(super) const fn of_first_node(layout: Layout) -> Self {
        Self(crate::options::Options::of(Sequence::of_first_node(&layout), layout.scale()).policy(DEFAULT))
    }

    /// What to do with a clock behind the highest reading accepted. Default: wait up to 10 ms.
    #[must_use]
    pub const fn on_behind(self, on_behind: OnBehind) -> Self {
        Self(self.0.on_behind(match on_behind {
            OnBehind::Refuse => policy::OnBehind::Refuse,
            OnBehind::Wait { up_to_ms } => policy::OnBehind::Wait { up_to_ms },
            OnBehind::Hold { up_to_ms } => policy::OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse },
        }))
    }

    /// What to do when a tick is full. Default: wait for the next one.
    #[must_use]
    pub const fn on_full(self, on_full: OnFull) -> Self {
        Self(self.0.on_full(on_full))
    }

    /// What to do with a clock that is not set. Default: refuse.
    #[must_use]
    pub const fn on_unset(self, on_unset: OnUnset) -> Self {
        Self(self.0.on_unset(on_unset))
    }

    /// Uses [marks](crate::mark), saved this many milliseconds ahead; 0, the default, uses none.
    ///
    /// Without them, a run that starts while the clock is behind the one before gives its ids again.
    ///
    /// The next run starts at the mark, up to a window ahead of its clock. Until the clock is there it has one tick's ids, 4,096
    /// of Twitter's, and then waits, or [borrows](OnFull::Borrow). One that comes after a clean end
    /// ([`Kept::close`](crate::kept::Kept::close)) starts just above the newest id.
    #[must_use]
    pub const fn mark_window_ms(self, window_ms: u32) -> Self {
        Self(self.0.mark_window_ms(window_ms))
    }

    /// Where the sequence starts in a new tick. Default: at 0.
    #[must_use]
    pub const fn start(mut self, start: Start) -> Self {
        self.0.scheme = self.0.scheme.starting(start);
        self
    }

    pub(crate) const fn inner(self) -> crate::options::Options<Sequence> {
        self.0
    }
}
