//! The answers of the timeline: what may be done with a reading, and why.

use crate::cause::Refusal;

/// Whether the scheme's present tick can take another id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Room {
    /// At least one more id fits.
    Left,
    /// The counter is at its end.
    Full,
}

/// What may be done with a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A tick may be used: the scheme draws, and both commit.
    Take(Take),
    /// Nothing now; something in this many milliseconds, if the clock runs.
    Wait {
        /// Milliseconds from the reading to the start of the tick waited for.
        for_ms: u64,
        /// What is waited for.
        on: Waiting,
    },
    /// Nothing, for this reason.
    Refused(Refusal),
}

/// A tick that may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Take {
    /// A tick not used before: the scheme draws its counter and randomness anew.
    New {
        /// The tick of the id.
        tick: u64,
        /// Where it came from.
        why: Why,
    },
    /// The tick of the newest id once more.
    Same {
        /// The tick of the id.
        tick: u64,
        /// Whether the clock is behind, so that the tick is held against it.
        held: bool,
    },
}

/// What a wait is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Waiting {
    /// The clock, which is behind, to come back.
    Clock,
    /// The tick after a full one.
    Room,
}

/// Why a new tick is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// The clock says so.
    Clock,
    /// The tick before was full.
    Borrowed,
    /// The run starts at the mark, ahead of the clock.
    Resumed,
    /// The clock, or the mark, is too far out: order is broken here, and counted.
    Restarted,
}
