//! defmt: the errors of this crate in the logs of a microcontroller, beside the core's ids, causes and meter. Each prints as
//! its `Debug` does, and a Snowflake's other texts as themselves.

use defmt::{Format, Formatter, write};
use mintid::Snowflake;

use crate::entropy::{HardwareError, NotRead};
#[cfg(feature = "flash")]
use crate::flash::{FlashError, RangeError};
use crate::ranges::{RangesError, ResumeError};
use crate::shared::{Busy, Dry, Error, PoolError, SaveError, TopUpError};
use crate::text::{Base32, Hex, NoRoom};

impl Format for Busy {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Busy");
    }
}

impl Format for Dry {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Dry");
    }
}

impl<T: Format> Format for Error<T> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Busy => write!(f, "Busy"),
            Self::Cause(cause) => write!(f, "Cause({})", cause),
        }
    }
}

impl<X: Format> Format for PoolError<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Dry => write!(f, "Dry"),
            Self::Source(cause) => write!(f, "Source({})", cause),
        }
    }
}

impl<X: Format> Format for TopUpError<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Busy => write!(f, "Busy"),
            Self::Taken => write!(f, "Taken"),
            Self::Missing => write!(f, "Missing"),
            Self::Source(cause) => write!(f, "Source({})", cause),
        }
    }
}

impl<X: Format> Format for SaveError<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Busy => write!(f, "Busy"),
            Self::Refused(refusal) => write!(f, "Refused({})", refusal),
            Self::Store(cause) => write!(f, "Store({})", cause),
        }
    }
}

impl<X: Format> Format for NotRead<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::NotReady => write!(f, "NotReady"),
            Self::Failed(cause) => write!(f, "Failed({})", cause),
        }
    }
}

impl<X: Format> Format for HardwareError<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::NotReady => write!(f, "NotReady"),
            Self::Stuck => write!(f, "Stuck"),
            Self::Failed(cause) => write!(f, "Failed({})", cause),
        }
    }
}

impl Format for NoRoom {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "NoRoom {{ needs: {=usize}, has: {=usize} }}", self.needs, self.has);
    }
}

impl Format for Base32 {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=str}", self.0.encode_base32_str(&mut [0; Snowflake::BASE32_LEN]));
    }
}

/// The number, whose digits the host makes.
impl Format for Hex {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=u64:016x}", self.0.to_u64());
    }
}

#[cfg(feature = "flash")]
impl<X: Format> Format for FlashError<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Flash(cause) => write!(f, "Flash({})", cause),
            Self::Damaged => write!(f, "Damaged"),
            Self::Stock(cause) => write!(f, "Stock({})", cause),
            Self::NotKept => write!(f, "NotKept"),
            Self::Spent => write!(f, "Spent"),
        }
    }
}

#[cfg(feature = "flash")]
impl Format for RangeError {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "RangeError {{ page: {=u32} }}", self.page);
    }
}

impl<T: Format> Format for RangesError<T> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Busy => write!(f, "Busy"),
            Self::NotResumed => write!(f, "NotResumed"),
            Self::Cause(cause) => write!(f, "Cause({})", cause),
        }
    }
}

impl Format for ResumeError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Busy => write!(f, "Busy"),
            Self::Twice => write!(f, "Twice"),
            Self::Supply(cause) => write!(f, "Supply({})", cause),
        }
    }
}
