//! What is wrong with a layout, a field or a time, as a status.

use mintid::FieldError;
use mintid::snowflake::{LayoutError, NodeField, TimeError};

use super::desk::Desk;
use crate::status::{Says, Status};

/// The status of parts that are no layout.
pub fn of_layout(error: LayoutError, mut desk: &Desk) -> Status {
    match error {
        LayoutError::Sum { bits, .. } => desk.say(Status::LayoutBits, f64::from(bits)),
        LayoutError::NoTime => Status::NoTime,
        LayoutError::NoSequence => Status::NoSequence,
        LayoutError::Order => Status::Order,
        LayoutError::NodeFields => Status::NodeFields,
        LayoutError::TooWide => Status::TooWide,
        LayoutError::Tick { tick_ms } => desk.say(Status::Tick, f64::from(tick_ms)),
        LayoutError::EpochInSeconds { epoch } => desk.say(Status::EpochInSeconds, epoch as f64),
        // Any error there may be later.
        _ => Status::EpochRange,
    }
}

/// The status of a value that does not fit its field. Where that is a piece of the node, its place is the first number.
pub fn of_field(error: FieldError, mut desk: &Desk) -> Status {
    let piece = desk.layout().node_fields().iter().position(|piece| NodeField::name(piece) == error.name());
    let status = match (error.name(), piece) {
        (_, Some(at)) => {
            desk.lay_down([at as u64]);
            Status::PieceRange
        }
        ("time", _) => Status::TickRange,
        ("node", _) => Status::NodeRange,
        ("sequence", _) => Status::SequenceRange,
        _ => Status::IdRange,
    };
    desk.say(status, f64::from(error.bits()))
}

/// The status of a time that the layout does not hold.
pub fn of_time(error: TimeError, mut desk: &Desk) -> Status {
    match error {
        TimeError::BeforeEpoch { by_ms } => desk.say(Status::TimeBefore, by_ms as f64),
        TimeError::PastHorizon { by_ms } => desk.say(Status::TimePast, by_ms as f64),
        _ => Status::TimeRange,
    }
}
