//! A race: some runners do the same work in turns, and the ratio of their medians is printed.

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
    /// A portable peer: the best of these is what the ratio is taken against.
    Peer,
    /// Shown, but not compared with: it does what a portable or safe crate cannot.
    Extra,
}

/// One contender: a name and a loop over the operation.
pub struct Runner {
    name: &'static str,
    role: Role,
    distinct: usize,
    pass: Box<dyn FnMut()>,
    calls_per_pass: u32,
}

impl Runner {
    /// A runner whose `pass` makes `calls_per_pass` calls of the operation.
    ///
    /// `distinct` is how many different results the operation gave over the whole corpus.
    pub fn new(
        name: &'static str,
        role: Role,
        distinct: usize,
        calls_per_pass: u32,
        pass: impl FnMut() + 'static,
    ) -> Self {
        Self { name, role, distinct, pass: Box::new(pass), calls_per_pass }
    }

    fn timed(&mut self, passes: u32) -> Duration {
        let start = Instant::now();
        for _ in 0..passes {
            (self.pass)();
        }
        start.elapsed()
    }

    /// Passes that fill about one turn; warms the caches and the branch predictor on the way.
    fn passes_for(&mut self, turn: Duration) -> u32 {
        let mut passes = 1;
        loop {
            let took = self.timed(passes);
            if took >= turn || passes >= 1 << 24 {
                let scale = turn.as_secs_f64() / took.as_secs_f64().max(1e-9);
                return ((f64::from(passes) * scale) as u32).max(1);
            }
            passes *= 2;
        }
    }
}

/// Races the runners and prints a table; `target` is the ratio to the best portable peer that is aimed at.
pub fn race(title: &str, target: f64, effort: &Effort, mut runners: Vec<Runner>) {
    let turn = Duration::from_micros(effort.turn_us);
    let passes: Vec<u32> = runners.iter_mut().map(|runner| runner.passes_for(turn)).collect();
    let mut samples: Vec<Vec<f64>> = runners.iter().map(|_| Vec::with_capacity(effort.turns)).collect();
    for _ in 0..effort.turns {
        for ((runner, &passes), samples) in runners.iter_mut().zip(&passes).zip(&mut samples) {
            let ns = runner.timed(passes).as_nanos() as f64;
            samples.push(ns / f64::from(passes) / f64::from(runner.calls_per_pass));
        }
    }
    let medians: Vec<f64> = samples.iter_mut().map(|samples| median(samples)).collect();
    let best = runners
        .iter()
        .zip(&medians)
        .filter(|(runner, _)| runner.role == Role::Peer)
        .map(|(_, &median)| median)
        .fold(f64::INFINITY, f64::min);

    println!("{title} (aim: {target:.2} of the best portable peer)");
    for (runner, median) in runners.iter().zip(&medians) {
        let ratio = match runner.role {
            Role::Ours => {
                format!("{:.2} × {}", median / best, if median / best <= target { "reached" } else { "MISSED" })
            }
            Role::Peer => format!("{:.2} ×", median / best),
            Role::Extra => format!("{:.2} × (for information)", median / best),
        };
        println!("  {:<20} {median:7.2} ns   {:>5} distinct   {ratio}", runner.name, runner.distinct);
    }
    println!();
}

fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}
