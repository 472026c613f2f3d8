//! What every engine goes through: crowds of processes, some of which are killed, a server that is killed, a network that
//! misbehaves, and a client in a hurry.

use std::num::NonZero;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use mintid::lease::{Answer, Holder, Lease, Moment};
use mintid::range::{Options, Span};
use mintid_coord::{Error, Fault, Leases, Name, Operation, RangeIds, RangeOptions, SetUp, Spans, lend};

use crate::hammer::{Crowd, Kind, Said, pool, terms, time};
use crate::proxy::{Proxy, Weather};
use crate::suite::name;

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

/// Weather in which no call can succeed, or not in time.
const STORM: [Weather; 4] =
    [Weather::Lost, Weather::CutAtTheAnswer, Weather::CutAtTheRequest, Weather::Slow(Duration::from_secs(30))];

/// How much later than its deadline a call may end on a machine that has other things to do.
const SLACK: Duration = Duration::from_millis(700);

/// In each weather each call ends by its deadline, with an error that names the engine and what it was asked for; what is granted
/// is granted once; and when the weather is fair again, so is the engine. The engine leads through the proxy and was set up.
pub async fn every_call_ends_in_any_weather<E: Spans + Leases + SetUp>(
    engine: &E,
    proxy: &Proxy,
    deadline: Duration,
) -> Result<()> {
    let (orders, workers) = (name("any-weather"), name("any-weather"));
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&workers).await?;
    let mut granted = Granted::default();

    proxy.set(Weather::Slow(Duration::from_millis(20)));
    granted.reserve(engine, &orders).await?;
    granted.lend(engine, &workers).await?;
    for weather in STORM.into_iter().chain([Weather::Closed]) {
        proxy.set(weather);
        for _ in 0..2 {
            let since = Instant::now();
            let refused = granted.reserve(engine, &orders).await.err().context("ids came through")?;
            ends::<E>(since, deadline, &refused, Operation::Reserve).with_context(|| format!("{weather:?}"))?;
            let since = Instant::now();
            let refused = granted.lend(engine, &workers).await.err().context("a node came through")?;
            ends::<E>(since, deadline, &refused, Operation::Load).with_context(|| format!("{weather:?}"))?;
        }
        proxy.set(Weather::Fair);
        let until = Instant::now() + 2 * deadline;
        while granted.reserve(engine, &orders).await.is_err() || granted.lend(engine, &workers).await.is_err() {
            ensure!(Instant::now() < until, "after {weather:?} it does not work again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    granted.are_distinct()
}

/// Whether a call has ended in time, and well.
fn ends<E: Spans>(since: Instant, deadline: Duration, error: &Error, operation: Operation) -> Result<()> {
    let (text, elapsed) = (error.to_string(), since.elapsed());
    ensure!(elapsed < deadline + SLACK, "{text}, but only after {elapsed:?}");
    ensure!(error.engine() == E::NAME || E::NAME.starts_with(error.engine()), "{text} does not name the engine");
    ensure!(error.operation() == operation, "{text} does not name the operation");
    ensure!(text.starts_with(&format!("{}, {operation} of any-weather: ", error.engine())), "{text}");
    ensure!(matches!(error.fault(), Fault::Unreachable | Fault::TimedOut { .. }), "{text}");
    Ok(())
}

/// What was granted.
#[derive(Default)]
struct Granted {
    spans: Vec<Span>,
    /// Nodes, with the first tick and the one behind the last.
    windows: Vec<(u64, u64, u64)>,
    holders: u128,
}

impl Granted {
    async fn reserve(&mut self, engine: &impl Spans, counter: &Name) -> Result<(), Error> {
        let reserved = engine.reserve(counter, NonZero::<u32>::MIN.saturating_add(99)).await?;
        self.spans.push(reserved.span);
        Ok(())
    }

    /// Lends a node to somebody new, who gives it back never.
    async fn lend(&mut self, engine: &impl Leases, workers: &Name) -> Result<(), Error> {
        self.holders += 1;
        let holder = Holder::from_u128(self.holders);
        let mut lease = Lease::new(holder, &crate::hammer::LAYOUT, mintid::lease::Options::new());
        let now = Moment { monotonic_ms: 0, unix_ms: 1_800_000_000_000 };
        let Some(request) = lease.request_due(now, 1) else { return Ok(()) };
        let nodes = mintid::lease::Pool::new(&crate::hammer::LAYOUT, mintid::lease::Terms::DEFAULT);
        if let Answer::Granted(grant) = lend(engine, workers, &nodes, &request).await?.answer {
            self.windows.push((grant.node, grant.floor_tick, grant.ceiling_tick));
        }
        Ok(())
    }

    fn are_distinct(mut self) -> Result<()> {
        self.spans.sort_by_key(|span| span.first());
        for pair in self.spans.windows(2) {
            let [before, after] = pair else { bail!("not a pair") };
            ensure!(before.last() < after.first(), "{after:?} was granted twice");
        }
        self.windows.sort_unstable();
        for pair in self.windows.windows(2) {
            let [before, after] = pair else { bail!("not a pair") };
            ensure!(before.0 != after.0 || before.2 <= after.1, "{after:?} was granted twice");
        }
        println!("{} spans and {} nodes", self.spans.len(), self.windows.len());
        ensure!(self.spans.len() > 5 && self.windows.len() > 5);
        Ok(())
    }
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
