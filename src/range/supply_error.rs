//! What is wrong with a span that was supplied.

use core::fmt;

/// Why a span was not taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SupplyError {
    /// Every place holds a span: use some up first.
    Full,
    /// It ends above the largest id allowed.
    PastCeiling {
        /// That id.
        max_id: u64,
    },
    /// Some of it has been granted before, or lies between spans that were; the same answer for the second time, too.
    Overlap {
        /// The lowest id that has.
        from: u64,
    },
    /// It answers a request that was answered already, or one older than that.
    Late,
    /// It answers a request that this run has not made: one of a run before, which may have used it.
    Foreign,
    /// What was left has been given back, and nothing is taken in any more.
    Closed,
}

impl SupplyError {
    /// A stable name of this cause, for logs and metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::PastCeiling { .. } => "past_ceiling",
            Self::Overlap { .. } => "overlap",
            Self::Late => "late",
            Self::Foreign => "foreign",
            Self::Closed => "closed",
        }
    }
}

impl fmt::Display for SupplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("there is no place for another span: use up some of those that are there"),
            Self::PastCeiling { max_id } => write!(f, "the span ends above {max_id}, the largest id allowed"),
            Self::Overlap { from } => {
                write!(f, "the span overlaps one granted before, from {from} on: do not give it back")
            }
            Self::Late => f.write_str("the request, or a later one, has been answered already: give the span back"),
            Self::Foreign => f.write_str("this run has made no request with this ticket: do not give the span back"),
            Self::Closed => f.write_str("the allocator is closed: give the span back"),
        }
    }
}

impl core::error::Error for SupplyError {}
