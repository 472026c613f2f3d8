//! Coordinators: `mintid-coord` against real servers, and the npm package against its service.

use anyhow::Result;

use crate::npm;
use crate::project::Project;
use crate::run::{self, command};
use crate::setup;
use crate::tally::{Outcome, all};

/// The tests against the server of this name, which they start on loopback and stop by its process id.
pub fn engine(name: &str) -> Result<Outcome> {
    all([command(&format!("cargo test -p mintid-coord-tests --test {name}"))])
}

/// The service as a program of its own, asked by the npm package.
pub fn npm_package(project: &Project) -> Result<Outcome> {
    for step in setup::FOR_PLACES {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    if let skipped @ Outcome::Skipped(_) = npm::build(project)? {
        return Ok(skipped);
    }
    run::run(command("cargo build -p mintid-coord --features service,sqlite --bin mintid-coord"))?;
    let mut test = command("node --test tests/coord/js/service.test.mjs");
    test.env("MINTID_COORD", project.target_dir.join("debug/mintid-coord"));
    all([test])
}
