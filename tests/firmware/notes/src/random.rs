//! What stands for hardware that makes random bytes. It is another row at each seed, and the host need not know it: each draw is
//! noted.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::{Note, note};

/// Any number but 0.
const BASE: u32 = 0x6D69_6E74;

static STATE: AtomicU32 = AtomicU32::new(BASE);

/// Begins a new row, as hardware makes another one at each start.
pub fn seed(start: u32) {
    STATE.store(BASE ^ start << 8, Ordering::Relaxed);
}

/// The next bytes, by xorshift. From one place at a time.
pub fn draw(bytes: &mut [u8]) {
    for byte in bytes.iter_mut() {
        let mut state = STATE.load(Ordering::Relaxed);
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        STATE.store(state, Ordering::Relaxed);
        *byte = (state >> 24) as u8;
    }
    note(Note::drew(bytes));
}
