//! Reading UUID text, and saying where it first departs from its spelling.
//!
//! The one way in WebAssembly, which pays for every byte of code. Elsewhere it looks at what the fast way refused, and on small
//! cores at the rarer spellings.

use super::Uuid;
use crate::text::{ParseError, VALUES, fault};

/// The spellings of a UUID (RFC 9562, section 4), digits and letters in either case.
#[derive(Clone, Copy)]
pub(super) enum Spelling {
    /// 8, 4, 4, 4 and 12 digits with hyphens between them.
    Hyphenated,
    /// 32 digits.
    Simple,
    /// Hyphenated, in braces.
    Braced,
    /// Hyphenated, behind `urn:uuid:`.
    Urn,
}

impl Spelling {
    /// The spelling that a text is meant to follow: its length tells, and where that fits none, the first bytes do.
    pub(super) const fn meant(text: &[u8]) -> Self {
        match (text.len(), text) {
            (36, _) => Self::Hyphenated,
            (32, _) => Self::Simple,
            (38, _) => Self::Braced,
            (45, _) => Self::Urn,
            (_, [b'{', ..]) => Self::Braced,
            (_, [b'u' | b'U', ..]) => Self::Urn,
            (_, [_, _, _, _, _, _, _, _, b'-', ..]) => Self::Hyphenated,
            _ => Self::Simple,
        }
    }

    const fn length(self) -> usize {
        static LENGTHS: [u8; 4] = [36, 32, 38, 45];
        LENGTHS[self as usize] as usize
    }

    /// What stands before the digits.
    const fn prefix(self) -> &'static [u8] {
        static PREFIXES: [&[u8]; 4] = [b"", b"", b"{", b"urn:uuid:"];
        PREFIXES[self as usize]
    }
}

/// Before which groups of four digits a hyphen stands, as bits.
const HYPHENS: u32 = 0b11_1100;

/// The UUID that text in this spelling spells.
#[inline(never)]
#[cfg_attr(target_pointer_width = "64", cold)]
pub(super) const fn read(text: &[u8], spelling: Spelling) -> Result<Uuid, ParseError> {
    if text.len() != spelling.length() {
        return Err(ParseError::length(text.len(), spelling.length()));
    }
    let mut rest = text;
    // The fault is in what is left: at its first byte, or at its first that is no digit.
    let digits = 'fault: {
        let mut prefix = spelling.prefix();
        while let ([byte, behind @ ..], [due, next @ ..]) = (rest, prefix) {
            if byte.to_ascii_lowercase() != *due {
                break 'fault 0;
            }
            (rest, prefix) = (behind, next);
        }
        let mut hyphens = if matches!(spelling, Spelling::Simple) { 0 } else { HYPHENS };
        let mut id = Uuid::NIL;
        let mut room: &mut [u8] = &mut id.0;
        while let [first, second, room_behind @ ..] = room {
            if hyphens & 1 != 0 {
                let [b'-', behind @ ..] = rest else { break 'fault 0 };
                rest = behind;
            }
            hyphens >>= 1;
            let [a, b, c, d, behind @ ..] = rest else { break 'fault 0 };
            let (a, b, c, d) = (value(*a), value(*b), value(*c), value(*d));
            if a | b | c | d > 15 {
                break 'fault 16;
            }
            *first = (a << 4 | b) as u8;
            *second = (c << 4 | d) as u8;
            (rest, room) = (behind, room_behind);
        }
        if matches!(spelling, Spelling::Braced) && !matches!(rest, [b'}']) {
            break 'fault 0;
        }
        return Ok(id);
    };
    Err(fault(text, rest, digits))
}

/// The digit's value; more than 15 for what is none.
#[inline(always)]
const fn value(digit: u8) -> u32 {
    VALUES[digit as usize] as u32
}
