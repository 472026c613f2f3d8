//! The 16 bytes of an id as two numbers, the most significant first.
//!
//! WebAssembly cannot swap bytes: each of these is some fifty instructions there, so they are called and not inlined, and
//! swap 32 bits at a time, which its translation into JavaScript has at hand.

/// The first eight bytes.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) const fn high(bytes: &[u8; 16]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    number([a, b, c, d, e, f, g, h])
}

/// The last eight bytes.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) const fn low(bytes: &[u8; 16]) -> u64 {
    let [.., i, j, k, l, m, n, o, p] = *bytes;
    number([i, j, k, l, m, n, o, p])
}

/// The 16 bytes of both.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) const fn joined(high: u64, low: u64) -> [u8; 16] {
    if cfg!(target_family = "wasm") {
        let [a, b, c, d] = ((high >> 32) as u32).to_be_bytes();
        let [e, f, g, h] = (high as u32).to_be_bytes();
        let [i, j, k, l] = ((low >> 32) as u32).to_be_bytes();
        let [m, n, o, p] = (low as u32).to_be_bytes();
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
    } else {
        (((high as u128) << 64) | low as u128).to_be_bytes()
    }
}

#[inline(always)]
const fn number([a, b, c, d, e, f, g, h]: [u8; 8]) -> u64 {
    (u32::from_be_bytes([a, b, c, d]) as u64) << 32 | u32::from_be_bytes([e, f, g, h]) as u64
}
