//! What is granted, renewed and given back.

use mintid::lease::{Answer, Denied, Grant, Holder, Kind, Lease, Moment, Options, Pool, Request, Terms, Wish, grant};
use mintid::snowflake::Layout;

use crate::engine::Engine;

pub const LAYOUT: Layout = Layout::TWITTER;
pub const EPOCH_MS: u64 = LAYOUT.epoch_ms();
/// Ticks of the layout's own: milliseconds.
pub const NOON: u64 = 500_000_000_000;

pub fn terms() -> Terms {
    Terms::new(30_000, 5_000, 10_000).unwrap()
}

pub fn engine() -> Engine {
    Engine::new(Pool::new(&LAYOUT, terms()))
}

/// A client that only asks.
pub struct Asking(Holder, Lease);

impl Asking {
    pub fn named(name: u128) -> Self {
        let holder = Holder::from_u128(name);
        Self(holder, Lease::new(holder, &LAYOUT, Options::new()))
    }

    /// The request of a client just started, at a tick of its own clock.
    pub fn acquire(&mut self, tick: u64) -> Request {
        *self = Self::named(self.0.to_u128());
        self.request(tick)
    }

    pub fn request(&mut self, tick: u64) -> Request {
        let moment = Moment { monotonic_ms: tick, unix_ms: (EPOCH_MS + tick) as i64 };
        self.1.request_due(moment, tick).expect("a request is due")
    }

    pub fn take(&mut self, request: &Request, answer: Answer) -> Grant {
        self.1.answered(request.ticket(), answer, 0, 0).expect("an answer that can be right");
        self.1.grant().expect("granted")
    }

    pub fn lease(&mut self) -> &mut Lease {
        &mut self.1
    }
}

pub fn granted(answer: Answer) -> Grant {
    match answer {
        Answer::Granted(grant) => grant,
        other => panic!("not granted: {other:?}"),
    }
}

#[test]
fn a_first_grant_starts_at_the_pools_floor_and_reaches_a_lease_and_a_lead_past_the_holders_tick() {
    let mut engine = engine();
    let grant = granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON));
    let expected = Grant { node: 0, fence: 1, ttl_ms: 30_000, floor_tick: 0, ceiling_tick: NOON + 40_000 };
    assert_eq!(grant, expected);

    // Nodes that were in use before their leases start above what was made on them.
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).starting_at_ms(EPOCH_MS + NOON));
    assert_eq!(granted(engine.serve(&Asking::named(1).acquire(0), EPOCH_MS)).floor_tick, NOON);
}

#[test]
fn a_clock_that_is_fast_pushes_the_ceiling_no_further_than_the_skew_allows() {
    // By how much the holder's clock is ahead of the engine's, and how far above the engine's tick its ceiling is.
    for (ahead, ceiling) in [
        (-60_000_i64, -20_000_i64),
        (-1, 39_999),
        (0, 40_000),
        (5_000, 45_000),
        (5_001, 45_000),
        (31_536_000_000, 45_000),
    ] {
        let tick = NOON.checked_add_signed(ahead).unwrap();
        let grant = granted(engine().serve(&Asking::named(1).acquire(tick), EPOCH_MS + NOON));
        assert_eq!(grant.ceiling_tick, NOON.checked_add_signed(ceiling).unwrap(), "{ahead} ms ahead");
    }
}

#[test]
fn an_engine_whose_clock_is_fast_pushes_no_ceiling_past_what_the_holder_needs() {
    let grant = granted(engine().serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON + 31_536_000_000));
    assert_eq!(grant.ceiling_tick, NOON + 40_000);
    // One before the epoch counts as at it; a window is never empty.
    let grant = granted(engine().serve(&Asking::named(1).acquire(NOON), 0));
    assert_eq!((grant.floor_tick, grant.ceiling_tick), (0, 45_000));
}

#[test]
fn a_renewal_keeps_its_floor_and_fence_and_takes_no_tick_back() {
    let (mut engine, mut client) = (engine(), Asking::named(1));
    let request = client.acquire(NOON);
    let first = client.take(&request, engine.serve(&request, EPOCH_MS + NOON));

    let request = client.request(NOON + 10_000);
    let renewed = client.take(&request, engine.serve(&request, EPOCH_MS + NOON + 10_000));
    assert_eq!(renewed, Grant { ceiling_tick: NOON + 50_000, ..first });

    // Its clock and the engine's have stepped back: the ticks that were granted stay granted.
    let request = client.request(NOON + 20_000);
    let renewed = client.take(&request, engine.serve(&request, EPOCH_MS + NOON - 3_600_000));
    assert_eq!(renewed, Grant { ceiling_tick: NOON + 50_000, ..first });
}

#[test]
fn the_next_holders_floor_is_the_ceiling_of_the_one_before_whether_or_not_its_lease_had_ended() {
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(0));
    let first = granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON));

    // The same client, started again: at once, and above what it was granted before.
    let again = granted(engine.serve(&Asking::named(1).acquire(NOON + 100), EPOCH_MS + NOON + 100));
    assert_eq!((again.node, again.fence, again.floor_tick), (0, 2, first.ceiling_tick));
    // Above its floor there is always a tick, and more only as time passes.
    assert_eq!(again.ceiling_tick, first.ceiling_tick + 100);

    // Another one: not before the lease has ended.
    let ends_ms = EPOCH_MS + NOON + 30_100;
    let denied = engine.serve(&Asking::named(2).acquire(NOON), ends_ms - 1);
    assert_eq!(
        denied,
        Answer::Denied(Denied::Exhausted {
            nodes: 1,
            soonest_node: 0,
            floor_ms: EPOCH_MS + again.ceiling_tick,
            lent_for_ms: 1
        })
    );
    let other = granted(engine.serve(&Asking::named(2).acquire(NOON), ends_ms));
    assert_eq!((other.node, other.fence, other.floor_tick), (0, 3, again.ceiling_tick));
}

#[test]
fn a_node_that_is_given_back_goes_on_just_above_the_newest_tick_that_was_used() {
    for (newest_tick, floor) in
        [(None, 0), (Some(0), 1), (Some(NOON + 7), NOON + 8), (Some(NOON + 39_999), NOON + 40_000)]
    {
        let (mut engine, mut client) = (Engine::new(engine().pool.up_to_node(0)), Asking::named(1));
        let request = client.acquire(NOON);
        client.take(&request, engine.serve(&request, EPOCH_MS + NOON));
        client.lease().give_back(newest_tick);
        let request = client.request(NOON);
        assert_eq!(engine.serve(&request, EPOCH_MS + NOON), Answer::GivenBack { node: 0, fence: 1 });
        // Twice is once.
        assert_eq!(engine.serve(&request, EPOCH_MS + NOON), Answer::Denied(Denied::Superseded { fence: 1 }));
        assert_eq!(engine.record(0).lent_for_ms(EPOCH_MS + NOON), 0);
        let next = granted(engine.serve(&Asking::named(2).acquire(NOON), EPOCH_MS + NOON));
        assert_eq!((next.fence, next.floor_tick), (2, floor), "{newest_tick:?}");
        assert!(next.ceiling_tick > next.floor_tick);
    }
}

#[test]
fn what_was_not_granted_cannot_be_given_back_or_renewed() {
    let (mut engine, mut client) = (engine(), Asking::named(1));
    let request = client.acquire(NOON);
    client.take(&request, engine.serve(&request, EPOCH_MS + NOON));
    // A newest tick outside the window would give ticks of others away.
    client.lease().give_back(Some(NOON + 40_000));
    let outside = client.request(NOON);
    assert_eq!(engine.serve(&outside, EPOCH_MS + NOON), Answer::Denied(Denied::OutsideWindow));

    // One that was superseded.
    let mut late = Asking::named(1);
    let request = late.acquire(NOON);
    late.take(&request, engine.serve(&request, EPOCH_MS + NOON));
    granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON));
    let renewal = late.request(NOON + 10_000);
    assert_eq!(renewal.kind(), Kind::Renew { node: 0, fence: 2 });
    assert_eq!(engine.serve(&renewal, EPOCH_MS + NOON), Answer::Denied(Denied::Superseded { fence: 3 }));

    // The record of another node, and a layout with another epoch.
    let record = engine.pool.record(5).unwrap();
    assert_eq!(grant(&record, &renewal, EPOCH_MS).1, Answer::Denied(Denied::OtherNode { node: 5 }));
    let other = Pool::new(&LAYOUT.with_epoch_ms(EPOCH_MS + 1).unwrap(), terms()).record(0).unwrap();
    assert_eq!(grant(&other, &renewal, EPOCH_MS), (other, Answer::Denied(Denied::OtherLayout)));
}

#[test]
fn a_record_that_is_denied_stays_as_it_was() {
    let mut engine = engine();
    granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON));
    let before = engine.record(0);
    let request = Asking::named(2).acquire(NOON);
    assert_eq!(request.kind(), Kind::Acquire { wish: Wish::Own });
    let (after, answer) = grant(&before, &request, EPOCH_MS + NOON);
    assert_eq!((after, answer), (before, Answer::Denied(Denied::Lent { for_ms: 30_000 })));
}

#[test]
fn a_server_whose_clock_has_stepped_back_does_not_lock_its_nodes() {
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(0));
    let first = granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON + 31_536_000_000));
    // A year back: what it noted a year ahead is no reason to wait a year.
    let next = granted(engine.serve(&Asking::named(2).acquire(NOON), EPOCH_MS + NOON));
    assert_eq!(next.floor_tick, first.ceiling_tick);
}

#[test]
fn a_node_whose_time_is_used_up_is_granted_no_more() {
    let last = LAYOUT.scale().last_tick();
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(0));
    let horizon_ms = EPOCH_MS + last;
    let grant = granted(engine.serve(&Asking::named(1).acquire(last), horizon_ms));
    assert_eq!(grant.ceiling_tick, last + 1, "and no tick past it");
    assert_eq!(engine.serve(&Asking::named(1).acquire(last), horizon_ms), Answer::Denied(Denied::UsedUp));
    assert_eq!(engine.serve(&Asking::named(1).acquire(last), u64::MAX), Answer::Denied(Denied::UsedUp));
}

#[test]
fn terms_are_the_records_own_and_can_be_changed_between_grants() {
    let mut engine = engine();
    granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON));
    let record = engine.record(0).with_terms(Terms::new(1_000, 0, 0).unwrap());
    let (after, answer) = grant(&record, &Asking::named(1).acquire(NOON + 50_000), EPOCH_MS + NOON + 60_000);
    let grant = granted(answer);
    assert_eq!((grant.ttl_ms, grant.floor_tick, grant.ceiling_tick), (1_000, NOON + 40_000, NOON + 51_000));
    assert_eq!(after.lent_for_ms(EPOCH_MS + NOON + 60_000), 1_000);
    assert!(Terms::new(0, 1, 1).is_err());
}
