//! What minting costs a Cortex-M.
//!
//! | program | built for | tells |
//! |---|---|---|
//! | `speed`, `speed_snowflake`, `speed_ranges` | speed | instructions per call, ours and the peers' |
//! | `locked`, `locked_snowflake`, `locked_ranges` | speed | instructions with interrupts off, for each kind of call |
//! | `flash_…` | size | its own size, by its sections, over that of `flash_empty`; and how deep the stack goes |
//!
//! Snowflakes have programs of their own: where their ticks are at hand, the compiler no longer knows that a tick of the others is a
//! millisecond.
//!
//! `cargo xtask size` builds them, runs them under QEMU and holds the figures against aims and a snapshot. A program prints a
//! figure a line and exits.
#![no_std]

pub mod count;
pub mod flash;
pub mod host;
pub mod lock;
pub mod program;
pub mod stack;
pub mod stubs;
pub mod timer;

/// A panic handler that calls a function that does not exist: a program in which a panic can be reached does not link.
#[macro_export]
macro_rules! no_panic {
    () => {
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            unsafe extern "C" {
                /// Defined nowhere.
                safe fn something_in_this_firmware_can_panic() -> !;
            }
            something_in_this_firmware_can_panic()
        }
    };
}
