//! The span on the desk, as a coordinator has said it.

use mintid::range::{Span, SpanError};

use super::desk::Desk;
use super::status::{Status, of_span};

/// The span of the first three numbers: its first id, its last one or how many there are, and its step.
///
/// # Errors
///
/// The status of numbers that are no span.
pub fn said(is_count: bool, desk: &Desk) -> Result<Span, Status> {
    let [first, second, step, ..] = &desk.numbers;
    let (first, second) = (first.get(), second.get());
    let step = u16::try_from(step.get()).map_err(|_| Status::SpanStep)?;
    let last = if is_count { last_of(first, second, step) } else { Ok(second) };
    last.and_then(|last| Span::stepped(first, last, step)).map_err(of_span)
}

/// The last of so many.
fn last_of(first: u64, count: u64, step: u16) -> Result<u64, SpanError> {
    let more = count.checked_sub(1).ok_or(SpanError::Empty)?;
    let reach = more.checked_mul(step.into()).ok_or(SpanError::Overflow)?;
    first.checked_add(reach).ok_or(SpanError::Overflow)
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::*;

    #[test]
    fn a_span_is_said_by_its_last_id_or_its_count_and_anything_else_is_told() {
        const MAX: u64 = u64::MAX;
        let cases = [
            ([1, 100, 1], false, Ok((1, 100))),
            ([1, 100, 1], true, Ok((1, 100))),
            ([1, 50, 2], true, Ok((1, 99))),
            ([1, 99, 2], false, Ok((1, 99))),
            ([0, MAX, 1], false, Ok((0, MAX))),
            ([MAX, 1, 1], true, Ok((MAX, MAX))),
            ([2, 1, 1], false, Err(Status::SpanBackwards)),
            ([1, 0, 1], true, Err(Status::SpanEmpty)),
            ([1, 100, 2], false, Err(Status::SpanOffStep)),
            ([1, 100, 0], false, Err(Status::SpanStep)),
            ([1, 100, 0], true, Err(Status::SpanStep)),
            ([1, 100, 65_536], true, Err(Status::SpanStep)),
            ([MAX, 2, 1], true, Err(Status::SpanOverflow)),
            ([0, MAX, 2], true, Err(Status::SpanOverflow)),
        ];
        for (numbers, is_count, expected) in cases {
            desk().numbers.iter().zip(numbers).for_each(|(place, number)| place.set(number));
            let said = said(is_count, desk()).map(|span| (span.first(), span.last()));
            assert_eq!(said, expected, "{numbers:?} {is_count}");
        }
    }
}
