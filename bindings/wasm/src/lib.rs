//! The core of the npm package: the crate `mintid` as a WebAssembly module that JavaScript calls with numbers.
//!
//! ```text
//!  JavaScript            │ this module
//!  ──────────────────────┼─────────────────────────────────────────
//!  text, random bytes ──▶│ desk   one fixed block of memory
//!  mint(slot, now)    ──▶│ slot   a generator: clock and source are what lies on the desk
//!  status             ◀──│
//!  text, bytes, detail◀──│ desk
//! ```
//!
//! Only numbers cross the border, so there is nothing to allocate, nothing to free and nothing to import: the module is its
//! functions and one page of memory. Time comes in as an argument and is [checked](time); randomness is laid down before
//! the call, and a call that finds too little of it changes nothing.
//!
//! A panic would end the module for good. The core has none, and what is here is written so that none can be.

#![no_std]
#![deny(missing_docs, missing_debug_implementations)]

#[cfg(not(target_family = "wasm"))]
extern crate std;

mod codec;
mod desk;
mod exports;
mod given;
mod sheet;
mod slot;
pub mod status;
pub mod time;

/// The heap that there is not: wasm-bindgen names one, and numbers need none.
#[cfg(all(target_family = "wasm", target_os = "none"))]
mod no_heap {
    use core::alloc::{GlobalAlloc, Layout};

    struct NoHeap;

    // SAFETY: null is how an allocation fails, so no block is ever handed out and none can come back.
    unsafe impl GlobalAlloc for NoHeap {
        unsafe fn alloc(&self, _: Layout) -> *mut u8 {
            core::ptr::null_mut()
        }

        unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
    }

    #[global_allocator]
    static HEAP: NoHeap = NoHeap;
}

/// Ends the module: there is nothing to tell and nobody to tell it to.
#[cfg(all(target_family = "wasm", target_os = "none"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
