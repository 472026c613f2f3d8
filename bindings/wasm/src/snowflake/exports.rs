//! What JavaScript calls: each function takes numbers, works on the one desk and the slots, and returns a number.

use wasm_bindgen::prelude::wasm_bindgen;

use super::codec::{self, Spelling};
use super::config::Config;
use super::desk::desk as the_desk;
use super::layouts;
use super::slot::{self, Slot};
use crate::border::{self, told};
use crate::status::{Outcome, Status};

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

/// Takes a layout by its number, for what follows.
#[wasm_bindgen]
pub fn layout_named(number: u32) -> u32 {
    told(layouts::name(number, the_desk()))
}

/// Gives the layout another epoch.
#[wasm_bindgen]
pub fn layout_epoch(epoch_ms: f64) -> u32 {
    told(layouts::epoch(epoch_ms, the_desk()))
}

/// Makes a layout of the parts among the numbers.
#[wasm_bindgen]
pub fn layout_of(width: u32, epoch_ms: f64, tick_ms: u32, parts: u32) -> u32 {
    told(layouts::make(width, epoch_ms, tick_ms, parts, the_desk()))
}

/// Lays down what there is to say of the layout.
#[wasm_bindgen]
pub fn describe() {
    layouts::describe(the_desk());
}

/// Writes the name of a piece of the node, and hands back its length.
#[wasm_bindgen]
pub fn piece_name(index: u32) -> u32 {
    layouts::piece_name(index, the_desk())
}

/// Makes a node of the pieces among the numbers.
#[wasm_bindgen]
pub fn join_node(pieces: u32) -> u32 {
    told(layouts::join(pieces, the_desk()))
}

/// Makes a generator of the layout in a slot: the numbers are those of `Config`, in its order.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "only numbers cross the border, so there is no object to name them")]
pub fn configure(
    slot: u32,
    node: f64,
    start: u32,
    on_behind: u32,
    behind_ms: u32,
    on_full: u32,
    full_ms: u32,
    on_unset: u32,
    window_ms: u32,
) -> u32 {
    let config = Config { node, start, on_behind, behind_ms, on_full, full_ms, on_unset, window_ms };
    told_in_slot(slot, |slot| slot.configure(&config, the_desk()))
}

/// Mints an id from one reading: it is then on the desk.
#[wasm_bindgen]
pub fn mint(slot: u32, now_ms: f64) -> u32 {
    told_in_slot(slot, |slot| slot.mint(now_ms))
}

/// Mints ids from one reading, all or none.
#[wasm_bindgen]
pub fn mint_batch(slot: u32, now_ms: f64, count: u32) -> u32 {
    told_in_slot(slot, |slot| slot.mint_batch(now_ms, count))
}

/// Lays down the next of these, and hands back how many.
#[wasm_bindgen]
pub fn hand_out() -> u32 {
    slot::hand_out(the_desk())
}

/// Starts a slot's run at a mark saved by an earlier one.
#[wasm_bindgen]
pub fn start_from(slot: u32, mark_ms: f64) -> u32 {
    told_in_slot(slot, |slot| slot.start_from(mark_ms))
}

/// Starts a slot's run without a mark.
#[wasm_bindgen]
pub fn start_without_mark(slot: u32) -> u32 {
    told_in_slot(slot, Slot::start_without_mark)
}

/// Starts a slot's run above the id on the desk.
#[wasm_bindgen]
pub fn resume_after(slot: u32) -> u32 {
    told_in_slot(slot, |slot| slot.resume_after(the_desk()))
}

/// The mark that is to be saved before a slot's next id, `NaN` for none.
#[wasm_bindgen]
pub fn mark_due(slot: u32, now_ms: f64) -> f64 {
    in_slot(slot, |slot| slot.mark_due(now_ms)).unwrap_or(f64::NAN)
}

/// Confirms that a mark a slot asked for has been saved.
#[wasm_bindgen]
pub fn mark_saved(slot: u32, mark_ms: f64) -> u32 {
    told_in_slot(slot, |slot| slot.mark_saved(mark_ms))
}

/// A counter of a slot's meter; `NaN` where there is none of that number.
#[wasm_bindgen]
pub fn meter(slot: u32, index: u32) -> f64 {
    in_slot(slot, |slot| slot.meter(index)).unwrap_or(f64::NAN)
}

/// Reads the text on the desk; the id is then there too.
#[wasm_bindgen]
pub fn parse(spelling: u32, length: u32) -> u32 {
    told(Spelling::of(spelling).ok_or(Status::Argument).and_then(|spelling| codec::parse(spelling, length, the_desk())))
}

/// Whether the id on the desk has no more bits than the layout.
#[wasm_bindgen]
pub fn fits() -> u32 {
    told(codec::fits(the_desk()))
}

/// Writes the id on the desk as text, and hands back its length; 0 where there is no such spelling.
#[wasm_bindgen]
pub fn spell(spelling: u32) -> u32 {
    Spelling::of(spelling).map_or(0, |spelling| codec::spell(spelling, the_desk()))
}

/// Takes the id on the desk apart.
#[wasm_bindgen]
pub fn decompose() -> u32 {
    told(codec::decompose(the_desk()))
}

/// Puts an id together, of a time or of a tick.
#[wasm_bindgen]
pub fn compose(time: f64, is_tick: bool, node: f64, sequence: f64) -> u32 {
    told(codec::compose(time, is_tick, node, sequence, the_desk()))
}

/// Lays down the smallest or the largest id of the tick that a time falls in.
#[wasm_bindgen]
pub fn bound(ms: f64, largest: bool) -> u32 {
    told(codec::bound(ms, largest, the_desk()))
}
