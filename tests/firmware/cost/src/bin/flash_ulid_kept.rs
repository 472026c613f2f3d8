//! A ULID generator whose mark is kept in flash: `flash_ulid`, with a store and a driver.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use mintid::kept::MarkStore;
use mintid::policy::OnMarkLate;
use mintid::{Ulid, ulid};
use mintid_firmware_cost::flash::Flash;
use mintid_firmware_cost::stubs::{Register, Ticks};
use mintid_firmware_cost::{lock, no_panic, program};
use mintid_mcu::SharedUlid;
use mintid_mcu::flash::BlockingFlashMark;

critical_section::set_impl!(lock::Plain);
no_panic!();

const OPTIONS: ulid::Options = ulid::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse);

static IDS: SharedUlid<Ticks, Register> = SharedUlid::new(OPTIONS, Ticks, Register);

#[inline(never)]
fn mint() {
    let Ok(mut store) = BlockingFlashMark::new(Flash, Flash::REGION) else { return };
    // Refused after the first time.
    let _ = match store.load() {
        Ok(Some(mark)) => IDS.start_from(mark),
        Ok(None) => IDS.start_without_mark(),
        Err(_) => return,
    };
    if IDS.save_mark(&mut store).is_ok()
        && let Ok(id) = IDS.generate()
    {
        program::show(id.encode_str(&mut [0; Ulid::TEXT_LEN]).as_bytes());
    }
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
