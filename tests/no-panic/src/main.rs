//! Links only where nothing in the core can panic.
//!
//! The panic handler below calls a function that does not exist. Where the optimizer has shown that no panic can be reached,
//! the handler is dropped and the program links. Where one can, the linker names the missing function and fails. Every public
//! operation is called with inputs that are read at run time, so none is worked out, or dropped, at compile time.
//!
//! ```text
//! cargo build --release --target thumbv6m-none-eabi                     # must link
//! cargo build --release --target thumbv6m-none-eabi --features proof    # must not
//! ```
//!
//! It proves this for one target and one optimizer, and for overflow as release builds treat it: wrapping. The program is
//! never run.
#![no_std]
#![no_main]

mod firmware;
mod formatting;
mod ids;
mod leases;
mod minting;
mod ranges;
mod snowflakes;
mod world;

/// The entry, which a linker looks for under this name.
#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    loop {
        ids::read_and_write();
        ids::convert();
        ids::look_inside();
        minting::random();
        minting::ordered();
        snowflakes::lay_out();
        snowflakes::ordered();
        leases::hold();
        leases::mint();
        ranges::stocks();
        ranges::allocate();
        ranges::in_blocks();
        minting::timeline();
        minting::clocks_and_sources();
        formatting::all();
        firmware::all();
        firmware::ranges(ranges::span);
        #[cfg(feature = "proof")]
        world::keep(world::bytes::<4>()[world::word() as usize]);
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        /// Defined nowhere.
        safe fn something_in_mintid_can_panic() -> !;
    }
    something_in_mintid_can_panic()
}
