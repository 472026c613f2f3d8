//! The largest id that may be given.

use core::fmt;

/// The largest id that whoever stores the ids can hold. A span past it is refused as a whole, and not cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ceiling(u64);

impl Ceiling {
    /// 2^53 − 1: what every JavaScript number holds.
    pub const JS_NUMBER: Self = Self((1 << 53) - 1);

    /// 2^63 − 1: what a signed column of 64 bits holds.
    pub const I64: Self = Self(i64::MAX as u64);

    /// 2^64 − 1: every number here is below it or the same.
    pub const U64: Self = Self(u64::MAX);

    /// This one: 2^31 − 1 for a signed column of 32 bits.
    #[must_use]
    pub const fn at(max_id: u64) -> Self {
        Self(max_id)
    }

    /// The largest id.
    #[must_use]
    pub const fn max_id(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Ceiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
