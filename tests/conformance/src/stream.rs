//! A long stream of bytes from a short seed, the same in every language.

use std::convert::Infallible;

use mintid::entropy::Entropy;
use sha2::{Digest, Sha256};

/// SHA-256 of the seed's 8 bytes and the block's number in 4, both big-endian: block after block, without end.
#[derive(Debug)]
pub struct HashStream {
    seed: u64,
    next_block: u32,
    block: [u8; 32],
    used: usize,
}

impl HashStream {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, next_block: 0, block: [0; 32], used: 32 }
    }

    fn next(&mut self) -> u8 {
        if self.used == self.block.len() {
            let hash = Sha256::new().chain_update(self.seed.to_be_bytes()).chain_update(self.next_block.to_be_bytes());
            self.block = hash.finalize().into();
            self.next_block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

impl Entropy for HashStream {
    type Error = Infallible;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.next());
        Ok(())
    }
}

/// The hash of lines, as small letters.
pub fn sha256_of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let hash = lines.fold(Sha256::new(), |hash, line| hash.chain_update(line).chain_update("\n"));
    crate::input::hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_goes_on_over_the_end_of_a_block() {
        let mut whole = [0; 96];
        HashStream::new(7).fill(&mut whole).unwrap();
        assert_eq!(whole[..32], *Sha256::digest([0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0]));
        assert_eq!(whole[64..], *Sha256::digest([0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 2]));

        let mut pieces = HashStream::new(7);
        let drawn: Vec<u8> = (0..8).flat_map(|_| pieces.draw::<12>().unwrap()).collect();
        assert_eq!(drawn, whole);
    }
}
