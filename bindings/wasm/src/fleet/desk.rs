//! The desk of leases, beside that of Snowflakes.

use core::cell::{Cell, UnsafeCell};
use core::fmt;

use mintid::lease::{Answer, Record, Request};

use super::slot::Slot;

/// How many nodes an engine lends.
pub const NODES: usize = 1024;

/// How many generators there are at once.
pub const SLOTS: usize = 4;

/// The block. Its layout, but for what stands last, is shared with `pkg/src/cloudflare/core.ts`.
#[repr(C)]
pub struct Desk {
    /// A request, in and out.
    pub request: [Cell<u8>; Request::BYTES],
    /// An answer, in and out.
    pub answer: [Cell<u8>; Answer::BYTES],
    /// The record to store.
    pub record: [Cell<u8>; Record::BYTES],
    /// Who holds a lease, 16 bytes.
    pub holder: [Cell<u8>; 16],
    /// The records that there are, in the order of their nodes.
    pub records: [Cell<u8>; Record::BYTES * NODES],
    /// The generators.
    pub slots: [UnsafeCell<Slot>; SLOTS],
}

impl Desk {
    const fn new() -> Self {
        Self {
            request: [const { Cell::new(0) }; Request::BYTES],
            answer: [const { Cell::new(0) }; Answer::BYTES],
            record: [const { Cell::new(0) }; Record::BYTES],
            holder: [const { Cell::new(0) }; 16],
            records: [const { Cell::new(0) }; Record::BYTES * NODES],
            slots: [const { UnsafeCell::new(Slot::new()) }; SLOTS],
        }
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

crate::border::lend_desk!(Desk);

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    #[test]
    fn the_package_knows_every_place_of_the_desk() {
        let source = include_str!("../../../../pkg/src/cloudflare/core.ts");
        let places = [
            ("NODES", NODES),
            ("SLOTS", SLOTS),
            ("REQUEST", Request::BYTES),
            ("ANSWER", Answer::BYTES),
            ("RECORD", Record::BYTES),
            ("ANSWER_AT", offset_of!(Desk, answer)),
            ("RECORD_AT", offset_of!(Desk, record)),
            ("HOLDER_AT", offset_of!(Desk, holder)),
            ("RECORDS_AT", offset_of!(Desk, records)),
        ];
        for (name, place) in places {
            assert!(source.contains(&std::format!("const {name} = {place};")), "{name} = {place}");
        }
        assert_eq!(offset_of!(Desk, request), 0);
    }
}
