//! Marks: order over a reset or a power cut.

use mintid::Mark;
use mintid::Uuid;
use mintid::mark::{DueMark, Save as Saved};

use crate::border::{Bytes, Place, given};
use crate::status::{Fault, Status, told};
use crate::storage::{self, Generator};

/// A mark to be saved: a time that every id so far lies below.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Unix milliseconds.
    pub unix_ms: u64,
    /// A mintid_save: how it is saved.
    pub save: u32,
}

/// How a mark is saved.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Save {
    /// The greater of it and what is stored: another owner of the same place must not be lowered.
    Raise = 0,
    /// In place of what is stored, whatever that is.
    Replace = 1,
}

impl From<DueMark> for Due {
    fn from(due: DueMark) -> Self {
        let save = match due.save() {
            Saved::Replace => Save::Replace,
            _ => Save::Raise,
        };
        Self { unix_ms: due.mark().unix_ms(), save: save as u32 }
    }
}

impl Due {
    fn read(self) -> Result<DueMark, Fault> {
        let mark = Mark::from_unix_ms(self.unix_ms).ok_or(Status::NoMark)?;
        let save = *[Saved::Raise, Saved::Replace].get(self.save as usize).ok_or(Status::Option)?;
        Ok(DueMark::from_parts(mark, save))
    }
}

/// Starts the run at a mark that an earlier one has saved; before the first id.
///
/// unix_ms: what the store holds. MINTID_STATUS_NO_MARK for UINT64_MAX, which erased flash reads as: then the run is started
/// without one, explicitly. MINTID_STATUS_MARK_INVALID past 2^48, MINTID_STATUS_RUNNING after the first id.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_start_from(generator: *mut Generator, unix_ms: u64) -> Status {
    told(storage::with(generator, |held| {
        (held.calls.start_from)(&mut held.ids, Mark::from_unix_ms(unix_ms).ok_or(Status::NoMark)?)
    }))
}

/// Starts the run without an earlier mark: the very first one, or one whose store is lost. Order over the starts is then not
/// promised. MINTID_STATUS_RUNNING after the first id.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_start_without_mark(generator: *mut Generator) -> Status {
    told(storage::with(generator, |held| (held.calls.start_without_mark)(&mut held.ids)))
}

/// Starts the run above an id minted earlier, the newest one that a program has stored; before the first id.
///
/// MINTID_STATUS_FOREIGN_ID for an id of another kind, MINTID_STATUS_RUNNING after the first id. For Snowflakes see
/// mintid_snowflake_resume_after.
/// cbindgen:ptrs-as-arrays=[[id;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_resume_after(generator: *mut Generator, id: *const u8) -> Status {
    told(
        given(id.cast::<Bytes>()).and_then(|id| {
            storage::with(generator, |held| Ok(held.ids.chosen()?.resume_after(Uuid::from_bytes(id))?))
        }),
    )
}

/// The mark to save now, measured from the latest reading: see mintid_observe.
///
/// MINTID_STATUS_NO_MARK while none is due: the saved one is more than half a window ahead, there are no marks, or there was no
/// reading yet. After MINTID_STATUS_MARK_DUE it is the mark that was asked for.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_mark_due(generator: *mut Generator, due: *mut Due) -> Status {
    told(Place::at(due).and_then(|place| {
        storage::with(generator, |held| {
            place.put((held.calls.mark_due)(&mut held.ids)?.ok_or(Status::NoMark)?.into());
            Ok(())
        })
    }))
}

/// Confirms that a mark has been saved: the very one that mintid_mark_due or mintid_flush gave.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_mark_saved(generator: *mut Generator, due: *const Due) -> Status {
    told(
        given(due)
            .and_then(Due::read)
            .and_then(|due| storage::with(generator, |held| (held.calls.mark_saved)(&mut held.ids, due))),
    )
}

/// The mark for a clean end of the run, just above the newest id, so that the next start loses nothing. MINTID_STATUS_NO_MARK
/// before the first id.
///
/// Save it only where one owner holds the store: it lowers what is there.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_flush(generator: *mut Generator, due: *mut Due) -> Status {
    told(Place::at(due).and_then(|place| {
        storage::with(generator, |held| {
            place.put((held.calls.flush)(&mut held.ids)?.ok_or(Status::NoMark)?.into());
            Ok(())
        })
    }))
}
