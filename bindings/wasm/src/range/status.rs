//! What a call came to, as the one number that crosses the border.

use mintid::range::{Empty, SpanError, StockError, SupplyError};

use super::desk::Desk;

/// Why a call did not do what it was asked to; 0, which is none of these, is success. The numbers are shared with
/// `pkg/src/ranges/errors.ts`, and `detail` on the desk says how much, from when on, or which id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// A number that stands for nothing here: a slot, a count.
    Argument = 1,
    /// No id until the request under way is answered, or has failed at `detail` ms.
    Asked = 2,
    /// No id until the coordinator is asked, from `detail` ms on.
    Due = 3,
    /// Every place holds a span, and together they have `detail` ids.
    TooFew = 4,
    /// What was left has been given back.
    Closed = 5,
    /// A span of nothing.
    SpanEmpty = 6,
    /// A span whose last id is below its first.
    SpanBackwards = 7,
    /// A step of 0, or of more than 65,535.
    SpanStep = 8,
    /// Steps from the first id do not meet the last.
    SpanOffStep = 9,
    /// A span past the end of 64 bits.
    SpanOverflow = 10,
    /// Every place holds a span.
    Full = 11,
    /// A span that ends above `detail`.
    PastCeiling = 12,
    /// A span that overlaps one granted before, from `detail` on.
    Overlap = 13,
    /// An answer to a request that was answered already.
    Late = 14,
    /// An answer to a request that was never made.
    Foreign = 15,
    /// Bytes that are no stock.
    StockForeign = 16,
    /// A stock of version `detail`.
    StockVersion = 17,
    /// A stock that is damaged.
    StockDamaged = 18,
    /// A stock of more spans than there are places.
    StockTooMany = 19,
}

impl From<Status> for u32 {
    fn from(status: Status) -> Self {
        status as Self
    }
}

/// Done, or what else.
pub type Outcome = Result<(), Status>;

/// The status of an allocator without an id.
pub fn of_empty(error: Empty, desk: &Desk) -> Status {
    let (status, detail) = match error {
        Empty::Asked { until_ms, .. } => (Status::Asked, until_ms),
        Empty::Due { from_ms } => (Status::Due, from_ms),
        Empty::TooFew { left } => (Status::TooFew, left),
        // Any reason there may be later.
        _ => (Status::Closed, 0),
    };
    desk.detail.set(detail as f64);
    status
}

/// The status of numbers that are no span.
pub const fn of_span(error: SpanError) -> Status {
    match error {
        SpanError::Empty => Status::SpanEmpty,
        SpanError::Backwards { .. } => Status::SpanBackwards,
        SpanError::StepZero => Status::SpanStep,
        SpanError::OffStep { .. } => Status::SpanOffStep,
        // Any error there may be later.
        _ => Status::SpanOverflow,
    }
}

/// The status of a span that was not taken in.
pub fn of_supply(error: SupplyError, desk: &Desk) -> Status {
    let (status, detail) = match error {
        SupplyError::PastCeiling { max_id } => (Status::PastCeiling, max_id),
        SupplyError::Overlap { from } => (Status::Overlap, from),
        SupplyError::Late => (Status::Late, 0),
        SupplyError::Foreign => (Status::Foreign, 0),
        SupplyError::Closed => (Status::Closed, 0),
        // Any error there may be later.
        _ => (Status::Full, 0),
    };
    desk.detail.set(detail as f64);
    status
}

/// The status of bytes that are no stock. Those of flash that was erased are none either: a store gives nothing where it has none.
pub fn of_stock(error: StockError, desk: &Desk) -> Status {
    match error {
        StockError::Version { found } => {
            desk.detail.set(f64::from(found));
            Status::StockVersion
        }
        StockError::Damaged => Status::StockDamaged,
        StockError::TooMany => Status::StockTooMany,
        _ => Status::StockForeign,
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn the_package_knows_every_status_by_the_same_number() {
        let codes = [
            (Status::Argument, "INVALID_OPTION"),
            (Status::Asked, "EMPTY"),
            (Status::Due, "EMPTY"),
            (Status::TooFew, "EMPTY"),
            (Status::Closed, "CLOSED"),
            (Status::SpanEmpty, "SPAN_INVALID"),
            (Status::SpanBackwards, "SPAN_INVALID"),
            (Status::SpanStep, "SPAN_INVALID"),
            (Status::SpanOffStep, "SPAN_INVALID"),
            (Status::SpanOverflow, "SPAN_INVALID"),
            (Status::Full, "SPAN_REFUSED"),
            (Status::PastCeiling, "SPAN_CEILING"),
            (Status::Overlap, "SPAN_OVERLAP"),
            (Status::Late, "SPAN_REFUSED"),
            (Status::Foreign, "SPAN_REFUSED"),
            (Status::StockForeign, "STOCK_INVALID"),
            (Status::StockVersion, "STOCK_INVALID"),
            (Status::StockDamaged, "STOCK_INVALID"),
            (Status::StockTooMany, "STOCK_INVALID"),
        ];
        let source = include_str!("../../../../pkg/src/ranges/errors.ts");
        let table = source.split_once("const STATUS").unwrap().1.split_once("];").unwrap().0;
        let package = table.lines().filter_map(|line| line.trim().strip_prefix("['")?.split('\'').next());
        let package: Vec<_> = package.map(String::from).collect();
        for (status, code) in codes {
            assert_eq!(package.get(status as usize - 1).map(String::as_str), Some(code), "{status:?}");
        }
        assert_eq!(package.len(), codes.len());
        for (name, status) in [("ASKED", Status::Asked), ("CLOSED", Status::Closed)] {
            assert!(source.contains(&std::format!("export const {name} = {};", status as u32)), "{name}");
        }
    }
}
