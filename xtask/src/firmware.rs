//! Firmware: the programs of `tests/firmware`, built for real chips and run on boards that QEMU emulates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid_conformance::emulator::{Board, Emulator};
use mintid_conformance::replay;

use crate::project::Project;
use crate::run;
use crate::setup;
use crate::system;
use crate::tally::{Outcome, Skip, Step, step};
use crate::toolchain::{Target, Toolchain};

/// The chips, as targets.
pub const CHIPS: &[Target] = &[Target::CortexM0, Target::CortexM3, Target::RiscV];

/// The workspace of the programs.
const MANIFEST: &str = "tests/firmware/Cargo.toml";

/// The program that answers the vectors.
const FACE: &str = "mintid-firmware-face";

/// Debian's packages with the emulators.
const PACKAGES: &[&str] = &["qemu-system-arm", "qemu-system-misc"];

/// Sees to the emulators. A person may have them from elsewhere than Debian.
pub fn install(_: &Project) -> Result<Outcome> {
    let there = |board: Board| run::succeeds(run::command(&format!("{} --version", board.emulator())));
    if Board::ALL.into_iter().all(there) {
        return Ok(Outcome::Passed);
    }
    Ok(system::apt(PACKAGES).unwrap_or_else(|error| {
        let why = format!("QEMU is not installed, and could not be: {error:#}");
        Outcome::Skipped(Skip { why, command: format!("sudo apt-get install {}", PACKAGES.join(" ")) })
    }))
}

/// The target of a board's chip.
pub const fn target(board: Board) -> Target {
    match board {
        Board::Microbit => Target::CortexM0,
        Board::Lm3s6965evb => Target::CortexM3,
        Board::Virt => Target::RiscV,
    }
}

/// Builds the program that answers the vectors on a board.
pub const fn face(board: Board) -> &'static [Step] {
    const M0: &[Step] = &[step("the program for thumbv6m", |project| build(project, FACE, Board::Microbit))];
    const M3: &[Step] = &[step("the program for thumbv7m", |project| build(project, FACE, Board::Lm3s6965evb))];
    const RISC_V: &[Step] = &[step("the program for riscv32", |project| build(project, FACE, Board::Virt))];
    match board {
        Board::Microbit => M0,
        Board::Lm3s6965evb => M3,
        Board::Virt => RISC_V,
    }
}

/// Where the program that answers the vectors is once it is built.
pub fn face_file(project: &Project, board: Board) -> PathBuf {
    file(project, FACE, board)
}

/// A folder of its own: the programs have a profile of their own.
fn target_dir(project: &Project) -> PathBuf {
    project.scratch("firmware")
}

fn file(project: &Project, package: &str, board: Board) -> PathBuf {
    target_dir(project).join(target(board).triple()).join("release").join(package)
}

/// Builds a program. That it links is the proof that it cannot panic.
fn build(project: &Project, package: &str, board: Board) -> Result<Outcome> {
    let Some(toolchain) = Toolchain::of(target(board)) else {
        return Ok(Outcome::Skipped(target(board).skip()));
    };
    let folder = target_dir(project);
    let words = format!("build --release --manifest-path {MANIFEST} -p {package} --target-dir {}", folder.display());
    run::run(toolchain.cargo(&words))?;
    if file(project, package, board).exists() { Ok(Outcome::Passed) } else { bail!("cargo built no {package}") }
}

/// Where the output that each example should have is kept.
const EXPECTED: &str = "tests/firmware/expected";

/// The example without a framework.
pub const BARE: &str = "bare";

/// The generator of the examples, as their sources have it.
const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// Builds and runs an example. Its output must be the expected one, and its ids those of a plain generator of the crate on this machine,
/// which is given the same readings and random bytes.
pub fn example(project: &Project, name: &str, board: Board) -> Result<Outcome> {
    for step in setup::FOR_FIRMWARE {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let package = format!("mintid-firmware-{name}");
    if let skipped @ Outcome::Skipped(_) = build(project, &package, board)? {
        return Ok(skipped);
    }
    let lines = Emulator::start(board, &file(project, &package, board))?.to_its_end()?;
    as_expected(project, name, board, &lines)?;
    let seen = replay::check(lines.iter().map(String::as_str), OPTIONS)?;
    println!("{seen}");
    Ok(Outcome::Passed)
}

/// Compares what is the same each time.
fn as_expected(project: &Project, name: &str, board: Board, lines: &[String]) -> Result<()> {
    let same: Vec<_> = lines.iter().map(String::as_str).filter(|line| !line.starts_with(replay::FREE)).collect();
    let expected = Path::new(EXPECTED).join(format!("{name}.txt"));
    let text = fs::read_to_string(&expected).with_context(|| format!("cannot read {}", expected.display()))?;
    let Some(difference) = first_difference(&text, &same) else { return Ok(()) };
    let got = project.scratch(&format!("{name}-{}.txt", target(board).triple()));
    fs::write(&got, same.join("\n") + "\n")?;
    bail!("{}: {difference}; if that is meant, copy {} over it", expected.display(), got.display())
}

fn first_difference(expected: &str, got: &[&str]) -> Option<String> {
    let expected: Vec<_> = expected.lines().collect();
    let at = (0..expected.len().max(got.len())).find(|at| expected.get(*at) != got.get(*at))?;
    let line = |lines: &[&str]| lines.get(at).map_or_else(|| "nothing".into(), |line| format!("`{line}`"));
    Some(format!("line {}: expected {}, got {}", at + 1, line(&expected), line(got)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(first_difference("a\nb\n", &["a", "b"]), None);
        let cases = [
            (vec!["a", "c"], "line 2: expected `b`, got `c`"),
            (vec!["a"], "line 2: expected `b`, got nothing"),
            (vec!["a", "b", "c"], "line 3: expected nothing, got `c`"),
        ];
        for (got, sentence) in cases {
            assert_eq!(first_difference("a\nb\n", &got).as_deref(), Some(sentence));
        }
    }
}
