//! What an example does, noted and shown line by line, so that the host can do the same and compare.
//!
//! All that goes into the generator is noted where it happens, with interrupts off or on: the clock's readings by [`Noted`], random
//! bytes by [`random::draw`], what an interrupt was given by itself. Main shows the notes, and what its own calls came to, on a
//! [`Screen`]. The host feeds the same readings and bytes to a plain generator of the crate on its own processor, and must get the
//! same ids: `tests/conformance/src/replay.rs`, which explains the lines.
#![no_std]
#![forbid(unsafe_code)]

mod clock;
pub mod random;
mod screen;

use core::cell::RefCell;

use critical_section::Mutex;
use mintid::clock::{ClockError, Reading};
use mintid::{Cause, Refusal, Snowflake, Uuid};
use mintid_mcu::shared::Error;

pub use clock::Noted;
pub use screen::{Line, Screen};

/// Something that main shows later.
#[derive(Clone, Copy)]
pub enum Note {
    /// The clock was read.
    Reading(Result<Reading, ClockError>),
    /// Random bytes were drawn.
    Drew([u8; 8]),
    /// The timer's interrupt wanted an id.
    Timer(Outcome),
}

/// An id of an example.
#[derive(Clone, Copy)]
pub enum Id {
    /// A UUID.
    Uuid(Uuid),
    /// A Snowflake.
    Snowflake(Snowflake),
}

impl From<Uuid> for Id {
    fn from(id: Uuid) -> Self {
        Self::Uuid(id)
    }
}

impl From<Snowflake> for Id {
    fn from(id: Snowflake) -> Self {
        Self::Snowflake(id)
    }
}

/// What a call came to.
#[derive(Clone, Copy)]
pub enum Outcome {
    /// An id.
    Id(Id),
    /// To be called again after so many milliseconds.
    Wait(u64),
    /// No id.
    Refused(Refusal),
    /// No random bytes.
    NoRandom,
    /// A call inside of another.
    Busy,
}

impl Outcome {
    /// A call's result, without what the source says of itself.
    pub fn of<X>(result: Result<impl Into<Id>, Error<Cause<X>>>) -> Self {
        match result {
            Ok(id) => Self::Id(id.into()),
            Err(Error::Busy) => Self::Busy,
            Err(Error::Cause(Cause::Wait { for_ms })) => Self::Wait(for_ms),
            Err(Error::Cause(Cause::Refused(refusal))) => Self::Refused(refusal),
            Err(Error::Cause(_)) => Self::NoRandom,
        }
    }
}

impl Note {
    /// The bytes of one draw: the generator always draws eight.
    pub fn drew(bytes: &[u8]) -> Self {
        Self::Drew(bytes.first_chunk().copied().unwrap_or_default())
    }
}

/// How many notes may wait to be shown.
const ROOM: usize = 64;

struct Notes {
    waiting: [Option<Note>; ROOM],
    count: usize,
    lost: u32,
}

static NOTES: Mutex<RefCell<Notes>> = Mutex::new(RefCell::new(Notes { waiting: [None; ROOM], count: 0, lost: 0 }));

/// Notes what happened.
pub fn note(what: Note) {
    critical_section::with(|section| {
        if let Ok(mut notes) = NOTES.borrow(section).try_borrow_mut() {
            let count = notes.count;
            match notes.waiting.get_mut(count) {
                Some(place) => {
                    *place = Some(what);
                    notes.count = count + 1;
                }
                None => notes.lost = notes.lost.saturating_add(1),
            }
        }
    });
}

/// The oldest note, while the others move up.
fn next() -> Option<Note> {
    critical_section::with(|section| {
        let mut notes = NOTES.borrow(section).try_borrow_mut().ok()?;
        let oldest = notes.waiting.first_mut()?.take()?;
        notes.waiting.rotate_left(1);
        notes.count = notes.count.saturating_sub(1);
        Some(oldest)
    })
}

/// Notes that found no room.
pub fn lost() -> u32 {
    critical_section::with(|section| NOTES.borrow(section).try_borrow().map_or(u32::MAX, |notes| notes.lost))
}
