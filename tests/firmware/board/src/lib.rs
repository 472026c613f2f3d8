//! What each emulated chip needs before a program can run on it.
//!
//! | target | QEMU's machine | as small as |
//! |---|---|---|
//! | `thumbv6m-none-eabi` | `microbit` | a Cortex-M0 with 16 KB of RAM |
//! | `thumbv7m-none-eabi` | `lm3s6965evb` | a Cortex-M3 with 64 KB of RAM |
//! | `riscv32imc-unknown-none-elf` | `virt` | a RISC-V without atomics, with 64 KB of RAM |
//!
//! A program names what it runs with [`entry!`], and what its timer interrupt does with [`on_timer!`]. It talks to the host
//! through [`host`], over semihosting. Nothing of it can panic: the panic handler calls a function that does not exist, so
//! that a program in which a panic can be reached does not link. Frameworks with panics of their own need the feature
//! `told-panics`.
#![no_std]

// Linked for their start-up code, and for the implementation of critical sections.
#[cfg(target_arch = "arm")]
use cortex_m_rt as _;
#[cfg(target_arch = "riscv32")]
use riscv_rt as _;

mod console;
pub mod flash;
pub mod host;
pub mod kept;
pub mod reset;
pub mod timer;

/// Names the function that the program is; the machine is switched off when it comes back.
#[macro_export]
macro_rules! entry {
    ($run:path) => {
        /// The symbol that the start-up code of every chip here jumps to.
        #[unsafe(no_mangle)]
        extern "C" fn main() -> ! {
            let run: fn() = $run;
            run();
            $crate::host::exit(0)
        }
    };
}

/// Names the function that the timer interrupt calls, once [`timer::start`] was called.
#[macro_export]
macro_rules! on_timer {
    ($handle:path) => {
        /// The symbol of the timer in the chip's table of interrupts.
        #[cfg_attr(target_arch = "arm", unsafe(export_name = "SysTick"))]
        #[cfg_attr(target_arch = "riscv32", unsafe(export_name = "MachineTimer"))]
        extern "C" fn on_timer() {
            $crate::timer::acknowledge();
            let handle: fn() = $handle;
            handle();
        }
    };
}

#[cfg(feature = "told-panics")]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let mut output = host::Output::<64>::open();
    output.put(b"panicked");
    if let Some(place) = info.location() {
        output.put(b" in ");
        output.put(place.file().as_bytes());
    }
    output.put(b"\n");
    drop(output);
    host::exit(101)
}

#[cfg(not(feature = "told-panics"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        /// Defined nowhere.
        safe fn something_in_this_firmware_can_panic() -> !;
    }
    something_in_this_firmware_can_panic()
}
