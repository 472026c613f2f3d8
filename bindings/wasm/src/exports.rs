//! What JavaScript calls: each function takes numbers, works on the one desk and the slots, and returns a number.

use mintid::V4Generator;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::{self, told};
use crate::codec::{self, Kind};
use crate::config::Config;
use crate::desk::desk as the_desk;
use crate::given::Given;
use crate::sheet::Sheet;
use crate::slot::{Slot, Store};
use crate::status::{Outcome, Status};

/// Does something with the sheet.
fn on_sheet<T>(act: impl FnOnce(&mut Sheet) -> T) -> T {
    // SAFETY: only the functions of this file come here, which are called by JavaScript, by one thread and one at a time: the
    // module imports nothing, so no call calls out. Within a call it is done once.
    act(unsafe { &mut *the_desk().sheet.get() })
}

/// Does something with a slot and the sheet; `None` where there is no slot of that number.
fn in_slot<T>(slot: u32, act: impl FnOnce(&mut Slot, &mut Sheet) -> T) -> Option<T> {
    // SAFETY: as for the sheet, once in a call.
    unsafe { border::in_slot(&the_desk().slots, slot, |slot| on_sheet(|sheet| act(slot, sheet))) }
}

fn told_in_slot(slot: u32, act: impl FnOnce(&mut Slot, &mut Sheet) -> Outcome) -> u32 {
    told(in_slot(slot, act).unwrap_or(Err(Status::Argument)))
}

fn told_of_kind(kind: u32, act: impl FnOnce(Kind, &mut Sheet) -> Outcome) -> u32 {
    told(Kind::of(kind).ok_or(Status::Argument).and_then(|kind| on_sheet(|sheet| act(kind, sheet))))
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

/// Makes a generator in a slot: the numbers are those of `Config`, in its order.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "only numbers cross the border, so there is no object to name them")]
pub fn configure(
    slot: u32,
    scheme: u32,
    variety: u32,
    on_behind: u32,
    behind_ms: u32,
    on_full: u32,
    full_ms: u32,
    on_unset: u32,
    window_ms: u32,
    on_mark_late: u32,
) -> u32 {
    let config = Config { scheme, variety, on_behind, behind_ms, on_full, full_ms, on_unset, window_ms, on_mark_late };
    told_in_slot(slot, |slot, _| slot.configure(&config))
}

/// Mints ids, 1 to 16, from one reading: their bytes and their texts are then on the desk, and how many there are.
#[wasm_bindgen]
pub fn mint(slot: u32, now_ms: f64, count: u32) -> u32 {
    told_in_slot(slot, |slot, sheet| slot.mint(now_ms, count, Store::Unasked, sheet))
}

/// Mints an id in a call whose mark the store did not take.
#[wasm_bindgen]
pub fn mint_unsaved(slot: u32, now_ms: f64) -> u32 {
    told_in_slot(slot, |slot, sheet| slot.mint(now_ms, 1, Store::Failed, sheet))
}

/// Makes v4 UUIDs, as [`mint`] does others; they need no slot.
#[wasm_bindgen]
pub fn mint_v4(count: u32) -> u32 {
    let (made, outcome) = on_sheet(|sheet| sheet.write_batch(Kind::V4, count, |ids| V4Generator::new(Given).fill(ids)));
    the_desk().made.set(made);
    told(outcome)
}

/// Makes an id for a time, which touches no state.
#[wasm_bindgen]
pub fn at(slot: u32, ms: f64) -> u32 {
    told_in_slot(slot, |slot, sheet| slot.at(ms, sheet))
}

/// Starts a slot's run at a mark saved by an earlier one.
#[wasm_bindgen]
pub fn start_from(slot: u32, mark_ms: f64) -> u32 {
    told_in_slot(slot, |slot, _| slot.start_from(mark_ms))
}

/// Starts a slot's run without a mark.
#[wasm_bindgen]
pub fn start_without_mark(slot: u32) -> u32 {
    told_in_slot(slot, |slot, _| slot.start_without_mark())
}

/// Starts a slot's run above the id on the desk.
#[wasm_bindgen]
pub fn resume_after(slot: u32) -> u32 {
    told_in_slot(slot, |slot, sheet| slot.resume_after(sheet))
}

/// The mark that is to be saved before a slot's next id, `NaN` for none. `detail` is 1 where it replaces what is stored, and
/// 0 where the higher of the two stays.
#[wasm_bindgen]
pub fn mark_due(slot: u32, now_ms: f64) -> f64 {
    in_slot(slot, |slot, sheet| slot.mark_due(now_ms, sheet)).unwrap_or(f64::NAN)
}

/// Confirms that a mark a slot asked for has been saved, raised or in place of what was stored.
#[wasm_bindgen]
pub fn mark_saved(slot: u32, mark_ms: f64, replaces: bool) -> u32 {
    told_in_slot(slot, |slot, _| slot.mark_saved(mark_ms, replaces))
}

/// Forgets whatever a copy of this instance could mint too. The random bytes on the desk are JavaScript's to wipe.
#[wasm_bindgen]
pub fn reseed(slot: u32) -> u32 {
    told(in_slot(slot, |slot, _| slot.reseed()).ok_or(Status::Argument))
}

/// A counter of a slot's meter; `NaN` where there is none of that number.
#[wasm_bindgen]
pub fn meter(slot: u32, index: u32) -> f64 {
    in_slot(slot, |slot, _| slot.meter(index)).unwrap_or(f64::NAN)
}

/// Reads the text on the desk; its bytes are then there too.
#[wasm_bindgen]
pub fn parse(kind: u32, lenient: bool, length: u32) -> u32 {
    told_of_kind(kind, |kind, sheet| codec::parse(kind, lenient, length, sheet))
}

/// Writes the text of the bytes on the desk.
#[wasm_bindgen]
pub fn format(kind: u32) -> u32 {
    told_of_kind(kind, codec::format)
}

/// The time in the bytes on the desk; `NaN` where they have none.
#[wasm_bindgen]
pub fn timestamp(kind: u32) -> f64 {
    Kind::of(kind).map_or(f64::NAN, |kind| on_sheet(|sheet| codec::timestamp(kind, sheet)))
}

/// The version of the UUID on the desk; 0 where it has none.
#[wasm_bindgen]
pub fn version() -> u32 {
    on_sheet(|sheet| codec::version(sheet))
}

/// The variant of the UUID on the desk: 0 NCS, 1 RFC 9562, 2 Microsoft, 3 future.
#[wasm_bindgen]
pub fn variant() -> u32 {
    on_sheet(|sheet| codec::variant(sheet))
}

/// Writes the smallest or the largest id of a millisecond on the desk.
#[wasm_bindgen]
pub fn bound(kind: u32, ms: f64, largest: bool) -> u32 {
    told_of_kind(kind, |kind, sheet| codec::bound(kind, ms, largest, sheet))
}

/// Turns the ULID on the desk into a v7 UUID, at the cost of six bits.
#[wasm_bindgen]
pub fn to_uuid_v7_lossy() {
    on_sheet(codec::to_uuid_v7_lossy);
}
