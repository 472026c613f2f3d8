//! What JavaScript calls: each function takes numbers, works on the one desk and the slots, and returns a number.

use wasm_bindgen::prelude::wasm_bindgen;

use super::desk::desk as the_desk;
use super::slot::{Config, Slot};
use super::status::{Outcome, Status};
use crate::border::{self, told};

/// Does something with a slot; `None` where there is none of that number.
fn in_slot<T>(slot: u32, act: impl FnOnce(&mut Slot) -> T) -> Option<T> {
    // SAFETY: only the functions of this file come here, which JavaScript calls, and each does once.
    unsafe { border::in_slot(&the_desk().slots, slot, act) }
}

fn told_in_slot(slot: u32, act: impl FnOnce(&mut Slot) -> Outcome) -> u32 {
    told(in_slot(slot, act).unwrap_or(Err(Status::Argument)))
}

/// Where the desk is in memory.
#[wasm_bindgen]
pub fn desk() -> *const u8 {
    (&raw const *the_desk()).cast()
}

/// Where the state of a slot is in memory, to copy it out and in; 0 where there is no such slot.
///
/// What is copied in must have been copied out of this instance.
#[wasm_bindgen]
pub fn state(slot: u32) -> *const u8 {
    border::state_of(&the_desk().slots, slot)
}

/// The length of a slot's state.
#[wasm_bindgen]
pub fn state_length() -> usize {
    size_of::<Slot>()
}

/// Makes an allocator in a slot: the numbers are those of `Config`, in its order.
#[wasm_bindgen]
pub fn configure(
    slot: u32,
    want: f64,
    low_water: f64,
    patience_ms: u32,
    first_wait_ms: u32,
    longest_wait_ms: u32,
    run: u32,
) -> u32 {
    let config = Config { want, low_water, patience_ms, first_wait_ms, longest_wait_ms, run };
    told_in_slot(slot, |slot| {
        slot.configure(&config, the_desk());
        Ok(())
    })
}

/// A slot's next id, or below 0 the status of why there is none.
#[wasm_bindgen]
pub fn take(slot: u32) -> f64 {
    in_slot(slot, |slot| slot.take(the_desk())).unwrap_or(-1.0)
}

/// Takes up to so many ids out of a slot as one span.
#[wasm_bindgen]
pub fn claim(slot: u32, count: f64) -> u32 {
    told_in_slot(slot, |slot| slot.claim(count, the_desk()))
}

/// How many ids a slot has to ask for now; 0 for none.
#[wasm_bindgen]
pub fn request(slot: u32, now_ms: f64, count: f64) -> f64 {
    in_slot(slot, |slot| slot.request(now_ms, count, the_desk())).unwrap_or(0.0)
}

/// When to look for a slot's request again, `NaN` for never.
#[wasm_bindgen]
pub fn next_due(slot: u32) -> f64 {
    in_slot(slot, Slot::next_due).unwrap_or(f64::NAN)
}

/// Takes the span on the desk into a slot, as the answer to the ticket there.
#[wasm_bindgen]
pub fn supply(slot: u32, is_count: bool) -> u32 {
    told_in_slot(slot, |slot| slot.supply(is_count, the_desk()))
}

/// Has a slot forget what was granted to it and is used up.
#[wasm_bindgen]
pub fn forget(slot: u32) -> u32 {
    told_in_slot(slot, Slot::forget)
}

/// Ends a slot's request of the ticket on the desk.
#[wasm_bindgen]
pub fn failed(slot: u32, now_ms: f64, jitter: u32) -> u32 {
    told_in_slot(slot, |slot| slot.failed(now_ms, jitter, the_desk()))
}

/// Ends a slot's allocator, lays down what is left, and hands back how many spans that are.
#[wasm_bindgen]
pub fn drain(slot: u32) -> u32 {
    in_slot(slot, |slot| slot.drain(the_desk())).unwrap_or(0)
}

/// Goes on in a slot with the stock on the desk.
#[wasm_bindgen]
pub fn load(slot: u32, length: u32) -> u32 {
    told_in_slot(slot, |slot| slot.load(length, the_desk()))
}

/// Writes a slot's stock down, and hands back its length.
#[wasm_bindgen]
pub fn save(slot: u32) -> u32 {
    in_slot(slot, |slot| slot.save(the_desk())).unwrap_or(0)
}

/// A counter of a slot's meter; `NaN` where there is none of that number.
#[wasm_bindgen]
pub fn meter(slot: u32, index: u32) -> f64 {
    in_slot(slot, |slot| slot.meter(index)).unwrap_or(f64::NAN)
}
