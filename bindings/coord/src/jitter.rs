//! Random bits that keep a fleet from doing things in step.

use mintid::entropy::{Entropy, ThreadEntropy};

/// 16 random bits. Where the system has none, 0: then everybody waits for the longest.
pub(crate) fn jitter() -> u16 {
    let mut bytes = [0; 2];
    match ThreadEntropy.fill(&mut bytes) {
        Ok(()) => u16::from_be_bytes(bytes),
        Err(_) => 0,
    }
}
