//! ULID text: reading it, writing it, and the traits that stand for both.
//!
//! There are two ways, one for 64-bit hosts and one for small cores and WebAssembly. Either is right everywhere, and
//! slow or large on the other's machine. Tests run both. Reading leniently goes the narrow way everywhere.

mod format;
mod narrow;
#[cfg(test)]
mod tests;
#[cfg(any(test, target_pointer_width = "64"))]
mod wide;

use super::Ulid;
use crate::text::{ParseError, as_text, exactly};

/// The 32 symbols in the order of their values: the digits, then the letters without I, L, O and U.
const SYMBOLS: [u8; 32] = *b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The value of every byte as a symbol, -1 for what is none.
type Values = [i8; 256];

/// The spec's symbols in either case.
static STRICT: Values = {
    let mut values = [-1; 256];
    let mut value = 0;
    while value < 32 {
        values[SYMBOLS[value] as usize] = value as i8;
        values[SYMBOLS[value].to_ascii_lowercase() as usize] = value as i8;
        value += 1;
    }
    values
};

/// The same, with Crockford's aliases: I and L are 1, O is 0. U is nothing.
static LENIENT: Values = {
    let mut values = STRICT;
    let mut alias = 0;
    while alias < 3 {
        let (letter, value) = [(b'I', 1), (b'L', 1), (b'O', 0)][alias];
        values[letter as usize] = value;
        values[letter.to_ascii_lowercase() as usize] = value;
        alias += 1;
    }
    values
};

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
        if let Some(text) = exactly(text) {
            #[cfg(target_pointer_width = "64")]
            let value = wide::value(text);
            #[cfg(not(target_pointer_width = "64"))]
            let value = narrow::value(text, &STRICT);
            if let Some(value) = value {
                return Ok(Self(value.to_be_bytes()));
            }
        }
        Err(fault(text, &STRICT))
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
        if let Some(text) = exactly(text) {
            if let Some(value) = narrow::value(text, &LENIENT) {
                return Ok(Self(value.to_be_bytes()));
            }
        }
        Err(fault(text, &LENIENT))
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
        #[cfg(target_pointer_width = "64")]
        wide::encode(&self.0, out);
        #[cfg(not(target_pointer_width = "64"))]
        narrow::encode(&self.0, out);
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

/// What is wrong with text that a parser refused.
///
/// Kept out of the way: a parser that looks for nothing but the answer is faster than one that keeps count.
#[cold]
#[inline(never)]
const fn fault(text: &[u8], values: &Values) -> ParseError {
    if text.len() != Ulid::TEXT_LEN {
        return ParseError::length(text.len(), Ulid::TEXT_LEN);
    }
    if let [first, ..] = text {
        if values[*first as usize] > 7 {
            return ParseError::overflow(0, *first);
        }
    }
    let mut rest = text;
    while let Some((&byte, behind)) = rest.split_first() {
        if values[byte as usize] < 0 {
            break;
        }
        rest = behind;
    }
    let byte = if let [byte, ..] = rest { *byte } else { 0 };
    ParseError::character(text.len() - rest.len(), byte)
}
