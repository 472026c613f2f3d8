//! Snowflake text: decimal, Crockford's Base32 and hex, each written in one way and read strictly.
//!
//! One way for every machine: no text here is longer than 20 bytes.

use super::Snowflake;
use crate::small::divided;
use crate::text::{ParseError, SYMBOLS, VALUES, as_text, exactly, fault, put};

mod format;

/// Four digits at a time, so that no step divides by more than 16 bits hold.
const GROUP: u16 = 10_000;
const GROUP_DIGITS: usize = 4;

impl Snowflake {
    /// The most bytes of the decimal text.
    pub const TEXT_LEN_MAX: usize = 20;

    /// The length of the Base32 text, in bytes.
    pub const BASE32_LEN: usize = 13;

    /// The length of the hex text, in bytes.
    pub const HEX_LEN: usize = 16;

    /// Reads a decimal number: digits alone, without a sign, blanks, leading zeros, a point or an exponent.
    ///
    /// ```
    /// use mintid::{ParseErrorKind, Snowflake};
    ///
    /// assert_eq!(Snowflake::parse("175928847299117063")?.to_u64(), 175_928_847_299_117_063);
    /// let error = Snowflake::parse("18446744073709551616").unwrap_err();
    /// assert_eq!((error.kind(), error.at()), (ParseErrorKind::Overflow, 19));
    /// # Ok::<(), mintid::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Length`](crate::ParseErrorKind::Length) for no byte or more than 20; else, whichever comes first,
    /// [`Character`](crate::ParseErrorKind::Character) with the first byte that is no digit, or 0 for a zero before other
    /// digits, or [`Overflow`](crate::ParseErrorKind::Overflow) with the digit that makes the number 2^64 or more.
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_ascii(text.as_bytes())
    }

    /// Reads text as [`parse`](Self::parse) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub const fn parse_ascii(text: &[u8]) -> Result<Self, ParseError> {
        match text {
            [] => return Err(ParseError::length(0, 1)),
            _ if text.len() > Self::TEXT_LEN_MAX => {
                return Err(ParseError::length(text.len(), Self::TEXT_LEN_MAX));
            }
            [b'0', _, ..] => return Err(ParseError::character(0, b'0')),
            _ => {}
        }
        let (mut value, mut rest) = (0u64, text);
        while let [byte, behind @ ..] = rest {
            let at = text.len() - rest.len();
            if !byte.is_ascii_digit() {
                return Err(ParseError::character(at, *byte));
            }
            let digit = (*byte - b'0') as u64;
            value = match value > u64::MAX / 10 {
                false => value * 10,
                true => return Err(ParseError::overflow(at, *byte, 64)),
            };
            value = match value.checked_add(digit) {
                Some(value) => value,
                None => return Err(ParseError::overflow(at, *byte, 64)),
            };
            rest = behind;
        }
        Ok(Self(value))
    }

    /// Writes the decimal digits into the caller's buffer, and lends them as `&str`.
    ///
    /// For columns and lists that sort text, take [`encode_base32`](Self::encode_base32) or [`encode_hex`](Self::encode_hex):
    /// decimal text sorts by its first digits, whatever its length.
    #[must_use]
    pub const fn encode_str<'a>(&self, out: &'a mut [u8; Self::TEXT_LEN_MAX]) -> &'a str {
        let mut groups = [0; Self::TEXT_LEN_MAX / GROUP_DIGITS];
        let mut value = self.0;
        let mut places: &mut [u16] = &mut groups;
        while let [before @ .., place] = places {
            (value, *place) = divided(value, GROUP);
            places = before;
        }
        let mut room: &mut [u8] = out;
        let mut rest: &[u16] = &groups;
        while let [group, behind @ ..] = rest {
            let group = *group;
            let digits = [group / 1_000, group / 100 % 10, group / 10 % 10, group % 10];
            let [a, b, c, d] = digits;
            room = put(room, [b'0' + a as u8, b'0' + b as u8, b'0' + c as u8, b'0' + d as u8]);
            rest = behind;
        }
        _ = room;
        let mut text: &[u8] = out;
        while let [b'0', behind @ ..] = text {
            // Zero itself keeps its one digit.
            if behind.is_empty() {
                break;
            }
            text = behind;
        }
        as_text(text)
    }

    /// Reads 13 symbols of Crockford's Base32 in either case, of which the first is 0 to 9 or A to F. It takes no aliases.
    ///
    /// # Errors
    ///
    /// [`Length`](crate::ParseErrorKind::Length) unless there are 13 bytes; else, whichever comes first,
    /// [`Overflow`](crate::ParseErrorKind::Overflow) at 0 where the first symbol is above F, or
    /// [`Character`](crate::ParseErrorKind::Character) with the first byte that is no symbol.
    pub const fn parse_base32(text: &str) -> Result<Self, ParseError> {
        Self::parse_base32_ascii(text.as_bytes())
    }

    /// Reads text as [`parse_base32`](Self::parse_base32) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse_base32`](Self::parse_base32).
    pub const fn parse_base32_ascii(text: &[u8]) -> Result<Self, ParseError> {
        let Some(text) = exactly::<{ Self::BASE32_LEN }>(text) else {
            return Err(ParseError::length(text.len(), Self::BASE32_LEN));
        };
        if VALUES[text[0] as usize] > 0xf {
            return Err(ParseError::overflow(0, text[0], 64));
        }
        match number(text, 5) {
            Some(value) => Ok(Self(value)),
            None => Err(fault(text, text, 32)),
        }
    }

    /// Writes the 13 symbols in upper case into the caller's buffer. The text sorts as the ids do.
    ///
    /// ```
    /// use mintid::Snowflake;
    ///
    /// let mut text = [0; Snowflake::BASE32_LEN];
    /// Snowflake::MAX.encode_base32(&mut text);
    /// assert_eq!(&text, b"FZZZZZZZZZZZZ");
    /// ```
    pub const fn encode_base32(&self, out: &mut [u8; Self::BASE32_LEN]) {
        digits(self.0, 5, out);
    }

    /// Writes the symbols as [`encode_base32`](Self::encode_base32) does, and lends them as `&str`.
    #[must_use]
    pub const fn encode_base32_str<'a>(&self, out: &'a mut [u8; Self::BASE32_LEN]) -> &'a str {
        self.encode_base32(out);
        as_text(out)
    }

    /// Reads 16 hex digits in either case.
    ///
    /// # Errors
    ///
    /// [`Length`](crate::ParseErrorKind::Length) unless there are 16 bytes; else
    /// [`Character`](crate::ParseErrorKind::Character) with the first byte that is no digit.
    pub const fn parse_hex(text: &str) -> Result<Self, ParseError> {
        Self::parse_hex_ascii(text.as_bytes())
    }

    /// Reads text as [`parse_hex`](Self::parse_hex) does, from bytes.
    ///
    /// # Errors
    ///
    /// As [`parse_hex`](Self::parse_hex).
    pub const fn parse_hex_ascii(text: &[u8]) -> Result<Self, ParseError> {
        let Some(text) = exactly::<{ Self::HEX_LEN }>(text) else {
            return Err(ParseError::length(text.len(), Self::HEX_LEN));
        };
        match number(text, 4) {
            Some(value) => Ok(Self(value)),
            None => Err(fault(text, text, 16)),
        }
    }

    /// Writes 16 hex digits in lower case into the caller's buffer. The text sorts as the ids do.
    pub const fn encode_hex(&self, out: &mut [u8; Self::HEX_LEN]) {
        digits(self.0, 4, out);
        out.make_ascii_lowercase();
    }

    /// Writes the digits as [`encode_hex`](Self::encode_hex) does, and lends them as `&str`.
    #[must_use]
    pub const fn encode_hex_str<'a>(&self, out: &'a mut [u8; Self::HEX_LEN]) -> &'a str {
        self.encode_hex(out);
        as_text(out)
    }
}

/// Fills the buffer with the symbols of the lowest bits, so many each.
const fn digits(mut value: u64, bits: u32, mut room: &mut [u8]) {
    while let [before @ .., place] = room {
        *place = SYMBOLS[(value & ((1 << bits) - 1) & 31) as usize];
        value >>= bits;
        room = before;
    }
}

/// The number that symbols of so many bits each make, or `None` where one is none. What does not fit is lost: the caller sees
/// to the first symbol.
const fn number(mut text: &[u8], bits: u32) -> Option<u64> {
    let (mut value, mut faulty) = (0u64, false);
    while let [byte, behind @ ..] = text {
        let symbol = VALUES[*byte as usize] as u8;
        faulty |= symbol >> bits != 0;
        value = value << bits | symbol as u64;
        text = behind;
    }
    if faulty { None } else { Some(value) }
}
