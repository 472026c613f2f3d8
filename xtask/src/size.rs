//! `cargo xtask size`: what minting costs a chip, in figures that repeat exactly.
//!
//! The programs are those of `tests/firmware/cost`. Each figure has a name, some have an aim, and all are in a file of the
//! tree, so that a change that moves one must say so: `cargo xtask size --update` writes that file. Compilers differ, so the
//! file names the one that made its figures. Another one's are held against the aims alone.

mod aims;
mod measure;
mod snapshot;

use std::fs;

use anyhow::{Result, ensure};

use crate::project::Project;
use crate::run;
use crate::tally::{Outcome, Skip};
use measure::measured;
use snapshot::Snapshot;

/// One thing counted: what it is, and how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub name: String,
    pub value: u32,
}

/// The figures to compare with.
const SNAPSHOT: &str = "tests/firmware/cost/snapshot.txt";

/// Counts, prints and compares.
pub fn test(project: &Project) -> Result<Outcome> {
    let (now, kept) = match now(project)? {
        Ok(now) => (now, Snapshot::parse(&fs::read_to_string(SNAPSHOT)?)?),
        Err(skip) => return Ok(Outcome::Skipped(skip)),
    };
    print(&now);
    let differences = now.differences(&kept, aims::of);
    ensure!(
        differences.is_empty(),
        "{}; where that is meant, `cargo xtask size --update` takes it over",
        differences.join("; ")
    );
    if now.compiler != kept.compiler {
        println!("Made by {}, and not {}: compared with the aims alone.", now.compiler, kept.compiler);
    }
    Ok(Outcome::Passed)
}

/// Counts, and takes the figures over.
pub fn update(project: &Project) -> Result<Outcome> {
    match now(project)? {
        Ok(now) => {
            print(&now);
            fs::write(SNAPSHOT, now.text())?;
            Ok(Outcome::Passed)
        }
        Err(skip) => Ok(Outcome::Skipped(skip)),
    }
}

fn now(project: &Project) -> Result<Result<Snapshot, Skip>> {
    let compiler = run::output(run::command("rustc --version"))?.trim().to_owned();
    Ok(measured(project)?.map(|figures| Snapshot { compiler, figures }))
}

fn print(now: &Snapshot) {
    for Figure { name, value } in &now.figures {
        let aim = match aims::of(name) {
            Some(aim) if *value <= aim => format!(", of {aim} at most"),
            Some(aim) => format!(", and the aim of {aim} is not reached"),
            None => String::new(),
        };
        println!("{value:>6}  {name}{aim}");
    }
}
