//! What the programs that are weighed have in common: the empty one has it too, so that only what it is weighed for is over.

use core::hint::black_box;

use crate::stubs::{Random, Ticks};
use crate::{host, stack};

/// How often each program mints, each time in another tick.
const ROUNDS: u32 = 4;

/// Calls `mint` now and then, prints how deep the stack went at most, and ends.
#[inline(never)]
pub fn run(mint: fn()) -> ! {
    let mut deepest = 0;
    for round in 0..ROUNDS {
        Ticks::set(1_000_000 + round);
        deepest = deepest.max(stack::depth(mint));
    }
    host::line("stack", &[deepest]);
    host::exit()
}

/// Shows a text.
#[inline(never)]
pub fn show(text: &[u8]) {
    host::print(text);
    host::print(b"\n");
}

/// Reads the clock and draws a word, as a program does that mints nothing.
#[inline(never)]
pub fn read_and_draw() {
    black_box((Ticks::unix_ms(), Random::word()));
}
