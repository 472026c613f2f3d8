//! Writing symbols in WebAssembly, which pays for every byte of code: eight in each step of a loop, each stored by itself, since
//! what it becomes in JavaScript stores bytes.

use super::Ulid;
use crate::text::SYMBOLS;

/// Writes the 26 symbols.
#[inline]
pub(super) const fn encode(id: &Ulid, out: &mut [u8; 26]) {
    let [top, rest @ ..] = &id.0;
    let [first, second, room @ ..] = out;
    // 128 bits are two symbols, of which the first has three bits, and three times eight.
    *first = symbol(*top as u32 >> 5);
    *second = symbol(*top as u32);
    let (mut rest, mut room): (&[u8], &mut [u8]) = (rest, room);
    while let ([i, j, k, l, m, behind @ ..], [a, b, c, d, e, f, g, h, room_behind @ ..]) = (rest, room) {
        let high = (*i as u32) << 12 | (*j as u32) << 4 | (*k as u32) >> 4;
        let low = (*k as u32) << 16 | (*l as u32) << 8 | *m as u32;
        *a = symbol(high >> 15);
        *b = symbol(high >> 10);
        *c = symbol(high >> 5);
        *d = symbol(high);
        *e = symbol(low >> 15);
        *f = symbol(low >> 10);
        *g = symbol(low >> 5);
        *h = symbol(low);
        (rest, room) = (behind, room_behind);
    }
}

/// The symbol of the lowest five bits.
#[inline(always)]
const fn symbol(bits: u32) -> u8 {
    SYMBOLS[(bits & 31) as usize]
}
