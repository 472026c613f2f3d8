//! What a C program supplies: readings of its clock, and random bytes.

use core::ffi::c_void;

use mintid::clock::{ClockError, Reading};
use mintid::entropy::Entropy;

/// What a clock callback answers. Any other number counts as MINTID_CLOCK_FAILED.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// The time is known, and written: Unix milliseconds.
    Set = 0,
    /// The time is not known yet. Written are the milliseconds since the start, or nothing where they are not known either.
    Unset = 1,
    /// The clock could not be read.
    Failed = 2,
}

/// Reads the clock, and answers with a mintid_clock. It reports: it must not hide a step back, invent a time, or wait.
///
/// ms: where the milliseconds go; 0 stands there before. context: as it was handed in at the start.
pub type ClockFn = Option<extern "C" fn(context: *mut c_void, ms: *mut i64) -> i32>;

/// Fills all of out with length random bytes, 1 to 16 of them, and answers 0; or answers a code of its own other than 0, and
/// then nothing is minted.
///
/// The bytes must be unpredictable: nothing is mixed into them. A source that may not be ready answers a code rather than wait.
pub type RandomFn = Option<extern "C" fn(context: *mut c_void, out: *mut u8, length: usize) -> i32>;

/// The clock of a C program.
#[derive(Debug, Clone, Copy)]
pub struct Wall {
    read: extern "C" fn(*mut c_void, *mut i64) -> i32,
    context: *mut c_void,
}

impl Wall {
    pub fn new(read: ClockFn, context: *mut c_void) -> Option<Self> {
        Some(Self { read: read?, context })
    }

    /// One reading.
    pub fn read(&self) -> Result<Reading, ClockError> {
        let mut ms = 0;
        let answer = (self.read)(self.context, &raw mut ms);
        match [Clock::Set, Clock::Unset, Clock::Failed].into_iter().find(|known| *known as i32 == answer) {
            Some(Clock::Set) => Ok(Reading::from_ms(ms)),
            Some(Clock::Unset) => Err(ClockError::Unset { since_boot_ms: u64::try_from(ms).unwrap_or(0) }),
            Some(Clock::Failed) | None => Err(ClockError::Failed),
        }
    }
}

/// The random source of a C program. Its error is the code that the callback answered.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    fill: extern "C" fn(*mut c_void, *mut u8, usize) -> i32,
    context: *mut c_void,
}

impl Random {
    pub fn new(fill: RandomFn, context: *mut c_void) -> Option<Self> {
        Some(Self { fill: fill?, context })
    }

    /// Where none is asked for.
    #[cfg(feature = "snowflake")]
    pub fn none() -> Self {
        Self { fill: nothing, context: core::ptr::null_mut() }
    }
}

#[cfg(feature = "snowflake")]
extern "C" fn nothing(_: *mut c_void, _: *mut u8, _: usize) -> i32 {
    -1
}

impl Entropy for Random {
    type Error = i32;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), i32> {
        match (self.fill)(self.context, bytes.as_mut_ptr(), bytes.len()) {
            0 => Ok(()),
            code => Err(code),
        }
    }
}
