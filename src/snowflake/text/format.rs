//! The traits through which the language reads and writes a Snowflake.

use core::fmt;
use core::str::FromStr;

use super::Snowflake;
use crate::text::ParseError;

/// The decimal number; width, fill and alignment as for a string.
impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode_str(&mut [0; Self::TEXT_LEN_MAX]))
    }
}

/// The type's name and the number on one line, whatever the flags: `Snowflake(1541815603606036480)`.
impl fmt::Debug for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Snowflake(")?;
        f.write_str(self.encode_str(&mut [0; Self::TEXT_LEN_MAX]))?;
        f.write_str(")")
    }
}

/// The number in hex digits, as for a `u64`; `{:016x}` writes what [`Snowflake::encode_hex`] does.
impl fmt::LowerHex for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.to_u64(), f)
    }
}

/// The number in hex digits in upper case, as for a `u64`.
impl fmt::UpperHex for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.to_u64(), f)
    }
}

/// Strict, as [`Snowflake::parse`].
impl FromStr for Snowflake {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Strict, as [`Snowflake::parse`].
impl TryFrom<&str> for Snowflake {
    type Error = ParseError;

    fn try_from(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
