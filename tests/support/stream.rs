//! Random bytes for tests: the same seed gives the same bytes, whatever the lengths they are asked for in.

use std::fmt;

use mintid::entropy::Entropy;

/// What the bytes look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bytes {
    /// As good as random (SplitMix64), so that equal ids would not come from equal bytes.
    Random,
    /// All ones: every counter starts as high as it may.
    Ones,
    /// Runs of eight random bytes between runs of eight ones.
    Mixed,
}

/// A stream of bytes that counts what it gives away, and can be made to run dry.
#[derive(Debug, Clone)]
pub struct Stream {
    seed: u64,
    bytes: Bytes,
    given: u64,
    left: u64,
}

impl Stream {
    pub fn new(bytes: Bytes, seed: u64) -> Self {
        Self { seed, bytes, given: 0, left: u64::MAX }
    }

    pub fn random(seed: u64) -> Self {
        Self::new(Bytes::Random, seed)
    }

    /// How many bytes were given away so far.
    pub fn given(&self) -> u64 {
        self.given
    }

    /// Runs dry after this many more bytes. A draw that does not fit takes nothing.
    pub fn leave(&mut self, bytes: u64) {
        self.left = bytes;
    }

    /// The next `length` bytes as one big-endian number.
    pub fn number(&mut self, length: usize) -> Option<u128> {
        let mut bytes = [0; 16];
        self.fill(&mut bytes[16 - length..]).ok()?;
        Some(u128::from_be_bytes(bytes))
    }

    fn byte(&self, position: u64) -> u8 {
        let word = position / 8;
        let ones = match self.bytes {
            Bytes::Random => false,
            Bytes::Ones => true,
            Bytes::Mixed => split_mix(!self.seed.wrapping_add(word)) & 1 == 0,
        };
        let word = split_mix(self.seed.wrapping_add(word));
        if ones { 0xff } else { word.to_be_bytes()[(position % 8) as usize] }
    }
}

/// The output function of SplitMix64 (Steele, Lea, Flood 2014).
fn split_mix(index: u64) -> u64 {
    let z = index.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Entropy for Stream {
    type Error = Dry;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Dry> {
        let asked = bytes.len() as u64;
        self.left = self.left.checked_sub(asked).ok_or(Dry)?;
        for (position, byte) in (self.given..).zip(bytes) {
            *byte = self.byte(position);
        }
        self.given += asked;
        Ok(())
    }
}

/// The stream has fewer bytes left than were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dry;

impl fmt::Display for Dry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the stream is dry: leave more bytes")
    }
}

impl std::error::Error for Dry {}
