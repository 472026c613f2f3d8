//! What may be wrong with flash.

use core::fmt;

use super::log::Fault;

/// Why a mark could not be loaded or saved; `X` is the driver's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FlashError<X> {
    /// The driver's.
    Flash(X),
    /// The region holds something, and no mark: look whose it is, then [format](super::FlashMark::format) it, and start
    /// without a mark.
    Damaged,
    /// What was written reads back otherwise. Call again, and another place is used, unless this one still reads as erased:
    /// look then whether the flash is protected. A page that does it again and again is worn out.
    NotKept,
    /// Four billion marks were saved; the flash has worn out long before.
    Spent,
}

impl<X> From<Fault> for FlashError<X> {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Damaged => Self::Damaged,
            Fault::NotKept => Self::NotKept,
            Fault::Spent => Self::Spent,
        }
    }
}

impl<X: fmt::Display> fmt::Display for FlashError<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flash(cause) => write!(f, "the flash failed: {cause}"),
            Self::Damaged => f.write_str("the flash holds something else than marks: look whose it is, then format it"),
            Self::NotKept => f.write_str("the flash does not keep what is written: try again, or take other pages"),
            Self::Spent => f.write_str("the flash has had all the marks it can number: format it"),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for FlashError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Flash(cause) => Some(cause),
            Self::Damaged | Self::NotKept | Self::Spent => None,
        }
    }
}

/// A region that cannot hold a mark: two pages at least, and whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RangeError {
    /// The size of a page, in bytes: what is erased at once.
    pub page: u32,
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the region is not two or more whole pages of {} bytes: choose other ends", self.page)
    }
}

impl core::error::Error for RangeError {}
