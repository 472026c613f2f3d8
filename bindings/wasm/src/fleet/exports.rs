//! What JavaScript calls for leases, on top of the functions for Snowflakes.

use wasm_bindgen::prelude::wasm_bindgen;

use super::desk::desk;
use super::engine::{self, Rules};
use super::slot::Slot;
use crate::border;

/// Does something with a slot; `None` where there is none of that number.
fn in_slot<T>(slot: u32, act: impl FnOnce(&mut Slot) -> T) -> Option<T> {
    // SAFETY: only the functions of this file come here, which JavaScript calls, and each does once.
    unsafe { border::in_slot(&desk().slots, slot, act) }
}

/// Where the desk of leases is in memory.
#[wasm_bindgen]
pub fn lease_desk() -> *const u8 {
    (&raw const *desk()).cast()
}

/// Decides the request on the desk by so many records there.
#[wasm_bindgen]
pub fn lease_decide(records: u32, now_ms: f64, ttl_ms: u32, skew_ms: u32, lead_ms: u32, last_node: u32) -> u32 {
    engine::decide(records, now_ms, Rules { ttl_ms, skew_ms, lead_ms, last_node }, desk()) as u32
}

/// Makes a leased generator in a slot.
#[wasm_bindgen]
pub fn lease_configure(slot: u32, wish: f64, patience_ms: u32) {
    in_slot(slot, |slot| slot.configure(wish, patience_ms, desk()));
}

/// Mints an id on a slot's lease.
#[wasm_bindgen]
pub fn lease_mint(slot: u32, now_ms: f64, monotonic_ms: f64) -> u32 {
    in_slot(slot, |slot| slot.mint(now_ms, monotonic_ms)).unwrap_or(u32::MAX)
}

/// Lays down the request that a slot has due, and hands back its ticket; 0 for none.
#[wasm_bindgen]
pub fn lease_request(slot: u32, now_ms: f64, monotonic_ms: f64) -> u32 {
    in_slot(slot, |slot| slot.request(now_ms, monotonic_ms, desk())).unwrap_or(0)
}

/// In how many milliseconds a slot has a request due.
#[wasm_bindgen]
pub fn lease_due_in(slot: u32, now_ms: f64, monotonic_ms: f64) -> f64 {
    in_slot(slot, |slot| slot.due_in(now_ms, monotonic_ms)).unwrap_or(f64::NAN)
}

/// Takes the answer on the desk in.
#[wasm_bindgen]
pub fn lease_answered(slot: u32, ticket: u32, monotonic_ms: f64, jitter: u32) -> u32 {
    in_slot(slot, |slot| slot.answered(ticket, monotonic_ms, jitter, desk())).unwrap_or(u32::MAX)
}

/// Takes note that a slot's request came to nothing.
#[wasm_bindgen]
pub fn lease_failed(slot: u32, ticket: u32, monotonic_ms: f64, jitter: u32) {
    in_slot(slot, |slot| slot.failed(ticket, monotonic_ms, jitter));
}

/// Gives a slot's node back.
#[wasm_bindgen]
pub fn lease_give_back(slot: u32) {
    in_slot(slot, Slot::give_back);
}

/// Lays down what a slot holds; whether it holds something.
#[wasm_bindgen]
pub fn lease_held(slot: u32) -> bool {
    in_slot(slot, Slot::held).unwrap_or(false)
}
