//! What every parser answers when text is not an id, and the step that every encoder is made of.

use core::fmt::{self, Write as _};

/// What is wrong with the text, without its position: the part a caller counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is too short or too long for any spelling the parser takes.
    Length,
    /// A byte stands where the spelling does not allow it.
    Character,
    /// The number is larger than the id's bits: a ULID's first symbol is above 7, a Snowflake is above 2^64 − 1.
    Overflow,
}

/// Text that is not an id: what is wrong, and at which byte.
///
/// Small and `Copy`. The parsers look at bytes, so the position is a byte offset, also within UTF-8 text. They never
/// trim: a blank or a line feed at either end is a fault like any other.
///
/// ```
/// use mintid::{ParseErrorKind, Ulid};
///
/// let error = Ulid::parse("01AN4Z07BY79KA1307SR9X4MVU").unwrap_err();
/// assert_eq!((error.kind(), error.at()), (ParseErrorKind::Character, 25));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseError {
    kind: ParseErrorKind,
    /// The byte at fault; 0 for a wrong length.
    byte: u8,
    /// The length of the spelling that was meant, which no other fault is behind; for a number too large, the bits it may have,
    /// and every text of an id is shorter than that.
    due: u8,
    /// Where the fault is; for a wrong length, the length.
    at: usize,
}

impl ParseError {
    pub(crate) const fn character(at: usize, byte: u8) -> Self {
        Self { kind: ParseErrorKind::Character, byte, due: u8::MAX, at }
    }

    /// The fault of a number of more than `bits`, at least 64.
    pub(crate) const fn overflow(at: usize, byte: u8, bits: u8) -> Self {
        Self { kind: ParseErrorKind::Overflow, byte, due: bits, at }
    }

    /// The fault of text that has `length` bytes where the spelling has `due`, at most 45.
    pub(crate) const fn length(length: usize, due: usize) -> Self {
        Self { kind: ParseErrorKind::Length, byte: 0, due: due as u8, at: length }
    }

    /// The same fault in a text that has `by` more bytes in front, or fewer.
    pub(crate) const fn moved(mut self, by: isize) -> Self {
        self.at = self.at.saturating_add_signed(by);
        self
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The offset of the first byte at fault, counted from 0.
    ///
    /// For [`ParseErrorKind::Length`] it is where the text ends too early, or the first byte too many.
    #[must_use]
    pub const fn at(&self) -> usize {
        if self.at > self.due as usize { self.due as usize } else { self.at }
    }
}

impl fmt::Debug for ParseError {
    /// What the accessors tell; the rest serves the message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError").field("kind", &self.kind).field("at", &self.at()).finish()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, due) = (self.at, self.due);
        match self.kind {
            ParseErrorKind::Length => write!(f, "{at} bytes where {due} are due: pass the id alone, without blanks"),
            ParseErrorKind::Character => {
                write!(f, "byte {at} is ")?;
                if self.byte.is_ascii_graphic() {
                    f.write_char(char::from(self.byte))?;
                } else {
                    write!(f, "{:#04x}", self.byte)?;
                }
                f.write_str(", which the spelling does not allow there: correct or refuse it")
            }
            ParseErrorKind::Overflow => {
                write!(f, "byte {at} makes more than {due} bits: ")?;
                f.write_str(if due == 128 {
                    "the first symbol of a ULID is 0 to 7"
                } else {
                    "a Snowflake is below 2^64"
                })
            }
        }
    }
}

impl core::error::Error for ParseError {}

/// The 32 symbols of Crockford's Base32 in the order of their values: the digits, then the letters without I, L, O and U. The
/// first 16 are the hex digits.
pub(crate) const SYMBOLS: [u8; 32] = *b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The value of every byte as such a symbol, in either case; -1 for what is none, and [`ALIAS`] and the value for what may
/// stand for another symbol: O for 0, I and L for 1.
pub(crate) static VALUES: [i8; 256] = {
    let mut values = [-1; 256];
    let mut value = 0;
    while value < 32 {
        set(&mut values, SYMBOLS[value], value as i8);
        value += 1;
    }
    set(&mut values, b'O', ALIAS);
    set(&mut values, b'I', ALIAS + 1);
    set(&mut values, b'L', ALIAS + 1);
    values
};

/// Added to the value of an alias, which makes it negative.
pub(crate) const ALIAS: i8 = -64;

const fn set(values: &mut [i8; 256], letter: u8, value: i8) {
    values[letter as usize] = value;
    values[letter.to_ascii_lowercase() as usize] = value;
}

/// The fault of a text whose `rest` departs from its spelling: at its first byte that is no symbol of a value below `values`.
#[cold]
#[inline(never)]
pub(crate) const fn fault(text: &[u8], mut rest: &[u8], values: u8) -> ParseError {
    while let [byte, behind @ ..] = rest {
        if VALUES[*byte as usize] as u8 >= values {
            return ParseError::character(text.len() - rest.len(), *byte);
        }
        rest = behind;
    }
    ParseError::character(text.len(), 0)
}

/// Writes one piece of text and hands back the room behind it.
///
/// The pieces of an encoder fill its buffer exactly, so the other branch is never taken; it is there in place of a panic,
/// and the compiler drops it.
#[inline]
pub(crate) const fn put<const N: usize>(room: &mut [u8], piece: [u8; N]) -> &mut [u8] {
    match room.split_first_chunk_mut() {
        Some((head, rest)) => {
            *head = piece;
            rest
        }
        None => &mut [],
    }
}

/// The text in a buffer that an encoder has just filled with ASCII.
///
/// A safe crate has to look at the bytes again; the other branch is never taken.
#[inline]
pub(crate) const fn as_text(buffer: &[u8]) -> &str {
    match core::str::from_utf8(buffer) {
        Ok(text) => text,
        Err(_) => "",
    }
}

/// The text as an array, where it has just that many bytes.
#[inline]
pub(crate) const fn exactly<const N: usize>(text: &[u8]) -> Option<&[u8; N]> {
    match text.split_first_chunk() {
        Some((text, [])) => Some(text),
        _ => None,
    }
}
