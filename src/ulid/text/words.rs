//! ULID text on small cores: six symbols in each step, whose 30 bits one register holds.

use super::Ulid;
use super::read::{Aliases, read};
use crate::halves;
use crate::text::{ParseError, SYMBOLS, VALUES, exactly};

/// Writes the 26 symbols.
#[inline]
pub(super) const fn encode(id: &Ulid, out: &mut [u8; 26]) {
    let (high, low) = (halves::high(&id.0), halves::low(&id.0));
    let [first, second, room @ ..] = out;
    // 128 bits are two symbols, of which the first has three bits, and four times six.
    *first = symbol((high >> 61) as u32);
    *second = symbol((high >> 56) as u32);
    let sixes = [(high >> 26) as u32, (high << 4 | low >> 60) as u32, (low >> 30) as u32, low as u32];
    let (mut sixes, mut room): (&[u32], &mut [u8]) = (&sixes, room);
    while let ([six, behind @ ..], [a, b, c, d, e, f, room_behind @ ..]) = (sixes, room) {
        *a = symbol(*six >> 25);
        *b = symbol(*six >> 20);
        *c = symbol(*six >> 15);
        *d = symbol(*six >> 10);
        *e = symbol(*six >> 5);
        *f = symbol(*six);
        (sixes, room) = (behind, room_behind);
    }
}

/// The symbol of the lowest five bits.
#[inline(always)]
const fn symbol(bits: u32) -> u8 {
    SYMBOLS[(bits & 31) as usize]
}

/// The ULID that 26 symbols spell; what is no symbol is looked at once more.
#[inline(never)]
pub(super) const fn parse(text: &[u8], aliases: Aliases) -> Result<Ulid, ParseError> {
    let Some([first, second, rest @ ..]) = exactly::<{ Ulid::TEXT_LEN }>(text) else { return read(text, aliases) };
    let top = bits(*first) << 5 | bits(*second);
    let mut faults = 0;
    let mut sixes = [0; 4];
    let (mut rest, mut room): (&[u8], &mut [u32]) = (rest, &mut sixes);
    while let ([a, b, c, d, e, f, behind @ ..], [six, room_behind @ ..]) = (rest, room) {
        *six = bits(*a) << 25 | bits(*b) << 20 | bits(*c) << 15 | bits(*d) << 10 | bits(*e) << 5 | bits(*f);
        faults |= *six;
        (rest, room) = (behind, room_behind);
    }
    // Symbols leave the highest two bits of six free, and the first of all is below 8.
    if (top > 0xff) | (faults > 0x3fff_ffff) {
        return read(text, aliases);
    }
    let [a, b, c, d] = [sixes[0] as u64, sixes[1] as u64, sixes[2] as u64, sixes[3] as u64];
    Ok(Ulid(halves::joined((top as u64) << 56 | a << 26 | b >> 4, b << 60 | c << 30 | d)))
}

/// The symbol's value; with the highest bits set, which outlive the shifts and the ORs, for what is none.
#[inline(always)]
const fn bits(symbol: u8) -> u32 {
    VALUES[symbol as usize] as u32
}
