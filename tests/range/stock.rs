//! Order, ceilings, blocks, and what is remembered of earlier spans.

use std::collections::BTreeSet;

use mintid::range::{Ceiling, Span, Stock, SupplyError};
use proptest::prelude::*;

use crate::support::cases::config;
use crate::{every, span};

fn stock<const N: usize>(spans: &[Span]) -> Stock<N> {
    let mut stock = Stock::new(Ceiling::U64);
    spans.iter().for_each(|span| stock.add(*span).unwrap());
    stock
}

#[test]
fn spans_are_used_in_the_order_in_which_they_came() {
    let spans = [span(500, 509), span(1, 2), every(2, 1_001, 1_005)];
    let stock = stock::<3>(&spans);
    assert!(stock.spans().iter().eq(spans));
    assert!(stock.spans().ids().eq((500..510).chain(1..3).chain([1_001, 1_003, 1_005])));
    assert_eq!((stock.count(), stock.spans().count_exact()), (15, 15));
}

#[test]
fn a_block_never_reaches_over_the_end_of_a_span() {
    let mut stock = stock::<2>(&[span(1, 50), span(101, 150)]);
    let blocks = [20, 20, 20, 0, 60, 1].map(|count| stock.claim(count));
    let wanted = [span(1, 20), span(21, 40), span(41, 50)].map(Some);
    assert_eq!(blocks[..3], wanted);
    assert_eq!(blocks[3..], [None, Some(span(101, 150)), None]);
    assert_eq!(stock.count(), 0);
}

#[test]
fn a_coordinator_can_be_a_stock_of_all_ids_there_are() {
    let mut all = stock::<1>(&[span(0, u64::MAX)]);
    assert_eq!((all.count(), all.spans().count_exact()), (u64::MAX, 1 << 64));
    assert_eq!(all.claim(100), Some(span(0, 99)));
    assert_eq!(all.claim(u64::MAX), Some(span(100, u64::MAX)));
    assert_eq!(all.claim(1), None);
}

#[test]
fn a_span_past_the_ceiling_is_refused_as_a_whole() {
    let cases = [
        (Ceiling::JS_NUMBER, 9_007_199_254_740_991),
        (Ceiling::I64, 9_223_372_036_854_775_807),
        (Ceiling::at(2_147_483_647), 2_147_483_647),
        (Ceiling::at(0), 0),
    ];
    for (ceiling, max_id) in cases {
        let mut stock = Stock::<2>::new(ceiling);
        let past = Err(SupplyError::PastCeiling { max_id });
        assert_eq!(stock.add(span(max_id, max_id + 1)), past, "{ceiling}");
        assert_eq!(stock.add(span(0, u64::MAX)), past, "{ceiling}");
        assert_eq!(stock, Stock::new(ceiling));
        assert_eq!(stock.add(span(max_id.saturating_sub(9), max_id)), Ok(()), "{ceiling}");
    }
    assert_eq!(Stock::<1>::new(Ceiling::U64).add(span(0, u64::MAX)), Ok(()));
}

#[test]
fn a_stock_without_a_place_refuses_and_takes_again_when_there_is_one() {
    let mut stock = stock::<2>(&[span(1, 3), span(11, 12)]);
    let full = stock;
    assert_eq!(stock.add(span(21, 29)), Err(SupplyError::Full));
    assert_eq!(stock, full);
    assert_eq!(stock.claim(3), Some(span(1, 3)));
    assert_eq!(stock.add(span(21, 29)), Ok(()));
}

#[test]
fn an_overlap_is_refused_whether_the_ids_are_used_up_or_not() {
    for used in [0, 10, 50] {
        let mut stock = stock::<4>(&[span(101, 150)]);
        stock.claim(used);
        let before = stock;
        let cases = [(50, 101, 101), (150, 200, 150), (101, 150, 101), (120, 120, 120), (1, 1_000, 101)];
        for (first, last, from) in cases {
            assert_eq!(stock.add(span(first, last)), Err(SupplyError::Overlap { from }), "{first} to {last}");
            assert_eq!(stock, before);
        }
        assert_eq!(stock.add(span(151, 160)), Ok(()));
        assert_eq!(stock.add(span(91, 100)), Ok(()));
    }
}

#[test]
fn odd_and_even_tickets_do_not_overlap() {
    let mut stock = stock::<4>(&[every(2, 1, 99)]);
    assert_eq!(stock.add(every(2, 2, 100)), Ok(()));
    assert_eq!(stock.add(every(2, 101, 199)), Ok(()));
    let known = |id: &u64| {
        let mut stock = stock;
        stock.add(span(*id, *id)).is_err()
    };
    let odd_above = (103..=199).step_by(2);
    assert!((0..=201).filter(known).eq((1..=101).chain(odd_above)));
    // Of three servers that should have been two.
    assert!(stock.add(every(3, 3, 198)).is_err());
    assert_eq!(stock.add(every(3, 201, 300)), Ok(()));
}

#[test]
fn single_ids_that_stand_apart_do_not_block_what_is_between_them() {
    let mut stock = stock::<4>(&[span(24, 24), span(4, 4)]);
    assert_eq!(stock.add(every(3, 2, 5)), Ok(()));
    assert_eq!(stock.add(span(6, 23)), Ok(()));
}

#[test]
fn spans_that_continue_each_other_are_remembered_exactly_however_many_they_are() {
    let mut stock = Stock::<1>::new(Ceiling::U64);
    for n in 0..1_000 {
        for step in 0..2 {
            assert_eq!(stock.add(every(2, 1 + step + 20 * n, 19 + step + 20 * n)), Ok(()));
            stock.claim(u64::MAX);
        }
    }
    assert_eq!(stock.add(span(20_001, 20_001)), Ok(()));
    stock.claim(1);
    assert_eq!(stock.add(span(0, 0)), Ok(()));
}

#[test]
fn where_memory_runs_out_the_closest_spans_become_one_with_what_is_between_them() {
    let mut stock = Stock::<1>::new(Ceiling::U64);
    for first in [1_000, 2_000, 3_000, 3_200, 4_000] {
        assert_eq!(stock.add(span(first, first + 99)), Ok(()));
        stock.claim(100);
    }
    // Between those that stood closest.
    assert_eq!(stock.add(span(3_150, 3_150)), Err(SupplyError::Overlap { from: 3_150 }));
    for free in [1_500, 2_500, 3_350, 3_999, 4_100, 0] {
        let mut stock = stock;
        assert_eq!(stock.add(span(free, free)), Ok(()), "{free}");
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn a_stock_never_takes_in_an_id_for_the_second_time(
        spans in prop::collection::vec((0_u64..400, 0_u64..12, 1_u16..5), 1..60),
    ) {
        let mut stock = Stock::<1>::new(Ceiling::at(420));
        let mut granted = BTreeSet::new();
        for (first, more, step) in spans {
            let span = every(step, first, first + more * u64::from(step));
            let again = span.ids().any(|id| granted.contains(&id));
            match stock.add(span) {
                Ok(()) => {
                    prop_assert!(!again, "{} of {:?}", span, granted);
                    granted.extend(span);
                    stock.claim(u64::MAX);
                }
                Err(SupplyError::PastCeiling { .. }) => prop_assert!(span.last() > 420),
                Err(error) => prop_assert!(matches!(error, SupplyError::Overlap { .. }), "{}", error),
            }
        }
    }

    #[test]
    fn up_to_four_spans_of_one_step_are_remembered_exactly(
        spans in prop::collection::vec((0_u64..60, 0_u64..12), 1..=4),
        step in 1_u16..4,
    ) {
        let mut stock = Stock::<4>::new(Ceiling::U64);
        let mut granted = BTreeSet::new();
        for (first, more) in spans {
            let span = every(step, first, first + more * u64::from(step));
            let again = span.ids().find(|id| granted.contains(id));
            prop_assert_eq!(stock.add(span).is_err(), again.is_some(), "{} of {:?}", span, granted);
            if again.is_none() {
                granted.extend(span);
            }
        }
    }
}
