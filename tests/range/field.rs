//! Defects that other allocators of ranges have had.

use mintid::Backoff;
use mintid::range::{Ceiling, Empty, Options, Ranges, Span, SpanError, Stock, SupplyError};

use crate::{every, span};

const OPTIONS: Options = Options::new().want(50).low_water(10).backoff(Backoff::new(100, 1_000));

fn asked_and_supplied<const N: usize>(ids: &mut Ranges<N>, span: Span) {
    let request = ids.request_due(0).expect("a request is due");
    ids.supply(request.ticket, span).unwrap();
}

#[test]
fn when_no_span_is_ready_the_caller_is_told_at_once_what_to_wait_for() {
    // Meituan-Dianping/Leaf#143, #35, #48: both segments not ready, a fixed sleep of 10 ms, and then an error.
    let mut ids = Ranges::<2>::new(OPTIONS);
    let ticket = ids.request_due(0).unwrap().ticket;
    for _ in 0..1_000_000 {
        assert_eq!(ids.take(), Err(Empty::Asked { ticket, until_ms: 10_000 }));
    }
    assert_eq!((ids.meter().empties, ids.meter().requests), (1_000_000, 1));
    ids.supply(ticket, span(1, 50)).unwrap();
    assert_eq!(ids.take(), Ok(1));
}

#[test]
fn small_steps_can_be_chained_so_that_a_burst_finds_more_than_two() {
    // The same: with two segments of a small step, a burst empties both before the next answer.
    let mut ids = Ranges::<8>::new(OPTIONS.want(5).low_water(30));
    for n in 0..7 {
        asked_and_supplied(&mut ids, span(5 * n + 1, 5 * n + 5));
    }
    assert!(ids.request_due(0).is_none());
    assert!(ids.take_many(35).unwrap().ids().eq(1..=35));
}

#[test]
fn a_restart_gives_the_unused_part_back_and_a_crash_loses_no_more_than_a_block() {
    // Meituan-Dianping/Leaf#78, #4: most of a segment was lost at each restart.
    let mut ids = Ranges::<2>::new(OPTIONS);
    asked_and_supplied(&mut ids, span(1, 50));
    ids.take_many(7).unwrap();
    assert!(ids.drain().iter().eq([span(8, 50)]));

    let mut ids = Ranges::<2>::new(OPTIONS);
    asked_and_supplied(&mut ids, span(101, 150));
    let mut block = ids.claim(8).unwrap().ids();
    let kept: [u8; Stock::<2>::BYTES] = ids.stock().to_bytes();
    assert!(block.by_ref().take(3).eq(101..=103));
    let mut ids = Ranges::<2>::resume(OPTIONS, Stock::from_bytes(&kept).unwrap()).unwrap();
    assert_eq!(ids.take(), Ok(109));
}

#[test]
fn spans_are_never_used_out_of_the_order_in_which_they_were_asked_for() {
    // didi/tinyid#47: a slow answer came late, and segments were used as 1, 3, 2.
    let mut ids = Ranges::<3>::new(OPTIONS.low_water(1_000));
    let tickets = [0, 20_000, 40_000].map(|now_ms| {
        // The one before has failed by silence.
        let request = ids.request_due(now_ms).or_else(|| ids.request_due(now_ms + 5_000));
        request.unwrap().ticket
    });
    assert_eq!(ids.supply(tickets[0], span(1, 100)), Ok(()));
    assert_eq!(ids.supply(tickets[2], span(201, 300)), Ok(()));
    let late = ids.supply(tickets[1], span(101, 200)).unwrap_err();
    assert_eq!((late.why, late.to_give_back()), (SupplyError::Late, Some(span(101, 200))));
    assert!(ids.take_many(200).unwrap().ids().eq((1..=100).chain(201..=300)));
}

#[test]
fn a_counter_that_was_read_twice_is_noticed_here() {
    // didi/tinyid#39, #44: with the wrong isolation level a retry read the same maximum again. leaves 0.5.0 reads and writes it
    // on two connections.
    let mut ids = Ranges::<2>::new(OPTIONS);
    asked_and_supplied(&mut ids, span(1, 50));
    ids.take_many(50).unwrap();
    let request = ids.request_due(0).unwrap();
    let refused = ids.supply(request.ticket, span(1, 50)).unwrap_err();
    assert_eq!(refused.why, SupplyError::Overlap { from: 1 });
    ids.failed(request.ticket, 0, 0);
    assert_eq!(ids.take(), Err(Empty::Due { from_ms: 100 }));
}

#[test]
fn no_id_is_dropped_or_doubled_where_one_span_ends_and_the_next_begins() {
    // baidu/uid-generator#96: ids were dropped at the refill boundary.
    for size in 1..=12 {
        let mut ids = Ranges::<2>::new(OPTIONS.want(size).low_water(size / 2));
        let mut next = 1;
        for expected in 1..=200 {
            while let Some(request) = ids.request_due(0) {
                ids.supply(request.ticket, Span::of_count(next, request.want).unwrap()).unwrap();
                next += request.want;
            }
            assert_eq!(ids.take(), Ok(expected), "spans of {size}");
        }
        let meter = ids.meter();
        assert_eq!((meter.taken, meter.granted, meter.empties), (200, next - 1, 0));
        assert_eq!(ids.count(), next - 201);
    }
}

#[test]
fn the_top_of_a_block_is_not_taken_for_its_bottom_and_another_increment_is_noticed() {
    // quarkusio/quarkus#31899, #31481; hibernate-orm PR#4883, PR#2538; hibernate-orm#4884: pooled read as pooled-lo gives the
    // next client's ids, the first block negative ones, and an increment of 1 for blocks of 50 the same ones to everybody.
    assert_eq!((Span::from_pooled(51, 50, 1), Span::from_pooled_lo(51, 50)), (Ok(span(2, 51)), Ok(span(51, 100))));
    assert_eq!((Span::from_pooled(1, 50, 1), Span::from_pooled(0, 50, 0)), (Ok(span(1, 1)), Ok(span(0, 0))));
    assert_eq!(Span::from_pooled(2, 50, 1), Err(SpanError::Increment { off_by: 1 }));

    // pooled-lo tells no first value: what this client is given next tells.
    let mut stock = Stock::<2>::new(Ceiling::I64);
    stock.add(Span::from_pooled_lo(1, 50).unwrap()).unwrap();
    assert_eq!(stock.add(Span::from_pooled_lo(2, 50).unwrap()), Err(SupplyError::Overlap { from: 2 }));
}

#[test]
fn ids_of_two_clients_are_in_order_for_each_and_not_for_both() {
    // Mininglamp-OSS/octo-server PR#702: three replicas fed one cursor with blocks, and events below it were never read. This is
    // how ranges are, and what their documentation says; the test holds the words to it.
    let (mut a, mut b) = (Ranges::<2>::new(OPTIONS), Ranges::<2>::new(OPTIONS));
    asked_and_supplied(&mut a, span(1, 50));
    asked_and_supplied(&mut b, span(51, 100));
    let ids = [a.take(), b.take(), a.take()].map(Result::unwrap);
    assert_eq!(ids, [1, 51, 2]);
    let words = include_str!("../../src/range.rs");
    assert!(
        words.contains("**unique**") && words.contains("**gaps**") && words.contains("ordered **only within a span**")
    );
}

#[test]
fn a_counter_that_has_fallen_back_is_noticed_and_passed_where_the_stock_was_kept() {
    // ent/ent PR#329, facebook/mysql-5.6#468, spring-framework PR#31784: before MySQL 8 a restart of the server set the counter
    // back to the largest id that was stored.
    let mut ids = Ranges::<2>::new(OPTIONS);
    asked_and_supplied(&mut ids, span(101, 150));
    let mut block = ids.claim(50).unwrap().ids();
    let kept: [u8; Stock::<2>::BYTES] = ids.stock().to_bytes();
    assert_eq!(block.next(), Some(101));

    let mut ids = Ranges::<2>::resume(OPTIONS.run(1), Stock::from_bytes(&kept).unwrap()).unwrap();
    let request = ids.request_due(0).unwrap();
    let refused = ids.supply(request.ticket, span(102, 151)).unwrap_err();
    assert_eq!(refused.why, SupplyError::Overlap { from: 102 });
    assert_eq!(ids.supply(request.ticket, span(151, 200)), Ok(()));
}

#[test]
fn two_ticket_servers_share_the_integers_out_by_a_step() {
    // Flickr's tickets, and tinyid's delta and remainder: one server gives the odd ids, the other the even ones, and either may be
    // away.
    let mut ids = Ranges::<2>::new(OPTIONS);
    asked_and_supplied(&mut ids, every(2, 1, 9));
    asked_and_supplied(&mut ids, every(2, 2, 10));
    assert!(ids.take_many(10).unwrap().ids().eq([1, 3, 5, 7, 9, 2, 4, 6, 8, 10]));
    asked_and_supplied(&mut ids, every(2, 11, 19));
    let request = ids.request_due(0).unwrap();
    assert_eq!(ids.supply(request.ticket, every(2, 9, 13)).unwrap_err().why, SupplyError::Overlap { from: 9 });
}
