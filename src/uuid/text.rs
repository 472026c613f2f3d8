//! UUID text: reading it, writing it, and the traits that stand for both.
//!
//! There are two ways to write hex, one for 64-bit hosts and one for small cores and WebAssembly, and three to read it, for
//! each of these. Each is right everywhere, and slow or large on another's machine. Tests run all.

mod format;
#[cfg(any(test, not(target_pointer_width = "64")))]
mod narrow;
mod read;
#[cfg(test)]
mod tests;
#[cfg(any(test, target_pointer_width = "64"))]
mod wide;
#[cfg(any(test, not(any(target_pointer_width = "64", target_family = "wasm"))))]
mod words;

#[cfg(not(target_pointer_width = "64"))]
use narrow as hex;
use read::Spelling;
#[cfg(any(target_pointer_width = "64", target_family = "wasm"))]
use read::read as parse;
#[cfg(target_pointer_width = "64")]
use wide as hex;
#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
use words::parse;

use super::Uuid;
use crate::text::{ParseError, as_text, put};

impl Uuid {
    /// The length of the hyphenated text, in bytes.
    pub const TEXT_LEN: usize = 36;

    /// Reads hyphenated text (RFC 9562, section 4): 36 bytes, digits of either case, any version and variant.
    ///
    /// ```
    /// use mintid::Uuid;
    ///
    /// const ID: Uuid = match Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f") {
    ///     Ok(id) => id,
    ///     Err(_) => panic!("not a UUID"),
    /// };
    /// assert_eq!(ID.to_bytes()[..2], [0x01, 0x7f]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`Length`](crate::ParseErrorKind::Length) unless there are 36 bytes; else
    /// [`Character`](crate::ParseErrorKind::Character) with the first byte that is neither the digit nor the hyphen due
    /// there.
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_ascii(text.as_bytes())
    }

    /// Reads hyphenated text as [`parse`](Self::parse) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    #[inline]
    pub const fn parse_ascii(text: &[u8]) -> Result<Self, ParseError> {
        #[cfg(target_pointer_width = "64")]
        if let Some(value) = hex::hyphenated(text) {
            return Ok(Self(value.to_le_bytes()));
        }
        parse(text, Spelling::Hyphenated)
    }

    /// Reads any of four spellings: hyphenated, 32 digits, `{hyphenated}` and `urn:uuid:hyphenated`, in either case.
    ///
    /// Braces and the URN prefix go around the hyphenated form only.
    ///
    /// ```
    /// use mintid::Uuid;
    ///
    /// let id = Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    /// assert_eq!(Uuid::parse_lenient("017F22E279B07CC398C4DC0C0C07398F"), id);
    /// assert_eq!(Uuid::parse_lenient("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}"), id);
    /// assert_eq!(Uuid::parse_lenient("URN:UUID:017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), id);
    /// ```
    ///
    /// # Errors
    ///
    /// [`Length`](crate::ParseErrorKind::Length) where no spelling has that many bytes; else
    /// [`Character`](crate::ParseErrorKind::Character) with the first byte that departs from the spelling of that
    /// length. Positions count from the start of the text, prefix included.
    #[inline]
    pub const fn parse_lenient(text: &str) -> Result<Self, ParseError> {
        Self::parse_lenient_ascii(text.as_bytes())
    }

    /// Reads any of four spellings as [`parse_lenient`](Self::parse_lenient) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse_lenient`](Self::parse_lenient).
    #[inline]
    pub const fn parse_lenient_ascii(text: &[u8]) -> Result<Self, ParseError> {
        #[cfg(target_pointer_width = "64")]
        if let Some(value) = hex::any_spelling(text) {
            return Ok(Self(value.to_le_bytes()));
        }
        parse(text, Spelling::meant(text))
    }

    /// Writes the hyphenated text in lower case (RFC 9562, section 4) into the caller's buffer.
    ///
    /// ```
    /// use mintid::Uuid;
    ///
    /// let mut text = [0; Uuid::TEXT_LEN];
    /// Uuid::default().encode(&mut text);
    /// assert_eq!(&text, b"00000000-0000-0000-0000-000000000000");
    /// ```
    #[inline]
    pub const fn encode(&self, out: &mut [u8; Self::TEXT_LEN]) {
        hex::encode(&self.0, out);
    }

    /// Writes the hyphenated text as [`encode`](Self::encode) does, and lends it as `&str`.
    ///
    /// To call bytes text, safe code has to check them: this takes two to three times as long as
    /// [`encode`](Self::encode).
    #[inline]
    pub const fn encode_str<'a>(&self, out: &'a mut [u8; Self::TEXT_LEN]) -> &'a str {
        self.encode(out);
        as_text(out)
    }

    /// Writes the 32 digits in lower case, without hyphens.
    #[inline]
    pub const fn encode_simple(&self, out: &mut [u8; 32]) {
        hex::encode_simple(&self.0, out);
    }

    /// Writes the hyphenated text in lower case, in braces.
    #[inline]
    pub const fn encode_braced(&self, out: &mut [u8; 38]) {
        let [open, inner @ .., close] = out;
        *open = b'{';
        self.encode(inner);
        *close = b'}';
    }

    /// Writes the hyphenated text in lower case as a URN (RFC 9562, section 4): behind `urn:uuid:`.
    #[inline]
    pub const fn encode_urn(&self, out: &mut [u8; 45]) {
        if let Some(inner) = put(out, *b"urn:uuid:").first_chunk_mut() {
            self.encode(inner);
        }
    }
}
