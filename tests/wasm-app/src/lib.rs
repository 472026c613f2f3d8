//! A Rust app on wasm, as its author would write it: ids for the JavaScript around it, as text.
//!
//! The tests beside it load the bound module and put the clock and the randomness of their choice in JavaScript's
//! place.

mod own;

use std::fmt::Display;

use mintid_wasm::{meter_v7, try_ulid, try_uuid_v4, try_uuid_v7};
use wasm_bindgen::prelude::*;

/// A v4 UUID.
#[wasm_bindgen]
pub fn v4() -> Result<String, JsError> {
    text(try_uuid_v4())
}

/// A v7 UUID.
#[wasm_bindgen]
pub fn v7() -> Result<String, JsError> {
    text(try_uuid_v7())
}

/// A ULID.
#[wasm_bindgen]
pub fn ulid() -> Result<String, JsError> {
    text(try_ulid())
}

/// How many v7 UUIDs there were, and how many calls that gave none for want of randomness.
#[wasm_bindgen]
pub fn counts() -> Vec<u32> {
    let meter = meter_v7();
    vec![meter.minted as u32, meter.entropy_failures]
}

/// An error's sentence becomes the message of a JavaScript error.
fn text<T: Display, E: std::error::Error>(made: Result<T, E>) -> Result<String, JsError> {
    made.map(|id| id.to_string()).map_err(|error| JsError::new(&error.to_string()))
}
