//! Counting calls: how many instructions each takes, or how many of them with interrupts off.
//!
//! Values come and go by memory: one id or text, from an address that the compiler knows nothing about, and back to such an
//! address.

use core::hint::black_box;

use crate::timer::{self, Pace};
use crate::{host, lock};

const CALLS: u32 = 8_000;

/// Prints what so many calls take.
#[inline(never)]
pub fn timed(operation: &str, who: &str, mut call: impl FnMut()) {
    timer::start(Pace::Slow);
    let begin = timer::now();
    for _ in 0..CALLS {
        call();
    }
    let end = timer::now();
    host::print(operation.as_bytes());
    host::print(b"\t");
    host::line(who, &[CALLS, timer::between(begin, end)]);
}

/// An encoder: from an id to text.
#[inline(always)]
pub fn encoder<Id, const N: usize>(operation: &str, who: &str, id: Id, encode: impl Fn(&Id, &mut [u8; N])) {
    let mut text = [0; N];
    timed(operation, who, || encode(black_box(&id), black_box(&mut text)));
}

/// A parser: from text to an id, which goes to memory.
#[inline(always)]
pub fn parser<R>(operation: &str, who: &str, text: &str, parse: impl Fn(&str) -> R) {
    timed(operation, who, || {
        black_box(&parse(black_box(text)));
    });
}

/// A conversion: from one value to another, which goes to memory.
#[inline(always)]
pub fn converter<V, R>(operation: &str, who: &str, value: V, convert: impl Fn(&V) -> R) {
    timed(operation, who, || {
        black_box(&convert(black_box(&value)));
    });
}

/// A generator: an id, and its text.
#[inline(always)]
pub fn generator<const N: usize>(operation: &str, who: &str, mut generate: impl FnMut(&mut [u8; N])) {
    let mut text = [0; N];
    timed(operation, who, || generate(black_box(&mut text)));
}

/// Prints the longest section of `call`.
pub fn longest<R>(scheme: &str, kind: &str, call: impl FnOnce() -> R) {
    let ticks = lock::longest(|| {
        black_box(call());
    });
    host::print(scheme.as_bytes());
    host::print(b"\t");
    host::line(kind, &[ticks]);
}
