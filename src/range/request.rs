//! What goes to a coordinator, and what is said when there is no id.

use core::fmt;

use super::{Span, SupplyError};

/// The number of a request. An answer brings it back, so that a late one is known, and one to another
/// [run](super::Options::run).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

impl Ticket {
    /// The ticket of this number, for a binding that carries it as one.
    #[must_use]
    pub const fn from_u64(number: u64) -> Self {
        Self(number)
    }

    /// Its number, which only rises: the run, and below it, in 32 bits, a count from 1 on.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }

    /// The one before the first of a run.
    pub(super) const fn before(run: u32) -> Self {
        Self((run as u64) << u32::BITS)
    }

    pub(super) const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Ask the coordinator for ids; answer with [`supply`](super::Ranges::supply) or [`failed`](super::Ranges::failed).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Request {
    /// To be given with the answer.
    pub ticket: Ticket,
    /// How many ids are wanted. Fewer and more are welcome too.
    pub want: u64,
}

/// Why there is no id, or too few.
///
/// Times are those of the monotonic clock that [`request_due`](super::Ranges::request_due) is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Empty {
    /// The coordinator has been asked. Its answer ends this, or its failure.
    Asked {
        /// The request that is under way.
        ticket: Ticket,
        /// When it counts as failed, in milliseconds.
        until_ms: u64,
    },
    /// The coordinator is to be asked.
    Due {
        /// From when on, in milliseconds: later than now after a failure.
        from_ms: u64,
    },
    /// Every place holds a span, and together they have too few: only for many ids at once. Take fewer.
    TooFew {
        /// How many there are.
        left: u64,
    },
    /// There are ids, and the stock that is kept still has them: see [`Blocks::stock_due`](super::Blocks::stock_due).
    ToSave,
    /// What was left has been given back.
    Closed,
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked { .. } => f.write_str("no id until the coordinator answers: it has been asked"),
            Self::Due { from_ms } => write!(f, "no id until the coordinator is asked: from {from_ms} ms on"),
            Self::TooFew { left } => write!(f, "{left} ids are left, and there is no place for more: take fewer"),
            Self::ToSave => f.write_str("no id until the stock is saved: save it, and sooner"),
            Self::Closed => f.write_str("no id: what was left has been given back"),
        }
    }
}

impl core::error::Error for Empty {}

/// A span that was not taken in, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Refused {
    /// The span.
    pub span: Span,
    /// Why.
    pub why: SupplyError,
}

impl Refused {
    /// The span, where the coordinator may grant it to somebody else; `None` where some of it may have been used, and where
    /// something is wrong with it.
    ///
    /// An answer that is delivered twice brings a span that was taken in, or given back, the first time, by this run or by the
    /// one before. To give that one back would be to give its ids twice.
    #[must_use]
    pub const fn to_give_back(self) -> Option<Span> {
        match self.why {
            SupplyError::Late | SupplyError::Full | SupplyError::Closed => Some(self.span),
            SupplyError::Foreign | SupplyError::Overlap { .. } | SupplyError::PastCeiling { .. } => None,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the span {} was not taken: {}", self.span, self.why)
    }
}

impl core::error::Error for Refused {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.why)
    }
}
