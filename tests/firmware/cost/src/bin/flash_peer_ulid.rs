//! An id of the crate `ulid` from its parts, and its text, without order and without a lock.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use mintid_firmware_cost::stubs::{Random, Ticks};
use mintid_firmware_cost::{lock, no_panic, program};
use ulid::Ulid;

critical_section::set_impl!(lock::Plain);
no_panic!();

#[inline(never)]
fn mint() {
    let mut text = [0; 26];
    Ulid::from_parts(Ticks::unix_ms() as u64, Random::number_80()).array_to_str(&mut text);
    program::show(&text);
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
