//! Hex for small cores and for WebAssembly: four digits in each step, a table of 16 bytes to write and one of 256 to
//! read.

use crate::text::put;

/// 32 hex digits by fours: the largest pieces that the hyphens leave whole.
type Groups = [[u8; 4]; 8];

/// Writes the hyphenated text.
#[inline]
pub(super) const fn encode(bytes: &[u8; 16], out: &mut [u8; 36]) {
    const HYPHEN: [u8; 1] = [b'-'];
    let [a, b, c, d, e, f, g, h] = groups(bytes);
    let rest = put(put(out, a), b);
    let rest = put(put(rest, HYPHEN), c);
    let rest = put(put(rest, HYPHEN), d);
    let rest = put(put(rest, HYPHEN), e);
    let rest = put(put(rest, HYPHEN), f);
    put(put(rest, g), h);
}

/// Writes the 32 digits.
#[inline]
pub(super) const fn encode_simple(bytes: &[u8; 16], out: &mut [u8; 32]) {
    let [a, b, c, d, e, f, g, h] = groups(bytes);
    let rest = put(put(put(put(out, a), b), c), d);
    put(put(put(put(rest, e), f), g), h);
}

const fn groups(bytes: &[u8; 16]) -> Groups {
    static DIGITS: [u8; 16] = *b"0123456789abcdef";
    let mut groups = [[0; 4]; 8];
    let mut index = 0;
    while index < 8 {
        let (first, second) = (bytes[2 * index], bytes[2 * index + 1]);
        groups[index] = [
            DIGITS[(first >> 4) as usize],
            DIGITS[(first & 15) as usize],
            DIGITS[(second >> 4) as usize],
            DIGITS[(second & 15) as usize],
        ];
        index += 1;
    }
    groups
}

/// The bytes that the digits of hyphenated text spell, the first lowest, or `None` where one is no digit.
///
/// The hyphens are not looked at.
#[inline]
pub(super) const fn hyphenated(t: &[u8; 36]) -> Option<u128> {
    value(&[
        [t[0], t[1], t[2], t[3]],
        [t[4], t[5], t[6], t[7]],
        [t[9], t[10], t[11], t[12]],
        [t[14], t[15], t[16], t[17]],
        [t[19], t[20], t[21], t[22]],
        [t[24], t[25], t[26], t[27]],
        [t[28], t[29], t[30], t[31]],
        [t[32], t[33], t[34], t[35]],
    ])
}

/// The bytes that 32 digits spell, the first lowest, or `None` where one is no digit.
#[inline]
pub(super) const fn simple(t: &[u8; 32]) -> Option<u128> {
    value(&[
        [t[0], t[1], t[2], t[3]],
        [t[4], t[5], t[6], t[7]],
        [t[8], t[9], t[10], t[11]],
        [t[12], t[13], t[14], t[15]],
        [t[16], t[17], t[18], t[19]],
        [t[20], t[21], t[22], t[23]],
        [t[24], t[25], t[26], t[27]],
        [t[28], t[29], t[30], t[31]],
    ])
}

const fn value(groups: &Groups) -> Option<u128> {
    let mut bytes = [0; 16];
    let mut faults = 0;
    let mut index = 0;
    while index < 8 {
        let [a, b, c, d] = groups[index];
        // What is no digit counts as -1: its sign outlives the shifts and the ORs, so one test at the end is enough.
        let group = nibble(a) << 12 | nibble(b) << 8 | nibble(c) << 4 | nibble(d);
        faults |= group;
        let [_, _, first, second] = group.to_be_bytes();
        bytes[2 * index] = first;
        bytes[2 * index + 1] = second;
        index += 1;
    }
    if faults < 0 { None } else { Some(u128::from_le_bytes(bytes)) }
}

const fn nibble(digit: u8) -> i32 {
    NIBBLES[digit as usize] as i32
}

/// The value of every byte as a digit, -1 for what is none.
static NIBBLES: [i8; 256] = {
    let mut nibbles = [-1; 256];
    let mut nibble = 0;
    while nibble < 16 {
        let digit = b"0123456789abcdef"[nibble];
        nibbles[digit as usize] = nibble as i8;
        nibbles[digit.to_ascii_uppercase() as usize] = nibble as i8;
        nibble += 1;
    }
    nibbles
};
