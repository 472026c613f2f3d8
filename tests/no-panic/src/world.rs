//! Inputs that nobody can know at compile time, and a place for outputs.

use core::ptr;

use mintid::Mark;
use mintid::clock::{Clock, ClockError, Monotonic, Reading};
use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid::mark::DueMark;

/// Any number. Each call reads memory anew, as a device would change it.
pub fn word() -> u32 {
    // SAFETY: the first word of the RAM of every Cortex-M; and this program is linked, never run.
    unsafe { ptr::with_exposed_provenance::<u32>(0x2000_0000).read_volatile() }
}

pub fn double() -> u64 {
    u64::from(word()) << 32 | u64::from(word())
}

pub fn quad() -> u128 {
    u128::from(double()) << 64 | u128::from(double())
}

pub fn flag() -> bool {
    word() & 1 == 1
}

pub fn bytes<const N: usize>() -> [u8; N] {
    core::array::from_fn(|_| word() as u8)
}

/// Any bytes of any length up to 64.
pub fn with_text<T>(use_it: impl FnOnce(&[u8]) -> T) -> T {
    let buffer = bytes::<64>();
    use_it(buffer.get(..word() as usize).unwrap_or(&buffer))
}

/// Takes a result where the optimizer cannot follow it.
pub fn keep<T>(value: T) {
    core::hint::black_box(value);
}

pub fn reading() -> Reading {
    Reading { unix_ms: double() as i64, frac: word() as u16 }
}

pub fn mark() -> Option<Mark> {
    Mark::from_bytes(bytes())
}

/// A clock, a random source and a store that may do anything.
#[derive(Debug, Clone, Copy)]
pub struct Anything;

/// It happened.
#[derive(Debug, Clone, Copy)]
pub struct Failure;

impl core::fmt::Display for Failure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("it happened")
    }
}

impl core::error::Error for Failure {}

impl Clock for Anything {
    fn read(&mut self) -> Result<Reading, ClockError> {
        match word() {
            0 => Err(ClockError::Failed),
            1 => Err(ClockError::Unset { since_boot_ms: double() }),
            _ => Ok(reading()),
        }
    }

    fn resolution_ns(&self) -> u32 {
        word()
    }
}

impl Monotonic for Anything {
    fn since_boot_ms(&mut self) -> u64 {
        double()
    }
}

impl Entropy for Anything {
    type Error = Failure;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Failure> {
        for byte in bytes {
            *byte = word() as u8;
        }
        if flag() { Ok(()) } else { Err(Failure) }
    }
}

impl MarkStore for Anything {
    type Error = Failure;

    fn load(&mut self) -> Result<Option<Mark>, Failure> {
        if flag() { Ok(mark()) } else { Err(Failure) }
    }

    fn save(&mut self, due: DueMark) -> Result<(), Failure> {
        keep((due.mark().to_bytes(), due.over(mark())));
        if flag() { Ok(()) } else { Err(Failure) }
    }
}
