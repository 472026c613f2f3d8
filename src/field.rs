//! Fields: what the schemes share of theirs, and the error where a value does not fit one.

use core::fmt;

/// The last millisecond of 48 bits, the time field of UUID v7 and ULID: in the year 10889.
pub(crate) const LAST_UNIX_MS: u64 = (1 << 48) - 1;

/// A field was given a value it cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldError {
    name: &'static str,
    bits: u32,
}

impl FieldError {
    pub(crate) const fn new(name: &'static str, bits: u32) -> Self {
        Self { name, bits }
    }

    /// The field's name, as its specification has it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How many bits the field has.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not fit its {} bits: give it a smaller value", self.name, self.bits)
    }
}

impl core::error::Error for FieldError {}
