//! Spans from one number of a database, in the three ways that Hibernate reads it.
//!
//! Applications that share a table or a sequence with Hibernate have to read it as Hibernate does: taking the top of a block
//! for its bottom gives the ids of the next client.

use super::{Span, SpanError};

impl Span {
    /// The block of a `hilo` table's high value: `hi * size + 1 - size` to `hi * size`.
    ///
    /// | `hi`, `size` | ids |
    /// |---|---|
    /// | 1, 50 | 1 to 50 |
    /// | 2, 50 | 51 to 100 |
    ///
    /// # Errors
    ///
    /// [`SpanError::Negative`] for a high value of 0, whose block lies below 1; [`SpanError::Empty`] for a size of 0;
    /// [`SpanError::Overflow`].
    pub const fn from_hilo(hi: u64, size: u64) -> Result<Self, SpanError> {
        if size == 0 {
            return Err(SpanError::Empty);
        }
        let Some(before) = hi.checked_sub(1) else { return Err(SpanError::Negative) };
        match (before.checked_mul(size), hi.checked_mul(size)) {
            (Some(end_before), Some(last)) => Self::new(end_before + 1, last),
            _ => Err(SpanError::Overflow),
        }
    }

    /// The block whose *top* a `pooled` sequence has given, in blocks of `size`, from the sequence's first value on.
    ///
    /// The first value is a block by itself: it stands alone, since nothing is below it. So it is not given a second time as
    /// the bottom of the next block.
    ///
    /// | `top`, with `size` 50 and `initial` 1 | ids |
    /// |---|---|
    /// | 1 | 1 |
    /// | 51 | 2 to 51 |
    /// | 101 | 52 to 101 |
    ///
    /// Where the sequence was set anew, `initial` is what it was set to.
    ///
    /// # Errors
    ///
    /// [`SpanError::Increment`] for a top that is not whole sizes above the first value: the sequence counts by another
    /// increment. [`SpanError::Backwards`] for one below the first value, [`SpanError::Empty`] for a size of 0.
    pub const fn from_pooled(top: u64, size: u64, initial: u64) -> Result<Self, SpanError> {
        let Some(below) = size.checked_sub(1) else { return Err(SpanError::Empty) };
        let Some(above) = top.checked_sub(initial) else {
            return Err(SpanError::Backwards { first: initial, last: top });
        };
        match rest(above, size) {
            0 => Self::new(if above < below { initial } else { top - below }, top),
            off_by => Err(SpanError::Increment { off_by }),
        }
    }

    /// The block whose *bottom* a `pooled-lo` sequence has given, in blocks of `size`.
    ///
    /// | `bottom`, with `size` 50 | ids |
    /// |---|---|
    /// | 1 | 1 to 50 |
    /// | 51 | 51 to 100 |
    ///
    /// # Errors
    ///
    /// [`SpanError::Empty`] for a size of 0, [`SpanError::Overflow`].
    pub const fn from_pooled_lo(bottom: u64, size: u64) -> Result<Self, SpanError> {
        Self::of_count(bottom, size)
    }
}

/// What is left of `number` by `by`, which is not 0. Small cores have no division of 64 bits, and it is once a block.
const fn rest(number: u64, by: u64) -> u64 {
    if cfg!(target_pointer_width = "64") { number % by } else { rest_bit_by_bit(number, by) }
}

const fn rest_bit_by_bit(number: u64, by: u64) -> u64 {
    let (mut rest, mut bit) = (0_u64, u64::BITS);
    while bit > 0 {
        bit -= 1;
        // The rest is below `by`, so twice the rest and one is below twice that: one bit more than 64 have.
        let over = rest >> (u64::BITS - 1) == 1;
        rest = rest << 1 | number >> bit & 1;
        if over || rest >= by {
            rest = rest.wrapping_sub(by);
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_by_bit_leaves_the_same_rest() {
        let numbers =
            [0, 1, 2, 49, 50, 51, 65_536, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
        for number in numbers {
            for by in numbers.into_iter().skip(1) {
                assert_eq!(rest_bit_by_bit(number, by), number % by, "{number} by {by}");
            }
        }
    }
}
