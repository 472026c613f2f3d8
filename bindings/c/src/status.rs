//! What a call came to, as a number and a detail.

use core::ffi::c_char;

use mintid::mark::StartError;
use mintid::snowflake::TimeError;
use mintid::{Cause, FieldError, ParseError, ParseErrorKind, Refusal};

use crate::border::Place;

/// What a call came to. Where it is not MINTID_STATUS_OK, the call has changed nothing but the meter and what the random
/// callback has given away. "Detail" is what it puts where its last argument points to.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Ok = 0,
    /// No id yet: call again in so many milliseconds. Detail: milliseconds.
    Wait = 1,
    /// The clock is not set: set it, or choose to run on from a mark.
    Unset = 2,
    /// The clock callback failed, or answered what is no mintid_clock.
    ClockFailed = 3,
    /// The time is before 1970, or before the layout's epoch. Detail: how far, in milliseconds.
    BeforeEpoch = 4,
    /// The clock is further behind than the policy bears. Detail: how far, in milliseconds.
    Behind = 5,
    /// The millisecond is full, or a Snowflake's tick.
    Full = 6,
    /// The next free millisecond is further ahead of the clock than the policy bears. Detail: how far, in milliseconds.
    Lead = 7,
    /// There is no such time: 48 bits end in the year 10889, a layout's before that. Detail: for a time that was asked for, how
    /// far it is past the last one, in milliseconds.
    Horizon = 8,
    /// A mark has to be saved first: see mintid_mark_due. Detail: its time in Unix milliseconds.
    MarkDue = 9,
    /// The mark that the run started from is further ahead of the clock than the policy bears. Detail: how far, in
    /// milliseconds.
    MarkAhead = 10,
    /// Marks are used, and the run has been started neither from one nor explicitly without.
    NotStarted = 11,
    /// The random callback failed. Detail: what it answered, as (int32_t) of it.
    Entropy = 12,
    /// There is no such mark: none is due, or it is all ones, as erased flash reads.
    NoMark = 13,
    /// The mark is past the end of the time: the store holds something else.
    MarkInvalid = 14,
    /// Ids have been minted already: a start comes before the first one.
    Running = 15,
    /// The id, or the call, is of another kind than the generator mints.
    ForeignId = 16,
    /// Text of the wrong length. Detail: where it ends too early, or the first character too many, from 0.
    Length = 17,
    /// A character that is not allowed there. Detail: where, from 0.
    Character = 18,
    /// Text for more than a ULID's 128 bits, whose first character is above 7, or a Snowflake's 64. Detail: where, from 0.
    Overflow = 19,
    /// A pointer is null or not aligned, a callback is null, or so many ids cannot be in memory.
    Pointer = 20,
    /// A number in the options, or in a mark, stands for nothing.
    Option = 21,
    /// The storage holds no generator: it was not initialised, or it was copied or moved since.
    NoGenerator = 22,
    /// The generator is in use by a call that this one interrupts or is made from.
    Busy = 23,
    /// The parts of a layout make no id. Detail: a mintid_layout_fault.
    #[cfg_attr(not(feature = "snowflake"), expect(dead_code, reason = "the header has it either way"))]
    Layout = 24,
    /// A number does not fit its field: a node, a sequence, or an id that is wider than the layout. Detail: the field's bits.
    Field = 25,
}

/// How many statuses are refusals, from MINTID_STATUS_UNSET on.
pub const REFUSALS: usize = 10;

/// The refusals, in the order of the core's meter.
const IN_ORDER: [Status; REFUSALS] = [
    Status::Unset,
    Status::ClockFailed,
    Status::BeforeEpoch,
    Status::Behind,
    Status::Full,
    Status::Lead,
    Status::Horizon,
    Status::MarkDue,
    Status::MarkAhead,
    Status::NotStarted,
];

/// Why a call was not done, and the detail of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    pub status: Status,
    pub detail: u64,
}

impl From<Status> for Fault {
    fn from(status: Status) -> Self {
        Self { status, detail: 0 }
    }
}

impl From<Cause<i32>> for Fault {
    fn from(cause: Cause<i32>) -> Self {
        match cause {
            Cause::Wait { for_ms } => Self { status: Status::Wait, detail: for_ms },
            Cause::Refused(refusal) => refusal.into(),
            Cause::Entropy(code) => code_of_source(code),
            // Any cause there may be later.
            _ => Status::ClockFailed.into(),
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let detail = match refusal {
            Refusal::MarkDue(due) => due.mark().unix_ms(),
            _ => refusal.distance_ms().unwrap_or(0),
        };
        // Of any refusal there may be later, only that the clock is behind it.
        Self { status: IN_ORDER.get(refusal.index()).copied().unwrap_or(Status::ClockFailed), detail }
    }
}

impl From<FieldError> for Fault {
    fn from(error: FieldError) -> Self {
        Self { status: Status::Field, detail: error.bits().into() }
    }
}

impl From<TimeError> for Fault {
    fn from(error: TimeError) -> Self {
        match error {
            TimeError::BeforeEpoch { by_ms } => Self { status: Status::BeforeEpoch, detail: by_ms },
            TimeError::PastHorizon { by_ms } => Self { status: Status::Horizon, detail: by_ms },
            // Any there may be later.
            _ => Status::Horizon.into(),
        }
    }
}

impl From<StartError> for Fault {
    fn from(error: StartError) -> Self {
        match error {
            StartError::MarkInvalid => Status::MarkInvalid,
            StartError::ForeignId => Status::ForeignId,
            // Every other one says that it is too late or in vain to start.
            _ => Status::Running,
        }
        .into()
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        let status = match error.kind() {
            ParseErrorKind::Length => Status::Length,
            ParseErrorKind::Overflow => Status::Overflow,
            _ => Status::Character,
        };
        Self { status, detail: error.at() as u64 }
    }
}

/// The fault of a source that failed with this code.
pub fn code_of_source(code: i32) -> Fault {
    Fault { status: Status::Entropy, detail: i64::from(code) as u64 }
}

/// The status of a call without a detail.
pub fn told(outcome: Result<(), Fault>) -> Status {
    match outcome {
        Ok(()) => Status::Ok,
        Err(fault) => fault.status,
    }
}

/// Does something, and puts its detail where C wants it, 0 where there is none. A pointer that cannot be used is found before
/// anything is done.
pub fn told_in_detail(detail: *mut u64, act: impl FnOnce() -> Result<(), Fault>) -> Status {
    let place = match Place::maybe(detail) {
        Ok(place) => place,
        Err(fault) => return fault.status,
    };
    let Fault { status, detail } = act().err().unwrap_or(Status::Ok.into());
    if let Some(place) = place {
        place.put(detail);
    }
    status
}

/// A sentence for a status, for people: ASCII, and never null. It says what to do where something can be done.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_status_text(status: i32) -> *const c_char {
    let sentences = || SENTENCES.as_bytes().split_inclusive(|byte| *byte == 0);
    let sentence = usize::try_from(status).ok().and_then(|at| sentences().nth(at)).or_else(|| sentences().next_back());
    sentence.unwrap_or(b"\0").as_ptr().cast()
}

/// The sentences, each at its status's number, and one for every other number. In one piece, since a linker keeps strings that end
/// in a zero even where nobody asks for them.
const SENTENCES: &str = concat!(
    "done\0",
    "no id yet: call again in the milliseconds that the detail says\0",
    "the clock is not set: set it, or choose to run on from a mark\0",
    "the clock could not be read: check the device behind it\0",
    "the time is before 1970, or before the layout's epoch: set the clock\0",
    "the clock is too far behind: correct it, or allow a larger distance\0",
    "the millisecond or tick is full: call again in the next one, or allow borrowing\0",
    "the next free millisecond is too far ahead: call again later, or allow a larger lead\0",
    "the time is past the end of the time field: check the clock\0",
    "a mark has to be saved first: save it, confirm it, and call again\0",
    "the saved mark is too far ahead of the clock: correct the clock, or allow a restart\0",
    "the run has not started: load the mark, or start without one explicitly\0",
    "the random source failed: the detail is what it answered\0",
    "there is no such mark\0",
    "the mark is past the end of the time field: check what the store holds\0",
    "ids have been minted already: start before the first one\0",
    "the id is of another kind than this generator mints\0",
    "text of the wrong length: pass the id alone, without blanks\0",
    "a character that is not allowed there: the detail is its place\0",
    "text for more bits than the id has: the first character of a ULID is 0 to 7\0",
    "a pointer is null or not aligned\0",
    "a number that stands for nothing\0",
    "no generator is here: initialise it, and never copy or move it\0",
    "the generator is in use by the call this one was made from, or interrupts\0",
    "the parts of the layout make no id: the detail is what is wrong\0",
    "a number does not fit its field: the detail is the field's bits\0",
    "not a status of mintid\0",
);

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;
    use std::collections::BTreeSet;

    #[test]
    fn every_status_has_a_sentence_of_its_own_and_no_other_number_has_one() {
        // SAFETY: the text of every number ends in a zero, and stays.
        let text = |status| unsafe { CStr::from_ptr(mintid_status_text(status)) }.to_str().unwrap();
        let last = Status::Field as i32;
        let texts: BTreeSet<_> = (0..=last).map(text).collect();
        assert_eq!(texts.len(), last as usize + 1);
        assert!(texts.iter().all(|text| text.is_ascii()));
        for status in [last + 1, -1, i32::MIN, i32::MAX] {
            assert_eq!(text(status), "not a status of mintid");
        }
    }

    #[test]
    fn a_refusal_is_counted_in_the_meter_at_its_distance_from_the_first() {
        for (index, status) in IN_ORDER.into_iter().enumerate() {
            assert_eq!(status as usize - Status::Unset as usize, index, "{status:?}");
        }
    }

    #[test]
    fn every_cause_has_a_status_and_its_detail() {
        let cases: [(Cause<i32>, Status, u64); 9] = [
            (Cause::Wait { for_ms: 7 }, Status::Wait, 7),
            (Cause::Entropy(-5), Status::Entropy, -5i64 as u64),
            (Refusal::Unset.into(), Status::Unset, 0),
            (Refusal::ClockFailed.into(), Status::ClockFailed, 0),
            (Refusal::BeforeEpoch { by_ms: 3 }.into(), Status::BeforeEpoch, 3),
            (Refusal::Behind { by_ms: 4 }.into(), Status::Behind, 4),
            (Refusal::Lead { by_ms: 5 }.into(), Status::Lead, 5),
            (Refusal::MarkAhead { by_ms: 6 }.into(), Status::MarkAhead, 6),
            (Refusal::NotStarted.into(), Status::NotStarted, 0),
        ];
        for (cause, status, detail) in cases {
            assert_eq!(Fault::from(cause), Fault { status, detail });
        }
        assert_eq!(Fault::from(StartError::MarkInvalid).status, Status::MarkInvalid);
        assert_eq!(Fault::from(StartError::ForeignId).status, Status::ForeignId);
        assert_eq!(Fault::from(StartError::Running).status, Status::Running);
    }
}
