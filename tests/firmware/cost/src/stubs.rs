//! A clock, a random source and an output, the same for every program, so that they stand in the empty one too.

use core::convert::Infallible;
use core::sync::atomic::{AtomicU32, Ordering};

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;

/// A time in November 2025, to which the stub counts.
pub const BASE_MS: i64 = 1_764_417_600_000;

static OFFSET_MS: AtomicU32 = AtomicU32::new(1_000_000);

/// Milliseconds from a variable, as an interrupt would count them.
pub struct Ticks;

impl Ticks {
    /// Sets the clock.
    pub fn set(offset_ms: u32) {
        OFFSET_MS.store(offset_ms, Ordering::Relaxed);
    }

    /// Its time.
    #[inline]
    pub fn unix_ms() -> i64 {
        BASE_MS + i64::from(OFFSET_MS.load(Ordering::Relaxed))
    }
}

impl Clock for Ticks {
    #[inline]
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from_ms(Self::unix_ms()))
    }
}

/// Marsaglia's generator of three shifts a word, whose state is in a variable: as cheap as the register of a hardware generator.
#[derive(Clone, Copy)]
pub struct Random;

static STATE: AtomicU32 = AtomicU32::new(0x9e37_79b9);

impl Random {
    /// The next word.
    #[inline]
    pub fn word() -> u32 {
        let mut word = STATE.load(Ordering::Relaxed);
        word ^= word << 13;
        word ^= word >> 17;
        word ^= word << 5;
        STATE.store(word, Ordering::Relaxed);
        word
    }

    /// 80 bits, of three words.
    #[inline]
    pub fn number_80() -> u128 {
        u128::from(Self::word()) << 64 | u128::from(Self::word()) << 32 | u128::from(Self::word())
    }
}

impl Entropy for Random {
    type Error = Infallible;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            for (place, byte) in chunk.iter_mut().zip(Self::word().to_le_bytes()) {
                *place = byte;
            }
        }
        Ok(())
    }
}

/// [`Random`] as a hardware generator that gives a byte at a time, the nRF51's for one: the least code that a source can be.
#[derive(Clone, Copy)]
pub struct Register;

impl Entropy for Register {
    type Error = Infallible;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            *byte = Random::word() as u8;
        }
        Ok(())
    }
}
