//! The traits through which the language reads and writes a UUID.

use core::fmt;
use core::str::FromStr;

use super::{Uuid, as_text};
use crate::text::ParseError;

/// The hyphenated text in lower case; width, fill and alignment as for a string.
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode_str(&mut [0; Self::TEXT_LEN]))
    }
}

/// The type's name and the text on one line, whatever the flags: `Uuid(017f22e2-79b0-7cc3-98c4-dc0c0c07398f)`.
impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Uuid(")?;
        f.write_str(self.encode_str(&mut [0; Self::TEXT_LEN]))?;
        f.write_str(")")
    }
}

/// The 32 digits in lower case; `{:#x}` puts `0x` before them.
impl fmt::LowerHex for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0; 32];
        self.encode_simple(&mut digits);
        f.pad_integral(true, "0x", as_text(&digits))
    }
}

/// The 32 digits in upper case; `{:#X}` puts `0x` before them.
impl fmt::UpperHex for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0; 32];
        self.encode_simple(&mut digits);
        digits.make_ascii_uppercase();
        f.pad_integral(true, "0x", as_text(&digits))
    }
}

/// Strict, as [`Uuid::parse`].
impl FromStr for Uuid {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Strict, as [`Uuid::parse`].
impl TryFrom<&str> for Uuid {
    type Error = ParseError;

    #[inline]
    fn try_from(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
