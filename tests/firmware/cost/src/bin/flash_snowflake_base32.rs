//! One Snowflake generator for main and an interrupt, with text that sorts as the ids do.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use mintid::Snowflake;
use mintid::snowflake::{Layout, Options};
use mintid_firmware_cost::stubs::Ticks;
use mintid_firmware_cost::{lock, no_panic, program};
use mintid_mcu::SharedSnowflake;

critical_section::set_impl!(lock::Plain);
no_panic!();

const OPTIONS: Options = match Options::new(Layout::TWITTER, 378) {
    Ok(options) => options,
    Err(_) => panic!("checked when this is compiled"),
};

static IDS: SharedSnowflake<Ticks> = SharedSnowflake::of(OPTIONS, Ticks);

#[inline(never)]
fn mint() {
    // The empty program draws a word too, which no Snowflake needs.
    program::read_and_draw();
    if let Ok(id) = IDS.generate() {
        let mut text = [0; Snowflake::BASE32_LEN];
        id.encode_base32(&mut text);
        program::show(&text);
    }
}

#[entry]
fn main() -> ! {
    program::run(mint)
}
