//! What is wrong with a span that was given.

use core::fmt;

/// Why numbers are no span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanError {
    /// It would hold nothing.
    Empty,
    /// The last one is below the first.
    Backwards {
        /// The first one given.
        first: u64,
        /// The last one given.
        last: u64,
    },
    /// A step of 0 never gets anywhere.
    StepZero,
    /// Steps from the first do not meet the last.
    OffStep {
        /// The last one below it that they meet.
        last_met: u64,
    },
    /// It would go past the end of 64 bits.
    Overflow,
    /// It would begin below 0.
    Negative,
    /// The counter has not moved by the size since its first value: it counts by another size than was said, and then the
    /// spans of two clients overlap.
    Increment {
        /// By how much it is off.
        off_by: u64,
    },
}

impl fmt::Display for SpanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a span of nothing: ask for at least one id"),
            Self::Backwards { first, last } => {
                write!(f, "the last id {last} is below the first {first}: check which end is which")
            }
            Self::StepZero => f.write_str("the step is 0: it is 1 where every integer counts"),
            Self::OffStep { last_met } => {
                write!(f, "steps from the first id do not meet the last: the one before is {last_met}")
            }
            Self::Overflow => f.write_str("the span goes past the end of 64 bits: check its first id and its count"),
            Self::Negative => f.write_str("the span begins below 0: check where the counter starts"),
            Self::Increment { off_by } => {
                write!(f, "the counter is {off_by} off the size: make its increment and the size the same")
            }
        }
    }
}

impl core::error::Error for SpanError {}
