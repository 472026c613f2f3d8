//! A device's own number and boot counter, mixed into a source.

use core::fmt;

use chacha20::{R20, hchacha};
use mintid::entropy::Entropy;

/// A source with a device's unique number and boot counter mixed in: a second safety under a source, and never a source.
///
/// A fleet whose generators are weaker than thought (all seeded alike at the factory, or all read too early after power-on)
/// gives the same bytes on many devices, or after many boots of one. Mixed in, the number tells the devices apart and the
/// counter the boots, so that their ids still differ. It makes nothing unpredictable: whoever knows number and counter can take them out
/// again. That is why there has to be a source, and why its failures stay failures.
///
/// ```
/// use mintid::entropy::{Bytes, Entropy};
/// use mintid_mcu::entropy::Supplement;
///
/// # const DEVICE_ID: [u8; 12] = [7; 12];
/// let [mut one, mut next] = [41, 42].map(|boots| Supplement::new(Bytes::new(&[0; 8]), DEVICE_ID, boots));
/// assert_ne!(one.draw::<8>(), next.draw::<8>()); // one weak source, two boots
/// ```
///
/// # What it does
///
/// Each byte of the source is XORed with a byte of a stream that only number and counter determine: block `n` of
/// 32 bytes is HChaCha20 of the number as the key, under boot counter and `n`. For one number and counter that is a
/// one-to-one map of the source's bytes, and the stream is made without looking at them: so what is unpredictable in the
/// source stays so, bit for bit, whatever number and counter are.
///
/// A number alone would be one fixed pattern over all boots: two boots with the same bytes would still give the same ids. So
/// there is no way to leave the counter out. Count it up in flash at each start, before the first id; where it cannot be
/// counted, do without this.
///
/// HChaCha20 is the inner part of XChaCha20, by the crate `chacha20`. It takes a block for each draw, with interrupts on where a
/// [`Shared`](crate::Shared) draws. The state is the number, and 16 bytes.
pub struct Supplement<E, I> {
    source: E,
    device: I,
    boots: u64,
    /// How many bytes were drawn.
    drawn: u64,
}

/// What one call of HChaCha20 gives.
const BLOCK: u64 = 32;
/// The longest number taken as a whole; a key has 32 bytes, and one says how long the number is.
const LONGEST: usize = 31;

impl<E, I: AsRef<[u8]>> Supplement<E, I> {
    /// Mixes `device` and `boots` into `source`.
    ///
    /// Give the whole unique number of the chip, up to 31 bytes, of which any more are not used: parts of it count lots and wafers, and
    /// repeat. `boots` must be another at each start.
    #[must_use]
    pub const fn new(source: E, device: I, boots: u64) -> Self {
        Self { source, device, boots, drawn: 0 }
    }

    fn block(&self, index: u64) -> [u8; BLOCK as usize] {
        let mut key = [0; 32];
        let device = self.device.as_ref();
        for (byte, given) in key.iter_mut().zip(device).take(LONGEST) {
            *byte = *given;
        }
        key[LONGEST] = device.len().min(LONGEST) as u8;
        let [a, b, c, d, e, f, g, h] = self.boots.to_be_bytes();
        let [i, j, k, l, m, n, o, p] = index.to_be_bytes();
        hchacha::<R20>(&key.into(), &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p].into()).into()
    }
}

impl<E: Entropy, I: AsRef<[u8]>> Entropy for Supplement<E, I> {
    type Error = E::Error;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), E::Error> {
        self.source.fill(bytes)?;
        let mut bytes = bytes.iter_mut().peekable();
        while bytes.peek().is_some() {
            let block = self.block(self.drawn / BLOCK);
            let used = (self.drawn % BLOCK) as usize;
            for (mask, byte) in block.into_iter().skip(used).zip(&mut bytes) {
                *byte ^= mask;
                self.drawn = self.drawn.wrapping_add(1);
            }
        }
        Ok(())
    }
}

impl<E, I> fmt::Debug for Supplement<E, I> {
    /// Prints neither source nor number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Supplement").field("boots", &self.boots).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use mintid::entropy::{Bytes, Exhausted};

    use super::*;

    const DEVICE: [u8; 12] = *b"a unique one";

    fn stream(device: &[u8], boots: u64) -> [u8; 100] {
        Supplement::new(Bytes::new(&[0; 100]), device, boots).draw().unwrap()
    }

    #[test]
    fn the_stream_is_hchacha20_of_number_counter_and_block() {
        let mut key = [0; 32];
        key[..12].copy_from_slice(&DEVICE);
        key[31] = 12;
        for block in 0..3_u8 {
            let mut input = [0; 16];
            (input[7], input[15]) = (9, block);
            let expected: [u8; 32] = hchacha::<R20>(&key.into(), &input.into()).into();
            assert_eq!(stream(&DEVICE, 9)[32 * usize::from(block)..][..32], expected);
        }
    }

    #[test]
    fn other_numbers_lengths_and_counters_give_other_streams() {
        let all = [
            stream(&DEVICE, 0),
            stream(&DEVICE, 1),
            stream(&DEVICE[..11], 0),
            stream(&[], 0),
            stream(&[0], 0),
            stream(&[0, 0], 0),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| other != one), "{at}");
        }
    }

    #[test]
    fn the_source_can_be_had_back_bit_for_bit_so_nothing_of_it_is_lost() {
        let source: [u8; 100] = core::array::from_fn(|at| at as u8 ^ 0x5a);
        let mut there_and_back = Supplement::new(Supplement::new(Bytes::new(&source), DEVICE, 3), DEVICE, 3);
        assert_eq!(there_and_back.draw(), Ok(source));
    }

    #[test]
    fn the_bytes_do_not_depend_on_the_lengths_they_are_asked_for_in() {
        let whole = stream(&DEVICE, 5);
        let mut parts = Supplement::new(Bytes::new(&[0; 100]), DEVICE, 5);
        let mut at = 0;
        for length in [1, 7, 8, 0, 16, 31, 33, 4] {
            let mut part = [0; 33];
            parts.fill(&mut part[..length]).unwrap();
            assert_eq!(part[..length], whole[at..][..length]);
            at += length;
        }
        assert_eq!(at, 100);
    }

    #[test]
    fn a_source_that_fails_still_fails() {
        let mut empty = Supplement::new(Bytes::new(&[]), DEVICE, 1);
        assert_eq!(empty.draw::<8>().map_err(|Exhausted { left, .. }| left), Err(0));
    }
}
