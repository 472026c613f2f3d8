//! The three texts of a Snowflake.

use core::fmt;

use mintid::Snowflake;

use super::{NoRoom, Text};
#[cfg(feature = "heapless")]
use super::{append, as_long};

/// A Snowflake whose text is Crockford's Base32: 13 symbols, which sort as the ids do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Base32(pub Snowflake);

/// A Snowflake whose text is hex: 16 digits, which sort as the ids do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub Snowflake);

/// The symbols; width, fill and alignment as for a string.
impl fmt::Display for Base32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.encode_base32_str(&mut [0; Snowflake::BASE32_LEN]))
    }
}

/// The digits; width, fill and alignment as for a string.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.encode_hex_str(&mut [0; Snowflake::HEX_LEN]))
    }
}

/// Decimal digits, as few as the number has. They do not sort as the ids do: 9 comes after 10.
impl Text for Snowflake {
    const LEN: usize = Self::TEXT_LEN_MAX;

    #[cfg(feature = "heapless")]
    type Heapless = heapless::String<{ Self::TEXT_LEN_MAX }>;

    fn write_to<'a>(&self, out: &'a mut [u8]) -> Result<&'a str, NoRoom> {
        let mut digits = [0; Self::TEXT_LEN_MAX];
        let text = self.encode_str(&mut digits).as_bytes();
        let error = NoRoom { needs: text.len(), has: out.len() };
        let place = out.get_mut(..text.len()).ok_or(error)?;
        for (place, digit) in place.iter_mut().zip(text) {
            *place = *digit;
        }
        // Digits are text, whatever the compiler knows of them.
        core::str::from_utf8(place).map_err(|_| error)
    }

    #[cfg(feature = "heapless")]
    fn to_heapless(&self) -> Self::Heapless {
        as_long(self.encode_str(&mut [0; Self::TEXT_LEN_MAX]))
    }

    #[cfg(feature = "heapless")]
    fn append_to<const N: usize>(&self, text: &mut heapless::String<N>) -> Result<(), NoRoom> {
        append(self.encode_str(&mut [0; Self::TEXT_LEN_MAX]), text)
    }
}

impl Text for Base32 {
    const LEN: usize = Snowflake::BASE32_LEN;

    #[cfg(feature = "heapless")]
    type Heapless = heapless::String<{ Snowflake::BASE32_LEN }>;

    fn write_to<'a>(&self, out: &'a mut [u8]) -> Result<&'a str, NoRoom> {
        let has = out.len();
        match out.first_chunk_mut() {
            Some(out) => Ok(self.0.encode_base32_str(out)),
            None => Err(NoRoom { needs: Self::LEN, has }),
        }
    }

    #[cfg(feature = "heapless")]
    fn to_heapless(&self) -> Self::Heapless {
        as_long(self.0.encode_base32_str(&mut [0; Snowflake::BASE32_LEN]))
    }

    #[cfg(feature = "heapless")]
    fn append_to<const N: usize>(&self, text: &mut heapless::String<N>) -> Result<(), NoRoom> {
        append(self.0.encode_base32_str(&mut [0; Snowflake::BASE32_LEN]), text)
    }
}

impl Text for Hex {
    const LEN: usize = Snowflake::HEX_LEN;

    #[cfg(feature = "heapless")]
    type Heapless = heapless::String<{ Snowflake::HEX_LEN }>;

    fn write_to<'a>(&self, out: &'a mut [u8]) -> Result<&'a str, NoRoom> {
        let has = out.len();
        match out.first_chunk_mut() {
            Some(out) => Ok(self.0.encode_hex_str(out)),
            None => Err(NoRoom { needs: Self::LEN, has }),
        }
    }

    #[cfg(feature = "heapless")]
    fn to_heapless(&self) -> Self::Heapless {
        as_long(self.0.encode_hex_str(&mut [0; Snowflake::HEX_LEN]))
    }

    #[cfg(feature = "heapless")]
    fn append_to<const N: usize>(&self, text: &mut heapless::String<N>) -> Result<(), NoRoom> {
        append(self.0.encode_hex_str(&mut [0; Snowflake::HEX_LEN]), text)
    }
}
