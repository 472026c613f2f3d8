//! Named steps, run one after the other and counted.
//!
//! A step passes, fails, or is skipped because the machine lacks something that only its owner may install. Where a
//! person works a skip is told at the end with the command that ends it. In CI nobody reads that, so a skip fails.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow};

use crate::project::Project;
use crate::run;
use crate::system::Place;

/// One row of a table of things to do.
pub struct Step {
    /// What a person calls it, and filters by.
    pub name: &'static str,
    /// Does it. An error is a failure.
    pub run: fn(&Project) -> Result<Outcome>,
}

/// A row for a table.
pub const fn step(name: &'static str, run: fn(&Project) -> Result<Outcome>) -> Step {
    Step { name, run }
}

/// How a step that did not fail ended.
pub enum Outcome {
    Passed,
    Skipped(Skip),
}

/// Why a step could not be done here, and what changes that.
#[derive(Clone, Debug, PartialEq)]
pub struct Skip {
    /// What is missing, as the start of a sentence.
    pub why: String,
    /// The command that installs it.
    pub command: String,
}

/// Runs every command, also after one that failed, and passes when none did.
pub fn all(commands: impl IntoIterator<Item = std::process::Command>) -> Result<Outcome> {
    let failures: Vec<_> = commands.into_iter().filter_map(|command| run::run(command).err()).collect();
    if failures.is_empty() {
        return Ok(Outcome::Passed);
    }
    Err(anyhow!("{}", failures.iter().map(|failure| format!("{failure:#}")).collect::<Vec<_>>().join("; ")))
}

/// What ran so far.
pub struct Tally {
    place: Place,
    begun: Instant,
    passed: usize,
    failed: Vec<(&'static str, String)>,
    skipped: Vec<(&'static str, Skip)>,
}

impl Tally {
    /// An empty one.
    pub fn new(place: Place) -> Self {
        Self { place, begun: Instant::now(), passed: 0, failed: Vec::new(), skipped: Vec::new() }
    }

    /// Runs all the steps, also after one that failed.
    pub fn run<'a>(&mut self, project: &Project, steps: impl IntoIterator<Item = &'a Step>) {
        for step in steps {
            println!("\n== {}", step.name);
            let begun = Instant::now();
            let result = project.enter().and_then(|()| (step.run)(project));
            let word = self.note(step.name, result);
            println!("-- {}: {word}, {:.1} s", step.name, begun.elapsed().as_secs_f64());
        }
    }

    fn note(&mut self, name: &'static str, result: Result<Outcome>) -> &'static str {
        match result {
            Ok(Outcome::Passed) => {
                self.passed += 1;
                "passed"
            }
            Ok(Outcome::Skipped(skip)) if self.place == Place::Person => {
                self.skipped.push((name, skip));
                "skipped"
            }
            Ok(Outcome::Skipped(skip)) => {
                self.failed.push((name, format!("{}; install it with `{}`", skip.why, skip.command)));
                "failed"
            }
            Err(error) => {
                self.failed.push((name, format!("{error:#}")));
                "failed"
            }
        }
    }

    /// Whether every step so far passed.
    pub const fn is_clean(&self) -> bool {
        self.failed.is_empty() && self.skipped.is_empty()
    }

    const fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// Lists what was skipped and what failed, and closes with the counts alone on the last line, as CI reads them.
    pub fn close(self) -> ExitCode {
        println!();
        for (name, skip) in &self.skipped {
            println!("skipped: {name}: {}; to run it: `{}`", skip.why, skip.command);
        }
        for (name, why) in &self.failed {
            println!("FAILED: {name}: {why}");
        }
        println!("{:.0} s in all", self.begun.elapsed().as_secs_f64());
        println!("{}", self.counts());
        if self.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn counts(&self) -> String {
        let skipped = if self.skipped.is_empty() { String::new() } else { format!(", {} skipped", self.skipped.len()) };
        format!("{} passed, {} failed{skipped}", self.passed, self.failed.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skip() -> Result<Outcome> {
        Ok(Outcome::Skipped(Skip { why: "no npm".into(), command: "apt-get install npm".into() }))
    }

    #[test]
    fn the_closing_line_counts_and_a_skip_fails_only_in_ci() {
        for (place, line) in [(Place::Person, "1 passed, 1 failed, 1 skipped"), (Place::Ci, "1 passed, 2 failed")] {
            let mut tally = Tally::new(place);
            tally.note("a", Ok(Outcome::Passed));
            tally.note("b", skip());
            tally.note("c", Err(anyhow!("broken")));
            assert_eq!(tally.counts(), line);
            assert!(tally.has_failed());
        }
    }

    #[test]
    fn a_person_s_run_with_a_skip_alone_has_not_failed() {
        let mut tally = Tally::new(Place::Person);
        tally.note("b", skip());
        assert!(!tally.has_failed() && !tally.is_clean());
        assert_eq!(tally.counts(), "0 passed, 0 failed, 1 skipped");
    }

    #[test]
    fn every_command_of_a_step_runs_and_every_failure_is_named() {
        let commands = ["cargo --no-such-a", "cargo --version", "cargo --no-such-b"].map(run::command);
        let error = all(commands).err().unwrap().to_string();
        assert!(error.contains("--no-such-a") && error.contains("--no-such-b"), "{error}");
        assert!(!error.contains("--version"), "{error}");
    }
}
