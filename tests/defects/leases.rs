//! Defects of worker numbers: reports by the name of the project and its number.

use std::collections::HashSet;

use mintid::clock::ManualClock;
use mintid::lease::{Answer, Denied, Event, Grant, Holder, Kind, NoLease, Options, Pool, Terms};
use mintid::mark::DueMark;
use mintid::snowflake::{self, Layout, LeasedCause, LeasedGenerator, LeasedOptions, Part, Parts, Width};
use mintid::{Cause, Mark, Refusal, SnowflakeGenerator};

use crate::engine::Engine;

const LAYOUT: Layout = Layout::TWITTER;
const NOW_MS: u64 = 1_764_417_600_000;

type Ids<'a> = LeasedGenerator<&'a ManualClock>;

fn client(name: u128, clock: &ManualClock) -> Ids<'_> {
    LeasedGenerator::new(LeasedOptions::new(LAYOUT), Holder::from_u128(name), Options::new(), clock)
}

fn engine(nodes: u64) -> Engine {
    Engine::new(Pool::new(&LAYOUT, Terms::DEFAULT).up_to_node(nodes - 1))
}

/// Sends what is due at a moment of both clocks, and says what came of it.
fn exchange(ids: &mut Ids<'_>, engine: &mut Engine, after_ms: u64) -> Option<Event> {
    let request = ids.request_due(after_ms)?;
    let answer = engine.serve(&request, NOW_MS + after_ms);
    Some(ids.answered(request.ticket(), answer, after_ms, 0).unwrap())
}

fn granted(ids: &mut Ids<'_>, engine: &mut Engine, after_ms: u64) -> Grant {
    exchange(ids, engine, after_ms);
    ids.grant().expect("granted")
}

fn clock_at(after_ms: i64) -> ManualClock {
    ManualClock::at_ms(NOW_MS as i64 + after_ms)
}

#[test]
fn containers_that_come_and_go_use_up_no_worker_numbers() {
    // Leaf#84, #186, #26, PR#94; yitter/IdGenerator#110: a number for each address ever seen, and none given back.
    let (clock, mut engine) = (clock_at(0), engine(8));
    for name in 0..1_000 {
        let mut ids = client(name, &clock);
        exchange(&mut ids, &mut engine, 0);
        assert!(ids.grant().is_some(), "container {name}");
        ids.give_back();
        assert_eq!(exchange(&mut ids, &mut engine, 0), Some(Event::GivenBack));
    }
    // And where they crash: when their leases have ended.
    for name in 1_000..1_008 {
        granted(&mut client(name, &clock), &mut engine, 0);
    }
    assert!(matches!(exchange(&mut client(2_000, &clock), &mut engine, 29_999), Some(Event::Denied(_))));
    granted(&mut client(2_000, &clock), &mut engine, 30_000);
}

#[test]
fn machines_that_ask_at_once_get_different_worker_numbers() {
    // Leaf#98: several got the same one. Each of these decides on what it loaded before the others stored.
    let (clock, mut engine) = (clock_at(0), engine(1_024));
    let mut clients: Vec<Ids<'_>> = (0..20).map(|name| client(name, &clock)).collect();
    let requests: Vec<_> = clients.iter_mut().map(|ids| ids.request_due(0).unwrap()).collect();
    let decided: Vec<_> = requests.iter().map(|request| engine.decide(request, NOW_MS).unwrap()).collect();
    assert!(decided.iter().all(|decided| decided.record.node() == 0), "all of them decide on the same");
    assert_eq!(decided.iter().filter(|decided| engine.store(decided)).count(), 1);
    let mut nodes: Vec<u64> = clients
        .iter_mut()
        .skip(1)
        .zip(&requests[1..])
        .map(|(ids, request)| {
            ids.answered(request.ticket(), engine.serve(request, NOW_MS), 0, 0).unwrap();
            ids.grant().unwrap().node
        })
        .collect();
    nodes.dedup();
    assert_eq!(nodes, (1..20).collect::<Vec<_>>());
}

#[test]
fn of_two_processes_under_one_name_the_later_takes_the_node_and_they_share_no_id() {
    // baidu/uid-generator#99: two servers with the same host entry, duplicates under load. A cloned machine is the same.
    let clock = clock_at(0);
    let mut engine = engine(4);
    let (mut first, mut second) = (client(7, &clock), client(7, &clock));
    let before = granted(&mut first, &mut engine, 0);
    let after = granted(&mut second, &mut engine, 0);
    assert_eq!((after.node, after.floor_tick), (before.node, before.ceiling_tick));
    assert!(first.generate(0).is_ok());
    assert!(matches!(second.generate(0), Err(LeasedCause::FloorAhead { by_ms: 40_000 })));
    clock.set_ms(NOW_MS as i64 + 10_000);
    assert_eq!(
        exchange(&mut first, &mut engine, 10_000),
        Some(Event::Lost(Denied::Superseded { fence: 2 })),
        "and the earlier is told so"
    );
    // It does not take it back, or neither would ever have an id.
    assert_eq!(exchange(&mut first, &mut engine, 10_000), Some(Event::Acquired));
    assert_eq!((first.grant().map(|grant| grant.node), second.grant().map(|grant| grant.node)), (Some(1), Some(0)));
    assert!(first.generate(10_000).is_ok());
}

#[test]
fn a_counter_that_wraps_does_not_hand_out_a_worker_number_that_is_in_use() {
    // hyperf/hyperf#7057: INCR mod N gave live numbers again after N restarts. gonet2/snowflake#8: undefined at the maximum.
    let (clock, mut engine) = (clock_at(0), engine(4));
    for name in 0..4 {
        granted(&mut client(name, &clock), &mut engine, 0);
    }
    for restart in 0..100 {
        granted(&mut client(2, &clock), &mut engine, restart);
        let refused = exchange(&mut client(50 + u128::from(restart), &clock), &mut engine, restart);
        assert!(matches!(refused, Some(Event::Denied(Denied::Exhausted { nodes: 4, .. }))), "{refused:?}");
    }
}

#[test]
fn where_the_engine_is_out_of_reach_a_holder_stops_and_does_not_hope() {
    // ParabolInc/parabol PR#12509: it kept its number on an outage.
    let (clock, mut engine) = (clock_at(0), engine(4));
    let mut ids = client(1, &clock);
    granted(&mut ids, &mut engine, 0);
    for after_ms in (0..28_125).step_by(25) {
        clock.set_ms(NOW_MS as i64 + after_ms);
        if let Some(request) = ids.request_due(after_ms as u64) {
            ids.failed(request.ticket(), after_ms as u64, 0);
        }
        assert!(ids.generate(after_ms as u64).is_ok());
    }
    clock.set_ms(NOW_MS as i64 + 28_125);
    assert_eq!(ids.generate(28_125), Err(LeasedCause::NoLease(NoLease::Expired { by_ms: 0 })));
}

#[test]
fn a_late_heartbeat_does_not_overwrite_the_new_owner() {
    // sfid: the heartbeat is an unconditional SET.
    let (clock, mut engine) = (clock_at(0), engine(1));
    let mut old = client(1, &clock);
    granted(&mut old, &mut engine, 0);
    clock.set_ms(NOW_MS as i64 + 30_000);
    let heartbeat = old.request_due(30_000).unwrap();
    assert!(matches!(heartbeat.kind(), Kind::Renew { .. }));
    let late = engine.decide(&heartbeat, NOW_MS + 30_000).unwrap();
    let mut new = client(2, &clock);
    granted(&mut new, &mut engine, 30_000);
    assert!(!engine.store(&late), "the record is another one by now");
    assert_eq!(engine.serve(&heartbeat, NOW_MS + 30_000), Answer::Denied(Denied::Superseded { fence: 2 }));
    assert_eq!(engine.record(0).holder(), Some(Holder::from_u128(2)));
}

#[test]
fn after_a_step_back_a_little_is_waited_for_and_more_gets_another_worker_number() {
    // baidu/uid-generator#35, #10, #37, #25 asked for it.
    let (clock, mut engine) = (clock_at(0), engine(1_024));
    let mut ids = client(1, &clock);
    granted(&mut ids, &mut engine, 0);
    let newest = ids.generate(0).unwrap();
    clock.set_ms(NOW_MS as i64 - 5);
    assert_eq!(ids.generate(5), Err(LeasedCause::Cause(Cause::Wait { for_ms: 5 })));
    clock.set_ms(NOW_MS as i64 - 120_000);
    assert_eq!(ids.generate(10), Err(Refusal::Behind { by_ms: 120_000 }.into()));
    assert_eq!(exchange(&mut ids, &mut engine, 10), Some(Event::GivenBack));
    assert_eq!(exchange(&mut ids, &mut engine, 10), Some(Event::Acquired));
    let id = ids.generate(10).unwrap();
    let (before, after) = (LAYOUT.decompose(newest).unwrap(), LAYOUT.decompose(id).unwrap());
    assert_eq!((before.node, after.node), (0, 1));
    assert_eq!(before.tick - after.tick, 120_000);
}

#[test]
fn a_restart_with_a_clock_behind_starts_above_what_the_run_before_may_have_issued() {
    // Leaf#216 reported every three seconds; Ahoo-Wang/CosId PR#1025: a stored time must not be lowered.
    let mut engine = engine(1);
    let clock = clock_at(0);
    let mut ids = client(1, &clock);
    let before = granted(&mut ids, &mut engine, 0);
    clock.set_ms(NOW_MS as i64 + 20_000); // it goes fast before it crashes
    let newest = ids.generate(10).unwrap();
    let clock = clock_at(-2_000);
    let mut ids = client(1, &clock);
    let after = granted(&mut ids, &mut engine, 100);
    assert_eq!(after.floor_tick, before.ceiling_tick);
    assert!(LAYOUT.decompose(newest).unwrap().tick < after.floor_tick);
    assert!(matches!(ids.generate(100), Err(LeasedCause::FloorAhead { .. })));
}

#[test]
fn an_engine_whose_time_goes_back_grants_no_tick_again() {
    // hengyunabc/redis-id-generator#10, #2: Redis's time going back repeated ids.
    let mut engine = engine(1);
    let clock = clock_at(0);
    let mut floors = Vec::new();
    for (name, after_ms) in [(1, 0), (2, 86_400_000), (3, 30_000), (4, 90_000), (5, 500_000)] {
        let request = client(name, &clock).request_due(0).unwrap();
        let Answer::Granted(grant) = engine.serve(&request, NOW_MS + after_ms) else { panic!("client {name}") };
        floors.push((grant.floor_tick, grant.ceiling_tick));
    }
    assert!(floors.windows(2).all(|pair| pair[0].1 == pair[1].0), "{floors:?}");
}

#[test]
fn replicas_on_like_addresses_have_nodes_of_their_own_by_their_ordinals_or_by_lease() {
    // apache/incubator-seata#2785, dotnetcore/CAP#1322, baomidou/mybatis-plus#360 and #6177, chinabugotech/hutool#3815: the low
    // bits of hardware addresses meet in Kubernetes. sony/sonyflake#63, kubesphere PR#455: so do those of pods' addresses.
    let pods: Vec<String> = (0..64).map(|ordinal| format!("orders-{ordinal}.orders.default.svc")).collect();
    let nodes: Vec<_> = pods.iter().map(|pod| LAYOUT.node_of_ordinal(pod).unwrap()).collect();
    assert!(nodes.is_sorted_by(|a, b| a < b), "{nodes:?}");

    let (clock, mut engine) = (clock_at(0), engine(64));
    let mut leased: Vec<_> = (0..64).map(|name| granted(&mut client(name, &clock), &mut engine, 0).node).collect();
    leased.sort_unstable();
    leased.dedup();
    assert_eq!(leased.len(), 64);

    // Where an address is all there is, all of it counts: here the low 16 bits are alike.
    let [one, other] = [17, 18].map(|network| LAYOUT.node_by_hash(&[0x02, 0x42, 0xac, network, 0, 2]));
    assert_ne!(one, other);
}

#[test]
fn a_place_in_the_fleet_that_cannot_be_found_out_is_an_error_before_there_is_a_generator() {
    // sony/sonyflake#17, kubesphere/kubesphere#455: no private address, and the constructor gave nothing, which was used later.
    // rholder/fauxflake#10: the same worker number in every container.
    for host in ["", "localhost", "100.64.0.7", "orders-7f9c5b-x2x4q", "orders-70000"] {
        assert!(LAYOUT.node_of_ordinal(host).is_err(), "{host}");
    }
    let clock = clock_at(0);
    let mut ids = client(1, &clock);
    assert_eq!(ids.generate(0), Err(LeasedCause::NoLease(NoLease::NotGranted)), "and no node is made up meanwhile");
    assert_eq!(ids.grant(), None);
}

#[test]
fn a_worker_number_at_the_top_of_its_bits_is_a_number_like_any_other() {
    // yitter/IdGenerator#83: a signed number of 16 bits held it.
    for bits in [1, 8, 15, 16, 17, 31, 32] {
        let parts = [Part::Time(30), Part::Node("worker", bits), Part::Sequence(33 - bits)];
        let layout = Layout::new(Width::Bits63, NOW_MS, 1, &parts).unwrap();
        let node = u64::MAX >> (64 - bits);
        let mut ids = SnowflakeGenerator::new(snowflake::Options::new(layout, node).unwrap(), clock_at(0));
        assert_eq!(layout.decompose(ids.generate().unwrap()).unwrap(), Parts { tick: 0, node, sequence: 0 });
        assert!(snowflake::Options::new(layout, node + 1).is_err());
    }
}

#[test]
fn a_generator_made_anew_for_each_id_gives_one_twice_only_without_a_mark() {
    // zheng-ji/goSnowFlake#11, tangledbytes/nodejs-snowflake#19, kra8/laravel-snowflake#37.
    let (clock, options) = (clock_at(0), snowflake::Options::new(LAYOUT, 1).unwrap());
    let without = [(); 2].map(|()| SnowflakeGenerator::new(options, &clock).generate().unwrap());
    assert_eq!(without[0], without[1], "nothing is remembered, as the documentation says");

    let mut stored: Option<Mark> = None;
    let mut made = HashSet::new();
    for call in 0..100 {
        clock.set_ms(NOW_MS as i64 + call);
        let mut ids = SnowflakeGenerator::new(options.mark_window_ms(1_000), &clock);
        match stored {
            Some(mark) => ids.start_from(mark).unwrap(),
            None => ids.start_without_mark().unwrap(),
        }
        let save = |due: DueMark| {
            stored = Some(due.over(stored));
            Ok::<(), ()>(())
        };
        if let Ok(id) = ids.generate_saving(save) {
            assert!(made.insert(id), "call {call}");
        }
    }
    assert!(made.len() > 1);
}
