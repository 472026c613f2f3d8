//! The recipes of `tests/recipes`: the code on the pages of `pkg/docs`, run with the libraries that it is for.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::npm;
use crate::project::Project;
use crate::run;
use crate::stamp::{self, Stamp};
use crate::tally::{Outcome, all};
use crate::trace::{self, Face};

const FOLDER: &str = "tests/recipes";

/// Where the recipes find the package: what the places unpacked, seen from `node_modules`.
const PACKAGE: &str = "../../places/node_modules/mintid";

/// Installs the libraries, and has them generate what they do.
pub fn install(_: &Project) -> Result<Outcome> {
    let folder = Path::new(FOLDER);
    let modules = folder.join("node_modules");
    npm::install_in(FOLDER)?;
    let package = modules.join("mintid");
    if package.symlink_metadata().is_err() {
        symlink(PACKAGE, package)?;
    }
    let mut inputs = stamp::files_under(&folder.join("prisma"))?;
    inputs.push(folder.join("prepare.mjs"));
    let stamp = Stamp::of(modules.join(".xtask-clients"), &inputs, &[])?;
    if !stamp.holds(&[folder.join("recipes/generated")]) {
        run::run(here("npm run --silent prepare-clients"))?;
        stamp.keep()?;
    }
    Ok(Outcome::Passed)
}

/// Checks the types of the recipes, and runs them, in Node and in Chromium.
pub fn test(project: &Project) -> Result<Outcome> {
    match trace::prepare(project, Face::Chromium)? {
        Outcome::Passed => all(["npm run --silent check", "npm run --silent test"].map(here)),
        skipped @ Outcome::Skipped(_) => Ok(skipped),
    }
}

/// A command run in the recipes' folder.
fn here(line: &str) -> Command {
    npm::command_in(FOLDER, line)
}
