//! RAM that behaves as flash does: writing only clears bits, erasing sets a page of them, and a power cut can come after
//! any byte.
//!
//! QEMU has no flash that a program on these boards could write. What this one holds outlives a
//! [reset](crate::reset), as the content of flash does.

use core::sync::atomic::{AtomicU32, Ordering};

use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash};

use crate::kept::{self, WORDS};

/// The bytes that may still be written before the power is cut; all ones for no end.
static LEFT: AtomicU32 = AtomicU32::new(u32::MAX);

/// From now on, the power is cut when so many bytes were written.
pub fn cut_after(bytes: u32) {
    LEFT.store(bytes, Ordering::Relaxed);
}

/// The flash; there is one.
#[derive(Debug)]
pub struct Flash(());

/// Why it does not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlashFault {
    /// There is no such place.
    OutOfBounds,
    /// A place that is not at the edge of a word or a page.
    NotAligned,
    /// The power is gone, and what was written last is torn.
    PowerCut,
}

impl Flash {
    /// The owner of the flash; a program makes one.
    pub const fn new() -> Self {
        Self(())
    }
}

impl Default for Flash {
    fn default() -> Self {
        Self::new()
    }
}

impl NorFlashError for FlashFault {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            Self::NotAligned => NorFlashErrorKind::NotAligned,
            Self::PowerCut => NorFlashErrorKind::Other,
        }
    }
}

impl ErrorType for Flash {
    type Error = FlashFault;
}

/// Bytes of a word.
const WORD: u32 = 4;

/// Changes one byte, unless the power is gone.
fn change(at: u32, change: impl FnOnce(u8) -> u8) -> Result<(), FlashFault> {
    let left = LEFT.load(Ordering::Relaxed);
    if left == 0 {
        return Err(FlashFault::PowerCut);
    }
    if left != u32::MAX {
        LEFT.store(left - 1, Ordering::Relaxed);
    }
    let word = kept::word((at / WORD) as usize).ok_or(FlashFault::OutOfBounds)?;
    let mut bytes = word.load(Ordering::Relaxed).to_le_bytes();
    if let Some(byte) = bytes.get_mut((at % WORD) as usize) {
        *byte = change(*byte);
    }
    word.store(u32::from_le_bytes(bytes), Ordering::Relaxed);
    Ok(())
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), FlashFault> {
        for (at, place) in (offset..).zip(bytes) {
            let word = kept::word((at / WORD) as usize).ok_or(FlashFault::OutOfBounds)?;
            let bytes = word.load(Ordering::Relaxed).to_le_bytes();
            *place = bytes.get((at % WORD) as usize).copied().ok_or(FlashFault::OutOfBounds)?;
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        WORDS * WORD as usize
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = WORD as usize;
    const ERASE_SIZE: usize = 256;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), FlashFault> {
        let page = Self::ERASE_SIZE as u32;
        if !from.is_multiple_of(page) || !to.is_multiple_of(page) {
            return Err(FlashFault::NotAligned);
        }
        (from..to).try_for_each(|at| change(at, |_| u8::MAX))
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), FlashFault> {
        if !offset.is_multiple_of(WORD) || !bytes.len().is_multiple_of(Self::WRITE_SIZE) {
            return Err(FlashFault::NotAligned);
        }
        (offset..).zip(bytes).try_for_each(|(at, byte)| change(at, |old| old & byte))
    }
}
