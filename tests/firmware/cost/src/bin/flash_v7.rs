//! One v7 generator for main and an interrupt, with text.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use mintid::Uuid;
use mintid::uuid::v7;
use mintid_firmware_cost::stubs::{Register, Ticks};
use mintid_firmware_cost::{lock, no_panic, program};
use mintid_mcu::SharedV7;

critical_section::set_impl!(lock::Plain);
no_panic!();

static IDS: SharedV7<Ticks, Register> = SharedV7::new(v7::Options::new(), Ticks, Register);

#[inline(never)]
fn mint() {
    if let Ok(id) = IDS.generate() {
        let mut text = [0; Uuid::TEXT_LEN];
        id.encode(&mut text);
        program::show(&text);
    }
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
