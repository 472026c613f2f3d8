//! mintid for C: firmware, or anything else that links a static library.
//!
//! All that a C programmer has to know stands in the header, `include/mintid.h`. It is made from this crate by cbindgen, as
//! `cbindgen.toml` says, and kept beside the sources; a test fails when the two differ.
//!
//! ```sh
//! cargo build --profile firmware -p mintid-c --target thumbv6m-none-eabi
//! arm-none-eabi-gcc … -I bindings/c/include main.c target/thumbv6m-none-eabi/firmware/libmintid_c.a -Wl,--gc-sections
//! ```
//!
//! A program that mints no Snowflakes is smaller with `--no-default-features`: the compiler then knows that every tick is a
//! millisecond.
//!
//! ```text
//!  C program             │ this library
//!  ──────────────────────┼───────────────────────────────────────────────
//!  mintid_generator ────▶│ storage   C's memory, with one of the core's generators in it
//!  mintid_options ──────▶│ options   numbers become policies, or are refused
//!  its clock, its bytes ▶│ supply    callbacks
//!  status, detail ◀──────│ status    causes become numbers
//! ```
//!
//! There is no state but what C passes in, no heap, and nothing that can panic: what a panic would call does not exist, and the
//! library links. `unsafe` stands in `border`, where pointers are used, and in `storage`, where C's memory becomes a generator;
//! elsewhere it is only said of the names that a linker sees.
//!
//! What may be minted is decided in the core, and nowhere here.
#![no_std]
#![deny(missing_docs, missing_debug_implementations)]

// On a system its standard library brings what a panic needs.
#[cfg(not(target_os = "none"))]
extern crate std;

mod border;
mod ids;
mod storage;

// In groups, which stand in the header in this order.
mod status;

mod options;
mod supply;

#[cfg(feature = "snowflake")]
mod layout;
mod minting;
#[cfg(feature = "snowflake")]
mod snowflake;

mod marks;
mod meter;
mod text;

#[cfg(test)]
mod tests;

/// Never reached: a program in which it could be does not link.
#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        /// Defined nowhere.
        safe fn something_in_mintid_can_panic() -> !;
    }
    something_in_mintid_can_panic()
}

/// Something that can panic, for the search for panics to find.
#[cfg(feature = "proof")]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_proof(at: usize) -> u8 {
    b"proof"[at]
}
