//! The desk of ranges: the one block of memory that JavaScript and Rust both write on.

use core::cell::{Cell, UnsafeCell};
use core::fmt;

use mintid::range::{Span, Stock};

use super::slot::Slot;

/// How many spans an allocator has places for.
pub const PLACES: usize = 8;

/// How many allocators have a slot of their own before they take turns. One that shares a store takes two.
pub const SLOTS: usize = 8;

/// What is said of a span: its first id, its last one, and its step.
pub const SPAN: usize = 3;

/// Room for the spans of an allocator.
pub const NUMBERS: usize = SPAN * PLACES;

/// Room for a stock as bytes. What is longer is no stock of these.
pub const STOCK_ROOM: usize = Stock::<PLACES>::BYTES;

/// The block. Its layout, but for what stands last, is shared with `pkg/src/ranges/core.ts`.
#[repr(C)]
pub struct Desk {
    /// Spans, an id or a ceiling, in and out.
    pub numbers: [Cell<u64>; NUMBERS],
    /// The ticket of a request, in and out.
    pub ticket: Cell<u64>,
    /// What the last call has to say besides.
    pub detail: Cell<f64>,
    /// 1 where the caller should look whether a request is due, or what comes of the one that is under way.
    pub due: Cell<u32>,
    /// 1 where the span that was refused last may be given back.
    pub goes_back: Cell<u32>,
    /// A stock as bytes, in and out.
    pub stock: [Cell<u8>; STOCK_ROOM],
    /// The allocators.
    pub slots: [UnsafeCell<Slot>; SLOTS],
}

impl Desk {
    const fn new() -> Self {
        Self {
            numbers: [const { Cell::new(0) }; NUMBERS],
            ticket: Cell::new(0),
            detail: Cell::new(0.0),
            due: Cell::new(0),
            goes_back: Cell::new(0),
            stock: [const { Cell::new(0) }; STOCK_ROOM],
            slots: [const { UnsafeCell::new(Slot::new()) }; SLOTS],
        }
    }

    /// The first of the numbers: an id, or a ceiling.
    pub fn number(&self) -> &Cell<u64> {
        let [number, ..] = &self.numbers;
        number
    }

    /// Lays spans down, and hands back how many.
    pub fn lay_down(&self, spans: impl IntoIterator<Item = Span>) -> u32 {
        let mut laid = 0;
        for (places, span) in self.numbers.chunks_exact(SPAN).zip(spans) {
            for (place, number) in places.iter().zip([span.first(), span.last(), u64::from(span.step())]) {
                place.set(number);
            }
            laid += 1;
        }
        laid
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("detail", &self.detail).finish_non_exhaustive()
    }
}

crate::border::lend_desk!(Desk);

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    #[test]
    fn the_package_knows_every_place_of_the_desk() {
        let source = include_str!("../../../../pkg/src/ranges/core.ts");
        let places = [
            ("SPAN", SPAN),
            ("NUMBERS", NUMBERS),
            ("SLOTS", SLOTS),
            ("STOCK_ROOM", STOCK_ROOM),
            ("TICKET_AT", offset_of!(Desk, ticket)),
            ("DETAIL_AT", offset_of!(Desk, detail)),
            ("FLAGS_AT", offset_of!(Desk, due)),
            ("STOCK_AT", offset_of!(Desk, stock)),
        ];
        for (name, place) in places {
            assert!(source.contains(&std::format!("const {name} = {place};")), "{name} = {place}");
        }
        assert_eq!(offset_of!(Desk, numbers), 0);
        // JavaScript reads this pair through one view.
        assert_eq!(offset_of!(Desk, goes_back), offset_of!(Desk, due) + size_of::<u32>());
    }
}
