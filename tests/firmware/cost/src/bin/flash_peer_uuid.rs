//! An id of the crate `uuid` from its parts, and its text, without order and without a lock.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use mintid::entropy::Entropy;
use mintid_firmware_cost::stubs::{Register, Ticks};
use mintid_firmware_cost::{lock, no_panic, program};
use uuid::Builder;

critical_section::set_impl!(lock::Plain);
no_panic!();

#[inline(never)]
fn mint() {
    let Ok(random) = Register.draw::<10>();
    let mut text = [0; 36];
    Builder::from_unix_timestamp_millis(Ticks::unix_ms() as u64, &random)
        .into_uuid()
        .hyphenated()
        .encode_lower(&mut text);
    program::show(&text);
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
