//! The desk: the one block of memory that JavaScript and Rust both write on.
//!
//! Strings and objects never cross the border. JavaScript lays text, bytes and randomness down here, calls a function with
//! numbers, and picks the answer up. The block has a fixed place and size, so its views stay valid for ever.

use core::cell::Cell;
use core::mem::offset_of;

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;
use mintid::{Ulid, Uuid};

use crate::time::whole_ms;

/// Room for the longest spelling, `urn:uuid:` and 36 more, with some to spare so that what is too long is seen to be.
pub const TEXT_ROOM: usize = 64;

/// Random bytes for a generator with a source of its own come first: as many as the largest draw.
pub const OWN_ROOM: usize = 16;

/// Then those that all others share. JavaScript refills it whole; larger makes the call rarer, and memory is one page.
pub const POOL_ROOM: usize = 8192;

/// The block. Its layout is shared with `pkg/src/core.ts`.
#[derive(Debug)]
#[repr(C)]
pub struct Desk {
    /// Text in, and text out.
    pub text: [Cell<u8>; TEXT_ROOM],
    /// The bytes of an id in, and out.
    pub id: Cell<[u8; 16]>,
    /// What a status leaves to say: a distance, a place, a mark.
    pub detail: Cell<f64>,
    /// The present, in Unix milliseconds.
    now: Cell<f64>,
    /// Where in `random` the next byte is.
    random_at: Cell<u32>,
    /// Where the bytes laid down end.
    random_end: Cell<u32>,
    random: [Cell<u8>; OWN_ROOM + POOL_ROOM],
}

// JavaScript reads both cursor words through one view.
const _: () = assert!(offset_of!(Desk, random_end) == offset_of!(Desk, random_at) + size_of::<u32>());

impl Desk {
    /// An empty desk.
    pub const fn new() -> Self {
        Self {
            text: [const { Cell::new(0) }; TEXT_ROOM],
            id: Cell::new([0; 16]),
            detail: Cell::new(0.0),
            now: Cell::new(f64::NAN),
            random_at: Cell::new(0),
            random_end: Cell::new(0),
            random: [const { Cell::new(0) }; OWN_ROOM + POOL_ROOM],
        }
    }

    /// Says what time it is for the next call.
    pub fn set_now(&self, now_ms: f64) {
        self.now.set(now_ms);
    }

    /// Writes a UUID's bytes and text. Not inlined: it is wanted in many places, and the module is downloaded.
    #[inline(never)]
    pub fn write_uuid(&self, id: Uuid) {
        let mut text = [0; Uuid::TEXT_LEN];
        id.encode(&mut text);
        self.write(id.to_bytes(), &text);
    }

    /// Writes a ULID's bytes and text.
    #[inline(never)]
    pub fn write_ulid(&self, id: Ulid) {
        let mut text = [0; Ulid::TEXT_LEN];
        id.encode(&mut text);
        self.write(id.to_bytes(), &text);
    }

    #[inline]
    fn write(&self, id: [u8; 16], text: &[u8]) {
        self.id.set(id);
        for (place, byte) in self.text.iter().zip(text) {
            place.set(*byte);
        }
    }

    /// Lays random bytes down, as JavaScript does.
    #[cfg(test)]
    pub fn supply(&self, bytes: &[u8]) {
        self.random_at.set(0);
        self.random_end.set(bytes.len() as u32);
        for (place, byte) in self.random.iter().zip(bytes) {
            place.set(*byte);
        }
    }

    /// How many random bytes were taken since they were laid down.
    #[cfg(test)]
    pub fn taken(&self) -> u32 {
        self.random_at.get()
    }
}

/// Clock and source of the generators: what lies on the desk.
#[derive(Debug, Clone, Copy)]
pub struct OnDesk<'a>(pub &'a Desk);

impl Clock for OnDesk<'_> {
    /// The time that was handed in with the call.
    fn read(&mut self) -> Result<Reading, ClockError> {
        whole_ms(self.0.now.get()).map(Reading::from_ms).map_err(|_| ClockError::Failed)
    }
}

/// Fewer bytes are on the desk than were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dry {
    /// How many were asked for.
    pub asked: u32,
}

impl Entropy for OnDesk<'_> {
    type Error = Dry;

    /// The next bytes laid down, which are wiped as they are taken.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Dry> {
        let dry = Dry { asked: bytes.len() as u32 };
        let (at, end) = (self.0.random_at.get() as usize, self.0.random_end.get() as usize);
        let next = at.saturating_add(bytes.len());
        if next > end {
            return Err(dry);
        }
        let given = self.0.random.get(at..next).ok_or(dry)?;
        for (byte, place) in bytes.iter_mut().zip(given) {
            *byte = place.replace(0);
        }
        self.0.random_at.set(next as u32);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_are_given_once_and_wiped() {
        let desk = Desk::new();
        desk.supply(&[1, 2, 3]);
        let mut source = OnDesk(&desk);
        assert_eq!(source.draw::<2>(), Ok([1, 2]));
        assert_eq!(desk.random[0].get(), 0);
        assert_eq!(source.draw::<2>(), Err(Dry { asked: 2 }));
        assert_eq!(source.draw::<1>(), Ok([3]));
        assert_eq!(source.draw::<1>(), Err(Dry { asked: 1 }));
        assert_eq!(desk.taken(), 3);
    }

    #[test]
    fn the_package_knows_every_place_of_the_desk() {
        let source = include_str!("../../../pkg/src/core.ts");
        let places = [
            ("TEXT_ROOM", TEXT_ROOM),
            ("ID_AT", offset_of!(Desk, id)),
            ("DETAIL_AT", offset_of!(Desk, detail)),
            ("CURSOR_AT", offset_of!(Desk, random_at)),
            ("RANDOM_AT", offset_of!(Desk, random)),
            ("OWN_ROOM", OWN_ROOM),
        ];
        for (name, place) in places {
            assert!(source.contains(&std::format!("const {name} = {place};")), "{name} = {place}");
        }
        assert!(source.contains(&std::format!("const POOL_END = OWN_ROOM + {POOL_ROOM};")));
    }

    #[test]
    fn an_end_past_the_room_gives_nothing() {
        let desk = Desk::new();
        desk.random_at.set((OWN_ROOM + POOL_ROOM) as u32);
        desk.random_end.set(u32::MAX);
        assert_eq!(OnDesk(&desk).draw::<1>(), Err(Dry { asked: 1 }));
    }
}
