//! Reading hex on small cores: eight digits in each step, a register for every other one.

use super::Uuid;
use super::read::{Spelling, read};
use crate::text::{ParseError, VALUES, exactly};

/// In the middle of which groups of eight digits, and before them, a hyphen stands, as bits.
const HYPHENS: u32 = 0b0110;

/// The UUID that text in this spelling spells; what is not hyphenated is looked at once more.
#[inline(never)]
pub(super) const fn parse(text: &[u8], spelling: Spelling) -> Result<Uuid, ParseError> {
    let Some(hyphenated) = exactly::<{ Uuid::TEXT_LEN }>(text) else { return read(text, spelling) };
    let mut rest = hyphenated.as_slice();
    let (mut digits, mut others) = (0, 0);
    let mut words = [0; 4];
    let (mut room, mut hyphens): (&mut [u32], u32) = (&mut words, HYPHENS);
    while let [word, room_behind @ ..] = room {
        let (eight, behind) = if hyphens & 1 != 0 {
            let [one, a, b, c, d, two, e, f, g, h, behind @ ..] = rest else { break };
            others |= (*one ^ b'-') | (*two ^ b'-');
            ([*a, *b, *c, *d, *e, *f, *g, *h], behind)
        } else {
            let [a, b, c, d, e, f, g, h, behind @ ..] = rest else { break };
            ([*a, *b, *c, *d, *e, *f, *g, *h], behind)
        };
        // A byte for each digit: those that become the upper half of a byte of the id, and the others.
        let [a, b, c, d, e, f, g, h] = eight;
        let upper = value(a) | value(c) << 8 | value(e) << 16 | value(g) << 24;
        let lower = value(b) | value(d) << 8 | value(f) << 16 | value(h) << 24;
        digits |= upper | lower;
        *word = upper << 4 | lower;
        hyphens >>= 1;
        (rest, room) = (behind, room_behind);
    }
    if others != 0 || digits & 0xf0f0_f0f0 != 0 {
        return read(text, spelling);
    }
    let [a, b, c, d] = words;
    let id = a as u128 | (b as u128) << 32 | (c as u128) << 64 | (d as u128) << 96;
    Ok(Uuid(id.to_le_bytes()))
}

/// The digit's value; for what is none, one that has some of the upper four bits of its byte set.
#[inline(always)]
const fn value(digit: u8) -> u32 {
    VALUES[digit as usize] as u32
}
