//! The generator on a lease.

use mintid::clock::{ClockError, ManualClock};
use mintid::lease::{Answer, Denied, Grant, Holder, Kind, NoLease, Options, Wish};
use mintid::policy::OnFull;
use mintid::snowflake::{Layout, LeasedCause, LeasedGenerator, LeasedOptions, OnBehind, Start};
use mintid::{Cause, Refusal};

use crate::engine::Engine;
use crate::granting::{EPOCH_MS, LAYOUT, NOON, engine};

type Ids<'a> = LeasedGenerator<&'a ManualClock>;

fn clock() -> ManualClock {
    ManualClock::at_ms((EPOCH_MS + NOON) as i64)
}

fn set(clock: &ManualClock, tick: u64) {
    clock.set_ms((EPOCH_MS + tick) as i64);
}

fn ids(clock: &ManualClock, options: LeasedOptions) -> Ids<'_> {
    LeasedGenerator::new(options, Holder::from_u128(1), Options::new(), clock)
}

/// One exchange with an engine whose clock is right.
fn exchange(ids: &mut Ids<'_>, engine: &mut Engine, monotonic_ms: u64) -> Kind {
    let request = ids.request_due(monotonic_ms).expect("a request is due");
    let answer = engine.serve(&request, EPOCH_MS + NOON + monotonic_ms);
    ids.answered(request.ticket(), answer, monotonic_ms, 0).unwrap();
    request.kind()
}

fn node_and_tick(ids: &mut Ids<'_>, monotonic_ms: u64) -> (u64, u64) {
    let parts = LAYOUT.decompose(ids.generate(monotonic_ms).unwrap()).unwrap();
    (parts.node, parts.tick)
}

#[test]
fn without_a_lease_there_is_no_id() {
    let clock = clock();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    assert_eq!(ids.generate(0), Err(LeasedCause::NoLease(NoLease::NotGranted)));
    exchange(&mut ids, &mut engine(), 0);
    assert_eq!(node_and_tick(&mut ids, 0), (0, NOON));
    set(&clock, NOON + 28_125);
    assert_eq!(ids.generate(28_125), Err(LeasedCause::NoLease(NoLease::Expired { by_ms: 0 })));
    assert_eq!((ids.meter().minted, ids.lease_meter().refusals), (1, 2));
}

#[test]
fn below_the_floor_and_from_the_ceiling_on_there_is_no_id() {
    let clock = clock();
    let mut engine = engine();
    // A run that crashes, and the next one.
    let mut first = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut first, &mut engine, 0);
    let ceiling = first.grant().unwrap().ceiling_tick;
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut ids, &mut engine, 0);
    assert_eq!(ids.grant().unwrap().floor_tick, ceiling);
    assert_eq!(ids.generate(0), Err(LeasedCause::FloorAhead { by_ms: 40_000 }));
    assert_eq!(ids.meter().minted, 0);
    for (tick, monotonic_ms) in [(NOON + 10_000, 10_000), (NOON + 20_000, 20_000), (NOON + 30_000, 30_000)] {
        set(&clock, tick);
        exchange(&mut ids, &mut engine, monotonic_ms);
    }
    set(&clock, ceiling - 1);
    assert_eq!(ids.generate(39_999), Err(LeasedCause::FloorAhead { by_ms: 1 }));
    set(&clock, ceiling);
    assert_eq!(node_and_tick(&mut ids, 40_000), (0, ceiling));

    // A clock that jumps ahead, while its lease has not ended by it: the ticks up to the ceiling and no more.
    let end = ids.grant().unwrap().ceiling_tick;
    assert_eq!(end, NOON + 70_000);
    let mut lease = Options::new();
    lease.grace_ms = u32::MAX;
    let mut patient = LeasedGenerator::new(LeasedOptions::new(LAYOUT), Holder::from_u128(2), lease, &clock);
    let request = patient.request_due(0).unwrap();
    let window = Grant { node: 9, fence: 1, ttl_ms: 1_000, floor_tick: 0, ceiling_tick: end };
    patient.answered(request.ticket(), Answer::Granted(window), 0, 0).unwrap();
    set(&clock, end - 1);
    assert!(patient.generate(0).is_ok());
    for (tick, by_ms) in [(end, 1), (end + 1, 2), (end + 999, 1_000)] {
        set(&clock, tick);
        assert_eq!(patient.generate(0), Err(LeasedCause::CeilingReached { by_ms }));
    }
    assert_eq!(patient.meter().minted, 1);
}

#[test]
fn ticks_that_are_borrowed_or_held_stay_below_the_ceiling_too() {
    let clock = clock();
    let options = LeasedOptions::new(LAYOUT).on_full(OnFull::Borrow { up_to_ms: 60_000 });
    let mut ids = ids(&clock, options.on_behind(OnBehind::Hold { up_to_ms: 100 }));
    let request = ids.request_due(0).unwrap();
    let window = Grant { node: 3, fence: 1, ttl_ms: 30_000, floor_tick: NOON, ceiling_tick: NOON + 2 };
    ids.answered(request.ticket(), Answer::Granted(window), 0, 0).unwrap();
    assert_eq!(ids.generate_batch(4_096, 0).map(Iterator::count), Ok(4_096));
    set(&clock, NOON - 50);
    assert_eq!(ids.generate_batch(4_096, 0).map(Iterator::count), Ok(4_096), "held, and the tick after");
    assert_eq!(ids.generate(0), Err(LeasedCause::CeilingReached { by_ms: 1 }));
    assert_eq!(ids.generate_batch(2, 0), Err(LeasedCause::CeilingReached { by_ms: 1 }));
    assert_eq!(ids.generate_batch(4_097, 0), Err(LeasedCause::TooLarge { most: 4_096 }));
    assert_eq!(ids.meter().minted, 8_192);
    // What is given back says so.
    ids.give_back();
    let kind = ids.request_due(0).unwrap().kind();
    assert_eq!(kind, Kind::GiveBack { node: 3, fence: 1, newest_tick: Some(NOON + 1) });
}

#[test]
fn what_any_generator_refuses_is_refused_here_too_and_counted_once() {
    let clock = clock();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut ids, &mut engine(), 0);
    let _ = node_and_tick(&mut ids, 0);
    set(&clock, NOON - 10);
    assert_eq!(ids.generate(0), Err(LeasedCause::Cause(Cause::Wait { for_ms: 10 })));
    set(&clock, NOON - 11);
    assert_eq!(ids.generate(0), Err(Refusal::Behind { by_ms: 11 }.into()));
    clock.set(Err(ClockError::Unset { since_boot_ms: 5 }));
    assert_eq!(ids.generate(0), Err(Refusal::Unset.into()));
    assert_eq!((ids.meter().waits, ids.meter().refused_in_all(), ids.lease_meter().refusals), (1, 2, 0));
}

#[test]
fn a_clock_too_far_behind_has_the_node_given_back_and_another_asked_for() {
    let clock = clock();
    let mut engine = engine();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut ids, &mut engine, 0);
    assert_eq!(node_and_tick(&mut ids, 0), (0, NOON));
    set(&clock, NOON - 60_000);
    assert_eq!(ids.request_due(5), None, "a minute is borne");
    set(&clock, NOON - 60_001);
    assert!(matches!(exchange(&mut ids, &mut engine, 10), Kind::GiveBack { newest_tick: Some(NOON), .. }));
    assert_eq!(ids.generate(10), Err(LeasedCause::NoLease(NoLease::NotGranted)));
    assert_eq!(exchange(&mut ids, &mut engine, 20), Kind::Acquire { wish: Wish::Soonest });
    assert_eq!(node_and_tick(&mut ids, 20), (1, NOON - 60_001));
    // The node that was given back goes on above what was used of it.
    assert_eq!(engine.record(0).next_floor_tick(), NOON + 1);
}

#[test]
fn a_node_is_changed_again_once_ids_have_been_made_on_the_other_one() {
    let clock = clock();
    let mut engine = engine();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut ids, &mut engine, 0);
    for (round, node) in [(0, 0), (1, 1), (2, 2)] {
        let tick = NOON - 100_000 * round;
        set(&clock, tick);
        if round > 0 {
            assert!(matches!(exchange(&mut ids, &mut engine, round), Kind::GiveBack { .. }), "round {round}");
            exchange(&mut ids, &mut engine, round);
        }
        assert_eq!(node_and_tick(&mut ids, round), (node, tick));
    }
}

#[test]
fn what_is_given_back_unused_says_so_whatever_was_made_before_it() {
    // The same node above the ids made on it, and another one below them.
    for (node, fence, floor_tick) in [(0, 2, NOON + 40_000), (1, 1, 0)] {
        let clock = clock();
        let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
        exchange(&mut ids, &mut engine(), 0);
        assert_eq!(node_and_tick(&mut ids, 0), (0, NOON));
        let renewal = ids.request_due(40_000).unwrap();
        let lost = Answer::Denied(Denied::Superseded { fence: 9 });
        ids.answered(renewal.ticket(), lost, 40_000, 0).unwrap();
        let request = ids.request_due(40_000).unwrap();
        let window = Grant { node, fence, ttl_ms: 30_000, floor_tick, ceiling_tick: NOON + 80_000 };
        ids.answered(request.ticket(), Answer::Granted(window), 40_000, 0).unwrap();
        ids.give_back();
        let kind = ids.request_due(40_000).unwrap().kind();
        assert_eq!(kind, Kind::GiveBack { node, fence, newest_tick: None });
    }
}

#[test]
fn the_sequence_starts_on_every_node_as_was_asked_for() {
    let clock = clock();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT).start(Start::Continue));
    exchange(&mut ids, &mut engine(), 0);
    ids.generate_batch(3, 0).unwrap();
    set(&clock, NOON + 1);
    assert_eq!(LAYOUT.decompose(ids.generate(1).unwrap()).unwrap().sequence, 3);
}

#[test]
fn a_renewal_counts_from_the_newest_id_where_that_is_ahead_of_the_clock() {
    let clock = clock();
    let mut engine = engine();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT).on_full(OnFull::Borrow { up_to_ms: 60_000 }));
    exchange(&mut ids, &mut engine, 0);
    for _ in 0..8 {
        ids.generate_batch(4_096, 0).unwrap();
    }
    assert!(matches!(exchange(&mut ids, &mut engine, 10_000), Kind::Renew { .. }));
    assert_eq!(ids.grant().unwrap().ceiling_tick, NOON + 7 + 40_000);
}

#[test]
fn a_floor_too_far_ahead_has_the_node_changed_once_and_no_more_where_that_is_no_better() {
    let clock = clock();
    let mut engine = Engine::new(engine().pool.up_to_node(0));
    let mut first = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut first, &mut engine, 0);
    set(&clock, NOON - 3_600_000);
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    assert_eq!(exchange(&mut ids, &mut engine, 0), Kind::Acquire { wish: Wish::Own });
    assert!(matches!(exchange(&mut ids, &mut engine, 0), Kind::GiveBack { newest_tick: None, .. }));
    assert_eq!(exchange(&mut ids, &mut engine, 0), Kind::Acquire { wish: Wish::Soonest });
    // It is the only node there is.
    assert_eq!(ids.generate(0), Err(LeasedCause::FloorAhead { by_ms: 3_640_000 }));
    assert_eq!(ids.request_due(0), None);
}

#[test]
fn a_node_granted_anew_goes_on_above_the_ids_made_on_it_even_where_the_engine_has_lost_its_record() {
    let clock = clock();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    exchange(&mut ids, &mut engine(), 0);
    let before = ids.generate(0).unwrap();
    // The lease has ended; the engine is a new one, and knows nothing but what it is told.
    let request = ids.request_due(40_000).unwrap();
    assert!(matches!(request.kind(), Kind::Renew { .. }));
    let answer = engine().serve(&request, EPOCH_MS + NOON);
    assert!(matches!(answer, Answer::Denied(_)));
    ids.answered(request.ticket(), answer, 40_000, 0).unwrap();
    let request = ids.request_due(40_000).unwrap();
    let answer = engine().serve(&request, EPOCH_MS + NOON);
    // The same fence again: it has lost records, and is not believed.
    assert!(ids.answered(request.ticket(), answer, 40_000, 0).is_err());
    let request = ids.request_due(41_000).unwrap();
    let window = Grant { node: 0, fence: 2, ttl_ms: 30_000, floor_tick: 0, ceiling_tick: NOON + 40_000 };
    ids.answered(request.ticket(), Answer::Granted(window), 41_000, 0).unwrap();
    assert!(ids.generate(41_000).unwrap() > before);
}

#[test]
fn a_node_is_asked_for_only_by_who_knows_the_time_and_given_back_by_anybody() {
    let clock = ManualClock::unset();
    let mut ids = ids(&clock, LeasedOptions::new(LAYOUT));
    assert_eq!((ids.request_due(0), ids.due_in_ms(0)), (None, None));
    assert_eq!(ids.meter().refused_in_all(), 0, "no id was asked for");
    set(&clock, NOON);
    exchange(&mut ids, &mut engine(), 0);
    clock.set(Err(ClockError::Unset { since_boot_ms: 0 }));
    assert_eq!(ids.request_due(20_000), None);
    ids.give_back();
    assert!(matches!(ids.request_due(20_000).unwrap().kind(), Kind::GiveBack { .. }));
}

#[test]
fn ticks_of_ten_milliseconds_are_leased_in_their_own_count() {
    let layout = Layout::SONYFLAKE;
    let clock = ManualClock::at_ms(1_764_417_600_005);
    let pool = mintid::lease::Pool::new(&layout, mintid::lease::Terms::new(30_001, 0, 9).unwrap());
    let mut engine = Engine::new(pool);
    let mut ids = ids(&clock, LeasedOptions::new(layout));
    let request = ids.request_due(0).unwrap();
    ids.answered(request.ticket(), engine.serve(&request, 1_764_417_600_000), 0, 0).unwrap();
    let tick = (1_764_417_600_000 - layout.epoch_ms()) / 10;
    // Each span is rounded up by itself.
    assert_eq!(ids.grant().unwrap().ceiling_tick, tick + 3_001 + 1);
    assert_eq!(layout.decompose(ids.generate(0).unwrap()).unwrap().tick, tick);
}
