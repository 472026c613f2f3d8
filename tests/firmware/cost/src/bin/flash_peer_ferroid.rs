//! An id of the crate `ferroid` from its parts, and its text, without order and without a lock.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use ferroid::base32::Base32UlidExt;
use ferroid::id::ULID;
use mintid_firmware_cost::stubs::{Random, Ticks};
use mintid_firmware_cost::{lock, no_panic, program};

critical_section::set_impl!(lock::Plain);
no_panic!();

#[inline(never)]
fn mint() {
    let mut text = [0; 26];
    ULID::from_components(Ticks::unix_ms() as u128, Random::number_80()).encode_to_buf(&mut text);
    program::show(&text);
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
