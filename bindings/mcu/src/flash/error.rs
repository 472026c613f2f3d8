//! What may be wrong with flash.

use core::fmt;

use mintid::range::StockError;

use super::log::Fault;

/// Why a mark or a stock could not be loaded or saved; `X` is the driver's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FlashError<X> {
    /// The driver's.
    Flash(X),
    /// The region holds something, and no record of this store's kind: look whose it is, then
    /// [format](super::FlashMark::format) it, and start without one.
    Damaged,
    /// The newest record is whole, and this program cannot use the stock in it: it has more spans than there are places here, or is
    /// of a later version. The program that wrote it can. Saving another one gives its ids up.
    Stock(StockError),
    /// What was written reads back otherwise. Call again, and another place is used, unless this one still reads as erased:
    /// look then whether the flash is protected. A page that does it again and again is worn out.
    NotKept,
    /// Four billion records were saved; the flash has worn out long before.
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
            Self::Damaged => f.write_str("the flash holds something else: look whose it is, then format it"),
            Self::Stock(cause) => cause.fmt(f),
            Self::NotKept => f.write_str("the flash does not keep what is written: try again, or take other pages"),
            Self::Spent => f.write_str("the flash has had all the records it can number: format it"),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for FlashError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Flash(cause) => Some(cause),
            Self::Stock(cause) => Some(cause),
            Self::Damaged | Self::NotKept | Self::Spent => None,
        }
    }
}

/// A region that cannot be used: two pages at least, and whole ones.
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
