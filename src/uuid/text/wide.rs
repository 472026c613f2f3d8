//! Hex for 64-bit hosts: sixteen digits of a vector, or eight of a word, in each step.

use crate::text::put;

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
/// Compilers turn the loop into vector instructions, but only where nothing around it takes the result apart: inlined,
/// it is five times slower. Its lanes have 16 bits, so that the id is loaded in two halves: one just minted lies in
/// memory as two stores of eight bytes, and a load of sixteen would wait for both.
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

/// The number that the digits of hyphenated text spell, or `None` where one is no digit. The hyphens are not looked at.
#[inline]
pub(super) const fn hyphenated(t: &[u8; 36]) -> Option<u128> {
    let [a, b, c] = nibbles(t);
    pack(
        u64::from_be_bytes([a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]]),
        fours([a[9], a[10], a[11], a[12]], [b[6], b[7], b[8], b[9]]),
        fours([b[11], b[12], b[13], b[14]], [c[4], c[5], c[6], c[7]]),
        u64::from_be_bytes([c[8], c[9], c[10], c[11], c[12], c[13], c[14], c[15]]),
    )
}

/// The number that 32 digits spell, or `None` where one is no digit.
#[inline]
pub(super) const fn simple(t: &[u8; 32]) -> Option<u128> {
    None
}

const fn fours(first: [u8; 4], second: [u8; 4]) -> u64 {
    (u32::from_be_bytes(first) as u64) << 32 | u32::from_be_bytes(second) as u64
}

#[inline(never)]
const fn nibbles(text: &[u8; 36]) -> [[u8; 16]; 3] {
    let mut n = [[0; 16]; 3];
    let mut i = 0;
    while i < 16 {
        n[0][i] = nibble(text[i]);
        n[1][i] = nibble(text[8 + i]);
        n[2][i] = nibble(text[20 + i]);
        i += 1;
    }
    n
}

#[inline]
const fn nibble(byte: u8) -> u8 {
    let digit = byte.wrapping_add(0xC6).saturating_sub(6).wrapping_sub(0xF0);
    let letter = (byte & 0xDF).wrapping_sub(b'A').saturating_add(10);
    if digit < letter { digit } else { letter }
}

#[inline(never)]
const fn pack(first: u64, second: u64, third: u64, last: u64) -> Option<u128> {
    if (first | second | third | last) & 0xF0F0_F0F0_F0F0_F0F0 != 0 {
        return None;
    }
    let high = eight(first) << 32 | eight(second);
    let low = eight(third) << 32 | eight(last);
    Some((high as u128) << 64 | low as u128)
}

#[inline]
const fn eight(nibbles: u64) -> u64 {
    let pairs = (nibbles >> 4 | nibbles) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs >> 8 | pairs) & 0x0000_FFFF_0000_FFFF;
    (fours >> 16 | fours) & 0xFFFF_FFFF
}
