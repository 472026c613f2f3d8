//! Processes that ask an engine all at the same time, and what comes of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use mintid::lease::{self, Holder, Pool, Terms};
use mintid::snowflake::{Layout, LeasedOptions};
use mintid::{Backoff, Snowflake};
use mintid_coord::{LeasedSnowflake, Leases, Name, SetUp, SnowflakeOptions, Spans};

use crate::address::Task;

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

    const fn name(self) -> &'static str {
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

/// Processes that are running, and what they say.
pub struct Crowd {
    program: std::path::PathBuf,
    address: String,
    kind: Kind,
    name: Name,
    members: Vec<Member>,
    finished: Vec<(u64, Vec<String>)>,
}

struct Member {
    holder: u64,
    child: Child,
    lines: JoinHandle<Vec<String>>,
}

impl Crowd {
    /// A crowd of nobody yet. `program` is the path of `hammer`.
    pub fn new(program: impl AsRef<Path>, address: &str, kind: Kind, name: &Name) -> Self {
        Self {
            program: program.as_ref().into(),
            address: address.into(),
            kind,
            name: name.clone(),
            members: Vec::new(),
            finished: Vec::new(),
        }
    }

    /// Starts one more, to run for so long.
    pub fn start(&mut self, holder: u64, time: Duration) -> Result<()> {
        let mut child = Command::new(&self.program)
            .args([&self.address, self.kind.name(), self.name.as_str()])
            .args([time.as_millis().to_string(), holder.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .context("hammer does not start")?;
        let output = child.stdout.take().context("hammer has no output")?;
        let lines = std::thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).collect());
        self.members.push(Member { holder, child, lines });
        Ok(())
    }

    /// Sends a signal to the one with this number.
    pub fn signal(&mut self, holder: u64, signal: i32) -> Result<()> {
        let member = self.members.iter().find(|member| member.holder == holder).context("nobody has this number")?;
        // SAFETY: a child that was not waited for yet has its id.
        let sent = unsafe { libc::kill(member.child.id().cast_signed(), signal) };
        ensure!(sent == 0, "the signal {signal} did not reach it");
        Ok(())
    }

    /// Kills the one with this number, as `kill -9` does.
    pub fn kill(&mut self, holder: u64) -> Result<()> {
        self.signal(holder, libc::SIGKILL)?;
        let at = self.members.iter().position(|member| member.holder == holder).context("nobody has this number")?;
        let mut member = self.members.swap_remove(at);
        member.child.wait()?;
        self.finished.push((member.holder, member.lines.join().unwrap_or_default()));
        Ok(())
    }

    /// Waits for all, and returns what each has said.
    pub fn finish(mut self) -> Result<Said> {
        for mut member in self.members.drain(..) {
            let status = member.child.wait()?;
            ensure!(status.success(), "hammer {} ended with {status}", member.holder);
            self.finished.push((member.holder, member.lines.join().unwrap_or_default()));
        }
        Ok(Said(std::mem::take(&mut self.finished)))
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for member in &mut self.members {
            // Over already, or stopped for good.
            let _ = member.child.kill();
            let _ = member.child.wait();
        }
    }
}

/// What the processes have said, each with its number.
pub struct Said(Vec<(u64, Vec<String>)>);

impl Said {
    /// The ids out of spans, none of them twice: how many there are.
    pub fn distinct_span_ids(&self) -> Result<u64> {
        let mut spans = BTreeMap::new();
        for (holder, first, count) in self.words("span").filter_map(|(holder, words)| {
            let (first, count) = words.split_once(' ')?;
            Some((holder, first.parse::<u64>().ok()?, count.parse::<u64>().ok()?))
        }) {
            ensure!(
                spans.insert(first, (count, holder)).is_none(),
                "{first} was granted twice, the second time to {holder}"
            );
        }
        let mut end = 0;
        for (first, (count, holder)) in &spans {
            ensure!(*first >= end, "{first}, granted to {holder}, had been granted before");
            end = first + count;
        }
        Ok(spans.values().map(|(count, _)| count).sum())
    }

    /// The Snowflakes, none of them twice, and no tick of a node with two processes: how many there are.
    pub fn distinct_snowflakes(&self) -> Result<u64> {
        let mut owners = HashMap::new();
        let mut ids = std::collections::HashSet::new();
        for (member, (holder, lines)) in self.0.iter().enumerate() {
            for id in lines.iter().filter_map(|line| line.strip_prefix("id ")) {
                let Ok(number) = id.parse::<u64>() else { continue };
                ensure!(ids.insert(number), "{number} was made twice, the second time by {holder}");
                let parts = LAYOUT.decompose(Snowflake::from_u64(number))?;
                let owner = owners.entry((parts.node, parts.tick)).or_insert(member);
                ensure!(*owner == member, "tick {} of node {} was used by two processes", parts.tick, parts.node);
            }
        }
        Ok(ids.len() as u64)
    }

    /// How often a line of this kind was said.
    pub fn count(&self, kind: &str) -> usize {
        self.0.iter().flat_map(|(_, lines)| lines).filter(|line| line.split(' ').next() == Some(kind)).count()
    }

    /// How many Snowflakes those with this number have made.
    pub fn ids_of(&self, holder: u64) -> usize {
        self.lines_of(holder).filter(|line| line.starts_with("id ")).count()
    }

    /// On which nodes.
    pub fn nodes_of(&self, holder: u64) -> Result<BTreeSet<u64>> {
        let ids = self.lines_of(holder).filter_map(|line| line.strip_prefix("id ")?.parse().ok());
        ids.map(|id| Ok(LAYOUT.decompose(Snowflake::from_u64(id))?.node)).collect()
    }

    /// How often those with this number have said a line of this kind.
    pub fn count_of(&self, holder: u64, kind: &str) -> usize {
        self.lines_of(holder).filter(|line| line.split(' ').next() == Some(kind)).count()
    }

    fn lines_of(&self, holder: u64) -> impl Iterator<Item = &str> {
        let lines = self.0.iter().filter(move |(other, _)| *other == holder).flat_map(|(_, lines)| lines);
        lines.map(String::as_str)
    }

    fn words<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (u64, &'a str)> {
        self.0.iter().flat_map(move |(holder, lines)| {
            lines.iter().filter_map(move |line| Some((*holder, line.strip_prefix(kind)?.strip_prefix(' ')?)))
        })
    }
}
