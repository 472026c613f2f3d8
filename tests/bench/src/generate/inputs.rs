//! The clock and the source that every candidate gets, through its own traits.
//!
//! Both carry the use that is made of the ids as a type. Each use so has its own copy of a peer's generic code, called from
//! one place, as in a program that mints in one place: the compiler inlines it there if its crate lets it.

use std::cell::Cell;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::time::{Duration, SystemTime};

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;

/// A clock that steps by a millisecond after every `PER_MS` readings.
pub struct Stepping<const PER_MS: u64, Use> {
    readings: Cell<u64>,
    used_for: PhantomData<Use>,
}

impl<const PER_MS: u64, Use> Stepping<PER_MS, Use> {
    /// 2025-11-29, about.
    const START_MS: u64 = 1_764_417_600_000;

    pub fn new() -> Self {
        Self { readings: Cell::new(Self::START_MS * PER_MS), used_for: PhantomData }
    }

    /// Unix time in milliseconds.
    #[inline(always)]
    pub fn ms(&self) -> u64 {
        let readings = self.readings.get() + 1;
        self.readings.set(readings);
        readings / PER_MS
    }

    /// The same, as `ulid` takes it.
    #[inline(always)]
    pub fn system_time(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_millis(self.ms())
    }
}

impl<const PER_MS: u64, Use> Clock for Stepping<PER_MS, Use> {
    #[inline]
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from_ms(self.ms() as i64))
    }

    /// Fine enough for method 3, whose fraction then is always 0.
    #[inline]
    fn resolution_ns(&self) -> u32 {
        1
    }
}

impl<const PER_MS: u64, Use> uuid7::generator::TimeSource for Stepping<PER_MS, Use> {
    #[inline]
    fn unix_ts_ms(&mut self) -> u64 {
        self.ms()
    }
}

impl<const PER_MS: u64, Use> ferroid::time::TimeSource<u64> for Stepping<PER_MS, Use> {
    #[inline]
    fn current_millis(&self) -> u64 {
        self.ms()
    }
}

impl<const PER_MS: u64, Use> ferroid::time::TimeSource<u128> for Stepping<PER_MS, Use> {
    #[inline]
    fn current_millis(&self) -> u128 {
        u128::from(self.ms())
    }
}

/// SplitMix64, of each word as many low bytes as are wanted: fast and of good spread, so that what is measured is the generator. Not for real ids.
pub struct SplitMix<Use> {
    state: Cell<u64>,
    used_for: PhantomData<Use>,
}

impl<Use> SplitMix<Use> {
    pub fn new() -> Self {
        Self { state: Cell::new(1), used_for: PhantomData }
    }

    #[inline(always)]
    pub fn word(&self) -> u64 {
        let state = self.state.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.state.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

impl<Use> Entropy for SplitMix<Use> {
    type Error = Infallible;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_be_bytes()[8 - chunk.len()..]);
        }
        Ok(())
    }

    /// With a length known when compiling, the words stay in registers.
    #[inline]
    fn draw<const N: usize>(&mut self) -> Result<[u8; N], Infallible> {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_be_bytes()[8 - chunk.len()..]);
        }
        Ok(bytes)
    }
}

impl<Use> uuid7::generator::RandSource for SplitMix<Use> {
    #[inline]
    fn next_u32(&mut self) -> u32 {
        self.word() as u32
    }

    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.word()
    }
}

impl<Use> ferroid::rand::RandSource<u128> for SplitMix<Use> {
    #[inline]
    fn rand(&self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }
}

impl<Use> rand_core::TryRng for SplitMix<Use> {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.word() as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.fill(bytes)
    }
}
