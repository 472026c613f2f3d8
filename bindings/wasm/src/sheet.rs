//! The sheet: the part of the desk that ids are read from and written to.

use mintid::cause::Stopped;
use mintid::{Cause, Ulid, Uuid};

use crate::codec::Kind;
use crate::desk::desk;
use crate::status::{Dry, Outcome, Says, Status, of_cause};

/// How many ids fit at once.
pub const BATCH: usize = 16;

/// Room for the texts of a batch, one after another.
pub const TEXT_AREA: usize = BATCH * Uuid::TEXT_LEN;

/// Room for text to be read: the longest spelling, `urn:uuid:` and 36 more, with some to spare so that what is too long is
/// seen to be.
pub const TEXT_ROOM: usize = 64;

/// Text, ids, and what a status leaves to say.
#[derive(Debug)]
#[repr(C)]
pub struct Sheet {
    /// Text in, and texts out.
    pub text: [u8; TEXT_AREA],
    /// The bytes of an id in, and of ids out.
    pub ids: [Uuid; BATCH],
    /// What the last status has to say besides: a distance, a place, a mark.
    pub detail: f64,
}

impl Sheet {
    /// An empty one.
    pub const fn new() -> Self {
        Self { text: [0; TEXT_AREA], ids: [Uuid::NIL; BATCH], detail: 0.0 }
    }

    /// The id in, or the first one out.
    pub fn id(&self) -> Uuid {
        let [id, ..] = self.ids;
        id
    }

    /// The text in. What does not fit is longer than any spelling, and so is the part that does.
    pub fn text_in(&self, length: u32) -> &[u8] {
        let room = self.text.first_chunk::<TEXT_ROOM>();
        let text = room.and_then(|room| room.get(..length as usize).or(Some(room)));
        text.unwrap_or_default()
    }

    /// Writes down one id.
    pub fn write(&mut self, kind: Kind, id: Uuid) {
        let [first, ..] = &mut self.ids;
        *first = id;
        self.spell(kind, 1);
    }

    /// Writes down an id, or why there is none.
    pub fn write_minted(&mut self, kind: Kind, minted: Result<Uuid, Cause<Dry>>) -> Outcome {
        match minted {
            Ok(id) => {
                self.write(kind, id);
                Ok(())
            }
            Err(cause) => Err(of_cause(cause, self)),
        }
    }

    /// Writes down as many ids as are asked for, if `mint` makes them all; tells how many there are in any case.
    pub fn write_batch(
        &mut self,
        kind: Kind,
        count: u32,
        mint: impl FnOnce(&mut [Uuid]) -> Result<(), Stopped<Dry>>,
    ) -> (u32, Outcome) {
        let Some(room @ [_, ..]) = self.ids.get_mut(..count as usize) else {
            return (0, Err(Status::Argument));
        };
        let (made, outcome) = match mint(room) {
            Ok(()) => (count, Ok(())),
            Err(Stopped { written, cause }) => (written as u32, Err(of_cause(cause, self))),
        };
        self.spell(kind, made as usize);
        (made, outcome)
    }

    /// Writes the texts of the first ids, one after another.
    #[inline(never)]
    fn spell(&mut self, kind: Kind, count: usize) {
        let mut room = self.text.as_mut_slice();
        for id in self.ids.iter().take(count) {
            room = match kind {
                Kind::Ulid => spell_into(room, |text| Ulid::from(*id).encode(text)),
                _ => spell_into(room, |text| id.encode(text)),
            };
        }
    }
}

impl Says for Sheet {
    fn say(&mut self, status: Status, detail: f64) -> Status {
        self.detail = detail;
        status
    }

    fn asked(&self) -> u32 {
        desk().asked.get()
    }
}

/// Fills the front of the room, and hands back what is behind.
fn spell_into<const N: usize>(room: &mut [u8], encode: impl FnOnce(&mut [u8; N])) -> &mut [u8] {
    match room.split_first_chunk_mut() {
        Some((text, rest)) => {
            encode(text);
            rest
        }
        None => &mut [],
    }
}
