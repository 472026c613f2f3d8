//! RAM that stands for flash, with as little code as a driver can have: it is in the figure of each program that keeps something.

use core::convert::Infallible;
use core::sync::atomic::{AtomicU32, Ordering};

use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};

/// The bytes of a word and of a page.
const WORD: usize = 4;
const PAGE: usize = 1_024;

/// Two pages.
const WORDS: usize = 2 * PAGE / WORD;

/// Each bit the other way round, so that nothing of it stands in the program: erased flash is ones.
static ALL: [AtomicU32; WORDS] = [const { AtomicU32::new(0) }; WORDS];

/// The flash.
#[derive(Clone, Copy)]
pub struct Flash;

impl Flash {
    /// All of it.
    pub const REGION: core::ops::Range<u32> = 0..(2 * PAGE) as u32;
}

/// So many bytes' words from this byte on.
fn words(from: u32, bytes: usize) -> impl Iterator<Item = &'static AtomicU32> {
    ALL.iter().skip(from as usize / WORD).take(bytes / WORD)
}

impl ErrorType for Flash {
    type Error = Infallible;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = WORD;

    #[inline(never)]
    fn read(&mut self, from: u32, bytes: &mut [u8]) -> Result<(), Infallible> {
        let words = words(from, bytes.len());
        for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *place = (!word.load(Ordering::Relaxed)).to_ne_bytes();
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        2 * PAGE
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = WORD;
    const ERASE_SIZE: usize = PAGE;

    #[inline(never)]
    fn erase(&mut self, from: u32, to: u32) -> Result<(), Infallible> {
        words(from, (to - from) as usize).for_each(|word| word.store(0, Ordering::Relaxed));
        Ok(())
    }

    #[inline(never)]
    fn write(&mut self, from: u32, bytes: &[u8]) -> Result<(), Infallible> {
        for (bytes, word) in bytes.as_chunks().0.iter().zip(words(from, bytes.len())) {
            word.store(word.load(Ordering::Relaxed) | !u32::from_ne_bytes(*bytes), Ordering::Relaxed);
        }
        Ok(())
    }
}
