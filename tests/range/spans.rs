//! What makes a span, and numbers that do not.

use mintid::range::{Span, SpanError};

use crate::{every, span};

const MAX: u64 = u64::MAX;

#[test]
fn a_span_gives_its_integers_in_order_and_ends_at_its_last() {
    assert!(span(1, 50).ids().eq(1..=50));
    assert!(span(7, 7).ids().eq([7]));
    assert!(every(2, 1, 9).into_iter().eq([1, 3, 5, 7, 9]));
    assert!(every(65_535, 5, 5 + 2 * 65_535).ids().eq([5, 65_540, 131_075]));
    assert!(span(MAX - 1, MAX).ids().eq([MAX - 1, MAX]));
    assert!(every(3, MAX - 3, MAX).ids().eq([MAX - 3, MAX]));
}

#[test]
fn a_span_is_counted_without_wrapping() {
    let cases = [
        (span(5, 5), 1),
        (span(0, 9), 10),
        (every(2, 1, 99), 50),
        (every(65_535, 0, MAX), 281_479_271_743_490),
        (span(1, MAX), u128::from(MAX)),
        (span(0, MAX), u128::from(MAX) + 1),
    ];
    for (span, count) in cases {
        assert_eq!(span.count_exact(), count, "{span}");
        assert_eq!(u128::from(span.count()), count.min(MAX.into()), "{span}");
        let last = u128::from(span.first()) + (count - 1) * u128::from(span.step());
        assert_eq!(u128::from(span.last()), last, "{span}");
        assert!(span.contains(span.first()) && span.contains(span.last()));
    }
    assert_eq!(span(0, MAX).ids().size_hint(), (usize::MAX, None));
    assert_eq!(span(0, 9).ids().size_hint(), (10, Some(10)));
}

#[test]
fn a_span_holds_what_its_steps_meet() {
    let odd = every(2, 11, 19);
    let held: Vec<_> = (0..30).filter(|id| odd.contains(*id)).collect();
    assert_eq!(held, [11, 13, 15, 17, 19]);
}

#[test]
fn a_split_takes_from_the_front_and_leaves_the_rest() {
    let cases = [
        (span(1, 10), 3, Some((span(1, 3), Some(span(4, 10))))),
        (span(1, 10), 9, Some((span(1, 9), Some(span(10, 10))))),
        (span(1, 10), 10, Some((span(1, 10), None))),
        (span(1, 10), MAX, Some((span(1, 10), None))),
        (span(1, 10), 0, None),
        (every(2, 2, 10), 2, Some((every(2, 2, 4), Some(every(2, 6, 10))))),
        (span(0, MAX), MAX, Some((span(0, MAX - 1), Some(span(MAX, MAX))))),
    ];
    for (span, count, parts) in cases {
        assert_eq!(span.split(count), parts, "{span} at {count}");
    }
}

#[test]
fn a_span_is_written_as_rust_writes_a_range() {
    assert_eq!(span(1, 50).to_string(), "1..=50");
    assert_eq!(every(2, 1, 99).to_string(), "1..=99 by 2");
}

#[test]
fn numbers_that_are_no_span_are_refused_by_name() {
    let backwards = |first, last| Err(SpanError::Backwards { first, last });
    let cases = [
        (Span::new(10, 9), backwards(10, 9)),
        (Span::new(MAX, 0), backwards(MAX, 0)),
        (Span::stepped(10, 9, 0), backwards(10, 9)),
        (Span::stepped(1, 9, 0), Err(SpanError::StepZero)),
        (Span::stepped(1, 1, 0), Err(SpanError::StepZero)),
        (Span::stepped(1, 10, 2), Err(SpanError::OffStep { last_met: 9 })),
        (Span::stepped(1, 2, 65_535), Err(SpanError::OffStep { last_met: 1 })),
        (Span::stepped(0, MAX, 2), Err(SpanError::OffStep { last_met: MAX - 1 })),
        (Span::of_count(1, 0), Err(SpanError::Empty)),
        (Span::of_count(1, MAX), Ok(span(1, MAX))),
        (Span::of_count(2, MAX), Err(SpanError::Overflow)),
        (Span::of_count(MAX, 1), Ok(span(MAX, MAX))),
        (Span::of_count(MAX, 2), Err(SpanError::Overflow)),
    ];
    for (case, (got, wanted)) in cases.into_iter().enumerate() {
        assert_eq!(got, wanted, "case {case}");
    }
}

#[test]
fn a_hilo_value_is_the_block_that_it_ends() {
    let cases = [
        (1, 50, Ok(span(1, 50))),
        (2, 50, Ok(span(51, 100))),
        (1_000_000, 50, Ok(span(49_999_951, 50_000_000))),
        (7, 1, Ok(span(7, 7))),
        (MAX, 1, Ok(span(MAX, MAX))),
        (1, MAX, Ok(span(1, MAX))),
        (0, 50, Err(SpanError::Negative)),
        (1, 0, Err(SpanError::Empty)),
        (2, MAX, Err(SpanError::Overflow)),
        (MAX, MAX, Err(SpanError::Overflow)),
    ];
    for (hi, size, wanted) in cases {
        assert_eq!(Span::from_hilo(hi, size), wanted, "{hi}, {size}");
    }
}

#[test]
fn a_pooled_value_is_the_top_of_its_block_and_the_first_one_stands_alone() {
    let cases = [
        (1, 50, 1, Ok(span(1, 1))),
        (51, 50, 1, Ok(span(2, 51))),
        (101, 50, 1, Ok(span(52, 101))),
        (0, 50, 0, Ok(span(0, 0))),
        (50, 50, 0, Ok(span(1, 50))),
        (10_000, 50, 10_000, Ok(span(10_000, 10_000))),
        (10_050, 50, 10_000, Ok(span(10_001, 10_050))),
        (9, 1, 1, Ok(span(9, 9))),
        (MAX, MAX, 0, Ok(span(1, MAX))),
        (52, 50, 1, Err(SpanError::Increment { off_by: 1 })),
        (2, 50, 1, Err(SpanError::Increment { off_by: 1 })),
        (50, 50, 1, Err(SpanError::Increment { off_by: 49 })),
        (1, 50, 2, Err(SpanError::Backwards { first: 2, last: 1 })),
        (1, 0, 1, Err(SpanError::Empty)),
    ];
    for (top, size, initial, wanted) in cases {
        assert_eq!(Span::from_pooled(top, size, initial), wanted, "{top}, {size}, {initial}");
    }
    // One client that is given every top has every id once.
    let ids: Vec<_> = (0..20).flat_map(|n| Span::from_pooled(1 + 50 * n, 50, 1).unwrap()).collect();
    assert!(ids.into_iter().eq(1..=951));
}

#[test]
fn a_pooled_lo_value_is_the_bottom_of_its_block() {
    let cases = [
        (1, 50, Ok(span(1, 50))),
        (51, 50, Ok(span(51, 100))),
        (0, 1, Ok(span(0, 0))),
        (MAX, 1, Ok(span(MAX, MAX))),
        (MAX, 2, Err(SpanError::Overflow)),
        (1, 0, Err(SpanError::Empty)),
    ];
    for (bottom, size, wanted) in cases {
        assert_eq!(Span::from_pooled_lo(bottom, size), wanted, "{bottom}, {size}");
    }
}
