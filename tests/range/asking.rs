//! When the coordinator is asked, and what becomes of its answers.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use mintid::Backoff;
use mintid::range::{Ceiling, Empty, Options, Ranges, Refused, Request, Span, SupplyError, Ticket};

use crate::span;

/// 50 at a time, at 10 left; a second of patience; 100 ms after a failure, doubled up to 400.
const OPTIONS: Options = Options::new().want(50).low_water(10).patience_ms(1_000).backoff(Backoff::new(100, 400));

fn asked<const N: usize>(ids: &mut Ranges<N>, now_ms: u64) -> Ticket {
    ids.request_due(now_ms).expect("a request is due").ticket
}

/// An allocator whose first request was answered by this span.
fn holding<const N: usize>(span: Span) -> Ranges<N> {
    let mut ids = Ranges::new(OPTIONS);
    let ticket = asked(&mut ids, 0);
    ids.supply(ticket, span).unwrap();
    ids
}

fn refused(span: Span, why: SupplyError) -> Result<(), Refused> {
    Err(Refused { span, why })
}

#[test]
fn an_allocator_can_be_a_static_and_asks_for_nothing_by_itself() {
    static IDS: Mutex<Ranges<2>> = Mutex::new(Ranges::new(OPTIONS));
    let mut ids = IDS.lock().unwrap();
    assert_eq!(ids.take(), Err(Empty::Due { from_ms: 0 }));
    assert_eq!(ids.next_due_ms(), Some(0));
    assert_eq!((ids.meter().empties, ids.meter().requests), (1, 0));
}

#[test]
fn the_next_span_is_asked_for_while_ids_are_left_and_only_once() {
    let mut ids = holding::<2>(span(1, 50));
    let mut asked_at = Vec::new();
    for now_ms in 0..50 {
        if let Some(Request { want, .. }) = ids.request_due(now_ms) {
            asked_at.push((ids.count(), want));
        }
        assert_eq!(ids.take(), Ok(now_ms + 1));
    }
    assert_eq!(asked_at, [(10, 50)]);
    assert_eq!(ids.meter().requests, 2);
}

#[test]
fn nothing_is_due_while_enough_is_left_or_there_is_no_place() {
    let mut ids = holding::<2>(span(1, 50));
    assert_eq!((ids.request_due(u64::MAX), ids.next_due_ms()), (None, None));
    // Two spans that are small fill both places.
    let mut ids = holding::<2>(span(1, 2));
    let ticket = asked(&mut ids, 0);
    ids.supply(ticket, span(11, 12)).unwrap();
    assert_eq!((ids.request_due(0), ids.next_due_ms()), (None, None));
    ids.take_many(2).unwrap();
    assert!(ids.request_due(0).is_some());
}

#[test]
fn with_one_place_the_coordinator_is_asked_when_nothing_is_left() {
    let mut ids = holding::<1>(span(1, 50));
    for _ in 0..50 {
        assert_eq!(ids.request_due(0), None);
        ids.take().unwrap();
    }
    assert!(ids.request_due(0).is_some());
}

#[test]
fn many_ids_come_all_or_none_and_from_as_many_spans_as_it_takes() {
    let mut ids = holding::<2>(span(1, 5));
    let ticket = asked(&mut ids, 0);
    ids.supply(ticket, span(101, 150)).unwrap();
    assert_eq!(ids.take_many(56), Err(Empty::TooFew { left: 55 }));
    assert_eq!(ids.take_many(0).map(|spans| spans.is_empty()), Ok(true));
    let taken = ids.take_many(7).unwrap();
    assert!(taken.ids().eq([1, 2, 3, 4, 5, 101, 102]));
    assert!(taken.iter().eq([span(1, 5), span(101, 102)]));
    assert_eq!(ids.take(), Ok(103));
    assert_eq!((ids.meter().taken, ids.meter().empties), (8, 1));
}

#[test]
fn for_more_ids_than_low_water_they_are_asked_for_by_number() {
    let mut ids = holding::<2>(span(1, 30));
    assert_eq!(ids.take_many(100), Err(Empty::Due { from_ms: 0 }));
    assert_eq!(ids.request_due(0), None);
    assert_eq!(ids.request_for(0, 30), None);
    let request = ids.request_for(0, 100).unwrap();
    assert_eq!(request.want, 70);
    assert_eq!(ids.request_for(0, 1_000), None); // one at a time
    ids.supply(request.ticket, span(101, 170)).unwrap();
    assert_eq!(ids.take_many(100).unwrap().count(), 100);
}

#[test]
fn an_answer_may_hold_fewer_or_more_ids_than_were_wanted() {
    let mut ids = Ranges::<2>::new(OPTIONS.want(0));
    let request = ids.request_due(0).unwrap();
    assert_eq!(request.want, 1);
    ids.supply(request.ticket, span(7, 7)).unwrap();
    let request = ids.request_for(0, u64::MAX).unwrap();
    assert_eq!(request.want, u64::MAX - 1);
    ids.supply(request.ticket, span(1_000, 999_999)).unwrap();
    assert_eq!(ids.count(), 999_001);
}

#[test]
fn after_a_failure_the_coordinator_is_left_alone_for_longer_and_longer() {
    let mut ids = Ranges::<2>::new(OPTIONS);
    let mut now_ms = 5_000;
    for wait_ms in [100, 200, 400, 400] {
        let ticket = asked(&mut ids, now_ms);
        ids.failed(ticket, now_ms, 0);
        assert_eq!(ids.take(), Err(Empty::Due { from_ms: now_ms + wait_ms }));
        assert_eq!(ids.next_due_ms(), Some(now_ms + wait_ms));
        assert_eq!(ids.request_due(now_ms + wait_ms - 1), None);
        now_ms += wait_ms;
    }
    let ticket = asked(&mut ids, now_ms);
    ids.supply(ticket, span(1, 1)).unwrap();
    // An answer ends the row.
    let ticket = asked(&mut ids, now_ms);
    ids.failed(ticket, now_ms, u16::MAX);
    assert_eq!(ids.next_due_ms(), Some(now_ms + 51));
    assert_eq!((ids.meter().failures, ids.meter().unanswered), (5, 0));
}

#[test]
fn a_request_that_is_never_answered_counts_as_failed_after_the_patience() {
    let mut ids = Ranges::<2>::new(OPTIONS);
    let hangs = asked(&mut ids, 70);
    assert_eq!(ids.take(), Err(Empty::Asked { ticket: hangs, until_ms: 1_070 }));
    assert_eq!((ids.request_due(1_069), ids.next_due_ms()), (None, Some(1_070)));
    assert_eq!((ids.request_due(1_070), ids.next_due_ms()), (None, Some(1_170)));
    assert!(asked(&mut ids, 1_170) > hangs);
    assert_eq!((ids.meter().failures, ids.meter().unanswered), (1, 1));
}

#[test]
fn the_ends_of_time_are_no_trouble() {
    let mut ids = Ranges::<2>::new(OPTIONS);
    let ticket = asked(&mut ids, u64::MAX);
    assert_eq!(ids.next_due_ms(), Some(u64::MAX));
    ids.failed(ticket, u64::MAX, 0);
    assert!(ids.request_due(u64::MAX).is_some());
    // A clock that is not monotonic makes it wait, and nothing worse.
    assert_eq!(ids.request_due(0), None);
}

#[test]
fn a_late_answer_is_taken_where_it_is_still_in_order() {
    let mut ids = Ranges::<3>::new(OPTIONS);
    let first = asked(&mut ids, 0);
    assert_eq!(ids.request_due(1_000), None);
    let second = asked(&mut ids, 1_100);
    assert_eq!(ids.supply(first, span(1, 50)), Ok(()));
    // The newer request is still under way.
    assert_eq!((ids.request_due(1_200), ids.next_due_ms()), (None, Some(2_100)));
    assert_eq!(ids.supply(second, span(51, 100)), Ok(()));
    assert!(ids.take_many(100).unwrap().ids().eq(1..=100));
}

#[test]
fn an_answer_out_of_order_is_refused_and_is_the_coordinators_again_once() {
    let mut ids = Ranges::<3>::new(OPTIONS);
    let first = asked(&mut ids, 0);
    ids.failed(first, 10, 0);
    let second = asked(&mut ids, 110);
    ids.supply(second, span(51, 60)).unwrap();
    let late = ids.supply(first, span(1, 50)).unwrap_err();
    assert_eq!((late.why, late.to_give_back()), (SupplyError::Late, Some(span(1, 50))));
    // The same message again, when somebody else may have the span.
    let again = ids.supply(first, span(1, 50)).unwrap_err();
    assert_eq!((again.why, again.to_give_back()), (SupplyError::Overlap { from: 1 }, None));
    assert!(ids.take_many(10).unwrap().ids().eq(51..=60));
    assert_eq!((ids.meter().late, ids.meter().refused), (2, 0));
}

#[test]
fn the_same_answer_twice_is_taken_once_and_not_given_back() {
    let mut ids = holding::<3>(span(1, 50));
    ids.take_many(45).unwrap();
    let ticket = asked(&mut ids, 0);
    ids.supply(ticket, span(51, 100)).unwrap();
    for (number, used) in [(1, span(1, 50)), (2, span(51, 100))] {
        let twice = ids.supply(Ticket::from_u64(number), used).unwrap_err();
        assert_eq!((twice.why, twice.to_give_back()), (SupplyError::Overlap { from: used.first() }, None));
    }
    assert_eq!(ids.count(), 55);
}

#[test]
fn an_answer_to_somebody_else_is_refused_and_may_have_been_used_there() {
    let mut ids = Ranges::<2>::new(OPTIONS.run(7));
    let own = asked(&mut ids, 0).to_u64();
    assert_eq!(own, (7 << 32) + 1);
    for number in [0, 1, own - 1, own + 1, (6 << 32) + 1, (8 << 32) + 1, u64::MAX] {
        let foreign = ids.supply(Ticket::from_u64(number), span(1, 50));
        assert_eq!(foreign, refused(span(1, 50), SupplyError::Foreign), "{number}");
        assert_eq!(foreign.unwrap_err().to_give_back(), None);
    }
    assert_eq!((ids.count(), ids.meter().late), (0, 7));
    // It has changed nothing: the same span is a good answer to the right ticket.
    assert_eq!(ids.supply(Ticket::from_u64(own), span(1, 50)), Ok(()));
}

#[test]
fn a_failure_that_is_not_of_the_newest_request_changes_nothing() {
    let mut ids = Ranges::<2>::new(OPTIONS);
    let first = asked(&mut ids, 0);
    ids.failed(first, 0, 0);
    ids.failed(first, 50, 0);
    assert_eq!(ids.next_due_ms(), Some(100));
    let second = asked(&mut ids, 100);
    for ticket in [first, Ticket::from_u64(0), Ticket::from_u64(u64::MAX)] {
        ids.failed(ticket, 150, 0);
        assert_eq!(ids.take(), Err(Empty::Asked { ticket: second, until_ms: 1_100 }));
    }
    assert_eq!((ids.meter().failures, ids.meter().late), (1, 4));
}

#[test]
fn a_bad_answer_leaves_the_request_under_way_for_the_caller_to_end() {
    let mut ids = Ranges::<3>::new(OPTIONS.ceiling(Ceiling::JS_NUMBER));
    let ticket = asked(&mut ids, 0);
    ids.supply(ticket, span(1, 5)).unwrap();
    let ticket = asked(&mut ids, 0);
    let cases = [
        (span(5, 9), SupplyError::Overlap { from: 5 }),
        (span(1 << 53, 1 << 53), SupplyError::PastCeiling { max_id: (1 << 53) - 1 }),
        (span(0, u64::MAX), SupplyError::PastCeiling { max_id: (1 << 53) - 1 }),
    ];
    for (bad, why) in cases {
        let answer = ids.supply(ticket, bad);
        assert_eq!(answer, refused(bad, why));
        assert_eq!(answer.unwrap_err().to_give_back(), None);
        assert_eq!((ids.count(), ids.next_due_ms()), (5, Some(1_000)));
    }
    ids.failed(ticket, 20, 0);
    let ticket = asked(&mut ids, 120);
    assert_eq!(ids.supply(ticket, span(6, 9)), Ok(()));
    assert_eq!((ids.meter().refused, ids.meter().late, ids.meter().failures), (3, 0, 1));
}

#[test]
fn an_answer_without_a_place_goes_back() {
    let mut ids = Ranges::<1>::new(OPTIONS);
    let first = asked(&mut ids, 0);
    ids.failed(first, 0, 0);
    let second = asked(&mut ids, 100);
    ids.supply(first, span(1, 50)).unwrap();
    let full = ids.supply(second, span(51, 100)).unwrap_err();
    assert_eq!((full.why, full.to_give_back()), (SupplyError::Full, Some(span(51, 100))));
    // Once: not later either.
    ids.take_many(50).unwrap();
    assert_eq!(ids.supply(second, span(51, 100)), refused(span(51, 100), SupplyError::Overlap { from: 51 }));
}

#[test]
fn at_the_end_what_is_left_goes_back_and_nothing_goes_on() {
    let mut ids = holding::<3>(span(1, 8));
    let answered = asked(&mut ids, 0);
    ids.supply(answered, span(51, 51)).unwrap();
    let under_way = asked(&mut ids, 0);
    ids.take_many(3).unwrap();
    assert!(ids.drain().iter().eq([span(4, 8), span(51, 51)]));
    assert!(ids.drain().is_empty());
    assert_eq!(ids.take(), Err(Empty::Closed));
    assert_eq!(ids.take_many(1), Err(Empty::Closed));
    assert_eq!(ids.claim(1), Err(Empty::Closed));
    assert_eq!((ids.request_due(u64::MAX), ids.next_due_ms()), (None, None));
    ids.failed(under_way, 0, 0);
    let closed = ids.supply(under_way, span(101, 150)).unwrap_err();
    assert_eq!((closed.why, closed.to_give_back()), (SupplyError::Closed, Some(span(101, 150))));
    // What was given back is nobody's to give back again.
    assert_eq!(ids.supply(answered, span(51, 51)).unwrap_err().to_give_back(), None);
    let meter = ids.meter();
    assert_eq!((meter.granted, meter.taken, meter.given_back), (9, 3, 6));
}

#[test]
fn the_meter_stops_at_its_end() {
    let mut ids = holding::<2>(span(0, i64::MAX as u64));
    ids.claim(u64::MAX).unwrap();
    let mut all = Ranges::<2>::new(OPTIONS.ceiling(Ceiling::U64));
    let ticket = asked(&mut all, 0);
    all.supply(ticket, span(0, u64::MAX)).unwrap();
    assert_eq!((all.count(), all.take()), (u64::MAX, Ok(0)));
    all.drain();
    let meter = all.meter();
    assert_eq!((meter.granted, meter.taken, meter.given_back), (u64::MAX, 1, u64::MAX));
}

#[test]
fn two_threads_that_share_a_hundred_ids_have_each_of_them_once() {
    let ids = Mutex::new(holding::<1>(span(1, 100)));
    let (start, taken) = (std::sync::Barrier::new(2), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                start.wait();
                loop {
                    let Ok(id) = ids.lock().unwrap().take() else { break };
                    taken.lock().unwrap().push(id);
                }
            });
        }
    });
    let taken = taken.into_inner().unwrap();
    assert_eq!(taken.len(), 100);
    assert!(taken.into_iter().collect::<BTreeSet<_>>().into_iter().eq(1..=100));
}
