//! Processes that run at the same time, and whether what they say can all be true.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use mintid::Snowflake;
use mintid_coord::Name;

use crate::hammer::{Kind, LAYOUT};

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
