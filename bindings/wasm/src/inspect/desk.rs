//! The desk of `inspect`: the one block of memory that JavaScript and Rust both write on.

use core::cell::{Cell, UnsafeCell};
use core::fmt;

use mintid::inspect::Readings;
use mintid::snowflake::Layout;

use crate::border;

/// Room for text: a UUID has 45 bytes at most, and what is longer is seen to be.
pub const TEXT_ROOM: usize = 48;

/// The most fields of an id: time, sequence, and four pieces of the node.
pub const FIELDS: usize = 6;

/// What is said of a field, besides what it holds: what it is, where it starts, and its bits.
pub const FIELD: usize = 3;

/// The block. Its layout, but for what stands last, is shared with `pkg/src/inspect/core.ts`.
#[repr(C)]
pub struct Desk {
    /// A number, in and out.
    pub number: Cell<u64>,
    /// What each field holds.
    pub values: [Cell<u64>; FIELDS],
    /// When an id was made, in Unix milliseconds; `NaN` where it says nothing.
    pub unix_ms: Cell<f64>,
    /// How the text is spelt, or what it comes nearest to.
    pub spelling: Cell<u32>,
    /// 1 where the bits speak for the reading.
    pub is_convincing: Cell<u32>,
    /// The unit of a point in time.
    pub unit: Cell<u32>,
    /// Where the text goes wrong.
    pub position: Cell<u32>,
    /// So much of each field.
    pub fields: [Cell<u32>; FIELD * FIELDS],
    /// The bytes of 128 bits, the highest first.
    pub bytes: [Cell<u8>; 16],
    /// Text in, and out.
    pub text: [Cell<u8>; TEXT_ROOM],
    /// The layout of the Snowflake that was told last, and its name.
    pub layout: Cell<Option<(&'static str, &'static Layout)>>,
    /// The readings that are left to tell.
    readings: UnsafeCell<Option<Readings>>,
}

impl Desk {
    const fn new() -> Self {
        Self {
            number: Cell::new(0),
            values: [const { Cell::new(0) }; FIELDS],
            unix_ms: Cell::new(f64::NAN),
            spelling: Cell::new(0),
            is_convincing: Cell::new(0),
            unit: Cell::new(0),
            position: Cell::new(0),
            fields: [const { Cell::new(0) }; FIELD * FIELDS],
            bytes: [const { Cell::new(0) }; 16],
            text: [const { Cell::new(0) }; TEXT_ROOM],
            layout: Cell::new(None),
            readings: UnsafeCell::new(None),
        }
    }

    /// The readings, where they lie: copies of them would be a good part of the module.
    pub fn readings<T>(&self, act: impl FnOnce(&mut Option<Readings>) -> T) -> T {
        // SAFETY: one thread at a time comes here, and `act` is one of this module's, none of which comes here again.
        act(unsafe { &mut *self.readings.get() })
    }

    /// Writes text down, and hands back its length.
    pub fn write(&self, text: &[u8]) -> u32 {
        border::lay_down(&self.text, text);
        text.len() as u32
    }

    /// The text in.
    pub fn text_in<T>(&self, length: u32, read: impl FnOnce(&[u8]) -> T) -> T {
        border::part_in(&self.text, length, read)
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("spelling", &self.spelling).finish_non_exhaustive()
    }
}

border::lend_desk!(Desk);

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    #[test]
    fn the_package_knows_every_place_of_the_desk() {
        let source = include_str!("../../../../pkg/src/inspect/core.ts");
        let places = [
            ("FIELD", FIELD),
            ("FIELDS", FIELDS),
            ("TEXT_ROOM", TEXT_ROOM),
            ("UNIX_MS_AT", offset_of!(Desk, unix_ms)),
            ("SAID_AT", offset_of!(Desk, spelling)),
            ("FIELDS_AT", offset_of!(Desk, fields)),
            ("BYTES_AT", offset_of!(Desk, bytes)),
            ("TEXT_AT", offset_of!(Desk, text)),
        ];
        for (name, place) in places {
            assert!(source.contains(&std::format!("const {name} = {place};")), "{name} = {place}");
        }
        // JavaScript reads each of these groups through one view.
        assert_eq!((offset_of!(Desk, number), offset_of!(Desk, values)), (0, size_of::<u64>()));
        let said = [offset_of!(Desk, is_convincing), offset_of!(Desk, unit), offset_of!(Desk, position)];
        assert_eq!(said, [4, 8, 12].map(|behind| offset_of!(Desk, spelling) + behind));
    }
}
