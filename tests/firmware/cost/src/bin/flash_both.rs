//! Both generators in one program.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use mintid::uuid::v7;
use mintid::{Ulid, Uuid, ulid};
use mintid_firmware_cost::stubs::{Register, Ticks};
use mintid_firmware_cost::{lock, no_panic, program};
use mintid_mcu::{SharedUlid, SharedV7};

critical_section::set_impl!(lock::Plain);
no_panic!();

static ULIDS: SharedUlid<Ticks, Register> = SharedUlid::new(ulid::Options::new(), Ticks, Register);
static UUIDS: SharedV7<Ticks, Register> = SharedV7::new(v7::Options::new(), Ticks, Register);

#[inline(never)]
fn mint() {
    if let Ok(id) = ULIDS.generate() {
        let mut text = [0; Ulid::TEXT_LEN];
        id.encode(&mut text);
        program::show(&text);
    }
    if let Ok(id) = UUIDS.generate() {
        let mut text = [0; Uuid::TEXT_LEN];
        id.encode(&mut text);
        program::show(&text);
    }
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
