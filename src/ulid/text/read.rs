//! Reading ULID text, and saying where its first fault is.
//!
//! The one way in WebAssembly, which pays for every byte of code. Elsewhere it looks at what the fast way refused.

use super::Ulid;
use crate::halves;
use crate::text::{ALIAS, ParseError, VALUES, exactly, fault};

/// Crockford's aliases: I and L for 1, O for 0.
#[derive(Clone, Copy)]
pub(super) enum Aliases {
    /// They are no symbols.
    Refused,
    /// They stand for their digits.
    Taken,
}

/// The ULID that 26 symbols spell.
#[inline(never)]
#[cfg_attr(not(target_family = "wasm"), cold)]
pub(super) const fn read(text: &[u8], aliases: Aliases) -> Result<Ulid, ParseError> {
    let Some(text) = exactly::<{ Ulid::TEXT_LEN }>(text) else {
        return Err(ParseError::length(text.len(), Ulid::TEXT_LEN));
    };
    let plain = &mut [0; Ulid::TEXT_LEN];
    let text = match aliases {
        Aliases::Refused => text,
        Aliases::Taken => {
            replace_aliases(text, plain);
            plain
        }
    };
    let [first, second, rest @ ..] = text;
    if VALUES[*first as usize] > 7 {
        return Err(ParseError::overflow(0, *first, 128));
    }
    let top = value(*first) << 5 | value(*second);
    let mut faulty = top > 0xff;
    let (mut high, mut low) = (0, top as u64);
    let mut rest = rest.as_slice();
    while let [a, b, c, d, behind @ ..] = rest {
        let four = value(*a) << 15 | value(*b) << 10 | value(*c) << 5 | value(*d);
        faulty |= four > 0xf_ffff;
        high = high << 20 | low >> 44;
        low = low << 20 | four as u64;
        rest = behind;
    }
    if faulty { Err(fault(text, text, 32)) } else { Ok(Ulid(halves::joined(high, low))) }
}

/// Copies a text with digits in place of the aliases. An alias is no fault, so what is wrong stays where it was.
pub(super) const fn replace_aliases(text: &[u8], out: &mut [u8]) {
    let (mut rest, mut room) = (text, out);
    while let ([byte, behind @ ..], [place, room_behind @ ..]) = (rest, room) {
        let value = VALUES[*byte as usize];
        *place = if value < -1 { b'0' + (value - ALIAS) as u8 } else { *byte };
        (rest, room) = (behind, room_behind);
    }
}

/// The symbol's value; all ones for what is none, which outlive the shifts and the ORs.
#[inline(always)]
const fn value(symbol: u8) -> u32 {
    VALUES[symbol as usize] as u32
}
