//! What a module without a system has to bring: a heap that there is not, and an end.

use core::alloc::{GlobalAlloc, Layout};

/// wasm-bindgen names a heap, and numbers need none.
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

/// Ends the module: there is nothing to tell and nobody to tell it to.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
