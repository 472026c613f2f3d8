//! The npm package in `pkg/`: its packages, its build, its tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::project::Project;
use crate::run;
use crate::stamp::{self, Stamp};
use crate::tally::Outcome;
use crate::wasm;

const FOLDER: &str = "pkg";

/// A command run in `pkg/`.
fn here(line: &str) -> Command {
    command_in(FOLDER, line)
}

/// A command run in a folder.
pub fn command_in(folder: &str, line: &str) -> Command {
    let mut command = run::command(line);
    command.current_dir(folder);
    command
}

/// Installs the packages that `pkg/` is built and tested with.
pub fn install(_: &Project) -> Result<Outcome> {
    install_in(FOLDER)
}

/// Installs the packages that a folder's lock file names, where that has not been done.
pub fn install_in(folder: &str) -> Result<Outcome> {
    // Kept inside, so that it goes when the packages do.
    let stamp = Path::new(folder).join("node_modules/.xtask-stamp");
    let stamp = Stamp::of(stamp, &[Path::new(folder).join("package-lock.json")], &[])?;
    if !stamp.holds(&[]) {
        run::run(command_in(folder, "npm ci --no-audit --no-fund"))?;
        stamp.keep()?;
    }
    Ok(Outcome::Passed)
}

/// Runs a program that a package of `pkg/` brings.
pub fn tool(name: &str) -> Command {
    Command::new(Path::new(FOLDER).join("node_modules/.bin").join(name))
}

/// The package's version.
pub fn version() -> Result<String> {
    let manifest = fs::read_to_string(Path::new(FOLDER).join("package.json"))?;
    let manifest: Value = serde_json::from_str(&manifest)?;
    manifest["version"].as_str().map(String::from).context("pkg/package.json has no version")
}

/// Builds the WASM core and then the package's JavaScript, each only where its inputs changed.
pub fn build(project: &Project) -> Result<Outcome> {
    if let Outcome::Skipped(skip) = wasm::build(project)? {
        return Ok(Outcome::Skipped(skip));
    }
    let dist = Path::new(FOLDER).join("dist");
    let stamp = Stamp::of(project.scratch("npm-build"), &stamp::files_under(Path::new(FOLDER))?, &[])?;
    if !stamp.holds(std::slice::from_ref(&dist)) {
        run::run(here("npm run build"))?;
        stamp.keep()?;
    }
    for file in stamp::files_under(&dist).context("`npm run build` makes the folder pkg/dist")? {
        if file.extension().is_some_and(|kind| kind == "js" || kind == "cjs" || kind == "wasm") {
            wasm::print_size(&file)?;
        }
    }
    Ok(Outcome::Passed)
}

/// Runs the package's own tests on what [`build`] made.
pub fn test(project: &Project) -> Result<Outcome> {
    if let Outcome::Skipped(skip) = build(project)? {
        return Ok(Outcome::Skipped(skip));
    }
    run::run(here("npm test"))?;
    Ok(Outcome::Passed)
}
