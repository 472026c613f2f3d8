//! What every parser answers when text is not an id, and the step that every encoder is made of.

use core::fmt;

/// What is wrong with the text, without its position: the part a caller counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is too short or too long for any spelling the parser takes.
    Length,
    /// A byte stands where the spelling does not allow it.
    Character,
    /// The number is larger than 128 bits: a ULID's first symbol is above 7.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseError {
    kind: ParseErrorKind,
    at: usize,
}

impl ParseError {
    pub(crate) const fn character(at: usize) -> Self {
        Self { kind: ParseErrorKind::Character, at }
    }

    pub(crate) const fn overflow(at: usize) -> Self {
        Self { kind: ParseErrorKind::Overflow, at }
    }

    /// The fault of text that has `length` bytes where the spelling has `expected`.
    pub(crate) const fn length(length: usize, expected: usize) -> Self {
        Self { kind: ParseErrorKind::Length, at: if length < expected { length } else { expected } }
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
        self.at
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match self.kind {
            ParseErrorKind::Length => write!(f, "the text has the wrong length from byte {at} on: pass the id alone"),
            ParseErrorKind::Character => {
                write!(f, "byte {at} is not one the spelling allows there: correct or refuse it")
            }
            ParseErrorKind::Overflow => {
                write!(f, "the symbol at byte {at} makes more than 128 bits: a ULID starts with 0 to 7")
            }
        }
    }
}

impl core::error::Error for ParseError {}

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
