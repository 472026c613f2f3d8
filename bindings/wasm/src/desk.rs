//! The desk: the one block of memory that JavaScript and Rust both write on.
//!
//! Strings and objects never cross the border. JavaScript lays text, bytes, the time and randomness down here, calls a
//! function with numbers, and picks the answer up. The block has a fixed place and size, so its views stay valid for ever.

use core::cell::{Cell, UnsafeCell};

use crate::sheet::Sheet;
use crate::slot::Slot;

/// Random bytes for a generator with a source of its own come first: as many as the largest draw.
pub const OWN_ROOM: usize = 16;

/// Then those that all others share. JavaScript refills it whole; larger makes the call rarer, and memory is one page.
pub const POOL_ROOM: usize = 8192;

/// How many slots there are: one for the package's v7 generator, one for its ULID generator, one that the others share.
pub const SLOTS: usize = 3;

/// The block. Its layout, but for what stands last, is shared with `pkg/src/core.ts`.
#[derive(Debug)]
#[repr(C)]
pub struct Desk {
    /// What is read and written.
    pub sheet: UnsafeCell<Sheet>,
    /// Milliseconds since the start, laid down where the clock is not set; else `NaN`.
    pub since_boot: Cell<f64>,
    /// Where in `random` the next byte is.
    pub random_at: Cell<u32>,
    /// Where the bytes laid down end.
    pub random_end: Cell<u32>,
    /// How many ids the last call has made that could make several.
    pub made: Cell<u32>,
    /// How many random bytes were asked for last.
    pub asked: Cell<u32>,
    /// Random bytes.
    pub random: [Cell<u8>; OWN_ROOM + POOL_ROOM],
    /// The present, in Unix milliseconds, as it came with the call.
    pub now: Cell<f64>,
    /// The generators.
    pub slots: [UnsafeCell<Slot>; SLOTS],
}

impl Desk {
    const fn new() -> Self {
        Self {
            sheet: UnsafeCell::new(Sheet::new()),
            since_boot: Cell::new(f64::NAN),
            random_at: Cell::new(0),
            random_end: Cell::new(0),
            made: Cell::new(0),
            asked: Cell::new(0),
            random: [const { Cell::new(0) }; OWN_ROOM + POOL_ROOM],
            now: Cell::new(f64::NAN),
            slots: [const { UnsafeCell::new(Slot::new()) }; SLOTS],
        }
    }
}

crate::border::lend_desk!(Desk);

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;
    use crate::sheet::{BATCH, TEXT_AREA, TEXT_ROOM};

    #[test]
    fn the_package_knows_every_place_of_the_desk() {
        let source = include_str!("../../../pkg/src/core.ts");
        let places = [
            ("TEXT_AREA", TEXT_AREA),
            ("TEXT_ROOM", TEXT_ROOM),
            ("BATCH", BATCH),
            ("IDS_AT", offset_of!(Desk, sheet) + offset_of!(Sheet, ids)),
            ("DETAIL_AT", offset_of!(Desk, sheet) + offset_of!(Sheet, detail)),
            ("SINCE_BOOT_AT", offset_of!(Desk, since_boot)),
            ("CURSOR_AT", offset_of!(Desk, random_at)),
            ("MADE_AT", offset_of!(Desk, made)),
            ("RANDOM_AT", offset_of!(Desk, random)),
            ("OWN_ROOM", OWN_ROOM),
        ];
        for (name, place) in places {
            assert!(source.contains(&std::format!("const {name} = {place};")), "{name} = {place}");
        }
        assert!(source.contains(&std::format!("const POOL_END = OWN_ROOM + {POOL_ROOM};")));
        assert_eq!(offset_of!(Sheet, text), 0);
        // JavaScript reads both cursor words through one view.
        assert_eq!(offset_of!(Desk, random_end), offset_of!(Desk, random_at) + size_of::<u32>());
    }
}
