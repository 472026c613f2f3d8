//! A race: some runners do the same work in turns, and their medians are printed beside what was aimed at.

use std::time::{Duration, Instant};

use clap::Args;

/// How long to measure.
#[derive(Args)]
pub struct Effort {
    /// Turns each runner gets.
    #[arg(long, default_value_t = 400, global = true)]
    turns: usize,
    /// Length of one turn, in microseconds.
    #[arg(long, default_value_t = 100, global = true)]
    turn_us: u64,
}

/// What a runner's figure is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// mintid.
    Ours,
    /// A portable peer: the best of these is what ratios are taken against.
    Peer,
    /// A part of what all the others do, the clock reading for instance.
    Part,
    /// Shown, but not compared with: it does more, or less, than the others.
    Extra,
}

/// What is aimed at for our own figures.
#[derive(Clone, Copy)]
pub enum Aim {
    /// At most this part of the best portable peer.
    OfBestPeer(f64),
    /// At most so many nanoseconds.
    Ns(f64),
    /// At most so many nanoseconds more than the part all do, which is the clock reading.
    ClockPlus(f64),
}

/// How many different results a sample held.
#[derive(Clone, Copy)]
pub struct Distinct {
    /// Different ones.
    pub found: usize,
    /// All.
    pub of: usize,
}

/// One contender: a name, and a way to time so many passes of it.
pub struct Runner {
    name: &'static str,
    role: Role,
    distinct: Distinct,
    timed: Box<dyn FnMut(u32) -> Duration>,
    calls_per_pass: u32,
}

impl Runner {
    /// A runner whose `pass` makes `calls_per_pass` calls of the operation.
    pub fn new(
        name: &'static str,
        role: Role,
        distinct: Distinct,
        calls_per_pass: u32,
        mut pass: impl FnMut() + 'static,
    ) -> Self {
        Self::self_timed(name, role, distinct, calls_per_pass, move |passes| {
            let start = Instant::now();
            for _ in 0..passes {
                pass();
            }
            start.elapsed()
        })
    }

    /// A runner that does so many passes and says itself how long they took.
    pub fn self_timed(
        name: &'static str,
        role: Role,
        distinct: Distinct,
        calls_per_pass: u32,
        timed: impl FnMut(u32) -> Duration + 'static,
    ) -> Self {
        Self { name, role, distinct, timed: Box::new(timed), calls_per_pass }
    }

    /// Passes that fill about one turn; warms the caches and the branch predictor on the way.
    fn passes_for(&mut self, turn: Duration) -> u32 {
        let mut passes = 1;
        loop {
            let took = (self.timed)(passes);
            if took >= turn || passes >= 1 << 24 {
                let scale = turn.as_secs_f64() / took.as_secs_f64().max(1e-9);
                return ((f64::from(passes) * scale) as u32).max(1);
            }
            passes *= 2;
        }
    }
}

/// Races the runners and prints a table.
pub fn race(title: &str, aims: &[Aim], effort: &Effort, mut runners: Vec<Runner>) {
    let turn = Duration::from_micros(effort.turn_us);
    let passes: Vec<u32> = runners.iter_mut().map(|runner| runner.passes_for(turn)).collect();
    let mut samples: Vec<Vec<f64>> = runners.iter().map(|_| Vec::with_capacity(effort.turns)).collect();
    for _ in 0..effort.turns {
        for ((runner, &passes), samples) in runners.iter_mut().zip(&passes).zip(&mut samples) {
            let ns = (runner.timed)(passes).as_nanos() as f64;
            samples.push(ns / f64::from(passes) / f64::from(runner.calls_per_pass));
        }
    }
    let medians: Vec<f64> = samples.iter_mut().map(|samples| median(samples)).collect();
    let least = |role| {
        let of_role = runners.iter().zip(&medians).filter(|(runner, _)| runner.role == role);
        of_role.map(|(_, &median)| median).min_by(f64::total_cmp)
    };
    let (best, clock) = (least(Role::Peer), least(Role::Part));

    println!("{title}{}", spell(aims));
    for (runner, &median) in runners.iter().zip(&medians) {
        let Distinct { found, of } = runner.distinct;
        let distinct = if runner.role == Role::Part { String::new() } else { format!("{found} of {of} distinct") };
        let mut remarks = Vec::new();
        if let Some(best) = best.filter(|_| runner.role != Role::Part) {
            remarks.push(format!("{:.2} ×", median / best));
        }
        if runner.role == Role::Ours {
            remarks.extend(aims.iter().map(|aim| aim.verdict(median, best, clock)));
        } else if runner.role == Role::Extra {
            remarks.push("for information".to_owned());
        }
        println!("  {:<30} {median:7.2} ns   {distinct:>25}   {}", runner.name, remarks.join(", "));
    }
    println!();
}

impl Aim {
    /// Whether `ours` is there, beside the best peer and the clock reading of the same race.
    fn verdict(self, ours: f64, best: Option<f64>, clock: Option<f64>) -> String {
        let limit = match self {
            Self::OfBestPeer(part) => best.map(|best| best * part),
            Self::Ns(ns) => Some(ns),
            Self::ClockPlus(ns) => clock.map(|clock| clock + ns),
        };
        let verdict = if limit.is_some_and(|limit| ours <= limit) { "reached" } else { "MISSED" };
        match (self, clock) {
            (Self::ClockPlus(_), Some(clock)) => format!("clock + {:.2} {verdict}", ours - clock),
            _ => verdict.to_owned(),
        }
    }
}

fn spell(aims: &[Aim]) -> String {
    let spelt: Vec<String> = aims
        .iter()
        .map(|aim| match aim {
            Aim::OfBestPeer(part) => format!("{part:.2} of the best portable peer"),
            Aim::Ns(ns) => format!("{ns} ns"),
            Aim::ClockPlus(ns) => format!("clock + {ns} ns"),
        })
        .collect();
    if spelt.is_empty() { String::new() } else { format!(" (aim: {} at most)", spelt.join(", ")) }
}

fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}
