//! Calls one by one, in each weather.

use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use mintid::lease::{Answer, Holder, Lease, Moment};
use mintid::range::Span;
use mintid_coord::{Error, Fault, Leases, Name, Operation, SetUp, Spans, lend};

use crate::hammer::LAYOUT;
use crate::proxy::{Proxy, Weather};
use crate::suite::name;

/// Weather in which no call can succeed, or not in time.
pub(super) const STORM: [Weather; 4] =
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
        let mut lease = Lease::new(holder, &LAYOUT, mintid::lease::Options::new());
        let now = Moment { monotonic_ms: 0, unix_ms: 1_800_000_000_000 };
        let Some(request) = lease.request_due(now, 1) else { return Ok(()) };
        let nodes = mintid::lease::Pool::new(&LAYOUT, mintid::lease::Terms::DEFAULT);
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
