//! The main job on real input, natively and through the npm package, and the proof that both make the same ids.

use anyhow::{Context, Result, bail, ensure};

use crate::run;
use crate::tally::Outcome;

/// Starts a line that both parts must print alike: ids from one clock trace and one stream of random bytes.
const SAME: &str = "same ";

/// Runs both parts, shows what they print, and compares those lines byte for byte.
pub fn run() -> Result<Outcome> {
    // Built apart, so that the demo itself prints nothing of cargo's.
    run::run(run::command("cargo build --release -p mintid-conformance --bin demo"))?;
    let native = run::tee(run::command("cargo run --quiet --release -p mintid-conformance --bin demo"))?;
    let package = run::tee(run::command("node pkg/demo/demo.mjs"))?;
    let count = compare(&native, &package).context("native Rust and the npm package differ")?;
    println!("same clock, same random bytes: native Rust and the npm package agree on all {count} lines");
    Ok(Outcome::Passed)
}

/// The number of lines compared, all of them equal.
fn compare(native: &str, package: &str) -> Result<usize> {
    let [native, package] = [native, package].map(|text| text.lines().filter(|line| line.starts_with(SAME)));
    let [native, package] = [native.collect::<Vec<_>>(), package.collect::<Vec<_>>()];
    ensure!(!native.is_empty(), "the native part prints no line that starts with `{SAME}`");
    if let Some((native, package)) = native.iter().zip(&package).find(|(native, package)| native != package) {
        bail!("native: {native}\npackage: {package}");
    }
    let (ours, theirs) = (native.len(), package.len());
    ensure!(ours == theirs, "the native part prints {ours} such lines, the package {theirs}");
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
            assert_eq!(compare(native, package).ok(), count, "{native:?} against {package:?}");
        }
    }
}
