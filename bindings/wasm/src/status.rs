//! What a call came to, as the one number that crosses the border.

use mintid::mark::StartError;
use mintid::{Cause, ParseError, ParseErrorKind, Refusal};

/// Fewer bytes are on the desk than were asked for; how many that is stands there too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dry;

/// Where a status leaves what it has to say besides.
pub trait Says {
    /// Hands over a status, and notes its detail down.
    fn say(&mut self, status: Status, detail: f64) -> Status;

    /// How many random bytes were asked for last.
    fn asked(&self) -> u32;
}

/// Why a call did not do what it was asked to; 0, which is none of these, is success. The numbers are shared with
/// `pkg/src/errors.ts`, those of Snowflakes with `pkg/src/snowflake/errors.ts`, and `detail` on the desk says how far or where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// Call again in `detail` milliseconds.
    Wait = 1,
    /// The clock has no reading, or one that is not a whole number of milliseconds.
    ClockFailed = 2,
    /// The reading is `detail` ms before 1970.
    BeforeEpoch = 3,
    /// The clock is `detail` ms behind.
    Behind = 4,
    /// The tick is full.
    Full = 5,
    /// The next free tick is `detail` ms ahead of the clock.
    Lead = 6,
    /// The time field has no such time.
    Horizon = 7,
    /// The mark in `detail` has to be saved first.
    MarkDue = 8,
    /// The saved mark is `detail` ms ahead of the clock.
    MarkAhead = 9,
    /// Neither started at a mark nor explicitly without one.
    NotStarted = 10,
    /// Fewer random bytes are on the desk than the `detail` that are needed.
    Entropy = 11,
    /// A time that is not a whole number of milliseconds.
    InvalidTime = 12,
    /// A time before 1970, or of more than 48 bits.
    TimeRange = 13,
    /// Text of the wrong length; `detail` is where it should have ended or gone on.
    Length = 14,
    /// A character that is not allowed at `detail`.
    Character = 15,
    /// Text for more than 128 bits.
    Overflow = 16,
    /// A UUID of another version or variant than was asked for; `detail` is the version it has, 0 for none.
    WrongVersion = 17,
    /// The mark is past the end of the time field.
    MarkInvalid = 18,
    /// A start after the first id.
    Running = 19,
    /// A number that stands for nothing here: a slot, a kind, a counter width.
    Argument = 20,
    /// The clock is not set, and nothing stands in for it.
    Unset = 21,
    /// The parts of a layout have `detail` bits, and its width is another.
    LayoutBits = 22,
    /// A layout without a time.
    NoTime = 23,
    /// A layout without a sequence.
    NoSequence = 24,
    /// A layout whose parts stand in an order that there is not.
    Order = 25,
    /// A layout whose node has more pieces than there may be.
    NodeFields = 26,
    /// A layout with a part that is too wide.
    TooWide = 27,
    /// A layout whose tick is `detail` ms.
    Tick = 28,
    /// A layout whose epoch is a count of seconds.
    EpochInSeconds = 29,
    /// A layout whose epoch is no time, or one of more than 48 bits.
    EpochRange = 30,
    /// A node that does not fit its `detail` bits.
    NodeRange = 31,
    /// A piece of a node that does not fit its `detail` bits; which one stands among the numbers.
    PieceRange = 32,
    /// A sequence that does not fit its `detail` bits.
    SequenceRange = 33,
    /// A tick that does not fit its `detail` bits.
    TickRange = 34,
    /// An id of more than the `detail` bits of its layout.
    IdRange = 35,
    /// A time `detail` ms before the epoch.
    TimeBefore = 36,
    /// A time `detail` ms past the last one of the layout.
    TimePast = 37,
    /// More ids at once than the `detail` that a tick has room for.
    TooMany = 38,
}

impl From<Status> for u32 {
    fn from(status: Status) -> Self {
        status as Self
    }
}

/// Done, or what else; the detail of that is on the sheet.
pub type Outcome = Result<(), Status>;

/// The status of a cause, and its distance, time or place.
#[inline(never)]
pub fn of_cause(cause: Cause<Dry>, sheet: &mut impl Says) -> Status {
    match cause {
        Cause::Wait { for_ms } => sheet.say(Status::Wait, for_ms as f64),
        Cause::Refused(refusal) => of_refusal(refusal, sheet),
        Cause::Entropy(Dry) => {
            let asked = sheet.asked();
            sheet.say(Status::Entropy, f64::from(asked))
        }
        // Any cause there may be later.
        _ => Status::ClockFailed,
    }
}

fn of_refusal(refusal: Refusal, sheet: &mut impl Says) -> Status {
    let detail = match refusal {
        Refusal::MarkDue(due) => due.mark().unix_ms(),
        _ => refusal.distance_ms().unwrap_or(0),
    };
    // Of any cause there may be later, only that the clock is behind it.
    let status = REFUSALS.get(refusal.index()).copied().unwrap_or(Status::ClockFailed);
    sheet.say(status, detail as f64)
}

/// The statuses of the refusals, in the order of the meter.
const REFUSALS: [Status; 10] = [
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

/// The status of text that is not an id, and the place of its first fault.
pub fn of_parse(error: ParseError, sheet: &mut impl Says) -> Status {
    let status = match error.kind() {
        ParseErrorKind::Length => Status::Length,
        ParseErrorKind::Overflow => Status::Overflow,
        _ => Status::Character,
    };
    sheet.say(status, error.at() as u32 as f64)
}

/// The status of a run that could not be started.
pub fn of_start(error: StartError) -> Status {
    match error {
        StartError::MarkInvalid => Status::MarkInvalid,
        StartError::Running => Status::Running,
        _ => Status::WrongVersion,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn the_package_knows_every_status_by_the_same_number() {
        let codes = [
            (Status::Wait, "WAIT"),
            (Status::ClockFailed, "CLOCK_FAILED"),
            (Status::BeforeEpoch, "BEFORE_EPOCH"),
            (Status::Behind, "BEHIND"),
            (Status::Full, "FULL"),
            (Status::Lead, "LEAD"),
            (Status::Horizon, "HORIZON"),
            (Status::MarkDue, "MARK_DUE"),
            (Status::MarkAhead, "MARK_AHEAD"),
            (Status::NotStarted, "INVALID_OPTION"),
            (Status::Entropy, "RNG_FAILED"),
            (Status::InvalidTime, "INVALID_TIME"),
            (Status::TimeRange, "TIME_RANGE"),
            (Status::Length, "INVALID_LENGTH"),
            (Status::Character, "INVALID_CHARACTER"),
            (Status::Overflow, "OVERFLOW"),
            (Status::WrongVersion, "WRONG_VERSION"),
            (Status::MarkInvalid, "MARK_INVALID"),
            (Status::Running, "INVALID_OPTION"),
            (Status::Argument, "INVALID_OPTION"),
            (Status::Unset, "UNSET"),
        ];
        let source = include_str!("../../../pkg/src/errors.ts");
        let table = source.split_once("const STATUS").unwrap().1.split_once("];").unwrap().0;
        let package = table.lines().filter_map(|line| line.trim().strip_prefix("['")?.split('\'').next());
        let package: Vec<_> = package.map(String::from).collect();
        for (status, code) in codes {
            assert_eq!(package.get(status as usize - 1).map(String::as_str), Some(code), "{status:?}");
        }
        assert_eq!(package.len(), codes.len());
        let by_name = [
            ("MARK_DUE", Status::MarkDue),
            ("ENTROPY", Status::Entropy),
            ("WRONG_LENGTH", Status::Length),
            ("WRONG_VERSION", Status::WrongVersion),
            ("RUNNING", Status::Running),
        ];
        for (name, status) in by_name {
            assert!(source.contains(&std::format!("export const {name} = {};", status as u32)), "{name}");
        }
    }

    #[test]
    fn the_entry_for_snowflakes_knows_those_of_its_own_and_the_shared_ones() {
        let codes = [
            (Status::Wait, "WAIT"),
            (Status::ClockFailed, "CLOCK_FAILED"),
            (Status::BeforeEpoch, "BEFORE_EPOCH"),
            (Status::Behind, "BEHIND"),
            (Status::Full, "FULL"),
            (Status::Lead, "LEAD"),
            (Status::Horizon, "HORIZON"),
            (Status::MarkDue, "MARK_DUE"),
            (Status::MarkAhead, "MARK_AHEAD"),
            (Status::Entropy, "RNG_FAILED"),
            (Status::InvalidTime, "INVALID_TIME"),
            (Status::TimeRange, "TIME_RANGE"),
            (Status::Length, "INVALID_LENGTH"),
            (Status::Character, "INVALID_CHARACTER"),
            (Status::Overflow, "OVERFLOW"),
            (Status::MarkInvalid, "MARK_INVALID"),
            (Status::Unset, "UNSET"),
            (Status::LayoutBits, "LAYOUT_BITS"),
            (Status::NoTime, "INVALID_LAYOUT"),
            (Status::NoSequence, "INVALID_LAYOUT"),
            (Status::Order, "INVALID_LAYOUT"),
            (Status::NodeFields, "INVALID_LAYOUT"),
            (Status::TooWide, "INVALID_LAYOUT"),
            (Status::Tick, "INVALID_LAYOUT"),
            (Status::EpochInSeconds, "EPOCH_IN_SECONDS"),
            (Status::EpochRange, "INVALID_LAYOUT"),
            (Status::NodeRange, "NODE_RANGE"),
            (Status::PieceRange, "NODE_RANGE"),
            (Status::SequenceRange, "SEQUENCE_RANGE"),
            (Status::TickRange, "TIME_RANGE"),
            (Status::IdRange, "OVERFLOW"),
            (Status::TimeBefore, "TIME_RANGE"),
            (Status::TimePast, "TIME_RANGE"),
            (Status::TooMany, "TOO_MANY"),
        ];
        let source = include_str!("../../../pkg/src/snowflake/errors.ts");
        let table = source.split_once("const STATUS").unwrap().1.split_once("];").unwrap().0;
        let package = table.lines().filter_map(|line| line.trim().strip_prefix("['")?.split('\'').next());
        let package: Vec<_> = package.map(String::from).collect();
        for (status, code) in codes {
            assert_eq!(package.get(status as usize - 1).map(String::as_str), Some(code), "{status:?}");
        }
        assert_eq!(package.len(), Status::TooMany as usize);
        let by_name = [
            ("WAIT", Status::Wait),
            ("MARK_DUE", Status::MarkDue),
            ("ENTROPY", Status::Entropy),
            ("PIECE_RANGE", Status::PieceRange),
        ];
        for (name, status) in by_name {
            assert!(source.contains(&std::format!("export const {name} = {};", status as u32)), "{name}");
        }
    }
}
