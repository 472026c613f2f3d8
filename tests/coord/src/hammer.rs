//! What each of the processes does that ask an engine all at the same time.

use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use mintid::Backoff;
use mintid::lease::{self, Holder, Pool, Terms};
use mintid::snowflake::{Layout, LeasedOptions};
use mintid_coord::{LeasedSnowflake, Leases, Name, SetUp, SnowflakeOptions, Spans};

use crate::address::Task;
pub use crate::crowd::{Crowd, Said};

/// The layout of the Snowflakes that are made.
pub const LAYOUT: Layout = Layout::TWITTER;

/// Leases that end soon, so that much happens in little time.
pub fn terms() -> Terms {
    Terms::new(1_000, 1_000, 200).unwrap()
}

/// The nodes that there are: fewer than processes, so that some have to wait for others.
pub fn pool() -> Pool {
    Pool::new(&LAYOUT, terms()).up_to_node(5)
}

/// How the leases of such terms are asked for.
pub fn options() -> SnowflakeOptions {
    let mut lease = lease::Options::new();
    lease.backoff = Backoff::new(20, 200);
    lease.patience_ms = 2_000;
    SnowflakeOptions::new().lease(lease).patience(Duration::from_secs(3))
}

/// How long processes hammer: a minute where `MINTID_PROVE` is set.
pub fn time() -> Duration {
    Duration::from_secs(if std::env::var_os("MINTID_PROVE").is_some() { 60 } else { 6 })
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Spans, and some of their ids given back.
    Spans,
    /// Leases that are held for a while, given back or left to end.
    Leases,
    /// One lease, held to the end.
    Hold,
}

impl Kind {
    pub fn of(name: &str) -> Result<Self> {
        match name {
            "spans" => Ok(Self::Spans),
            "leases" => Ok(Self::Leases),
            "hold" => Ok(Self::Hold),
            _ => bail!("{name} is none of spans, leases and hold"),
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Spans => "spans",
            Self::Leases => "leases",
            Self::Hold => "hold",
        }
    }
}

/// One process's work.
pub struct Hammer {
    pub kind: Kind,
    pub name: Name,
    pub milliseconds: u64,
    pub holder: u64,
}

impl Task for Hammer {
    async fn run(self, engine: impl Spans + Leases + SetUp) -> Result<()> {
        let until = Instant::now() + Duration::from_millis(self.milliseconds);
        match self.kind {
            Kind::Spans => spans(engine, &self.name, until, self.holder).await,
            Kind::Leases => leases(engine, &self.name, until, self.holder).await,
            Kind::Hold => hold(engine, &self.name, until, self.holder).await,
        }
    }

    async fn run_without_leases(self, engine: impl Spans + SetUp) -> Result<()> {
        ensure!(self.kind == Kind::Spans, "there are no leases");
        let until = Instant::now() + Duration::from_millis(self.milliseconds);
        spans(engine, &self.name, until, self.holder).await
    }
}

/// Reserves spans of different sizes, and gives some of them back in part.
async fn spans(engine: impl Spans, name: &Name, until: Instant, holder: u64) -> Result<()> {
    let mut lines = BufWriter::new(std::io::stdout().lock());
    let mut turn = holder;
    while Instant::now() < until {
        turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let count = NonZero::<u32>::MIN.saturating_add((turn >> 40) as u32 % 2_000);
        let Ok(reserved) = engine.reserve(name, count).await else {
            writeln!(lines, "failed")?;
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        let used = match (turn >> 33) % 4 {
            0 => reserved.span.split(1 + (turn >> 35) % reserved.span.count()),
            _ => Some((reserved.span, None)),
        };
        let (used, left) = used.context("no id was reserved")?;
        writeln!(lines, "span {} {}", used.first(), used.count())?;
        // Who is killed has said what it was granted.
        lines.flush()?;
        if let Some(left) = left {
            // Whether it is taken or not, nothing of it is used here.
            let _ = engine.give_back(name, left, reserved.receipt).await;
        }
    }
    lines.flush()?;
    Ok(())
}

fn snowflakes(engine: impl Leases, name: &Name, holder: u64) -> LeasedSnowflake {
    let holder = Holder::from_u128(holder.into());
    let ids = LeasedOptions::new(LAYOUT).change_node_beyond_ms(2_000);
    LeasedSnowflake::start(engine, name.clone(), pool(), holder, ids, options())
}

/// Makes Snowflakes on one lease for as long as it is allowed to, and says when it is told that somebody else has its node.
async fn hold(engine: impl Leases, name: &Name, until: Instant, holder: u64) -> Result<()> {
    let mut lines = std::io::stdout().lock();
    let ids = snowflakes(engine, name, holder);
    let (mut lease, mut lost) = (None, 0);
    while Instant::now() < until {
        let made = ids.try_next();
        let meter = ids.lease_meter();
        if lost != meter.lost {
            lost = meter.lost;
            writeln!(lines, "fenced")?;
        }
        let Ok(id) = made else {
            if lease.take().is_some() {
                writeln!(lines, "refused")?;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let grant = ids.grant().map(|grant| (grant.node, grant.fence));
        if lease != grant {
            lease = grant;
            writeln!(lines, "lease")?;
        }
        lines.write_all(format!("id {}\n", id.to_u64()).as_bytes())?;
        lines.flush()?;
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    ids.give_back().await;
    Ok(())
}

/// Makes Snowflakes on leases that are held for a while, given back or left to end, over and over.
async fn leases(engine: impl Leases, name: &Name, until: Instant, holder: u64) -> Result<()> {
    let mut lines = std::io::stdout().lock();
    let mut round = 0_u64;
    while Instant::now() < until {
        round += 1;
        let ids = snowflakes(engine.clone(), name, holder);
        let held_until = until.min(Instant::now() + Duration::from_millis(300 + round % 5 * 400));
        let mut fence = None;
        while Instant::now() < held_until {
            let id = match ids.next().await {
                Ok(id) => id,
                Err(_) => {
                    writeln!(lines, "failed")?;
                    continue;
                }
            };
            let grant = ids.grant().map(|grant| (grant.node, grant.fence));
            if fence != grant {
                fence = grant;
                writeln!(lines, "lease")?;
            }
            // One write, so that a process that is killed leaves whole lines.
            lines.write_all(format!("id {}\n", id.to_u64()).as_bytes())?;
            lines.flush()?;
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
        match round % 3 {
            0 => drop(ids),
            _ => ids.give_back().await,
        }
    }
    Ok(())
}
