//! `cargo xtask bench js`: the npm package beside its peers, in Node, Deno or Bun.

use std::iter;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};
use clap::{Parser, ValueEnum};

use crate::npm;
use crate::places;
use crate::project::Project;
use crate::run;
use crate::tally::Outcome;

const FOLDER: &str = "tests/bench/js";

/// Where npm puts the runtimes that are tested.
const RUNTIMES: &str = "tests/places/node_modules/.bin";

#[derive(Parser)]
#[command(bin_name = "cargo xtask bench js", about = "Compares the npm package's speed with that of other packages")]
struct Arguments {
    /// What runs it
    #[arg(long, value_enum, default_value_t = Runtime::Node)]
    runtime: Runtime,
    /// What to time, and options; the README in tests/bench/js names them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// What the benches run in.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Runtime {
    Node,
    Deno,
    Bun,
}

impl Runtime {
    /// The runtime on the benches, with its garbage collector in their reach and nothing else to do.
    fn command(self, project: &Project) -> Command {
        // From the root, for the command starts in another folder.
        let brought = |name: &str| Command::new(project.root.join(RUNTIMES).join(name));
        let mut command = match self {
            Self::Node => {
                let mut node = Command::new("node");
                node.arg("--expose-gc");
                node
            }
            Self::Deno => {
                let mut deno = brought("deno");
                deno.args(["run", "--quiet", "--no-prompt", "--no-remote", "--node-modules-dir=manual"]);
                deno.args(["--allow-all", "--deny-net", "--v8-flags=--expose-gc"]);
                deno.env("DENO_NO_UPDATE_CHECK", "1").env("DENO_DIR", project.scratch("deno"));
                deno
            }
            Self::Bun => {
                let mut bun = brought("bun");
                bun.args(["--no-install", "run"]).env("DO_NOT_TRACK", "1");
                bun
            }
        };
        command.arg("bench.mjs").current_dir(FOLDER);
        command
    }
}

/// Builds what is timed, and times it as these words say.
pub fn run(project: &Project, words: &[String]) -> Result<ExitCode> {
    let Arguments { runtime, words } = Arguments::parse_from(iter::once("js").chain(words.iter().map(String::as_str)));
    if let Outcome::Skipped(skip) = prepare(project, runtime)? {
        bail!("{}; install it with `{}`", skip.why, skip.command);
    }
    let mut command = runtime.command(project);
    command.args(words);
    run::streamed(command)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the benches still run and every candidate does what it is timed for; too short for figures to mean anything.
pub fn check(project: &Project) -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = prepare(project, Runtime::Node)? {
        return Ok(skipped);
    }
    let mut command = Runtime::Node.command(project);
    command.args(["--turns", "1", "--turn-ms", "0.1"]);
    command.args(["v7", "ulid", "v4", "bytes", "many", "parse", "format", "isValid", "timestamp", "backends"]);
    run::run(command)?;
    Ok(Outcome::Passed)
}

fn prepare(project: &Project, runtime: Runtime) -> Result<Outcome> {
    npm::install(project)?;
    if runtime != Runtime::Node {
        places::install(project)?;
    }
    npm::install_in(FOLDER)?;
    npm::build(project)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_comes_first_and_the_rest_is_passed_on() {
        let cases: [(&[&str], Runtime, &[&str]); 4] = [
            (&[], Runtime::Node, &[]),
            (&["v7", "--gate"], Runtime::Node, &["v7", "--gate"]),
            (&["--runtime", "bun", "--gate", "v7"], Runtime::Bun, &["--gate", "v7"]),
            (&["--runtime", "deno", "--turns", "9"], Runtime::Deno, &["--turns", "9"]),
        ];
        for (given, runtime, words) in cases {
            let arguments = Arguments::try_parse_from(["js"].iter().chain(given)).unwrap();
            assert_eq!(arguments.runtime, runtime);
            assert_eq!(arguments.words, words);
        }
        assert!(Arguments::try_parse_from(["js", "--runtime", "netscape"]).is_err());
    }
}
