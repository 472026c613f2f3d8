//! Writing hex on small cores and in WebAssembly, which pay for every byte of code: four digits in each step of a loop, each
//! stored by itself, since what WebAssembly becomes in JavaScript stores bytes.

/// Before which groups of four digits a hyphen stands, as bits.
const HYPHENS: u32 = 0b11_1100;

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
    while let [first, second, behind @ ..] = rest {
        if hyphens & 1 != 0 {
            let [hyphen, room_behind @ ..] = room else { return };
            *hyphen = b'-';
            room = room_behind;
        }
        hyphens >>= 1;
        let [a, b, c, d, room_behind @ ..] = room else { return };
        *a = digit(*first >> 4);
        *b = digit(*first & 15);
        *c = digit(*second >> 4);
        *d = digit(*second & 15);
        (rest, room) = (behind, room_behind);
    }
}

/// The digit of a value below 16, in lower case.
#[inline(always)]
const fn digit(value: u8) -> u8 {
    DIGITS[(value & 15) as usize]
}

static DIGITS: [u8; 16] = *b"0123456789abcdef";
