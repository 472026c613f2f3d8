//! Every step of `build`, `demo`, `test` and `prove`, one a row: the place to add one.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::demo;
use crate::npm;
use crate::project::Project;
use crate::run::{command, command_with};
use crate::setup;
use crate::stamp;
use crate::tally::{Outcome, Step, all, step};
use crate::toolchain::{self, Target, Toolchain};
use crate::trace::{self, Face};

/// `cargo xtask build`.
pub const BUILD: &[Step] = &[step("the npm package", npm::build)];

/// `cargo xtask demo`.
pub const DEMO: &[Step] = &[step("demo", |_| demo::run())];

/// `cargo xtask test`: the quick ones first.
pub const TEST: &[Step] = &[
    step("format", |_| all([command("cargo fmt --all --check")])),
    step("clippy", |_| {
        all([
            command("cargo clippy --workspace --all-targets --all-features -- -D warnings"),
            command("cargo clippy -p mintid --no-default-features -- -D warnings"),
        ])
    }),
    step("documentation", |_| {
        all([command_with(("RUSTDOCFLAGS", "-D warnings"), "cargo doc --no-deps --all-features -p mintid")])
    }),
    step("unit and integration tests", |_| {
        all([command("cargo test --workspace --all-features --lib --bins --tests --examples")])
    }),
    step("tests of the bare core", |_| all([command("cargo test -p mintid --no-default-features --lib --tests")])),
    step("examples in the documentation", |_| all([command("cargo test --workspace --all-features --doc")])),
    step("each feature alone", |project| {
        all(project.features.iter().map(|feature| check(&format!("--no-default-features --features {feature}"))))
    }),
    step("all features together", |_| all([check("--all-features")])),
    step("oldest supported Rust", oldest_rust),
    step("bare metal: wasm32v1-none", |_| bare_metal(Target::Wasm, CORE)),
    step("bare metal: thumbv6m-none-eabi", |_| bare_metal(Target::CortexM0, CORE)),
    step("bare metal: riscv32imc-unknown-none-elf", |_| bare_metal(Target::RiscV, CORE)),
    step("nothing can panic", |project| {
        // A workspace of its own, which must not build into a folder inside tests/.
        let target_dir = project.scratch("no-panic");
        let words = "build --release --manifest-path tests/no-panic/Cargo.toml --target-dir";
        bare_metal(Target::CortexM0, &format!("{words} {}", target_dir.display()))
    }),
    step("threads, model-checked", |project| {
        // A target folder of its own: the flag would have every dependency built again, to and fro.
        let line = "cargo test --release -p mintid --features std --test loom --target-dir";
        let mut command = command_with(("RUSTFLAGS", "--cfg loom"), line);
        command.arg(project.scratch("loom"));
        all([command])
    }),
    step("vectors: native", |project| vectors(project, Face::Native)),
    step("vectors: wasm", |project| vectors(project, Face::Wasm)),
    step("the npm package", npm::test),
];

/// `cargo xtask prove`: the same tests, told to take their time.
pub const PROVE: &[Step] = &[step("long runs", |_| {
    let line = "cargo test --release --workspace --exclude xtask --all-features";
    all([command_with(("MINTID_PROVE", "1"), line)])
})];

/// The steps of [`TEST`] that a person asks for, all of them without a filter.
pub fn matching(filter: Option<&str>) -> Result<Vec<&'static Step>> {
    let steps: Vec<_> = TEST.iter().filter(|step| step.name.contains(filter.unwrap_or_default())).collect();
    ensure!(!steps.is_empty(), "no step's name contains that; `cargo xtask test --list` prints the names");
    Ok(steps)
}

const CORE: &str = "build --release -p mintid --no-default-features";

fn check(features: &str) -> Command {
    command(&format!("cargo check -p mintid {features}"))
}

fn bare_metal(target: Target, words: &str) -> Result<Outcome> {
    match Toolchain::of(target) {
        Some(toolchain) => all([toolchain.cargo(words)]),
        None => Ok(Outcome::Skipped(target.skip())),
    }
}

fn oldest_rust(project: &Project) -> Result<Outcome> {
    if let Some(missing) = project.msrv.iter().find(|promise| !toolchain::has_rust(&promise.rust)) {
        return Ok(Outcome::Skipped(setup::no_rust(&missing.rust)));
    }
    all(project.msrv.iter().map(|promise| {
        let features = promise.features.join(",");
        command(&format!("cargo +{} check -p mintid --no-default-features --features={features}", promise.rust))
    }))
}

fn vectors(project: &Project, face: Face) -> Result<Outcome> {
    let mut files = stamp::files_under(Path::new("tests/vectors"))?;
    files.retain(|file| file.extension().is_some_and(|kind| kind == "json"));
    ensure!(!files.is_empty(), "tests/vectors holds no vectors");
    trace::run(project, &files, face)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_filter_picks_the_steps_that_contain_it_and_none_is_an_error() {
        assert_eq!(matching(None).unwrap().len(), TEST.len());
        let names: Vec<_> = matching(Some("bare metal")).unwrap().iter().map(|step| step.name).collect();
        assert_eq!(names.len(), Target::ALL.len());
        for target in Target::ALL {
            assert!(names.iter().any(|name| name.ends_with(target.triple())), "{target:?}");
        }
        assert!(matching(Some("no such step")).is_err());
    }

    #[test]
    fn no_two_steps_have_one_name() {
        let names: BTreeSet<_> = TEST.iter().chain(setup::ALL).map(|step| step.name).collect();
        assert_eq!(names.len(), TEST.len() + setup::ALL.len());
    }
}
