//! Writing hex on small cores and in WebAssembly, which pay for every byte of code: two digits in each step of a loop.

use crate::text::SYMBOLS;

/// Before which bytes a hyphen stands, as bits.
const HYPHENS: u32 = 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10;

/// Writes the hyphenated text.
#[inline]
pub(super) const fn encode(bytes: &[u8; 16], out: &mut [u8; 36]) {
    write(bytes, out, HYPHENS);
}

/// Writes the 32 digits.
#[inline]
pub(super) const fn encode_simple(bytes: &[u8; 16], out: &mut [u8; 32]) {
    write(bytes, out, 0);
}

/// The room is as long as the text.
#[inline]
const fn write(bytes: &[u8; 16], out: &mut [u8], mut hyphens: u32) {
    let (mut rest, mut room): (&[u8], &mut [u8]) = (bytes, out);
    while let [byte, behind @ ..] = rest {
        if hyphens & 1 != 0 {
            let [hyphen, room_behind @ ..] = room else { return };
            *hyphen = b'-';
            room = room_behind;
        }
        let [high, low, room_behind @ ..] = room else { return };
        *high = digit(*byte >> 4);
        *low = digit(*byte & 15);
        hyphens >>= 1;
        (rest, room) = (behind, room_behind);
    }
}

/// The digit of a value below 16, in lower case.
#[inline(always)]
const fn digit(value: u8) -> u8 {
    // The bit that makes a letter small, which a number has already.
    SYMBOLS[(value & 15) as usize] | 0x20
}
