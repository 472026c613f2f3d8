//! The main job on real input, natively, through the npm package and on a chip, and the proof that all make the same ids.

use anyhow::{Context, Result, bail, ensure};
use mintid_conformance::emulator::Board;

use crate::firmware;
use crate::project::Project;
use crate::run;
use crate::tally::Outcome;
use crate::trace::{self, Face};

/// Starts a line that all parts must print alike: ids from one clock trace and one stream of random bytes.
const SAME: &str = "same ";

/// Prints what native Rust makes of it.
const NATIVE: &str = "cargo run --quiet --release -p mintid-conformance --bin demo";

/// Runs the parts that need no chip, shows what they print, and compares those lines byte for byte.
pub fn run() -> Result<Outcome> {
    // Built apart, so that the demo itself prints nothing of cargo's.
    run::run(run::command("cargo build --release -p mintid-conformance --bin demo"))?;
    let native = run::tee(run::command(NATIVE))?;
    let package = run::tee(run::command("node pkg/demo/demo.mjs"))?;
    let count = compare(&native, &package, "package").context("native Rust and the npm package differ")?;
    println!("same clock, same random bytes: native Rust and the npm package agree on all {count} lines");
    Ok(Outcome::Passed)
}

/// The same once more on an emulated chip.
pub fn run_on_a_chip(project: &Project) -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = trace::prepare(project, Face::Thumbv6m)? {
        return Ok(skipped);
    }
    let native = run::output(run::command(NATIVE))?;
    let mut chip = run::command(&format!("{NATIVE} --"));
    chip.arg(firmware::face_file(project, Board::Microbit));
    let count = compare(&native, &run::tee(chip)?, "chip").context("native Rust and the chip differ")?;
    println!("same clock, same random bytes: native Rust and an emulated Cortex-M0 agree on all {count} lines");
    Ok(Outcome::Passed)
}

/// The number of lines compared, all of them equal; `name` is what the other part is called.
fn compare(native: &str, other: &str, name: &str) -> Result<usize> {
    let [native, other] = [native, other].map(|text| text.lines().filter(|line| line.starts_with(SAME)));
    let [native, other] = [native.collect::<Vec<_>>(), other.collect::<Vec<_>>()];
    ensure!(!native.is_empty(), "the native part prints no line that starts with `{SAME}`");
    if let Some((native, other)) = native.iter().zip(&other).find(|(native, other)| native != other) {
        bail!("native: {native}\n{name}: {other}");
    }
    let (ours, theirs) = (native.len(), other.len());
    ensure!(ours == theirs, "the native part prints {ours} such lines, the {name} {theirs}");
    Ok(ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_lines_are_compared_and_to_the_byte() {
        let cases = [
            ("hello\nsame v7 a\nsame ulid b\n", "other\nsame v7 a\nsame ulid b\n", Some(2)),
            ("same v7 a\n", "same v7 A\n", None),
            ("same v7 a\n", "same v7 a \n", None),
            ("same v7 a\nsame v7 b\n", "same v7 a\n", None),
            ("same v7 a\n", "same v7 a\nsame v7 b\n", None),
            ("nothing\n", "nothing\n", None),
        ];
        for (native, package, count) in cases {
            assert_eq!(compare(native, package, "package").ok(), count, "{native:?} against {package:?}");
        }
    }
}
