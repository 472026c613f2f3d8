//! Why shared ranges did not do what they were asked for.

use core::fmt;

use mintid::range::SupplyError;

use crate::shared::Busy;

/// What went wrong in the allocator or in its store, or that the allocator could not be reached.
///
/// `T` is the error that the core, or the store, gives for the same call, as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RangesError<T> {
    /// See [`Busy`].
    Busy,
    /// Nobody has said yet [what the flash holds](super::SharedRanges::resume).
    NotResumed,
    /// The core's answer, or the store's.
    Cause(T),
}

impl<T> From<Busy> for RangesError<T> {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

const NOT_RESUMED: &str = "nobody has said what is left of the run before: load the stock, and resume";

impl<T: fmt::Display> fmt::Display for RangesError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => Busy.fmt(f),
            Self::NotResumed => f.write_str(NOT_RESUMED),
            Self::Cause(cause) => cause.fmt(f),
        }
    }
}

impl<T: core::error::Error + 'static> core::error::Error for RangesError<T> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Cause(cause) => cause.source(),
            Self::Busy | Self::NotResumed => None,
        }
    }
}

/// Why a run was not [resumed](super::SharedRanges::resume).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResumeError {
    /// See [`Busy`].
    Busy,
    /// It was resumed before: the same stock a second time would be the same ids a second time.
    Twice,
    /// The stock goes past the ceiling of the options.
    Supply(SupplyError),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => Busy.fmt(f),
            Self::Twice => f.write_str("the run was resumed before: do so once, at the start"),
            Self::Supply(cause) => cause.fmt(f),
        }
    }
}

impl core::error::Error for ResumeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Supply(cause) => Some(cause),
            Self::Busy | Self::Twice => None,
        }
    }
}
