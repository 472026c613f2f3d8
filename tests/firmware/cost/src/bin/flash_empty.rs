//! Nothing is minted: what the others are weighed against. It has the clock, the source, the lock and room for a text.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use mintid_firmware_cost::{lock, no_panic, program};

critical_section::set_impl!(lock::Plain);
no_panic!();

#[inline(never)]
fn nothing() {
    critical_section::with(|_| program::read_and_draw());
    let mut text = [0; 26];
    black_box(&mut text)[0] = b'-';
    program::show(&text);
}

#[entry]
fn main() -> ! {
    program::run(nothing)
}
