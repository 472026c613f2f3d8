//! Why a shared generator gave nothing.

use core::fmt;

use mintid::cause::Cause;

use super::Dry;

/// The lock is held by a call that this one was made from: by a clock that mints, or inside of
/// [`Shared::with`](super::Shared::with).
///
/// An interrupt never meets it, since interrupts wait while the lock is held. It is a fault of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the generator is in use by the call this one was made from: do not nest them")
    }
}

impl core::error::Error for Busy {}

/// What went wrong in the generator, or that it could not be reached.
///
/// `T` is the error that the core gives for the same call, as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Error<T> {
    /// See [`Busy`].
    Busy,
    /// The core's answer.
    Cause(T),
}

/// Why [`Shared::generate`](super::Shared::generate) gave no id; `X` is the source's error.
pub type MintError<X> = Error<Cause<PoolError<X>>>;

impl<T> Error<T> {
    /// The same with the core's error turned into another.
    pub(super) fn of<R>(result: Result<Result<R, T>, Busy>) -> Result<R, Self> {
        match result {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(cause)) => Err(Self::Cause(cause)),
            Err(Busy) => Err(Self::Busy),
        }
    }
}

impl<T> From<Busy> for Error<T> {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl<T: fmt::Display> fmt::Display for Error<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => Busy.fmt(f),
            Self::Cause(cause) => cause.fmt(f),
        }
    }
}

impl<T: core::error::Error + 'static> core::error::Error for Error<T> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Busy => None,
            Self::Cause(cause) => cause.source(),
        }
    }
}

/// Why there were no random bytes for an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PoolError<X> {
    /// See [`Dry`]: it passes.
    Dry,
    /// The source was asked, and failed for this reason.
    Source(X),
}

impl<X> From<Dry> for PoolError<X> {
    fn from(_: Dry) -> Self {
        Self::Dry
    }
}

impl<X: fmt::Display> fmt::Display for PoolError<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dry => Dry.fmt(f),
            Self::Source(cause) => cause.fmt(f),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for PoolError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Dry => None,
            Self::Source(cause) => Some(cause),
        }
    }
}

/// Why the pool was not topped up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TopUpError<X> {
    /// See [`Busy`].
    Busy,
    /// Another call is drawing from the source; it tops up.
    Taken,
    /// There is no source yet: [give it one](super::Shared::set_source).
    Missing,
    /// The source failed, for this reason. What it gave before that is in the pool.
    Source(X),
}

impl<X: fmt::Display> fmt::Display for TopUpError<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => Busy.fmt(f),
            Self::Taken => f.write_str("another call is drawing from the random source: it tops up"),
            Self::Missing => f.write_str("there is no random source yet: set it first"),
            Self::Source(cause) => write!(f, "the random source failed: {cause}"),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for TopUpError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Source(cause) => Some(cause),
            Self::Busy | Self::Taken | Self::Missing => None,
        }
    }
}
