//! `cargo xtask trace`: holds a face against files of traces, bursts or cases.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use mintid_conformance::run_files;
use mintid_conformance::summary::counted;

use crate::project::Project;
use crate::setup;
use crate::steps;
use crate::tally::{Outcome, Step};

/// Where the ids are made.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Face {
    /// Rust on this machine.
    Native,
    /// The npm package's core, in Node.
    Wasm,
}

/// Makes the face ready, from set-up on and each part only where it is due, runs the files and prints what differs; an error
/// where anything does.
pub fn run(project: &Project, files: &[PathBuf], face: Face) -> Result<Outcome> {
    for step in preparations(face).into_iter().flatten() {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let face = match face {
        Face::Native => mintid_conformance::Face::Native,
        Face::Wasm => mintid_conformance::Face::Wasm,
    };
    let summary = run_files(files, face)?;
    ensure!(summary.all_agree(), "{}", how_many_differ(summary.differences.len()));
    Ok(Outcome::Passed)
}

fn how_many_differ(count: usize) -> String {
    format!("{} {}", counted(count, "vector"), if count == 1 { "differs" } else { "differ" })
}

/// What has to be done before a face can answer.
fn preparations(face: Face) -> [&'static [Step]; 2] {
    match face {
        Face::Native => [&[]; 2],
        Face::Wasm => [setup::FOR_BUILD, steps::BUILD],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_vector_differs_and_two_differ() {
        assert_eq!([1, 2].map(how_many_differ), ["1 vector differs", "2 vectors differ"]);
    }

    #[test]
    fn a_face_outside_rust_is_set_up_and_built_before_it_is_asked() {
        let names = |face| preparations(face).into_iter().flatten().map(|step| step.name).collect::<Vec<_>>();
        assert!(names(Face::Native).is_empty());
        let wasm = names(Face::Wasm);
        for part in ["set-up: the wasm target", "set-up: npm packages", "the npm package"] {
            assert!(wasm.contains(&part), "{part} is not in {wasm:?}");
        }
    }
}
