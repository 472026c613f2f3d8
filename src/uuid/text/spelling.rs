//! The spellings of a UUID: where the digits stand in each, and where a text first departs from it.

use super::hex;
use crate::text::ParseError;

/// RFC 9562, section 4. In these patterns `x` stands for a hex digit, anything else for itself in either case.
const HYPHENATED: &[u8] = b"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
const SIMPLE: &[u8] = b"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
const BRACED: &[u8] = b"{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}";
const URN: &[u8] = b"urn:uuid:xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

/// The bytes that hyphenated text spells, the first lowest.
#[inline]
pub(super) const fn hyphenated(t: &[u8; 36]) -> Option<u128> {
    if t[8] != b'-' || t[13] != b'-' || t[18] != b'-' || t[23] != b'-' {
        return None;
    }
    hex::hyphenated(t)
}

/// The bytes that hyphenated text in braces spells, the first lowest.
#[inline]
pub(super) const fn braced(text: &[u8; 38]) -> Option<u128> {
    match text {
        [b'{', inner @ .., b'}'] => hyphenated(inner),
        _ => None,
    }
}

/// The bytes that a URN spells, the first lowest.
#[inline]
pub(super) const fn urn(text: &[u8; 45]) -> Option<u128> {
    match text {
        [
            b'u' | b'U',
            b'r' | b'R',
            b'n' | b'N',
            b':',
            b'u' | b'U',
            b'u' | b'U',
            b'i' | b'I',
            b'd' | b'D',
            b':',
            inner @ ..,
        ] => hyphenated(inner),
        _ => None,
    }
}

/// What is wrong with text that the strict parser refused.
///
/// Kept out of the way: a parser that looks for nothing but the answer is twice as fast as one that keeps count.
#[cold]
#[inline(never)]
pub(super) const fn strict_fault(text: &[u8]) -> ParseError {
    departure(text, HYPHENATED)
}

/// What is wrong with text that the lenient parser refused.
///
/// The length tells which spelling was meant, and where it fits none, the first bytes do.
#[cold]
#[inline(never)]
pub(super) const fn lenient_fault(text: &[u8]) -> ParseError {
    let meant = match (text.len(), text) {
        (36, _) => HYPHENATED,
        (32, _) => SIMPLE,
        (38, _) => BRACED,
        (45, _) => URN,
        (_, [b'{', ..]) => BRACED,
        (_, [b'u' | b'U', ..]) => URN,
        (_, [_, _, _, _, _, _, _, _, b'-', ..]) => HYPHENATED,
        _ => SIMPLE,
    };
    departure(text, meant)
}

/// The first fault of text that does not follow a pattern.
const fn departure(text: &[u8], pattern: &[u8]) -> ParseError {
    if text.len() != pattern.len() {
        return ParseError::length(text.len(), pattern.len());
    }
    let (mut rest, mut due) = (text, pattern);
    while let (Some((&byte, behind)), Some((&expected, next))) = (rest.split_first(), due.split_first()) {
        let fits = match expected {
            b'x' => byte.is_ascii_hexdigit(),
            _ => byte.eq_ignore_ascii_case(&expected),
        };
        if !fits {
            break;
        }
        (rest, due) = (behind, next);
    }
    let byte = if let [byte, ..] = rest { *byte } else { 0 };
    ParseError::character(text.len() - rest.len(), byte)
}
