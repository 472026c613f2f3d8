//! A processor of one thread: interrupts are off inside of the lock, and may come each time it is left.
//!
//! What happens between two sections of a call touches nothing that is shared, so an interrupt in the middle of it is no
//! other than one at its end. To let one in wherever the lock is left is therefore to let it in everywhere.

use std::cell::{Cell, RefCell};

use critical_section::RawRestoreState;

struct Lock;

critical_section::set_impl!(Lock);

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// How often the lock was left by main.
    static LEFT: Cell<u32> = const { Cell::new(0) };
    static INTERRUPTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    static HANDLER: Cell<Option<fn()>> = const { Cell::new(None) };
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
}

// SAFETY: each thread is a processor of its own here, and the tests share nothing between threads.
unsafe impl critical_section::Impl for Lock {
    unsafe fn acquire() -> RawRestoreState {
        DEPTH.set(DEPTH.get() + 1);
    }

    unsafe fn release((): RawRestoreState) {
        DEPTH.set(DEPTH.get() - 1);
        if DEPTH.get() == 0 && !IN_HANDLER.get() {
            let place = LEFT.replace(LEFT.get() + 1);
            let comes = INTERRUPTS.with_borrow(|places| places.contains(&place));
            if let (true, Some(handler)) = (comes, HANDLER.get()) {
                IN_HANDLER.set(true);
                handler();
                IN_HANDLER.set(false);
            }
        }
    }
}

/// Runs `main` with an interrupt at each of these places, counted as the lock is left. Says how many places there were.
pub fn with_interrupts(places: &[u32], handler: fn(), main: impl FnOnce()) -> u32 {
    LEFT.set(0);
    INTERRUPTS.set(places.to_vec());
    HANDLER.set(Some(handler));
    main();
    HANDLER.set(None);
    LEFT.get()
}
