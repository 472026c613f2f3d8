//! The npm package in `pkg/`: its packages, its build, its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::project::Project;
use crate::run;
use crate::stamp::{self, Stamp};
use crate::tally::Outcome;
use crate::wasm;

const FOLDER: &str = "pkg";

/// A command run in `pkg/`.
fn here(line: &str) -> Command {
    let mut command = run::command(line);
    command.current_dir(FOLDER);
    command
}

/// The file that says which packages are wanted: the lock file, once there is one.
fn wanted() -> Result<PathBuf> {
    let manifest = Path::new(FOLDER).join("package.json");
    ensure!(manifest.exists(), "{} is missing", manifest.display());
    let lock = Path::new(FOLDER).join("package-lock.json");
    Ok(if lock.exists() { lock } else { manifest })
}

/// Installs the packages that `pkg/` is built and tested with.
pub fn install(_: &Project) -> Result<Outcome> {
    // Kept inside, so that it goes when the packages do.
    let modules = Path::new(FOLDER).join("node_modules");
    let stamp = || Stamp::of(modules.join(".xtask-stamp"), &[wanted()?], &[]);
    if !stamp()?.holds(&[]) {
        let command = if wanted()?.ends_with("package-lock.json") { "npm ci" } else { "npm install" };
        run::run(here(&format!("{command} --no-audit --no-fund")))?;
        // Taken anew: `npm install` has written a lock file.
        fs::create_dir_all(&modules)?;
        stamp()?.keep()?;
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
