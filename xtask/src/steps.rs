//! Every step of `build`, `demo`, `test` and `prove`, one a row: the place to add one.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};
use mintid_conformance::emulator::Board;

use crate::bench_js;
use crate::bundlers;
use crate::chips;
use crate::coordinators;
use crate::demo;
use crate::firmware;
use crate::npm;
use crate::pages;
use crate::places;
use crate::project::{Library, Project};
use crate::recipes;
use crate::run::{self, command, command_with};
use crate::rust_on_wasm;
use crate::setup;
use crate::size;
use crate::stamp;
use crate::tally::{Outcome, Step, all, step};
use crate::toolchain::{self, Target, Toolchain};
use crate::trace::{self, Face};

/// `cargo xtask build`.
pub const BUILD: &[Step] = &[step("the npm package", npm::build)];

/// What the places where it runs are shown.
pub const PLACES: &[Step] =
    &[step("the npm package", npm::build), step("the package as its users get it", places::unpack)];

/// `cargo xtask demo`.
pub const DEMO: &[Step] = &[step("demo", |_| demo::run()), step("demo on a chip", demo::run_on_a_chip)];

/// `cargo xtask size`.
pub const SIZE: &[Step] = &[COST];

/// `cargo xtask size --update`.
pub const SIZE_UPDATE: &[Step] = &[step("firmware: what it costs, taken over", size::update)];

const COST: Step = step("firmware: what it costs", size::test);

/// `cargo xtask test`: the quick ones first.
pub const TEST: &[Step] = &[
    step("format", |_| {
        let apart =
            APART.map(|folder| command(&format!("cargo fmt --all --check --manifest-path {folder}/Cargo.toml")));
        all([command("cargo fmt --all --check")].into_iter().chain(apart))
    }),
    step("clippy", |project| {
        all([
            command("cargo clippy --workspace --all-targets --all-features -- -D warnings"),
            command("cargo clippy -p mintid --no-default-features -- -D warnings"),
            command("cargo clippy -p mintid-mcu --all-targets -- -D warnings"),
            command(&format!(
                "cargo clippy --manifest-path tests/interrupts/Cargo.toml --all-targets --target-dir {} -- -D warnings",
                project.scratch("interrupts").display()
            )),
        ])
    }),
    step("documentation, as docs.rs builds it", documentation),
    step("unit and integration tests", |project| {
        let interrupts = project.scratch("interrupts");
        // Apart, since a feature is on for all that are built together: `defmt` names symbols that only a chip's linker takes.
        all([
            command("cargo test -p mintid --all-features --lib --bins --tests --examples"),
            command("cargo test -p mintid-interop --bins --tests"),
            command("cargo test -p mintid-coord --all-features --lib --tests"),
            command(&format!("cargo test -p mintid-mcu --features {MCU} --lib --tests")),
            // It brings a lock of its own, and a program has one.
            command(&format!(
                "cargo test --manifest-path tests/interrupts/Cargo.toml --target-dir {}",
                interrupts.display()
            )),
            command(
                "cargo test -p mintid-c -p mintid-conformance -p mintid-wasm -p xtask \
                 --features mintid-wasm/ranges,mintid-wasm/inspect,mintid-wasm/fleet --lib --bins --tests --examples",
            ),
        ])
    }),
    step("tests of the bare core", |_| all([command("cargo test -p mintid --no-default-features --lib --tests")])),
    step("examples in the documentation", |_| {
        all([
            command("cargo test -p mintid --all-features --doc"),
            command("cargo test -p mintid-conformance -p mintid-wasm --features mintid-wasm/js --doc"),
            command("cargo test -p mintid-coord --all-features --doc"),
            command(&format!("cargo test -p mintid-mcu --features {MCU} --doc")),
        ])
    }),
    step("each feature alone", |project| {
        all(project.libraries.iter().flat_map(|library| {
            library.features.iter().map(|name| check(library, &format!("--no-default-features --features {name}")))
        }))
    }),
    step("all features together", |project| {
        all(project.libraries.iter().map(|library| check(library, "--all-features")))
    }),
    step("oldest supported Rust", oldest_rust),
    step("bare metal: wasm32v1-none", |_| bare_metal(Target::Wasm, CORE)),
    step("bare metal: thumbv6m-none-eabi", |_| bare_metal(Target::CortexM0, CORE)),
    step("bare metal: thumbv7m-none-eabi", |_| bare_metal(Target::CortexM3, CORE)),
    step("bare metal: thumbv7em-none-eabihf", |_| bare_metal(Target::CortexM4, CORE)),
    step("bare metal: riscv32imc-unknown-none-elf", |_| bare_metal(Target::RiscV, CORE)),
    step("firmware crate: thumbv6m-none-eabi", |_| bare_metal(Target::CortexM0, FIRMWARE)),
    step("firmware crate: riscv32imc-unknown-none-elf", |_| bare_metal(Target::RiscV, FIRMWARE)),
    step("nothing can panic", |project| bare_metal(Target::CortexM0, &no_panic(project))),
    step("a panic would be found", panic_is_found),
    step("threads, model-checked", |project| {
        // A target folder of its own: the flag would have every dependency built again, to and fro.
        let line = "cargo test --release -p mintid --features std --test loom --target-dir";
        let mut command = command_with(("RUSTFLAGS", "--cfg loom"), line);
        command.arg(project.scratch("loom"));
        all([command])
    }),
    step("vectors: native", |project| vectors(project, Face::Native)),
    step("vectors: thumbv6m", |project| vectors(project, Face::Thumbv6m)),
    step("vectors: thumbv7m", |project| vectors(project, Face::Thumbv7m)),
    step("vectors: riscv32", |project| vectors(project, Face::Riscv32)),
    step("coordinators: redis", |_| coordinators::engine("redis")),
    step("coordinators: sqlite", |_| coordinators::engine("sqlite")),
    step("coordinators: postgres", |_| coordinators::engine("postgres")),
    step("coordinators: mysql", |_| coordinators::engine("mysql")),
    step("coordinators: tickets", |_| coordinators::engine("tickets")),
    step("firmware: clippy", firmware::clippy),
    step("firmware: without a framework, on thumbv6m", |project| {
        firmware::example(project, &firmware::BARE, Board::Microbit)
    }),
    step("firmware: without a framework, on thumbv7m", |project| {
        firmware::example(project, &firmware::BARE, Board::Lm3s6965evb)
    }),
    step("firmware: without a framework, on riscv32", |project| {
        firmware::example(project, &firmware::BARE, Board::Virt)
    }),
    step("firmware: ranges, on thumbv6m", |project| firmware::ranges(project, Board::Microbit)),
    step("firmware: ranges, on thumbv7m", |project| firmware::ranges(project, Board::Lm3s6965evb)),
    step("firmware: ranges, on riscv32", |project| firmware::ranges(project, Board::Virt)),
    step("firmware: with Embassy", |project| firmware::example(project, &firmware::EMBASSY, Board::Lm3s6965evb)),
    step("firmware: with RTIC", |project| firmware::example(project, &firmware::RTIC, Board::Lm3s6965evb)),
    step("firmware: the C header", firmware::c::header),
    step("firmware: nothing in the C library can panic", firmware::c::cannot_panic),
    step("firmware: the examples in the C header", firmware::c::examples_in_the_header),
    step("firmware: in C, on this machine", firmware::c::on_this_machine),
    step("firmware: in C, on thumbv6m", |project| firmware::c::on_chip(project, Board::Microbit)),
    step("firmware: in C, on thumbv7m", |project| firmware::c::on_chip(project, Board::Lm3s6965evb)),
    step("firmware: in C, on riscv32", |project| firmware::c::on_chip(project, Board::Virt)),
    COST,
    step("chips: the pages show the code as it stands", |_| pages::check()),
    step("chips: the code links with each chip's crates", chips::build),
    step("the npm package", npm::test),
    step("coordinators: the npm package", coordinators::npm_package),
    step("vectors: node", |project| vectors(project, Face::Node)),
    step("vectors: require", |project| vectors(project, Face::Require)),
    step("vectors: js", |project| vectors(project, Face::Js)),
    step("vectors: deno", |project| vectors(project, Face::Deno)),
    step("vectors: bun", |project| vectors(project, Face::Bun)),
    step("vectors: workerd", |project| vectors(project, Face::Workerd)),
    step("vectors: edge", |project| vectors(project, Face::Edge)),
    step("vectors: hermes", |project| vectors(project, Face::Hermes)),
    step("vectors: chromium", |project| vectors(project, Face::Chromium)),
    step("vectors: firefox", |project| vectors(project, Face::Firefox)),
    step("vectors: webkit", |project| vectors(project, Face::Webkit)),
    step("places: runtimes", |project| tested(project, Face::Node, "runtimes")),
    step("places: chromium", |project| tested(project, Face::Chromium, "browsers/chromium.test.mjs")),
    step("places: chromium, leases", |project| tested(project, Face::Chromium, "browsers/chromium-leases.test.mjs")),
    step("places: firefox", |project| tested(project, Face::Firefox, "browsers/firefox.test.mjs")),
    step("places: firefox, leases", |project| tested(project, Face::Firefox, "browsers/firefox-leases.test.mjs")),
    step("places: webkit", |project| tested(project, Face::Webkit, "browsers/webkit.test.mjs")),
    step("places: webkit, leases", |project| tested(project, Face::Webkit, "browsers/webkit-leases.test.mjs")),
    step("bundlers: in Chromium", |project| bundlers::test(project, bundlers::IN_CHROMIUM)),
    step("bundlers: elsewhere", |project| bundlers::test(project, bundlers::ELSEWHERE)),
    step("bundlers: sizes", bundlers::sizes),
    step("recipes", recipes::test),
    step("rust on wasm: every target", rust_on_wasm::builds),
    step("rust on wasm: what cannot work does not build", rust_on_wasm::refuses),
    step("rust on wasm: runtimes", |project| rust_on_wasm::runs(project, Face::Node, "runtimes.test.mjs")),
    step("rust on wasm: chromium", |project| rust_on_wasm::runs(project, Face::Chromium, "chromium.test.mjs")),
    step("rust on wasm: firefox", |project| rust_on_wasm::runs(project, Face::Firefox, "firefox.test.mjs")),
    step("rust on wasm: webkit", |project| rust_on_wasm::runs(project, Face::Webkit, "webkit.test.mjs")),
    step("the benches build", |project| {
        let target_dir = project.scratch("bench");
        let words = "clippy --manifest-path tests/bench/Cargo.toml --all-targets --target-dir";
        all([command(&format!("cargo {words} {} -- -D warnings", target_dir.display()))])
    }),
    step("the JavaScript benches run", bench_js::check),
];

/// `cargo xtask prove`: the same tests, told to take their time.
pub const PROVE: &[Step] = &[step("long runs", |_| {
    let line = "cargo test --release -p mintid --features std";
    all([command_with(("MINTID_PROVE", "1"), line)])
})];

/// The steps of [`TEST`] that a person asks for, all of them without a filter.
pub fn matching(filter: Option<&str>) -> Result<Vec<&'static Step>> {
    let steps: Vec<_> = TEST.iter().filter(|step| step.name.contains(filter.unwrap_or_default())).collect();
    ensure!(!steps.is_empty(), "no step's name contains that; `cargo xtask test --list` prints the names");
    Ok(steps)
}

/// Workspaces of their own, which must not build into a folder inside tests/.
const APART: [&str; 5] =
    ["tests/bench", "tests/firmware", "tests/firmware/chips", "tests/interrupts", "tests/no-panic"];

/// The benches, for arguments to be added.
pub fn bench(project: &Project) -> Command {
    let target_dir = project.scratch("bench");
    command(&format!(
        "cargo run --release --manifest-path tests/bench/Cargo.toml --target-dir {} --",
        target_dir.display()
    ))
}

fn no_panic(project: &Project) -> String {
    let words = "build --release --manifest-path tests/no-panic/Cargo.toml --target-dir";
    format!("{words} {}", project.scratch("no-panic").display())
}

/// The check for panics can fail: with one put in, the same program does not link, for want of the symbol that stands for it.
fn panic_is_found(project: &Project) -> Result<Outcome> {
    let Some(toolchain) = Toolchain::of(Target::CortexM0) else {
        return Ok(Outcome::Skipped(Target::CortexM0.skip()));
    };
    match run::output(toolchain.cargo(&format!("{} --features proof", no_panic(project)))) {
        Ok(_) => bail!("a program with a panic in it linked: the check for panics finds nothing"),
        Err(error) if error.to_string().contains("something_in_mintid_can_panic") => Ok(Outcome::Passed),
        Err(error) => Err(error.context("the program with a panic in it failed for another reason than its panic")),
    }
}

const CORE: &str = "build --release -p mintid --no-default-features";

/// The features of the firmware crate that a program for this machine links with: `defmt` takes a chip's linker.
const MCU: &str = "embassy-time,flash,heapless,rand_core-v0_6,rand_core-v0_9,rand_core-v0_10,supplement";

/// On chips without atomic instructions, which the crate and all it needs must do without.
const FIRMWARE: &str = "build --release -p mintid-mcu --all-features";

fn check(library: &Library, features: &str) -> Command {
    command(&format!("cargo check -p {} {features}", library.name))
}

/// Builds the pages without a warning, and looks on them for the name of each feature beside what it brings.
fn documentation(project: &Project) -> Result<Outcome> {
    for library in &project.libraries {
        let line = format!("cargo doc --no-deps --all-features -p {}", library.name);
        let mut doc = command_with(("RUSTDOCFLAGS", "--cfg docsrs -D warnings"), &line);
        // docs.rs has a nightly compiler; the note of a feature is all that is asked of it here.
        doc.env("RUSTC_BOOTSTRAP", "1");
        run::run(doc)?;
        let pages = stamp::files_under(&project.target_dir.join("doc").join(library.name.replace('-', "_")))?;
        let texts: Vec<_> = pages.iter().filter_map(|page| std::fs::read_to_string(page).ok()).collect();
        for feature in &library.features {
            let note = format!("feature <code>{feature}</code>");
            let noted = texts.iter().any(|text| text.contains(&note));
            ensure!(noted, "no page of {} says that it takes the feature `{feature}`", library.name);
        }
    }
    Ok(Outcome::Passed)
}

fn bare_metal(target: Target, words: &str) -> Result<Outcome> {
    match Toolchain::of(target) {
        Some(toolchain) => all([toolchain.cargo(words)]),
        None => Ok(Outcome::Skipped(target.skip())),
    }
}

fn oldest_rust(project: &Project) -> Result<Outcome> {
    if let Some(missing) = project.msrv().find(|promise| !toolchain::has_rust(&promise.rust)) {
        return Ok(Outcome::Skipped(setup::no_rust(&missing.rust)));
    }
    all(project.libraries.iter().flat_map(|library| {
        library.msrv.iter().map(|promise| {
            let (rust, name, features) = (&promise.rust, &library.name, promise.features.join(","));
            command(&format!("cargo +{rust} check -p {name} --no-default-features --features={features}"))
        })
    }))
}

fn vectors(project: &Project, face: Face) -> Result<Outcome> {
    let mut files = stamp::files_under(Path::new("tests/vectors"))?;
    files.retain(|file| file.extension().is_some_and(|kind| kind == "json"));
    ensure!(!files.is_empty(), "tests/vectors holds no vectors");
    trace::run(project, &files, face)
}

/// The tests of places, in a file or folder of tests/places/test, once what the face needs is there.
fn tested(project: &Project, face: Face, name: &str) -> Result<Outcome> {
    match trace::prepare(project, face)? {
        Outcome::Passed => places::test(name),
        skipped @ Outcome::Skipped(_) => Ok(skipped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use std::collections::BTreeSet;

    #[test]
    fn a_filter_picks_the_steps_that_contain_it_and_none_is_an_error() {
        assert_eq!(matching(None).unwrap().len(), TEST.len());
        let names: Vec<_> = matching(Some("bare metal")).unwrap().iter().map(|step| step.name).collect();
        // The one with a standard library has steps of its own.
        let bare: Vec<_> = Target::ALL.iter().filter(|target| **target != Target::Web).collect();
        assert_eq!(names.len(), bare.len());
        for target in bare {
            assert!(names.iter().any(|name| name.ends_with(target.triple())), "{target:?}");
        }
        assert!(matching(Some("no such step")).is_err());
    }

    #[test]
    fn every_face_is_held_against_the_vectors() {
        let names: BTreeSet<_> = TEST.iter().map(|step| step.name.to_owned()).collect();
        for face in Face::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
            assert!(names.contains(&format!("vectors: {}", face.get_name())), "{}", face.get_name());
        }
    }

    #[test]
    fn no_two_steps_have_one_name() {
        let names: BTreeSet<_> = TEST.iter().chain(setup::ALL).map(|step| step.name).collect();
        assert_eq!(names.len(), TEST.len() + setup::ALL.len());
    }
}
