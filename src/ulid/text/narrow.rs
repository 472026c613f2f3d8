//! ULID text on small cores and in WebAssembly: one symbol at a time, from a table of 32 bytes or of 256.
//!
//! The loops are unrolled where a build asks for speed, and stay loops where it asks for size.

#[cfg(any(test, not(target_pointer_width = "64")))]
use super::SYMBOLS;
use super::Values;

/// Writes the 26 symbols.
#[cfg(any(test, not(target_pointer_width = "64")))]
#[inline]
pub(super) const fn encode(bytes: &[u8; 16], out: &mut [u8; 26]) {
    let mut value = u128::from_be_bytes(*bytes);
    let mut room: &mut [u8] = out;
    while let Some((last, before)) = room.split_last_mut() {
        *last = SYMBOLS[(value & 31) as usize];
        value >>= 5;
        room = before;
    }
}

/// The number that 26 symbols spell, or `None` where one is none or the number is too large.
#[inline]
pub(super) const fn value(text: &[u8; 26], values: &Values) -> Option<u128> {
    let [first, second, rest @ ..] = text;
    let top = symbol(*first, values) << 5 | symbol(*second, values);
    let mut value = top as u128;
    let mut signs = top;
    let mut rest = rest.as_slice();
    while let Some(([a, b, c, d], behind)) = rest.split_first_chunk() {
        let four = symbol(*a, values) << 15 | symbol(*b, values) << 10 | symbol(*c, values) << 5 | symbol(*d, values);
        // What is no symbol counts as -1: its sign outlives the shifts and the ORs, so one test at the end is enough.
        signs |= four;
        value = value << 20 | four as u32 as u128;
        rest = behind;
    }
    if signs < 0 || top > 0xFF { None } else { Some(value) }
}

#[inline]
const fn symbol(byte: u8, values: &Values) -> i32 {
    values[byte as usize] as i32
}
