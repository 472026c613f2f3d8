//! Causes: why a call gave no id, and what the caller can do next.
//!
//! | cause | passes | what to do |
//! |---|---|---|
//! | [`Wait`](Cause::Wait) | by itself, in the time it says | call again then |
//! | [`Full`](Refusal::Full), [`Lead`](Refusal::Lead), [`Behind`](Refusal::Behind) | by itself, as the clock runs on | call again later, or choose a policy that goes on |
//! | [`Entropy`](Cause::Entropy) | with the source | call again; nothing weaker is used meanwhile |
//! | [`MarkDue`](Refusal::MarkDue) | when the mark is saved | save it, confirm it, call again; [`Kept`](crate::kept::Kept) does |
//! | [`Unset`](Refusal::Unset), [`BeforeEpoch`](Refusal::BeforeEpoch), [`ClockFailed`](Refusal::ClockFailed) | when the clock is set | set it, or look at what is behind it |
//! | [`MarkAhead`](Refusal::MarkAhead), [`Horizon`](Refusal::Horizon) | when the clock is right | correct the clock; a mark far ahead may be the wrong one |
//! | [`NotStarted`](Refusal::NotStarted), [`Resolution`](Refusal::Resolution) | never | a fault of the program: start the run, take another clock |

use core::fmt;

use crate::mark::DueMark;

/// Why a call gave no id.
///
/// `E` is the error of the random source, carried through as it is. A call that ends so has changed nothing but the meter
/// and what the source had already given away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause<E> {
    /// Call again in this many milliseconds. The core never sleeps; a caller that can, does, with a bound of its own on
    /// monotonic time, since the clock may stand still.
    Wait {
        /// Milliseconds from the reading to the start of the tick waited for.
        for_ms: u64,
    },
    /// The policy, the clock or the end of the time field forbids an id.
    Refused(Refusal),
    /// The random source failed, for this reason.
    Entropy(E),
}

impl<E> Cause<E> {
    /// The same cause with the source's error turned into another.
    pub fn map_entropy<F>(self, map: impl FnOnce(E) -> F) -> Cause<F> {
        match self {
            Self::Wait { for_ms } => Cause::Wait { for_ms },
            Self::Refused(refusal) => Cause::Refused(refusal),
            Self::Entropy(cause) => Cause::Entropy(map(cause)),
        }
    }
}

impl<E> From<Refusal> for Cause<E> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl<E: fmt::Display> fmt::Display for Cause<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait { for_ms } => write!(f, "no id yet: call again in {for_ms} ms"),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Entropy(cause) => write!(f, "the random source failed: {cause}"),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for Cause<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Entropy(cause) => Some(cause),
            Self::Wait { .. } | Self::Refused(_) => None,
        }
    }
}

/// A refusal, with its distance in milliseconds where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
// On 32 bits: the tag is as wide as the number beside it. An id moves in words, and a narrower tag laid over it would cut it
// to pieces.
#[cfg_attr(not(target_pointer_width = "64"), repr(u64))]
pub enum Refusal {
    /// The clock does not know the time.
    Unset,
    /// The clock could not be read.
    ClockFailed,
    /// The reading is before the scheme's epoch.
    BeforeEpoch {
        /// How far before, in milliseconds.
        by_ms: u64,
    },
    /// The clock is further behind the highest reading accepted than the policy bears.
    Behind {
        /// How far behind, in milliseconds.
        by_ms: u64,
    },
    /// The tick has no room for another id.
    Full,
    /// The tick is full, and the next one is further ahead of the clock than may be borrowed.
    Lead {
        /// How far ahead of the clock the next tick is, in milliseconds.
        by_ms: u64,
    },
    /// The time field has no tick for this time.
    Horizon,
    /// A mark has to be saved first.
    MarkDue(DueMark),
    /// The mark this run started from is further ahead of the clock than the policy bears.
    MarkAhead {
        /// How far ahead, in milliseconds.
        by_ms: u64,
    },
    /// Marks are used, and the run has not been started with one, or explicitly without.
    NotStarted,
    /// The clock is too coarse for ids that show fractions of a millisecond.
    Resolution {
        /// What the clock can show, in nanoseconds.
        clock_ns: u32,
    },
}

impl Refusal {
    pub(crate) const CAUSES: usize = 11;

    /// The place of this cause in the meter, as [`Meter::refusals`](crate::Meter::refusals) counts them.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Unset => 0,
            Self::ClockFailed => 1,
            Self::BeforeEpoch { .. } => 2,
            Self::Behind { .. } => 3,
            Self::Full => 4,
            Self::Lead { .. } => 5,
            Self::Horizon => 6,
            Self::MarkDue(_) => 7,
            Self::MarkAhead { .. } => 8,
            Self::NotStarted => 9,
            Self::Resolution { .. } => 10,
        }
    }

    /// The names of the causes, each at its place in the meter.
    pub(crate) const NAMES: [&str; Self::CAUSES] = [
        "unset",
        "clock_failed",
        "before_epoch",
        "behind",
        "full",
        "lead",
        "horizon",
        "mark_due",
        "mark_ahead",
        "not_started",
        "resolution",
    ];

    /// A stable name of this cause, for logs and metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// How far away from a granted id this was, in milliseconds, for the causes that have a distance.
    #[must_use]
    pub const fn distance_ms(self) -> Option<u64> {
        match self {
            Self::BeforeEpoch { by_ms } | Self::Behind { by_ms } | Self::Lead { by_ms } | Self::MarkAhead { by_ms } => {
                Some(by_ms)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unset => f.write_str("the clock is not set: set it, or choose to run on from a mark"),
            Self::ClockFailed => f.write_str("the clock could not be read: check the device or call behind it"),
            Self::BeforeEpoch { by_ms } => write!(f, "the clock is {by_ms} ms before the epoch: set the clock"),
            Self::Behind { by_ms } => {
                write!(f, "the clock is {by_ms} ms behind where it has been: correct it, or allow a larger distance")
            }
            Self::Full => f.write_str("the tick is full: call again in the next one, or allow borrowing"),
            Self::Lead { by_ms } => {
                write!(
                    f,
                    "the next free tick is {by_ms} ms ahead of the clock: call again later, or allow a larger lead"
                )
            }
            Self::Horizon => f.write_str("the time field has no such time: check the clock"),
            Self::MarkDue(due) => write!(f, "save the mark {} and confirm it, then call again", due.mark()),
            Self::MarkAhead { by_ms } => {
                write!(f, "the saved mark is {by_ms} ms ahead of the clock: correct the clock, or allow a restart")
            }
            Self::NotStarted => f.write_str("the run has not started: load the mark, or start without one explicitly"),
            Self::Resolution { clock_ns } => {
                write!(f, "the clock ticks every {clock_ns} ns and 244 are needed: use a finer clock, or a counter")
            }
        }
    }
}

impl core::error::Error for Refusal {}

/// How far [`fill`](crate::generator::Generator::fill) came, and why it stopped there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stopped<E> {
    /// How many ids were written, from the front. They are good, and spent: use them or drop them.
    pub written: usize,
    /// Why the next one was not.
    pub cause: Cause<E>,
}

impl<E: fmt::Display> fmt::Display for Stopped<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped after {} ids: {}", self.written, self.cause)
    }
}

impl<E: core::error::Error + 'static> core::error::Error for Stopped<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.cause)
    }
}
