//! What every module has at its border: a desk of its own, slots, and text and numbers that cross.

use core::cell::{Cell, UnsafeCell};

/// What lies in an instance's memory, of which there is one.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
pub struct OneThread<T>(pub T);

// SAFETY: the module is built without threads, so JavaScript has one thread at a time in an instance's memory.
#[cfg(target_family = "wasm")]
unsafe impl<T> Sync for OneThread<T> {}

#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
compile_error!("this module keeps its state for one thread: build it without `atomics`, one instance a thread");

/// Makes the function `desk`, which lends the one desk of this instance; elsewhere, where tests run side by side, that of this
/// thread. A macro, since each kind of desk needs a static of its own.
macro_rules! lend_desk {
    ($kind:ty) => {
        /// The desk of this instance.
        #[cfg(target_family = "wasm")]
        pub fn desk() -> &'static $kind {
            static DESK: $crate::border::OneThread<$kind> = $crate::border::OneThread(<$kind>::new());
            &DESK.0
        }

        /// The desk of this thread.
        #[cfg(not(target_family = "wasm"))]
        pub fn desk() -> &'static $kind {
            std::thread_local! {
                static DESK: &'static $kind = std::boxed::Box::leak(std::boxed::Box::new(<$kind>::new()));
            }
            DESK.with(|desk| *desk)
        }
    };
}

pub(crate) use lend_desk;

/// The number of an outcome: 0, or that of what else.
pub fn told<S: Into<u32>>(outcome: Result<(), S>) -> u32 {
    outcome.map_or_else(Into::into, |()| 0)
}

/// Does something with a slot; `None` where there is none of that number.
///
/// # Safety
///
/// Only for functions that JavaScript calls, and once in a call: by one thread, one at a time, since a module imports nothing and
/// no call so calls out. What is done must not come here again.
pub unsafe fn in_slot<S, T>(slots: &[UnsafeCell<S>], slot: u32, act: impl FnOnce(&mut S) -> T) -> Option<T> {
    let slot = slots.get(slot as usize)?;
    // SAFETY: nobody else has it, says the caller.
    Some(act(unsafe { &mut *slot.get() }))
}

/// Where the state of a slot is in memory, to copy it out and in; null where there is no such slot.
pub fn state_of<S>(slots: &[UnsafeCell<S>], slot: u32) -> *const u8 {
    slots.get(slot as usize).map_or(core::ptr::null(), |slot| slot.get().cast_const().cast())
}

/// Lays bytes down.
pub fn lay_down(places: &[Cell<u8>], bytes: &[u8]) {
    places.iter().zip(bytes).for_each(|(place, byte)| place.set(*byte));
}

/// The bytes that lie somewhere.
pub fn bytes_of<const N: usize>(places: &[Cell<u8>; N]) -> [u8; N] {
    places.each_ref().map(Cell::get)
}

/// The first `length` bytes that lie somewhere. What does not fit is longer than anything that belongs there, and so is the part that does.
pub fn part_in<const N: usize, T>(places: &[Cell<u8>; N], length: u32, read: impl FnOnce(&[u8]) -> T) -> T {
    let bytes = bytes_of(places);
    read(bytes.get(..length as usize).unwrap_or(&bytes))
}
