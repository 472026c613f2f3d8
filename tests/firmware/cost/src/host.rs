//! The line to the host: semihosting, which stops the chip, so nothing is printed while something is measured.

use core::arch::asm;
use core::ffi::CStr;
use core::sync::atomic::{AtomicU32, Ordering};

/// What to ask of the emulator.
const OPEN: u32 = 0x01;
const WRITE: u32 = 0x05;
const EXIT: u32 = 0x18;
/// To end as a program that is done.
const DONE: u32 = 0x2_0026;
/// The console's name, and the number of `fopen`'s "w".
const CONSOLE: &CStr = c":tt";
const TO_WRITE: u32 = 4;

/// The console, once it is open.
static HANDLE: AtomicU32 = AtomicU32::new(0);

/// Prints bytes.
pub fn print(bytes: &[u8]) {
    if HANDLE.load(Ordering::Relaxed) == 0 {
        let words = [address(CONSOLE.as_ptr()), TO_WRITE, CONSOLE.count_bytes() as u32];
        HANDLE.store(call(OPEN, address(&words)), Ordering::Relaxed);
    }
    let words = [HANDLE.load(Ordering::Relaxed), address(bytes.as_ptr()), bytes.len() as u32];
    call(WRITE, address(&words));
}

fn address<T>(of: *const T) -> u32 {
    of.expose_provenance() as u32
}

/// Prints a number.
pub fn print_number(number: u32) {
    // Ten digits at most, written from the last; no division, which a Cortex-M0 lacks.
    let mut rest = number;
    let mut started = false;
    for power in [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1] {
        let mut digit = b'0';
        while rest >= power {
            rest -= power;
            digit += 1;
        }
        if digit > b'0' || started || power == 1 {
            print(&[digit]);
            started = true;
        }
    }
}

/// Prints a line: a name and its figures.
pub fn line(name: &str, figures: &[u32]) {
    print(name.as_bytes());
    for figure in figures {
        print(b"\t");
        print_number(*figure);
    }
    print(b"\n");
}

/// Ends the emulation.
pub fn exit() -> ! {
    loop {
        call(EXIT, DONE);
    }
}

fn call(operation: u32, argument: u32) -> u32 {
    let answer;
    // SAFETY: the emulator answers these calls, and reads no more than the words say.
    unsafe { asm!("bkpt 0xab", inout("r0") operation => answer, in("r1") argument, options(nostack, preserves_flags)) };
    answer
}
