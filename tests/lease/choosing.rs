//! Which node is granted.

use mintid::lease::{Answer, Denied, Grant, Holder, Lease, Moment, Options, Pool, Record, Request, choose, grant};
use mintid::snowflake::Layout;

use crate::engine::Engine;
use crate::granting::{Asking, EPOCH_MS, LAYOUT, NOON, engine, granted, terms};

/// The first request of a client that wishes for a node, or for none.
fn first_request(name: u128, wish: Option<u64>) -> Request {
    let mut options = Options::new();
    options.wish = wish;
    let moment = Moment { monotonic_ms: 0, unix_ms: (EPOCH_MS + NOON) as i64 };
    Lease::new(Holder::from_u128(name), &LAYOUT, options).request_due(moment, NOON).unwrap()
}

fn node_for(engine: &mut Engine, name: u128, wish: Option<u64>, after_ms: u64) -> Grant {
    granted(engine.serve(&first_request(name, wish), EPOCH_MS + NOON + after_ms))
}

#[test]
fn nodes_never_lent_come_first_from_the_lowest() {
    let mut engine = engine();
    for name in 1..=5 {
        assert_eq!(node_for(&mut engine, name, None, 0).node, name as u64 - 1);
    }
}

#[test]
fn a_wished_for_node_is_given_where_it_is_free() {
    let mut engine = engine();
    assert_eq!(node_for(&mut engine, 1, Some(3), 0).node, 3);
    assert_eq!(node_for(&mut engine, 2, Some(3), 0).node, 0, "it is lent");
    assert_eq!(node_for(&mut engine, 3, Some(1_023), 0).node, 1_023);
    assert_eq!(node_for(&mut engine, 4, Some(1_024), 0).node, 1, "there is none");
    assert_eq!(node_for(&mut engine, 5, Some(3), 30_000).node, 3, "its lease has ended");
}

#[test]
fn a_client_that_restarts_every_100_ms_for_a_minute_keeps_its_node_and_uses_up_no_other() {
    let mut engine = engine();
    for name in 1..=4 {
        node_for(&mut engine, name, None, 0);
    }
    let mut ceiling = 0;
    for start in 0..600 {
        let now = NOON + start * 100;
        let grant = granted(engine.serve(&restarted(3, now), EPOCH_MS + now));
        assert_eq!(grant.node, 2, "start {start}");
        assert!(grant.floor_tick >= ceiling);
        ceiling = grant.ceiling_tick;
    }
    assert_eq!((0..).take_while(|node| engine.record(*node).holder().is_some()).count(), 4);
    // What the restarts have cost: a lease and a lead, and a tick each at most.
    let last = NOON + 59_900;
    assert!(ceiling <= last + 40_000 + 600, "{} ms ahead", ceiling - last);
}

fn restarted(name: u128, tick: u64) -> Request {
    let moment = Moment { monotonic_ms: 0, unix_ms: (EPOCH_MS + tick) as i64 };
    Lease::new(Holder::from_u128(name), &LAYOUT, Options::new()).request_due(moment, tick).unwrap()
}

#[test]
fn others_get_the_node_that_can_be_used_the_soonest() {
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(2));
    for (name, tick) in [(1, NOON + 3_000), (2, NOON), (3, NOON + 2_000)] {
        granted(engine.serve(&Asking::named(name).acquire(tick), EPOCH_MS + NOON));
    }
    // All three leases have ended.
    let next = granted(engine.serve(&Asking::named(4).acquire(NOON), EPOCH_MS + NOON + 30_000));
    assert_eq!((next.node, next.floor_tick), (1, NOON + 40_000));
}

#[test]
fn one_that_asks_for_the_soonest_does_not_get_its_own_where_another_is_lower() {
    let (mut engine, mut client) = (engine(), Asking::named(1));
    let request = client.acquire(NOON);
    client.take(&request, engine.serve(&request, EPOCH_MS + NOON));
    client.lease().change_node(Some(NOON + 20));
    let request = client.request(NOON);
    client.lease().answered(request.ticket(), engine.serve(&request, EPOCH_MS + NOON), 0, 0).unwrap();
    // An hour back.
    let request = client.request(NOON - 3_600_000);
    let grant = client.take(&request, engine.serve(&request, EPOCH_MS + NOON));
    assert_eq!((grant.node, grant.floor_tick), (1, 0));
}

#[test]
fn one_that_lost_its_node_to_its_own_name_gets_another_or_none() {
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(1));
    let (mut old, mut new) = (Asking::named(1), Asking::named(1));
    for client in [&mut old, &mut new] {
        let request = client.acquire(NOON);
        client.take(&request, engine.serve(&request, EPOCH_MS + NOON));
    }
    let renewal = old.request(NOON + 10_000);
    let denied = engine.serve(&renewal, EPOCH_MS + NOON + 10_000);
    assert_eq!(denied, Answer::Denied(Denied::Superseded { fence: 2 }));
    old.lease().answered(renewal.ticket(), denied, 10_000, 0).unwrap();

    // With every other node lent, not even its own is to be had.
    granted(engine.serve(&Asking::named(2).acquire(NOON), EPOCH_MS + NOON));
    let request = old.request(NOON + 10_000);
    let none = engine.serve(&request, EPOCH_MS + NOON + 10_000);
    assert!(matches!(none, Answer::Denied(Denied::Exhausted { nodes: 2, .. })), "{none:?}");
}

#[test]
fn where_every_node_is_lent_the_refusal_says_how_many_there_are_and_which_is_free_the_soonest() {
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(63));
    for name in 0..64 {
        // The 20th has the lowest ceiling.
        let tick = if name == 20 { NOON - 1_000 } else { NOON };
        granted(engine.serve(&Asking::named(name + 1).acquire(tick), EPOCH_MS + NOON));
    }
    let denied = engine.serve(&Asking::named(99).acquire(NOON), EPOCH_MS + NOON + 10_000);
    let floor_ms = EPOCH_MS + NOON + 39_000;
    let expected = Denied::Exhausted { nodes: 64, soonest_node: 20, floor_ms, lent_for_ms: 20_000 };
    assert_eq!(denied, Answer::Denied(expected));
    let says = expected.to_string();
    assert!(
        says.contains("all 64 nodes") && says.contains("node 20") && says.contains(&floor_ms.to_string()),
        "{says}"
    );
}

#[test]
fn records_out_of_order_and_those_of_another_layout_are_told_apart_from_free_nodes() {
    let pool = Pool::new(&LAYOUT, terms());
    let records = |nodes: &[u64]| -> Vec<Record> { nodes.iter().map(|node| pool.record(*node).unwrap()).collect() };
    let request = first_request(1, None);
    assert_eq!(choose(&pool, records(&[0, 2, 1]), &request, 0), Err(Denied::Unsorted));
    assert_eq!(choose(&pool, records(&[0, 0]), &request, 0), Err(Denied::Unsorted));
    assert_eq!(choose(&pool, records(&[0, 1, 3]), &request, 0).map(|record| record.node()), Ok(0));
    let other = Pool::new(&Layout::SONYFLAKE, terms());
    assert_eq!(choose(&other, [], &request, 0), Err(Denied::OtherLayout));
    assert_eq!(choose(&pool, other.record(0), &request, 0), Err(Denied::OtherLayout));
}

#[test]
fn a_node_that_the_pool_no_longer_has_is_not_granted() {
    let mut engine = Engine::new(Pool::new(&LAYOUT, terms()).up_to_node(0));
    granted(engine.serve(&Asking::named(1).acquire(NOON), EPOCH_MS + NOON));
    let free = Pool::new(&LAYOUT, terms()).record(5).unwrap();
    let denied = choose(&engine.pool, [engine.record(0), free], &first_request(2, None), EPOCH_MS + NOON);
    assert!(matches!(denied, Err(Denied::Exhausted { nodes: 1, soonest_node: 0, .. })), "{denied:?}");
}

#[test]
fn a_node_without_a_fence_left_is_granted_no_more() {
    let pool = Pool::new(&LAYOUT, terms()).up_to_node(0);
    let with_fence = |fence: u64| {
        let mut bytes = pool.record(0).unwrap().to_bytes();
        bytes[48..56].copy_from_slice(&fence.to_be_bytes());
        Record::from_bytes(&bytes).unwrap()
    };
    let request = first_request(1, None);
    let (last, used_up) = (with_fence(u64::MAX - 1), with_fence(u64::MAX));
    assert_eq!(choose(&pool, [last], &request, 0), Ok(last));
    assert_eq!(granted(grant(&last, &request, 0).1).fence, u64::MAX);
    assert_eq!(choose(&pool, [used_up], &request, 0), Err(Denied::UsedUp));
    assert_eq!(grant(&used_up, &request, 0), (used_up, Answer::Denied(Denied::UsedUp)));
}
