//! 64 bits by 16, in steps that every core has an instruction or a short routine for.
//!
//! One 64-bit division costs a small chip 800 bytes of flash, and a 64-bit multiplication that minds its end calls for a
//! routine too. A tick's milliseconds and a group of digits fit 16 bits, and that is all that is ever divided by here.
//! There, each is one routine for all callers.

/// The quotient and the rest of `number` by `by`; for 0, which nothing divides by, nothing and the lowest bits of `number`.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) const fn divided(number: u64, by: u16) -> (u64, u16) {
    if by == 0 {
        return (0, number as u16);
    }
    if cfg!(target_pointer_width = "64") {
        return (number / by as u64, (number % by as u64) as u16);
    }
    let by = by as u32;
    let high = (number >> 32) as u32;
    // What is left of a step is below 2^16 and moves up before the next 16 bits.
    let middle = (high % by) << 16 | (number >> 16) as u16 as u32;
    let low = (middle % by) << 16 | number as u16 as u32;
    (((high / by) as u64) << 32 | ((middle / by) as u64) << 16 | (low / by) as u64, (low % by) as u16)
}

/// The product, or `u64::MAX` where it is larger.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) const fn times(number: u64, by: u16) -> u64 {
    let high = (number >> 32) * by as u64;
    let low = (number as u32 as u64) * by as u64;
    if high >> 32 != 0 { u64::MAX } else { (high << 32).saturating_add(low) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [u64; 13] = [
        0,
        1,
        9,
        10,
        0xffff,
        0x1_0000,
        0xffff_ffff,
        0x1_0000_0000,
        1_764_417_600_000,
        (1 << 48) - 1,
        1 << 61,
        u64::MAX - 1,
        u64::MAX,
    ];

    #[test]
    fn a_number_is_its_quotient_times_the_divisor_plus_the_rest() {
        for by in 1..=u16::MAX {
            for number in NUMBERS {
                let by64 = u64::from(by);
                assert_eq!(divided(number, by), (number / by64, (number % by64) as u16), "{number} by {by}");
                assert_eq!(times(number, by), number.saturating_mul(by64), "{number} times {by}");
            }
        }
    }
}
