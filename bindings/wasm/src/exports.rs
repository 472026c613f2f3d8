//! What JavaScript calls: each function takes numbers, works on the one desk and the slots, and returns a number.

use core::cell::RefCell;

use mintid::{Cause, V4Generator};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::codec::{self, Kind};
use crate::desk::{Desk, OnDesk};
use crate::slot::{Config, Slot};
use crate::status::{Outcome, Status, of_cause};

/// How many slots there are: one for the package's v7 generator, one for its ULID generator, one that the others share.
const SLOTS: usize = 3;

struct Shared<T>(T);

// SAFETY: nothing outside this file can name the statics below, and nothing but JavaScript can call what is in here. The
// module is built without threads, so JavaScript has one thread at a time in an instance's memory.
unsafe impl<T> Sync for Shared<T> {}

#[cfg(target_feature = "atomics")]
compile_error!("this module keeps its state for one thread: build it without `atomics`, one instance a thread");

static DESK: Shared<Desk> = Shared(Desk::new());
static SLOTS_IN_USE: Shared<[RefCell<Slot<'static>>; SLOTS]> = Shared([const { RefCell::new(Slot::Empty) }; SLOTS]);

/// Notes the outcome's detail down, and hands its status over.
fn told(outcome: Outcome) -> u32 {
    match outcome {
        Ok(()) => Status::Done as u32,
        Err((status, detail)) => {
            DESK.0.detail.set(detail);
            status as u32
        }
    }
}

/// Does something with a slot; [`Status::Argument`] where there is none of that number.
fn in_slot(slot: u32, act: impl FnOnce(&mut Slot<'static>) -> Outcome) -> u32 {
    // A borrow cannot meet another: no call calls out.
    let slot = SLOTS_IN_USE.0.get(slot as usize).and_then(|slot| slot.try_borrow_mut().ok());
    told(slot.ok_or((Status::Argument, 0.0)).and_then(|mut slot| act(&mut slot)))
}

fn of_kind(kind: u32, act: impl FnOnce(Kind) -> Outcome) -> u32 {
    told(Kind::of(kind).ok_or((Status::Argument, 0.0)).and_then(act))
}

/// Where the desk is in memory.
#[wasm_bindgen]
pub fn desk() -> *const u8 {
    (&raw const DESK.0).cast()
}

/// Where the state of a slot is in memory, to copy it out and in; 0 where there is no such slot.
///
/// What is copied in must have been copied out of this instance.
#[wasm_bindgen]
pub fn state(slot: u32) -> *const u8 {
    SLOTS_IN_USE.0.get(slot as usize).map_or(core::ptr::null(), |slot| slot.as_ptr().cast_const().cast())
}

/// The length of a slot's state.
#[wasm_bindgen]
pub fn state_length() -> usize {
    size_of::<Slot<'static>>()
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
    window_ms: u32,
    on_mark_late: u32,
) -> u32 {
    let config = Config { scheme, variety, on_behind, behind_ms, on_full, full_ms, window_ms, on_mark_late };
    in_slot(slot, |slot| slot.configure(&config, &DESK.0))
}

/// Mints an id: its bytes and its text are then on the desk.
#[wasm_bindgen]
pub fn mint(slot: u32, now_ms: f64) -> u32 {
    in_slot(slot, |slot| slot.mint(now_ms, &DESK.0))
}

/// As [`mint`], for a call whose mark the store did not take.
#[wasm_bindgen]
pub fn mint_unsaved(slot: u32, now_ms: f64) -> u32 {
    in_slot(slot, |slot| slot.mint_unsaved(now_ms, &DESK.0))
}

/// Makes an id for a time, which touches no state.
#[wasm_bindgen]
pub fn at(slot: u32, ms: f64) -> u32 {
    in_slot(slot, |slot| slot.at(ms, &DESK.0))
}

/// Makes a v4 UUID, which needs no slot.
#[wasm_bindgen]
pub fn mint_v4() -> u32 {
    told(match V4Generator::new(OnDesk(&DESK.0)).generate() {
        Ok(id) => {
            DESK.0.write_uuid(id);
            Ok(())
        }
        Err(dry) => Err(of_cause(Cause::Entropy(dry))),
    })
}

/// Starts a slot's run at a mark saved by an earlier one.
#[wasm_bindgen]
pub fn start_from(slot: u32, mark_ms: f64) -> u32 {
    in_slot(slot, |slot| slot.start_from(mark_ms))
}

/// Starts a slot's run without a mark.
#[wasm_bindgen]
pub fn start_without_mark(slot: u32) -> u32 {
    in_slot(slot, Slot::start_without_mark)
}

/// Starts a slot's run above the id on the desk.
#[wasm_bindgen]
pub fn resume_after(slot: u32) -> u32 {
    in_slot(slot, |slot| slot.resume_after(&DESK.0))
}

/// The mark that is to be saved before a slot's next id, `NaN` for none. `detail` is 1 where it replaces what is stored, and
/// 0 where the higher of the two stays.
#[wasm_bindgen]
pub fn mark_due(slot: u32, now_ms: f64) -> f64 {
    let slot = SLOTS_IN_USE.0.get(slot as usize).and_then(|slot| slot.try_borrow_mut().ok());
    slot.map_or(f64::NAN, |mut slot| slot.mark_due(now_ms, &DESK.0))
}

/// Confirms that the mark a slot asked for has been saved.
#[wasm_bindgen]
pub fn mark_saved(slot: u32) -> u32 {
    in_slot(slot, |slot| {
        slot.mark_saved();
        Ok(())
    })
}

/// A counter of a slot's meter; `NaN` where there is none of that number.
#[wasm_bindgen]
pub fn meter(slot: u32, index: u32) -> f64 {
    let slot = SLOTS_IN_USE.0.get(slot as usize).and_then(|slot| slot.try_borrow().ok());
    slot.map_or(f64::NAN, |slot| slot.meter(index))
}

/// Reads the text on the desk; its bytes are then there too.
#[wasm_bindgen]
pub fn parse(kind: u32, lenient: bool, length: u32) -> u32 {
    of_kind(kind, |kind| codec::parse(kind, lenient, length, &DESK.0))
}

/// Writes the text of the bytes on the desk.
#[wasm_bindgen]
pub fn format(kind: u32) -> u32 {
    of_kind(kind, |kind| codec::format(kind, &DESK.0))
}

/// The time in the bytes on the desk; `NaN` where they have none.
#[wasm_bindgen]
pub fn timestamp(kind: u32) -> f64 {
    Kind::of(kind).map_or(f64::NAN, |kind| codec::timestamp(kind, &DESK.0))
}

/// The version of the UUID on the desk; 0 where it has none.
#[wasm_bindgen]
pub fn version() -> u32 {
    codec::version(&DESK.0)
}

/// The variant of the UUID on the desk: 0 NCS, 1 RFC 9562, 2 Microsoft, 3 future.
#[wasm_bindgen]
pub fn variant() -> u32 {
    codec::variant(&DESK.0)
}

/// Writes the smallest or the largest id of a millisecond on the desk.
#[wasm_bindgen]
pub fn bound(kind: u32, ms: f64, largest: bool) -> u32 {
    of_kind(kind, |kind| codec::bound(kind, ms, largest, &DESK.0))
}

/// Turns the ULID on the desk into a v7 UUID, at the cost of six bits.
#[wasm_bindgen]
pub fn to_uuid_v7_lossy() {
    codec::to_uuid_v7_lossy(&DESK.0);
}
