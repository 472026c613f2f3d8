//! Makes a machine ready: each part looks first whether it is done already, and is then over in a moment.

use anyhow::{Result, bail};
use mintid_conformance::emulator::Board;

use crate::bundlers;
use crate::firmware;
use crate::npm;
use crate::places;
use crate::project::Project;
use crate::recipes;
use crate::run;
use crate::system;
use crate::tally::{Outcome, Skip, Step, step};
use crate::toolchain::{self, Target, Toolchain};
use crate::trace::Face;

/// What `build` and `demo` need.
pub const FOR_BUILD: &[Step] =
    &[step("set-up: the wasm target", |_| targets(&[Target::Wasm])), NODE, step("set-up: npm packages", npm::install)];

/// What `test` needs.
pub const ALL: &[Step] = &[
    step("set-up: rustfmt and clippy", |_| components()),
    step("set-up: compile targets", |_| targets(Target::ALL)),
    step("set-up: the oldest supported Rust", oldest_rust),
    NODE,
    step("set-up: npm packages", npm::install),
    PLACES,
    CHROMIUM,
    FIREFOX,
    WEBKIT,
    step("set-up: bundlers and test runners", bundlers::install),
    step("set-up: recipes", recipes::install),
    QEMU,
    ARM_C,
    RISC_V_C,
    POSTGRES,
    REDIS,
    MARIADB,
];

/// What every emulated chip needs.
pub const FOR_FIRMWARE: &[Step] = &[step("set-up: the chips' targets", |_| targets(firmware::CHIPS)), QEMU];

/// What a C program for one of them needs besides.
pub const fn for_c(board: Board) -> &'static [Step] {
    match board {
        Board::Microbit | Board::Lm3s6965evb => &[ARM_C],
        Board::Virt => &[RISC_V_C],
    }
}

/// What every place that the npm package runs in needs.
pub const FOR_PLACES: &[Step] = &[PLACES];

/// What a browser needs besides.
pub const fn browser(face: Face) -> &'static [Step] {
    match face {
        Face::Chromium => &[CHROMIUM],
        Face::Firefox => &[FIREFOX],
        Face::Webkit => &[WEBKIT],
        _ => &[],
    }
}

const QEMU: Step = step("set-up: QEMU", firmware::install);
const ARM_C: Step = step("set-up: C for Arm chips", |_| firmware::c::install(&firmware::c::ARM));
const RISC_V_C: Step = step("set-up: C for RISC-V", |_| firmware::c::install(&firmware::c::RISC_V));
const PLACES: Step = step("set-up: places", places::install);
const CHROMIUM: Step = step("set-up: Chromium", |_| system::apt(&["chromium"]));
const FIREFOX: Step = step("set-up: Firefox", |_| system::apt(&["firefox-esr"]));
/// WebKitGTK's small browser comes with the library, and wants a display.
const WEBKIT: Step = step("set-up: WebKit", |_| system::apt(&["libwebkit2gtk-4.1-0", "xvfb", "xauth"]));
/// With the pooler that is common in front of it.
const POSTGRES: Step = step("set-up: PostgreSQL", |_| system::apt(&["postgresql", "pgbouncer"]));

const REDIS: Step = step("set-up: Redis", |_| system::apt(&["redis-server"]));

/// The server alone, without a service that starts it.
const MARIADB: Step = step("set-up: MariaDB", |_| system::apt(&["mariadb-server-core"]));

const NODE: Step = step("set-up: Node", |_| node());

/// The oldest Node that the package is for.
const OLDEST_NODE: u32 = 20;

/// Looks whether there is a Node, and one new enough; how to bring one in is the person's choice.
fn node() -> Result<Outcome> {
    let version = run::output(run::command("node --version"))?;
    match major(&version) {
        Some(OLDEST_NODE..) => Ok(Outcome::Passed),
        _ => bail!(
            "Node {} is too old, {OLDEST_NODE} or newer is needed: install it from https://nodejs.org, or with `npx n lts`",
            version.trim()
        ),
    }
}

/// `v20.20.2` is 20.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Installs what is missing through rustup, else makes Debian's Rust ready to build for it.
fn targets(wanted: &[Target]) -> Result<Outcome> {
    let lacking = || toolchain::lacking(wanted, |target| Toolchain::of(target).is_some());
    let missing = lacking();
    if missing.is_empty() {
        return Ok(Outcome::Passed);
    }
    let add = format!("rustup target add {}", toolchain::triples(&missing).join(" "));
    let Err(refused) = run::run(run::command(&add)) else {
        return Ok(Outcome::Passed);
    };
    println!("{refused:#}; trying Debian's Rust, which builds the standard library from source");
    if let Outcome::Skipped(skip) = system::apt(toolchain::DEBIAN_PACKAGES)? {
        let why = format!("{}, and rustup cannot fetch it; Debian's Rust builds it", toolchain::missing(&missing).why);
        return Ok(Outcome::Skipped(Skip { why, command: skip.command }));
    }
    run::run(run::command(&format!("rustup toolchain link {} /usr", toolchain::LINKED)))?;
    let missing = lacking();
    if missing.is_empty() { Ok(Outcome::Passed) } else { Ok(Outcome::Skipped(toolchain::missing(&missing))) }
}

/// Installs what a minimal Rust comes without.
fn components() -> Result<Outcome> {
    if ["cargo fmt --version", "cargo clippy --version"].map(run::command).into_iter().all(run::succeeds) {
        return Ok(Outcome::Passed);
    }
    let command = "rustup component add rustfmt clippy";
    let skip = || Skip { why: "rustfmt or clippy is not installed".into(), command: command.into() };
    Ok(run::run(run::command(command)).map_or_else(|_| Outcome::Skipped(skip()), |()| Outcome::Passed))
}

/// Installs every Rust that Cargo.toml promises something about.
fn oldest_rust(project: &Project) -> Result<Outcome> {
    for promise in project.msrv().filter(|promise| !toolchain::has_rust(&promise.rust)) {
        let skip = no_rust(&promise.rust);
        if run::run(run::command(&skip.command)).is_err() {
            return Ok(Outcome::Skipped(skip));
        }
    }
    Ok(Outcome::Passed)
}

/// What a step says that needs this version, compiler and cargo only.
pub fn no_rust(version: &str) -> Skip {
    let command = format!("rustup toolchain install {version} --profile minimal");
    Skip { why: format!("Rust {version} is not installed"), command }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_of_a_node_version_is_its_first_number() {
        for (version, expected) in [("v20.20.2\n", Some(20)), ("v9.11.2", Some(9)), ("20", None), ("", None)] {
            assert_eq!(major(version), expected, "{version:?}");
        }
    }
}
