//! The drivers, over an engine that does what a test tells it to.

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mintid::Backoff;
use mintid::clock::ManualClock;
use mintid::lease::{self, Holder, NoLease, Pool, Record, Terms};
use mintid::range::{self, Empty, Span};
use mintid::snowflake::{Layout, LeasedCause, LeasedOptions};
use mintid_coord::{
    Engine, Error, Fault, Kept, LeasedSnowflake, Leases, Loaded, Name, Operation, RangeError, RangeIds, RangeOptions,
    Receipt, Reserved, Returned, SnowflakeOptions, Spans, Stored, Unsupplied, Which,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// What the engine does when it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    Works,
    Fails,
    Hangs,
    /// It grants the same ids again.
    Forgets,
}

/// An engine in memory.
#[derive(Clone)]
struct Scripted {
    mood: Arc<Mutex<Mood>>,
    next: Arc<AtomicU64>,
    calls: Arc<AtomicU64>,
    records: Arc<Mutex<Vec<Record>>>,
    given_back: Arc<Mutex<Vec<Span>>>,
    started: Instant,
}

/// With little room in a tick.
const LAYOUT: Layout = Layout::JS53;

const NOW_MS: u64 = 1_789_200_000_000;

impl Scripted {
    fn new() -> Self {
        Self {
            mood: Arc::new(Mutex::new(Mood::Works)),
            next: Arc::new(AtomicU64::new(1)),
            calls: Arc::default(),
            records: Arc::default(),
            given_back: Arc::default(),
            started: Instant::now(),
        }
    }

    fn be(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    async fn called(&self, operation: Operation) -> Result<Mood, Error> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let mood = *self.mood.lock().unwrap();
        match mood {
            Mood::Works | Mood::Forgets => Ok(mood),
            Mood::Fails => Err(Error::new(Self::NAME, operation, Fault::Unreachable)),
            Mood::Hangs => std::future::pending().await,
        }
    }
}

impl Engine for Scripted {
    const NAME: &'static str = "scripted";
}

impl Spans for Scripted {
    async fn reserve(&self, _: &Name, count: NonZero<u32>) -> Result<Reserved, Error> {
        let mood = self.called(Operation::Reserve).await?;
        let first = match mood {
            Mood::Forgets => self.next.load(Ordering::Relaxed) - u64::from(count.get()),
            _ => self.next.fetch_add(count.get().into(), Ordering::Relaxed),
        };
        Ok(Reserved { span: Span::of_count(first, count.get().into()).unwrap(), receipt: Receipt::from_u64(first) })
    }

    async fn give_back(&self, _: &Name, left: Span, _: Receipt) -> Result<Returned, Error> {
        self.called(Operation::GiveBack).await?;
        self.given_back.lock().unwrap().push(left);
        Ok(Returned::Taken)
    }
}

impl Leases for Scripted {
    type Version = Record;

    async fn load(&self, _: &Name, which: Which) -> Result<Loaded<Record>, Error> {
        self.called(Operation::Load).await?;
        let mut records = self.records.lock().unwrap().clone();
        records.sort_by_key(Record::node);
        let kept = records.into_iter().map(|record| Kept { record, version: record });
        let records = kept.filter(|kept| which == Which::All || which == Which::Node(kept.record.node())).collect();
        let server_unix_ms = NOW_MS + self.started.elapsed().as_millis() as u64;
        Ok(Loaded { server_unix_ms, records })
    }

    async fn store(&self, _: &Name, record: &Record, over: Option<&Record>) -> Result<Stored, Error> {
        self.called(Operation::Store).await?;
        let mut records = self.records.lock().unwrap();
        let at = records.iter().position(|kept| kept.node() == record.node());
        if at.map(|at| records[at]) != over.copied() {
            return Ok(Stored::Changed);
        }
        match at {
            Some(at) => records[at] = *record,
            None => records.push(*record),
        }
        Ok(Stored::Yes)
    }
}

fn orders() -> Name {
    Name::new("orders").unwrap()
}

fn ranges(want: u64, low_water: u64) -> RangeOptions {
    let options = range::Options::new().want(want).low_water(low_water).backoff(Backoff::new(40, 40));
    RangeOptions::new().ranges(options).patience(Duration::from_millis(400))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tasks_and_threads_share_ids_and_none_comes_twice() -> Outcome {
    let ids = RangeIds::start(Scripted::new(), orders(), ranges(500, 100));
    let mut takers = Vec::new();
    for _ in 0..4 {
        let ids = ids.clone();
        takers.push(tokio::spawn(async move {
            let mut taken = Vec::new();
            for _ in 0..5_000 {
                taken.push(ids.next().await.unwrap());
            }
            taken
        }));
    }
    let mut seen = HashSet::new();
    for taker in takers {
        for id in taker.await? {
            assert!(seen.insert(id), "{id} came twice");
        }
    }
    assert_eq!(seen.len(), 20_000);
    Ok(())
}

#[tokio::test]
async fn the_next_span_is_there_before_the_first_is_used_up() -> Outcome {
    let engine = Scripted::new();
    let ids = RangeIds::start(engine.clone(), orders(), ranges(100, 20));
    assert_eq!(ids.next().await?, 1);
    for expected in 2..=80 {
        assert_eq!(ids.try_next()?, expected);
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!((ids.left(), engine.calls()), (120, 2));
    for expected in 81..=200 {
        assert_eq!(ids.try_next()?, expected);
    }
    assert!(matches!(ids.try_next(), Err(Empty::Asked { .. } | Empty::Due { .. })));
    Ok(())
}

#[tokio::test]
async fn an_engine_that_fails_is_left_alone_for_a_while_and_named() -> Outcome {
    let engine = Scripted::new();
    engine.be(Mood::Fails);
    let ids = RangeIds::start(engine.clone(), orders(), ranges(10, 0));
    let error = ids.next().await.expect_err("it fails");
    let RangeError::Failed { retry_in_ms, cause } = error else { panic!("{error}") };
    assert!((1..=40).contains(&retry_in_ms));
    assert_eq!(cause.to_string(), "scripted, reserving ids: it cannot be reached: check its address, and that it runs");
    let calls = engine.calls();
    for _ in 0..1_000 {
        assert!(ids.try_next().is_err());
    }
    assert_eq!(engine.calls(), calls, "it was asked in vain");

    engine.be(Mood::Works);
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(ids.next().await?, 1);
    Ok(())
}

#[tokio::test]
async fn an_engine_that_hangs_keeps_nobody_longer_than_the_patience() -> Outcome {
    let engine = Scripted::new();
    engine.be(Mood::Hangs);
    let ids = RangeIds::start(engine, orders(), ranges(10, 0));
    let started = Instant::now();
    assert!(matches!(ids.next().await, Err(RangeError::TimedOut { after_ms: 400 })));
    assert!((400..600).contains(&started.elapsed().as_millis()));
    Ok(())
}

#[tokio::test]
async fn an_engine_that_forgets_gives_no_id_twice() -> Outcome {
    let engine = Scripted::new();
    let ids = RangeIds::start(engine.clone(), orders(), ranges(5, 0));
    for expected in 1..=5 {
        assert_eq!(ids.next().await?, expected);
    }
    engine.be(Mood::Forgets);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let error = loop {
        match ids.next().await {
            Ok(id) => assert!(id > 5, "{id} came twice"),
            Err(error) => break error,
        }
    };
    let RangeError::Failed { cause, .. } = error else { panic!("{error}") };
    assert!(matches!(*cause, Unsupplied::Refused(_)), "{cause}");
    Ok(())
}

#[tokio::test]
async fn what_is_left_is_given_back_as_one_and_everybody_is_refused_then() -> Outcome {
    let engine = Scripted::new();
    let ids = RangeIds::start(engine.clone(), orders(), ranges(100, 90));
    for _ in 0..20 {
        ids.next().await?;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    let clone = ids.clone();
    assert_eq!(clone.give_back().await?, 180);
    assert_eq!(*engine.given_back.lock().unwrap(), [Span::new(21, 200)?]);
    assert!(matches!(ids.next().await, Err(RangeError::Closed)));
    assert_eq!(ids.try_next(), Err(Empty::Closed));
    assert_eq!(ids.give_back().await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_engine_that_fails_at_the_end_is_told_and_nothing_is_handed_out() -> Outcome {
    let engine = Scripted::new();
    let ids = RangeIds::start(engine.clone(), orders(), ranges(10, 0));
    ids.next().await?;
    engine.be(Mood::Fails);
    assert_eq!(ids.give_back().await.expect_err("it fails").operation(), Operation::GiveBack);
    assert!(matches!(ids.next().await, Err(RangeError::Closed)));
    Ok(())
}

#[tokio::test]
async fn the_task_ends_with_the_last_handle() -> Outcome {
    let engine = Scripted::new();
    let records = Arc::downgrade(&engine.records);
    let ids = RangeIds::start(engine.clone(), orders(), ranges(10, 0));
    let flakes = snowflakes(engine, ManualClock::at_ms(NOW_MS as i64), 1);
    ids.next().await?;
    drop((ids, flakes));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(records.strong_count(), 0, "somebody still has the engine");
    Ok(())
}

const TERMS: Terms = match Terms::new(300, 1_000, 100) {
    Ok(terms) => terms,
    Err(_) => Terms::DEFAULT,
};

fn snowflakes<C: mintid::clock::Clock + Send + 'static>(
    engine: Scripted,
    clock: C,
    holder: u128,
) -> LeasedSnowflake<C> {
    let mut lease = lease::Options::new();
    lease.backoff = Backoff::new(20, 20);
    lease.patience_ms = 100;
    let options = SnowflakeOptions::new().lease(lease).patience(Duration::from_millis(500));
    let pool = Pool::new(&LAYOUT, TERMS).up_to_node(3);
    let ids = LeasedOptions::new(LAYOUT).change_node_beyond_ms(1_000);
    LeasedSnowflake::start_with(clock, engine, orders(), pool, Holder::from_u128(holder), ids, options)
}

/// A clock that runs from a time that a test sets.
#[derive(Clone)]
struct Running {
    from: Instant,
    offset_ms: Arc<Mutex<i64>>,
}

impl Running {
    fn start() -> Self {
        Self { from: Instant::now(), offset_ms: Arc::default() }
    }

    fn step(&self, by_ms: i64) {
        *self.offset_ms.lock().unwrap() += by_ms;
    }
}

impl mintid::clock::Clock for Running {
    fn resolution_ns(&self) -> u32 {
        1_000_000
    }

    fn read(&mut self) -> Result<mintid::clock::Reading, mintid::clock::ClockError> {
        let now_ms = NOW_MS as i64 + self.from.elapsed().as_millis() as i64 + *self.offset_ms.lock().unwrap();
        Ok(mintid::clock::Reading::from_ms(now_ms))
    }
}

#[tokio::test]
async fn a_burst_waits_for_ticks_with_room() -> Outcome {
    let ids = snowflakes(Scripted::new(), Running::start(), 1);
    let mut last = ids.next().await?;
    for _ in 0..20_000 {
        let id = ids.next().await?;
        assert!(id > last);
        last = id;
    }
    assert!(ids.meter().exhaustions > 0);
    Ok(())
}

#[tokio::test]
async fn a_lease_that_cannot_be_renewed_stops_its_generator_and_comes_back() -> Outcome {
    let engine = Scripted::new();
    let ids = snowflakes(engine.clone(), Running::start(), 1);
    ids.next().await?;
    assert_eq!(ids.grant().map(|grant| grant.fence), Some(1));
    for mood in [Mood::Hangs, Mood::Fails] {
        engine.be(mood);
        tokio::time::sleep(Duration::from_millis(320)).await;
        let refused = ids.try_next().expect_err("nobody knows whether it is ours");
        assert!(matches!(refused, LeasedCause::NoLease(NoLease::Expired { .. })), "{mood:?}: {refused}");
        let error = ids.next().await.expect_err("still");
        assert!(std::error::Error::source(&error).is_some(), "{mood:?}: {error}");
        assert_eq!(ids.good_for_ms(), 0);
        engine.be(Mood::Works);
        ids.next().await?;
    }
    assert_eq!(ids.grant().map(|grant| (grant.node, grant.fence)), Some((0, 1)), "it is the same lease, renewed");
    Ok(())
}

#[tokio::test]
async fn of_two_of_one_name_the_later_takes_the_node_and_the_earlier_another() -> Outcome {
    let (engine, clock) = (Scripted::new(), Running::start());
    let old = snowflakes(engine.clone(), clock.clone(), 1);
    old.next().await?;
    // The same name again, as where a pod is replaced by force and still runs.
    let new = snowflakes(engine, clock, 1);
    let mut made = HashSet::new();
    let until = Instant::now() + Duration::from_millis(800);
    while Instant::now() < until {
        for ids in [&old, &new] {
            if let Ok(id) = ids.try_next() {
                assert!(made.insert(id), "{id} came twice");
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!((old.lease_meter().lost, new.lease_meter().lost), (1, 0));
    let [old, new] = [old, new].map(|ids| ids.grant().map(|grant| (grant.node, grant.fence)));
    assert_eq!((old, new), (Some((1, 1)), Some((0, 2))));
    Ok(())
}

#[tokio::test]
async fn a_clock_far_behind_its_ids_gets_another_node() -> Outcome {
    let clock = Running::start();
    let ids = snowflakes(Scripted::new(), clock.clone(), 1);
    let before = LAYOUT.decompose(ids.next().await?)?;
    clock.step(-5_000);
    let after = LAYOUT.decompose(ids.next().await?)?;
    assert_eq!((before.node, after.node), (0, 1));
    assert!(after.tick < before.tick);
    Ok(())
}

#[tokio::test]
async fn a_node_that_is_given_back_is_the_next_ones_at_once() -> Outcome {
    let (engine, clock) = (Scripted::new(), Running::start());
    let first = snowflakes(engine.clone(), clock.clone(), 1);
    let last = LAYOUT.decompose(first.next().await?)?;
    first.give_back().await;
    let refused = first.next().await.expect_err("it is given back");
    assert!(matches!(refused.cause(), LeasedCause::NoLease(NoLease::GivenBack)), "{refused}");
    first.give_back().await;

    let second = snowflakes(engine, clock, 2);
    // Another node was never used, and has the lower floor: the first holder's own comes to it alone.
    second.next().await?;
    let again = second.grant().ok_or("no grant")?;
    assert!(again.node != last.node || again.floor_tick == last.tick + 1);
    Ok(())
}

#[tokio::test]
async fn the_engines_clock_is_compared_with_this_one() -> Outcome {
    let clock = Running::start();
    clock.step(-2_500);
    let ids = snowflakes(Scripted::new(), clock, 1);
    ids.next().await?;
    assert!((2_300..=2_500).contains(&ids.clock_offset_ms()), "{}", ids.clock_offset_ms());
    Ok(())
}
