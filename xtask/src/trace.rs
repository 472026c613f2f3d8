//! `cargo xtask trace`: holds a face against files of traces, bursts or cases.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use mintid_conformance::run_files;

use crate::npm;
use crate::project::Project;
use crate::tally::Outcome;

/// Where the ids are made.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Face {
    /// Rust on this machine.
    Native,
    /// The npm package's core, in Node.
    Wasm,
}

/// Makes the face ready, runs the files and prints what differs; an error where anything does.
pub fn run(project: &Project, files: &[PathBuf], face: Face) -> Result<Outcome> {
    if face == Face::Wasm
        && let skipped @ Outcome::Skipped(_) = npm::build(project)?
    {
        return Ok(skipped);
    }
    let face = match face {
        Face::Native => mintid_conformance::Face::Native,
        Face::Wasm => mintid_conformance::Face::Wasm,
    };
    let summary = run_files(files, face)?;
    ensure!(summary.all_agree(), "{} vectors differ", summary.differences.len());
    Ok(Outcome::Passed)
}
