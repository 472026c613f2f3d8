//! A server that fails for good, and a replica in its place.

use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use mintid::lease::{Pool, Terms};
use mintid::snowflake::Layout;
use mintid_coord::redis::{Options, Redis};
use mintid_coord::{Fault, Leases, SetUp, Spans, Stored, Which};
use mintid_coord_tests::hammer::time;
use mintid_coord_tests::proxy::{Proxy, Weather};
use mintid_coord_tests::server::{Server, redis as server};
use mintid_coord_tests::suite::{fault, name};

const HUNDRED: NonZero<u32> = NonZero::new(100).unwrap();

/// A server and a replica of it, with a network in between.
pub struct Pair {
    pub first: Server<server::Redis>,
    replica: Server<server::Redis>,
    network: Proxy,
}

impl Pair {
    pub fn start() -> Result<Self> {
        let first = Server::start(server::Redis::new())?;
        let network = Proxy::before(first.port())?;
        let replica = Server::start(server::Redis::new().replica_of(network.port()))?;
        let until = Instant::now() + Duration::from_secs(20);
        while !first.info("replication")?.contains("state=online") {
            if Instant::now() > until {
                bail!("the replica does not follow:\n{}", replica.said());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(Self { first, replica, network })
    }

    /// What the first server was told last does not reach the replica any more, which then takes its place.
    fn fail_over(mut self) -> Result<Server<server::Redis>> {
        self.first.kill()?;
        ensure!(self.replica.say("REPLICAOF NO ONE")? == "+OK");
        Ok(self.replica)
    }
}

fn confirmed_by_one() -> Options {
    Options::new().wait_for_replicas(NonZero::<u32>::MIN, Duration::from_millis(300))
}

#[tokio::test]
async fn a_failover_repeats_ids_where_no_replica_is_waited_for() -> Result<()> {
    let pair = Pair::start()?;
    let orders = name("orders");
    let engine = Redis::connect(&pair.first.address(), confirmed_by_one()).await?;
    engine.start_counter(&orders, 1).await?;

    let unsafe_engine = Redis::connect(&pair.first.address(), Options::new()).await?;
    pair.network.set(Weather::Lost);
    let before = unsafe_engine.reserve(&orders, HUNDRED).await?.span;
    let promoted = pair.fail_over()?;
    let engine = Redis::connect(&promoted.address(), Options::new()).await?;
    let after = engine.reserve(&orders, HUNDRED).await?.span;
    // This is what the page warns of. If it ever fails, the page is wrong.
    ensure!(before == after, "{before:?} and {after:?}: nothing was lost");
    Ok(())
}

#[tokio::test]
async fn a_failover_repeats_nothing_that_a_replica_has_confirmed() -> Result<()> {
    let pair = Pair::start()?;
    let (orders, workers) = (name("orders"), name("workers"));
    let engine = Redis::connect(&pair.first.address(), confirmed_by_one()).await?;
    engine.set_up().await?;
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&workers).await?;
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(3).expect("there is such a node");

    let confirmed = engine.reserve(&orders, HUNDRED).await?.span;
    ensure!(engine.store(&workers, &record, None).await? == Stored::Yes);
    pair.network.set(Weather::Lost);
    let started = Instant::now();
    // These are granted to nobody, and lost.
    ensure!(fault(engine.reserve(&orders, HUNDRED).await)? == Fault::Unreplicated);
    let other = record.with_terms(Terms::new(7, 7, 7)?);
    ensure!(fault(engine.store(&workers, &other, Some(&record.to_bytes())).await)? == Fault::Unreplicated);
    ensure!(started.elapsed() < Duration::from_secs(2), "it took {:?}", started.elapsed());
    let error = engine.start_counter(&name("new"), 1).await.expect_err("no replica has heard of it");
    let source = std::error::Error::source(&error).expect("it has a reason").to_string();
    ensure!(source == "0 replicas of 1 have confirmed it within 300ms", "{source}");

    let promoted = pair.fail_over()?;
    let engine = Redis::connect(&promoted.address(), Options::new()).await?;
    let after = engine.reserve(&orders, HUNDRED).await?.span;
    ensure!(after.first() == confirmed.last() + 1, "{confirmed:?}, then {after:?}");
    let records = engine.load(&workers, Which::All).await?.records;
    ensure!(records.len() == 1 && records[0].record == record, "{records:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_in_the_midst_of_it_all_repeats_nothing_that_a_replica_has_confirmed() -> Result<()> {
    let pair = Pair::start()?;
    let orders = name("orders");
    let engine = Redis::connect(&pair.first.address(), confirmed_by_one()).await?;
    engine.start_counter(&orders, 1).await?;
    let asking: Vec<_> = (0..16)
        .map(|_| {
            let (engine, orders) = (engine.clone(), orders.clone());
            tokio::spawn(async move {
                let mut granted = Vec::new();
                while let Ok(reserved) = engine.reserve(&orders, HUNDRED).await {
                    granted.push(reserved.span.first());
                }
                granted
            })
        })
        .collect();
    tokio::time::sleep(time() / 4).await;
    let promoted = pair.fail_over()?;
    let mut granted = Vec::new();
    for one in asking {
        granted.extend(one.await?);
    }
    let before = granted.len();
    let engine = Redis::connect(&promoted.address(), Options::new()).await?;
    for _ in 0..100 {
        granted.push(engine.reserve(&orders, HUNDRED).await?.span.first());
    }
    granted.sort_unstable();
    let twice = granted.windows(2).find(|pair| pair[1] - pair[0] < 100);
    ensure!(before > 100 && twice.is_none(), "{before} spans, {twice:?} twice");
    Ok(())
}

#[tokio::test]
async fn a_replica_is_read_from_only() -> Result<()> {
    let pair = Pair::start()?;
    let (orders, workers) = (name("orders"), name("workers"));
    let engine = Redis::connect(&pair.first.address(), confirmed_by_one()).await?;
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&workers).await?;
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(3).expect("there is such a node");

    let on_replica = Redis::connect(&pair.replica.address(), Options::new()).await?;
    for refused in [
        fault(on_replica.set_up().await)?,
        fault(on_replica.reserve(&orders, HUNDRED).await)?,
        fault(on_replica.store(&workers, &record, None).await)?,
        fault(on_replica.start_counter(&name("new"), 1).await)?,
    ] {
        ensure!(refused == Fault::ReadOnly, "{refused:?}");
    }
    // With as many replicas as there are not, it says so before anything is granted.
    let two = Options::new().wait_for_replicas(NonZero::new(2).unwrap(), Duration::from_millis(100));
    let engine = Redis::connect(&pair.first.address(), two).await?;
    ensure!(fault(engine.set_up().await)? == Fault::Unreplicated);
    Ok(())
}

#[tokio::test]
async fn a_connector_is_asked_again_for_the_server_that_is_written_to() -> Result<()> {
    let pair = Pair::start()?;
    let orders = name("orders");
    Redis::connect(&pair.first.address(), confirmed_by_one()).await?.start_counter(&orders, 1).await?;
    let (first, second) = (pair.first.address(), pair.replica.address());
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&asked);
    // It is wrong once, as while a failover goes on.
    let connect = move || {
        let turn = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let client = redis::Client::open(if turn == 0 { second.clone() } else { first.clone() });
        async move { client?.get_multiplexed_async_connection().await }
    };
    let engine = Redis::with_connector(connect, Options::new());
    ensure!(fault(engine.reserve(&orders, HUNDRED).await)? == Fault::ReadOnly);
    ensure!(engine.reserve(&orders, HUNDRED).await?.span.first() == 1);
    ensure!(asked.load(std::sync::atomic::Ordering::Relaxed) == 2);
    Ok(())
}
