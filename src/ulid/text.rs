//! ULID text: reading it, writing it, and the traits that stand for both.
//!
//! There are three ways, one for 64-bit hosts, one for small cores and one for WebAssembly. Each is right everywhere, and slow or
//! large on another's machine. Tests run all.

mod format;
#[cfg(any(test, target_family = "wasm"))]
mod narrow;
mod read;
#[cfg(test)]
mod tests;
#[cfg(any(test, target_pointer_width = "64"))]
mod wide;
#[cfg(any(test, not(any(target_pointer_width = "64", target_family = "wasm"))))]
mod words;

#[cfg(target_family = "wasm")]
use narrow as base32;
use read::Aliases;
#[cfg(any(target_pointer_width = "64", target_family = "wasm"))]
use read::read as parse;
#[cfg(target_pointer_width = "64")]
use {crate::text::exactly, wide as base32};
#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
use {words as base32, words::parse};

use super::Ulid;
use crate::text::{ParseError, as_text};

impl Ulid {
    /// The length of the text, in bytes.
    pub const TEXT_LEN: usize = 26;

    /// Reads 26 of the spec's 32 symbols, in either case, of which the first is 0 to 7.
    ///
    /// ```
    /// use mintid::Ulid;
    ///
    /// const ID: Ulid = match Ulid::parse("01AN4Z07BY79KA1307SR9X4MV3") {
    ///     Ok(id) => id,
    ///     Err(_) => panic!("not a ULID"),
    /// };
    /// assert_eq!(ID.to_bytes()[..2], [0x01, 0x55]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`Length`](crate::ParseErrorKind::Length) unless there are 26 bytes; else, whichever comes first,
    /// [`Overflow`](crate::ParseErrorKind::Overflow) at 0 where the first symbol is above 7, or
    /// [`Character`](crate::ParseErrorKind::Character) with the first byte that is no symbol.
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_ascii(text.as_bytes())
    }

    /// Reads text as [`parse`](Self::parse) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    #[inline]
    pub const fn parse_ascii(text: &[u8]) -> Result<Self, ParseError> {
        #[cfg(target_pointer_width = "64")]
        if let Some(text) = exactly(text) {
            if let Some(bytes) = base32::value(text) {
                return Ok(Self(bytes));
            }
        }
        parse(text, Aliases::Refused)
    }

    /// Reads text as [`parse`](Self::parse) does, and takes I and L for 1 and O for 0, as Crockford's Base32 does.
    ///
    /// It takes neither U nor hyphens.
    ///
    /// ```
    /// use mintid::Ulid;
    ///
    /// assert_eq!(Ulid::parse_lenient("OLAN4ZO7BY79KAL3O7SR9X4MV3"), Ulid::parse("01AN4Z07BY79KA1307SR9X4MV3"));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    #[inline]
    pub const fn parse_lenient(text: &str) -> Result<Self, ParseError> {
        Self::parse_lenient_ascii(text.as_bytes())
    }

    /// Reads text as [`parse_lenient`](Self::parse_lenient) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    #[inline]
    pub const fn parse_lenient_ascii(text: &[u8]) -> Result<Self, ParseError> {
        #[cfg(target_pointer_width = "64")]
        if let Some(text) = exactly(text) {
            if let Some(bytes) = base32::value(text) {
                return Ok(Self(bytes));
            }
        }
        parse(text, Aliases::Taken)
    }

    /// Writes the 26 symbols in upper case into the caller's buffer.
    ///
    /// ```
    /// use mintid::Ulid;
    ///
    /// let mut text = [0; Ulid::TEXT_LEN];
    /// Ulid::from_bytes([0xff; 16]).encode(&mut text);
    /// assert_eq!(&text, b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    /// ```
    #[inline]
    pub const fn encode(&self, out: &mut [u8; Self::TEXT_LEN]) {
        base32::encode(self, out);
    }

    /// Writes the symbols as [`encode`](Self::encode) does, and lends them as `&str`.
    ///
    /// To call bytes text, safe code has to check them: this takes two to three times as long as
    /// [`encode`](Self::encode).
    #[inline]
    pub const fn encode_str<'a>(&self, out: &'a mut [u8; Self::TEXT_LEN]) -> &'a str {
        self.encode(out);
        as_text(out)
    }
}
