//! The three calls of semihosting that text needs.
//!
//! The crate `semihosting` has them as streams too, but with assertions that the optimizer cannot remove.

use core::ffi::CStr;

use semihosting::sys::arm_compat::syscall::{OperationNumber, ParamRegR, ParamRegW, syscall};

/// The emulator's console, opened in one direction.
#[derive(Debug)]
pub struct Console {
    handle: usize,
}

/// What the interface calls the console.
const NAME: &CStr = c":tt";
/// The numbers that the interface gives to `fopen`'s "r" and "w".
const READ: usize = 0;
const WRITE: usize = 4;

impl Console {
    /// What the host writes; nothing where the emulator has no console.
    pub fn to_read() -> Option<Self> {
        Self::open(READ)
    }

    /// What the host reads.
    pub fn to_write() -> Option<Self> {
        Self::open(WRITE)
    }

    fn open(mode: usize) -> Option<Self> {
        let mut words = [ParamRegR::c_str(NAME), ParamRegR::usize(mode), ParamRegR::usize(NAME.to_bytes().len())];
        // SAFETY: the words are those of SYS_OPEN, and the name ends in a zero.
        let handle = unsafe { syscall(OperationNumber::SYS_OPEN, ParamRegW::buf(&mut words)) }.usize();
        if handle == usize::MAX { None } else { Some(Self { handle }) }
    }

    /// Reads at least one byte, waiting for it; 0 where there are no more.
    pub fn read(&self, bytes: &mut [u8]) -> usize {
        let length = bytes.len();
        let mut words = [ParamRegW::usize(self.handle), ParamRegW::buf(bytes), ParamRegW::usize(length)];
        // SAFETY: the words are those of SYS_READ, which fills no more than the slice.
        let unread = unsafe { syscall(OperationNumber::SYS_READ, ParamRegW::buf(&mut words)) }.usize();
        length.saturating_sub(unread)
    }

    /// Writes all of it.
    pub fn write(&self, bytes: &[u8]) {
        let mut words = [ParamRegR::usize(self.handle), ParamRegR::buf(bytes), ParamRegR::usize(bytes.len())];
        // SAFETY: the words are those of SYS_WRITE, which reads no more than the slice.
        unsafe { syscall(OperationNumber::SYS_WRITE, ParamRegW::buf(&mut words)) };
    }
}
