//! What JavaScript calls: each function takes numbers, works on the one desk, and returns a number.

use wasm_bindgen::prelude::wasm_bindgen;

use super::desk::desk as the_desk;
use super::{reading, text};

/// Where the desk is in memory.
#[wasm_bindgen]
pub fn desk() -> *const u8 {
    (&raw const *the_desk()).cast()
}

/// Takes the text on the desk; 0, or what is wrong with it. Times are plausible before this one; `NaN` for the default.
#[wasm_bindgen]
pub fn inspect(length: u32, before_ms: f64) -> u32 {
    text::inspect(length, before_ms, the_desk()).map_or_else(|fault| fault as u32, |()| 0)
}

/// Takes the number on the desk.
#[wasm_bindgen]
pub fn inspect_number(before_ms: f64) {
    text::inspect_number(before_ms, the_desk());
}

/// Lays down the next reading, and hands back its kind; 0 after the last one.
#[wasm_bindgen]
pub fn next_reading() -> u32 {
    reading::next(the_desk()).map_or(0, |kind| kind as u32)
}

/// Lays down the fields of the id on the desk by the layout of that reading, and hands back how many.
#[wasm_bindgen]
pub fn lay_fields() -> u32 {
    reading::lay_fields(the_desk())
}

/// Writes the name of the layout of that reading, and hands back its length.
#[wasm_bindgen]
pub fn layout_name() -> u32 {
    reading::layout_name(the_desk())
}

/// Writes the name of a piece of that layout's node, and hands back its length; 0 where there is none.
#[wasm_bindgen]
pub fn piece_name(index: u32) -> u32 {
    reading::piece_name(index, the_desk())
}
