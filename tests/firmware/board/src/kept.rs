//! RAM that keeps its content over a [reset](crate::reset): the start-up code does not set it.

use core::sync::atomic::{AtomicU32, Ordering};

/// How many words are kept.
pub const WORDS: usize = 384;

/// Says that the words below were set since the power came on.
const SET: u32 = 0x6D69_6E74;

/// Atomic, since such a word may hold anything, and anything is a number.
#[unsafe(link_section = ".uninit.kept")]
static KEPT: [AtomicU32; WORDS] = [const { AtomicU32::new(0) }; WORDS];

#[unsafe(link_section = ".uninit.is_set")]
static IS_SET: AtomicU32 = AtomicU32::new(0);

/// The starts since the power came on, this one included.
#[unsafe(link_section = ".uninit.starts")]
static STARTS: AtomicU32 = AtomicU32::new(0);

/// To be called once at each start: says which one it is, counted from 1. At the first, every bit that is kept is set, as those of
/// erased flash are.
pub fn start() -> u32 {
    if IS_SET.load(Ordering::Relaxed) != SET {
        for word in &KEPT {
            word.store(u32::MAX, Ordering::Relaxed);
        }
        STARTS.store(0, Ordering::Relaxed);
        IS_SET.store(SET, Ordering::Relaxed);
    }
    let starts = STARTS.load(Ordering::Relaxed).wrapping_add(1);
    STARTS.store(starts, Ordering::Relaxed);
    starts
}

/// A word, if it is there.
pub fn word(at: usize) -> Option<&'static AtomicU32> {
    KEPT.get(at)
}
