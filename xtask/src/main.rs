//! `cargo xtask`: sets up, builds, shows and tests everything in this repository.
//!
//! A person needs two commands, `cargo xtask demo` and `cargo xtask test`; the others are the parts of those. Each file
//! holds one concern: `run` starts programs, `tally` runs named steps and counts them, `steps` is the table of them,
//! `setup`, `toolchain`, `system` and `npm` make a machine ready, `wasm`, `imports` and `plain` make the package's core,
//! `places`, `bundlers` and `recipes` use it where its users do, `firmware` does so on chips, `chips` and `pages` keep the pages
//! about those true, `size` counts what that costs, and `coordinators` holds what grants ids against real servers.

mod bench_js;
mod bundlers;
mod chips;
mod coordinators;
mod demo;
mod elf;
mod firmware;
mod imports;
mod npm;
mod pages;
mod places;
mod plain;
mod project;
mod recipes;
mod run;
mod rust_on_wasm;
mod setup;
mod size;
mod stamp;
mod steps;
mod system;
mod tally;
mod toolchain;
mod trace;
mod wasm;

use std::path::{self, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use crate::project::Project;
use crate::tally::{Outcome, Step, Tally};
use crate::trace::Face;

#[derive(Parser)]
#[command(bin_name = "cargo xtask", about = "Sets up, builds, shows and tests everything in this repository")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Make the machine ready: parts of Rust, bare-metal targets, the oldest supported Rust, npm packages
    Setup,
    /// Build the WASM core and the npm package in pkg/
    Build,
    /// Build, then mint and read ids natively, through the npm package and on an emulated chip, and compare them
    Demo,
    /// Run files of traces, bursts or cases and print what differs
    Trace {
        /// Files in the form of those in tests/vectors/
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Where the ids are made
        #[arg(long, value_enum, default_value_t = Face::Native)]
        face: Face,
    },
    /// Set up, then run every test there is
    Test {
        /// Run only the steps whose name contains this
        filter: Option<String>,
        /// Print the names of the steps instead
        #[arg(long)]
        list: bool,
    },
    /// Put the code of tests/firmware/chips into the pages of bindings/mcu/docs
    Pages,
    /// Run what takes too long for `test`
    Prove,
    /// Compare the speed with that of other crates
    Bench {
        /// Passed on to the benchmark: `codec`, `generate`, `shared` or `js`, and its options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Count what minting costs a chip: instructions, bytes of flash, of stack and of RAM
    Size {
        /// Take the figures over as those to compare with
        #[arg(long)]
        update: bool,
    },
}

fn main() -> ExitCode {
    match task(Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn task(task: Task) -> Result<ExitCode> {
    let project = Project::read()?;
    match task {
        Task::Setup => Ok(tallied(&project, [setup::ALL])),
        Task::Build => Ok(tallied(&project, [setup::FOR_BUILD, steps::BUILD])),
        Task::Demo => Ok(tallied(&project, [setup::FOR_BUILD, steps::BUILD, steps::DEMO])),
        Task::Trace { files, face } => {
            // Named from where the person stands, before the work moves to the repository's root.
            let files = files.iter().map(path::absolute).collect::<Result<Vec<_>, _>>()?;
            project.enter()?;
            match trace::run(&project, &files, face)? {
                Outcome::Passed => Ok(ExitCode::SUCCESS),
                Outcome::Skipped(skip) => bail!("{}; install it with `{}`", skip.why, skip.command),
            }
        }
        Task::Test { list: true, .. } => {
            steps::TEST.iter().for_each(|step| println!("{}", step.name));
            Ok(ExitCode::SUCCESS)
        }
        Task::Test { filter, list: false } => test(&project, filter.as_deref()),
        Task::Pages => {
            project.enter()?;
            pages::fill()?;
            Ok(ExitCode::SUCCESS)
        }
        Task::Prove => Ok(tallied(&project, [steps::PROVE])),
        Task::Bench { arguments } => {
            project.enter()?;
            if let Some((subject, words)) = arguments.split_first()
                && subject == "js"
            {
                return bench_js::run(&project, words);
            }
            let mut command = steps::bench(&project);
            command.args(arguments);
            run::streamed(command)?;
            Ok(ExitCode::SUCCESS)
        }
        Task::Size { update } => {
            let last = if update { steps::SIZE_UPDATE } else { steps::SIZE };
            Ok(tallied(&project, [setup::FOR_FIRMWARE, last]))
        }
    }
}

/// Runs tables of steps one after the other. Each stands on the one before it, so the first that did not wholly go
/// through, skips included, is the last, and those that remain make it a failure.
fn tallied<const N: usize>(project: &Project, tables: [&[Step]; N]) -> ExitCode {
    let mut tally = Tally::new(system::place());
    for table in tables {
        if !tally.is_clean() {
            tally.close();
            return ExitCode::FAILURE;
        }
        tally.run(project, table);
    }
    tally.close()
}

/// Unlike [`tallied`], goes on after a failed step: a person wants the whole list.
fn test(project: &Project, filter: Option<&str>) -> Result<ExitCode> {
    let steps = steps::matching(filter)?;
    let mut tally = Tally::new(system::place());
    tally.run(project, setup::ALL);
    tally.run(project, steps);
    Ok(tally.close())
}
