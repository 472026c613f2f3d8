//! The tests of `tests/bundlers`: the packed package in every bundler, test runner and type checker.

use std::process::Command;

use anyhow::Result;

use crate::npm;
use crate::project::Project;
use crate::run;
use crate::system;
use crate::tally::Outcome;

const FOLDER: &str = "tests/bundlers";

/// Those that look at what was made in a browser.
pub const IN_CHROMIUM: &[&str] = &["web", "next"];
/// Those that need npm's packages alone.
pub const ELSEWHERE: &[&str] = &["runners", "types", "metro", "wrangler"];
/// What an app pays for each entry.
const SIZES: &[&str] = &["sizes"];

/// Installs the tools.
pub fn install(_: &Project) -> Result<Outcome> {
    npm::install_in(FOLDER)
}

/// Packs the package, and runs these tests on it, once what they need is there.
pub fn test(project: &Project, names: &[&str]) -> Result<Outcome> {
    if names == IN_CHROMIUM
        && let skipped @ Outcome::Skipped(_) = system::apt(&["chromium"])?
    {
        return Ok(skipped);
    }
    run_by(run::run, project, names)
}

/// As [`test`], for the sizes, which a person wants to read also where all is well.
pub fn sizes(project: &Project) -> Result<Outcome> {
    run_by(run::streamed, project, SIZES)
}

fn run_by(run: fn(Command) -> Result<()>, project: &Project, names: &[&str]) -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = npm::build(project)? {
        return Ok(skipped);
    }
    install(project)?;
    run::run(here("npm run --silent pack"))?;
    let mut test = here("node --test --test-reporter=spec");
    test.args(names.iter().map(|name| format!("test/{name}.test.mjs")));
    run(test)?;
    Ok(Outcome::Passed)
}

/// A command run in the bundlers' folder.
fn here(line: &str) -> Command {
    npm::command_in(FOLDER, line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_file_of_tests_is_run() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER).join("test");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let named = [IN_CHROMIUM, ELSEWHERE, SIZES].concat();
        let named = named.iter().map(|name| format!("{name}.test.mjs"));
        assert_eq!(files.collect::<BTreeSet<_>>(), named.collect::<BTreeSet<_>>());
    }
}
