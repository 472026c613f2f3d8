//! Writing symbols on small cores and in WebAssembly, which pay for every byte of code: four in each step of a loop.

use crate::text::SYMBOLS;

/// Writes the 26 symbols.
#[inline]
pub(super) const fn encode(bytes: &[u8; 16], out: &mut [u8; 26]) {
    let [first, rest @ ..] = bytes;
    // 128 bits are two symbols, of which the first has three bits, and six times four.
    let mut number = *first as u32;
    let [a, b, room @ ..] = out;
    *a = symbol(number >> 5);
    *b = symbol(number);
    let (mut rest, mut room): (&[u8], &mut [u8]) = (rest, room);
    let mut pending = 0;
    while let [a, b, c, d, room_behind @ ..] = room {
        while pending < 20 {
            let [byte, behind @ ..] = rest else { return };
            number = number << 8 | *byte as u32;
            pending += 8;
            rest = behind;
        }
        pending -= 20;
        let bits = number >> pending;
        *a = symbol(bits >> 15);
        *b = symbol(bits >> 10);
        *c = symbol(bits >> 5);
        *d = symbol(bits);
        room = room_behind;
    }
}

/// The symbol of the lowest five bits.
#[inline(always)]
const fn symbol(bits: u32) -> u8 {
    SYMBOLS[(bits & 31) as usize]
}
