//! The desk of Snowflakes: the one block of memory that JavaScript and Rust both write on.

use core::cell::{Cell, UnsafeCell};
use core::fmt;

use mintid::snowflake::{Batch, Layout};

use super::slot::Slot;
use crate::border;
use crate::status::{Says, Status};

/// How many ids lie there at once.
pub const ROOM: usize = 64;

/// How many numbers lie there at once.
pub const NUMBERS: usize = 24;

/// Room for text: a decimal number has 20 digits at most, and what is longer is seen to be.
pub const TEXT_ROOM: usize = 32;

/// Room for the random bytes of one draw.
pub const RANDOM_ROOM: usize = 16;

/// How many generators have a slot of their own before they take turns.
pub const SLOTS: usize = 8;

/// The block. Its layout, but for what stands last, is shared with `pkg/src/snowflake/core.ts`.
#[repr(C)]
pub struct Desk {
    /// The id in, and ids out.
    pub ids: [Cell<u64>; ROOM],
    /// Numbers in, where they are many, and out.
    pub numbers: [Cell<f64>; NUMBERS],
    /// What the last status has to say besides.
    pub detail: Cell<f64>,
    /// Milliseconds since the start, laid down where the clock is not set; else `NaN`.
    pub since_boot: Cell<f64>,
    /// Where in `random` the next byte is.
    pub random_at: Cell<u32>,
    /// Where the bytes laid down end.
    pub random_end: Cell<u32>,
    /// Random bytes.
    pub random: [Cell<u8>; RANDOM_ROOM],
    /// Text in, and out.
    pub text: [Cell<u8>; TEXT_ROOM],
    /// How many random bytes were asked for last.
    pub asked: Cell<u32>,
    /// The present, in Unix milliseconds, as it came with the call.
    pub now: Cell<f64>,
    /// The layout that ids are read by, and the next generator is made with.
    layout: UnsafeCell<Layout>,
    /// What is left of the batch that is being handed out.
    pub batch: Cell<Option<Batch>>,
    /// The generators.
    pub slots: [UnsafeCell<Slot>; SLOTS],
}

impl Desk {
    const fn new() -> Self {
        Self {
            ids: [const { Cell::new(0) }; ROOM],
            numbers: [const { Cell::new(0.0) }; NUMBERS],
            detail: Cell::new(0.0),
            since_boot: Cell::new(f64::NAN),
            random_at: Cell::new(0),
            random_end: Cell::new(0),
            random: [const { Cell::new(0) }; RANDOM_ROOM],
            text: [const { Cell::new(0) }; TEXT_ROOM],
            asked: Cell::new(0),
            now: Cell::new(f64::NAN),
            layout: UnsafeCell::new(Layout::TWITTER),
            batch: Cell::new(None),
            slots: [const { UnsafeCell::new(Slot::new()) }; SLOTS],
        }
    }

    /// The id in, or the first one out.
    pub fn id(&self) -> &Cell<u64> {
        let [id, ..] = &self.ids;
        id
    }

    /// The layout, where it lies: copies of it would be a good part of the module.
    pub fn layout(&self) -> &Layout {
        // SAFETY: it is replaced only by the function below, which has none of these alive.
        unsafe { &*self.layout.get() }
    }

    /// Reads by another layout from now on.
    pub fn read_by(&self, layout: Layout) {
        // SAFETY: one thread at a time comes here, and no caller holds on to the layout before.
        unsafe { *self.layout.get() = layout }
    }

    /// Lays numbers down, from the front.
    pub fn lay_down(&self, numbers: impl IntoIterator<Item = u64>) {
        self.lay_down_behind(0, numbers);
    }

    /// Lays numbers down behind so many others.
    pub fn lay_down_behind(&self, others: usize, numbers: impl IntoIterator<Item = u64>) {
        for (place, number) in self.numbers.iter().skip(others).zip(numbers) {
            place.set(number as f64);
        }
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
        f.debug_struct("Desk").field("layout", self.layout()).finish_non_exhaustive()
    }
}

impl Says for &Desk {
    fn say(&mut self, status: Status, detail: f64) -> Status {
        self.detail.set(detail);
        status
    }

    fn asked(&self) -> u32 {
        self.asked.get()
    }
}

border::lend_desk!(Desk);

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    #[test]
    fn the_package_knows_every_place_of_the_desk() {
        let source = include_str!("../../../../pkg/src/snowflake/core.ts");
        let places = [
            ("ROOM", ROOM),
            ("NUMBERS", NUMBERS),
            ("TEXT_ROOM", TEXT_ROOM),
            ("RANDOM_ROOM", RANDOM_ROOM),
            ("SLOTS", SLOTS),
            ("NUMBERS_AT", offset_of!(Desk, numbers)),
            ("DETAIL_AT", offset_of!(Desk, detail)),
            ("CURSOR_AT", offset_of!(Desk, random_at)),
            ("RANDOM_AT", offset_of!(Desk, random)),
            ("TEXT_AT", offset_of!(Desk, text)),
        ];
        for (name, place) in places {
            assert!(source.contains(&std::format!("const {name} = {place};")), "{name} = {place}");
        }
        assert_eq!(offset_of!(Desk, ids), 0);
        // JavaScript reads each of these pairs through one view.
        assert_eq!(offset_of!(Desk, since_boot), offset_of!(Desk, detail) + size_of::<f64>());
        assert_eq!(offset_of!(Desk, random_end), offset_of!(Desk, random_at) + size_of::<u32>());
    }
}
