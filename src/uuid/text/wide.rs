//! Hex for 64-bit hosts, in loops that compilers turn into vector instructions.
//!
//! They do so only where nothing around a loop takes its data apart byte by byte, so each stands in a function of its
//! own: [`digits`] to write, [`read`] to read. Inlined, either takes two to five times as long.

use crate::text::{exactly, put};

/// Writes the hyphenated text.
///
/// Stores are what limits this on a fast core, so the hyphens are not written by themselves: they ride in two words
/// that are put together in registers.
#[inline]
pub(super) const fn encode(bytes: &[u8; 16], out: &mut [u8; 36]) {
    const HYPHEN: u64 = b'-' as u64;
    let [first, second, third, last] = digits(bytes);
    let (b, c) = (u64::from_le_bytes(second), u64::from_le_bytes(third));
    let [_, _, _, _, e, f, g, h] = third;
    // -bbbb-bb
    let middle = HYPHEN | (b & 0xFFFF_FFFF) << 8 | HYPHEN << 40 | (b >> 32) << 48;
    // bb-cccc-
    let after = b >> 48 | HYPHEN << 16 | (c & 0xFFFF_FFFF) << 24 | HYPHEN << 56;
    let rest = put(out, first);
    let rest = put(rest, middle.to_le_bytes());
    let rest = put(rest, after.to_le_bytes());
    let rest = put(rest, [e, f, g, h]);
    put(rest, last);
}

/// Writes the 32 digits.
#[inline]
pub(super) const fn encode_simple(bytes: &[u8; 16], out: &mut [u8; 32]) {
    let [first, second, third, last] = digits(bytes);
    let rest = put(out, first);
    let rest = put(rest, second);
    let rest = put(rest, third);
    put(rest, last);
}

/// The 32 lower-case digits.
///
/// The lanes have 16 bits, so that the id is loaded in two halves: one just minted lies in memory as two stores of eight
/// bytes, and a load of sixteen would wait for both.
#[inline(never)]
const fn digits(bytes: &[u8; 16]) -> [[u8; 8]; 4] {
    let mut digits = [[0; 8]; 4];
    let mut index = 0;
    while index < 16 {
        let byte = bytes[index] as u16;
        let nibbles = byte >> 4 | (byte & 15) << 8;
        // 6 carries a nibble above 9 into its fifth bit: 1 where a letter stands, which is 39 further on than a digit.
        let letters = (nibbles + 0x0606) >> 4 & 0x0101;
        let [high, low] = (nibbles + 0x3030 + letters * 39).to_le_bytes();
        digits[index / 4][index % 4 * 2] = high;
        digits[index / 4][index % 4 * 2 + 1] = low;
        index += 1;
    }
    digits
}

/// The bytes that hyphenated text spells, the first lowest, or `None` where it is no such text.
#[inline]
pub(super) const fn hyphenated(text: &[u8]) -> Option<u128> {
    match exactly(text) {
        Some(text) => groups(text),
        None => None,
    }
}

/// The bytes that text in any spelling spells, the first lowest, or `None` where it follows none.
#[inline]
pub(super) const fn any_spelling(text: &[u8]) -> Option<u128> {
    if let Some(text) = exactly(text) {
        groups(text)
    } else if let Some(text) = exactly(text) {
        simple(text)
    } else {
        match without_frame(text) {
            Some(text) => groups(text),
            None => None,
        }
    }
}

/// The hyphenated text in braces or behind the URN prefix.
#[inline]
const fn without_frame(text: &[u8]) -> Option<&[u8; 36]> {
    match text {
        [b'{', inner @ .., b'}'] => exactly(inner),
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
        ] => exactly(inner),
        _ => None,
    }
}

#[inline]
const fn groups(t: &[u8; 36]) -> Option<u128> {
    if t[8] != b'-' || t[13] != b'-' || t[18] != b'-' || t[23] != b'-' {
        return None;
    }
    read(
        u64::from_le_bytes([t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]]),
        fours([t[9], t[10], t[11], t[12]], [t[14], t[15], t[16], t[17]]),
        fours([t[19], t[20], t[21], t[22]], [t[24], t[25], t[26], t[27]]),
        u64::from_le_bytes([t[28], t[29], t[30], t[31], t[32], t[33], t[34], t[35]]),
    )
    .value()
}

/// The bytes that 32 digits spell, the first lowest, or `None` where one is no digit.
#[inline]
pub(super) const fn simple(t: &[u8; 32]) -> Option<u128> {
    read(
        u64::from_le_bytes([t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]]),
        u64::from_le_bytes([t[8], t[9], t[10], t[11], t[12], t[13], t[14], t[15]]),
        u64::from_le_bytes([t[16], t[17], t[18], t[19], t[20], t[21], t[22], t[23]]),
        u64::from_le_bytes([t[24], t[25], t[26], t[27], t[28], t[29], t[30], t[31]]),
    )
    .value()
}

const fn fours(first: [u8; 4], second: [u8; 4]) -> u64 {
    u32::from_le_bytes(first) as u64 | (u32::from_le_bytes(second) as u64) << 32
}

/// What the kernel made of the digits, in whole vectors.
struct Reading {
    values: [u32; 4],
    /// The top bit of a byte is set where a byte was no digit; words 0 and 2, and 1 and 3 together.
    faults: [u64; 2],
}

impl Reading {
    #[inline]
    const fn value(self) -> Option<u128> {
        if self.faults[0] | self.faults[1] != 0 {
            return None;
        }
        let [a, b, c, d] = self.values;
        let (low, high) = (a as u64 | (b as u64) << 32, c as u64 | (d as u64) << 32);
        Some((high as u128) << 64 | low as u128)
    }
}

/// Reads four times eight digits, the first of each in the lowest byte.
///
/// The words come in registers: gathered in memory, a vector load would wait for the narrow stores before it.
#[inline(never)]
const fn read(first: u64, second: u64, third: u64, last: u64) -> Reading {
    let words = [first, second, third, last];
    let mut values = [0; 4];
    let mut faults = [0; 4];
    let mut index = 0;
    while index < 4 {
        faults[index] = fault_bits(words[index]);
        values[index] = pack(words[index]);
        index += 1;
    }
    Reading { values, faults: [faults[0] | faults[2], faults[1] | faults[3]] }
}

/// The top bit of each byte that is no digit.
///
/// With the top bit out of the way, adding 128 − `x` to a byte sets that bit exactly where the byte is `x` or more, and
/// carries nowhere.
#[inline]
const fn fault_bits(digits: u64) -> u64 {
    let ascii = digits & !splat(0x80);
    let lower = ascii | splat(0x20);
    let number = (ascii + splat(128 - b'0')) & !(ascii + splat(128 - b':'));
    let letter = (lower + splat(128 - b'a')) & !(lower + splat(128 - b'g'));
    (digits | !(number | letter)) & splat(0x80)
}

/// The four bytes that eight digits spell.
#[inline]
const fn pack(digits: u64) -> u32 {
    // Bit 6 tells a letter of either case from a number; the low nibble of a letter counts from 1, so it lacks 9.
    let letters = digits & splat(0x40);
    let nibbles = (digits & splat(0x0F)) + (letters >> 6) + (letters >> 3);
    let pairs = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs >> 8 | pairs) & 0x0000_FFFF_0000_FFFF;
    (fours >> 16 | fours) as u32
}

/// A byte in each of the eight bytes of a word.
const fn splat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}
