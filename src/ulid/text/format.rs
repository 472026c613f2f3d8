//! The traits through which the language reads and writes a ULID.

use core::fmt;
use core::str::FromStr;

use super::Ulid;
use crate::text::ParseError;
use crate::uuid::Uuid;

/// The 26 symbols in upper case; width, fill and alignment as for a string.
impl fmt::Display for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode_str(&mut [0; Self::TEXT_LEN]))
    }
}

/// The type's name and the text on one line, whatever the flags: `Ulid(01AN4Z07BY79KA1307SR9X4MV3)`.
impl fmt::Debug for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ulid(")?;
        f.write_str(self.encode_str(&mut [0; Self::TEXT_LEN]))?;
        f.write_str(")")
    }
}

/// The bytes as 32 hex digits in lower case; `{:#x}` puts `0x` before them.
impl fmt::LowerHex for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&Uuid::from_bytes(self.0), f)
    }
}

/// The bytes as 32 hex digits in upper case; `{:#X}` puts `0x` before them.
impl fmt::UpperHex for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&Uuid::from_bytes(self.0), f)
    }
}

/// Strict, as [`Ulid::parse`].
impl FromStr for Ulid {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Strict, as [`Ulid::parse`].
impl TryFrom<&str> for Ulid {
    type Error = ParseError;

    #[inline]
    fn try_from(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
