//! What every engine goes through: crowds of processes, some of which are killed, a server that is killed, a network that
//! misbehaves, and a client in a hurry.

use std::num::NonZero;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use mintid::range::Options;
use mintid_coord::{Leases, Name, RangeIds, RangeOptions, SetUp, Spans};

use crate::crowd::{Crowd, Said};
use crate::hammer::{Kind, pool, terms, time};
use crate::proxy::{Proxy, Weather};
use crate::suite::name;

mod weather;

use weather::STORM;
pub use weather::every_call_ends_in_any_weather;

/// How many processes hammer.
const CROWD: u64 = 8;

/// An engine that was set up, and where the processes find it.
pub struct Trials<'a, E> {
    /// The path of `hammer`.
    pub program: &'a str,
    /// The address for its processes.
    pub address: &'a str,
    /// The engine.
    pub engine: &'a E,
}

/// Nothing happens to the server.
pub fn no_outage() -> Result<()> {
    Ok(())
}

impl<E: Spans + Leases + SetUp> Trials<'_, E> {
    /// No id is granted twice, while a client is killed and comes again, and while `outage` happens to the server.
    pub async fn spans_are_distinct(&self, mut outage: impl FnMut() -> Result<()>) -> Result<()> {
        let orders = name("crowd-of-spans");
        self.engine.start_counter(&orders, 1).await?;
        let part = time() / 4;
        let mut crowd = self.crowd(Kind::Spans, &orders);
        for holder in 0..CROWD {
            crowd.start(holder, 4 * part)?;
        }
        sleep(part);
        crowd.kill(3)?;
        sleep(part);
        outage()?;
        crowd.start(3, part)?;
        let said = crowd.finish()?;
        let ids = said.distinct_span_ids()?;
        println!("{ids} ids, {} spans, {} failures", said.count("span"), said.count("failed"));
        ensure!(ids > 10_000, "{ids} ids are too few to tell");
        for holder in 0..CROWD {
            ensure!(said.count_of(holder, "span") > 0, "{holder} got none");
        }
        Ok(())
    }

    /// No tick of a node is used twice, while more clients than there are nodes take turns, one is killed, one is stopped until
    /// its lease is over, and `outage` happens to the server.
    pub async fn ticks_are_distinct(&self, mut outage: impl FnMut() -> Result<()>) -> Result<()> {
        let workers = name("crowd-of-leases");
        self.engine.start_pool(&workers).await?;
        let part = time() / 4;
        let mut crowd = self.crowd(Kind::Leases, &workers);
        for holder in 0..CROWD {
            crowd.start(holder, 5 * part)?;
        }
        sleep(part);
        crowd.kill(3)?;
        crowd.signal(5, libc::SIGSTOP)?;
        sleep(2 * part);
        crowd.start(3, 2 * part)?;
        crowd.signal(5, libc::SIGCONT)?;
        outage()?;
        let said = crowd.finish()?;
        report(&said)?;
        // Those who come too late for a node may have to wait for their whole time.
        let busy = (0..CROWD).filter(|holder| said.ids_of(*holder) > 0).count();
        ensure!(busy as u64 >= pool().nodes(), "only {busy} made any");
        Ok(())
    }

    /// Who was stopped until others had its node finds itself fenced out, makes no id by its old lease, and takes a new one.
    pub async fn a_paused_holder_finds_itself_fenced(&self) -> Result<()> {
        let workers = name("paused");
        self.engine.start_pool(&workers).await?;
        let ttl = Duration::from_millis(terms().ttl_ms().into());
        let mut crowd = self.crowd(Kind::Hold, &workers);
        crowd.start(0, 8 * ttl)?;
        sleep(2 * ttl);
        crowd.signal(0, libc::SIGSTOP)?;
        // As many as there are nodes: one of them has the one of the paused.
        for holder in 1..=pool().nodes() {
            crowd.start(holder, 3 * ttl)?;
        }
        sleep(4 * ttl);
        crowd.signal(0, libc::SIGCONT)?;
        let said = crowd.finish()?;
        report(&said)?;
        for holder in 1..=pool().nodes() {
            ensure!(said.ids_of(holder) > 0, "{holder} had no node");
        }
        ensure!(said.count_of(0, "refused") > 0, "it went on by a lease that was over");
        ensure!(said.count_of(0, "lease") > 1, "it did not take a new one");
        Ok(())
    }

    /// Where a holder is started a second time while the first still runs, the first is fenced out.
    pub async fn a_replaced_holder_is_fenced_out(&self) -> Result<()> {
        let workers = name("replaced");
        self.engine.start_pool(&workers).await?;
        let ttl = Duration::from_millis(terms().ttl_ms().into());
        let mut crowd = self.crowd(Kind::Hold, &workers);
        crowd.start(0, 5 * ttl)?;
        sleep(2 * ttl);
        crowd.start(0, 2 * ttl)?;
        let said = crowd.finish()?;
        report(&said)?;
        ensure!(said.count_of(0, "fenced") > 0, "the first was told nothing");
        Ok(())
    }

    /// A client that is started and killed over and over has the same node each time, and takes none from the others.
    pub async fn a_crash_loop_keeps_its_node(&self) -> Result<()> {
        let workers = name("crashing");
        self.engine.start_pool(&workers).await?;
        let mut crowd = self.crowd(Kind::Hold, &workers);
        crowd.start(1, Duration::from_secs(8))?;
        sleep(Duration::from_millis(500));
        for _ in 0..30 {
            crowd.start(0, Duration::from_secs(60))?;
            sleep(Duration::from_millis(100));
            crowd.kill(0)?;
        }
        crowd.start(0, Duration::from_secs(3))?;
        let said = crowd.finish()?;
        report(&said)?;
        let nodes = said.nodes_of(0)?;
        ensure!(nodes.len() == 1 && said.nodes_of(1)?.is_disjoint(&nodes), "it has had the nodes {nodes:?}");
        let kept = self.engine.load(&workers, mintid_coord::Which::All).await?.records;
        ensure!(kept.len() == 2, "{} nodes were lent to two holders", kept.len());
        Ok(())
    }

    /// Processes that reach the server through weather that changes all the time have nothing twice. The address leads through
    /// the proxy.
    pub async fn nothing_is_repeated_in_bad_weather(&self, proxy: &Proxy) -> Result<()> {
        let (orders, workers) = (name("stormy-spans"), name("stormy-leases"));
        self.engine.start_counter(&orders, 1).await?;
        self.engine.start_pool(&workers).await?;
        for kind in [Kind::Spans, Kind::Leases] {
            let mut crowd = self.crowd(kind, if kind == Kind::Spans { &orders } else { &workers });
            for holder in 0..CROWD {
                crowd.start(holder, time())?;
            }
            // All of them have connected before it begins.
            sleep(time() / 6);
            let until = Instant::now() + time() * 2 / 3;
            for weather in STORM.iter().cycle().take_while(|_| Instant::now() < until) {
                proxy.set(*weather);
                sleep(Duration::from_millis(60));
                proxy.set(Weather::Fair);
                sleep(Duration::from_millis(120));
            }
            let said = crowd.finish()?;
            match kind {
                Kind::Spans => {
                    let ids = said.distinct_span_ids()?;
                    println!("{ids} ids, {} spans, {} failures", said.count("span"), said.count("failed"));
                    ensure!(ids > 1_000, "{ids} ids are too few to tell");
                }
                _ => report(&said)?,
            }
        }
        Ok(())
    }

    fn crowd(&self, kind: Kind, name: &Name) -> Crowd {
        Crowd::new(self.program, self.address, kind, name)
    }
}

/// What the Snowflakes of a crowd are like; an error where one is there twice.
fn report(said: &Said) -> Result<()> {
    let ids = said.distinct_snowflakes()?;
    let counts = ["lease", "failed", "refused", "fenced"].map(|kind| format!("{kind} {}", said.count(kind)));
    println!("{ids} ids, {}", counts.join(", "));
    ensure!(ids > 1_000, "{ids} ids are too few to tell");
    Ok(())
}

/// A reservation is one message there and one back. The engine leads through the proxy.
pub async fn a_reservation_is_one_round_trip(engine: &(impl Spans + SetUp), proxy: &Proxy) -> Result<()> {
    let trips = name("round-trips");
    engine.start_counter(&trips, 1).await?;
    // Connects, where it has not yet.
    engine.reserve(&trips, NonZero::<u32>::MIN).await?;
    let before = proxy.requests();
    for _ in 0..100 {
        engine.reserve(&trips, NonZero::<u32>::MIN).await?;
    }
    let trips = proxy.requests() - before;
    ensure!(trips == 100, "100 reservations took {trips} round trips");
    Ok(())
}

/// How many ids a second one client has from spans of 1,000, through `try_next`. The counter was started.
pub async fn ids_a_second(engine: impl Spans, counter: &Name) -> Result<f64> {
    // The next one is asked for as soon as one is at hand.
    let ranges = Options::new().want(1_000).low_water(2_000);
    let ids = RangeIds::start(engine, counter.clone(), RangeOptions::new().ranges(ranges));
    let mut last = ids.next().await?;
    let (since, mut count) = (Instant::now(), 0_u64);
    while since.elapsed() < Duration::from_secs(3) {
        for _ in 0..1_000 {
            let id = match ids.try_next() {
                Ok(id) => id,
                Err(_) => ids.next().await?,
            };
            ensure!(id > last, "{id} after {last}");
            (last, count) = (id, count + 1);
        }
    }
    let rate = count as f64 / since.elapsed().as_secs_f64();
    println!("{rate:.0} ids a second, {:.0} reservations", rate / 1_000.0);
    Ok(rate)
}
