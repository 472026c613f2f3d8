//! Firmware: the programs of `tests/firmware`, built for real chips and run on boards that QEMU emulates.

use std::path::PathBuf;

use anyhow::Result;
use mintid_conformance::emulator::Board;

use crate::elf::Program;
use crate::project::Project;
use crate::run;
use crate::system;
use crate::tally::{Outcome, Skip, Step, all, step};
use crate::toolchain::{Target, Toolchain};

pub mod c;
mod examples;
mod ranges;

pub use examples::{BARE, EMBASSY, RTIC, example};
pub use ranges::ranges;

/// The chips, as targets.
pub const CHIPS: &[Target] = &[Target::CortexM0, Target::CortexM3, Target::RiscV];

/// The workspace of the programs.
pub const MANIFEST: &str = "tests/firmware/Cargo.toml";

/// The program that answers the vectors.
const FACE: &str = "mintid-firmware-face";

/// Debian's packages with the emulators.
const PACKAGES: &[&str] = &["qemu-system-arm", "qemu-system-misc"];

/// Sees to the emulators. A person may have them from elsewhere than Debian.
pub fn install(_: &Project) -> Result<Outcome> {
    if missing_emulator().is_none() {
        return Ok(Outcome::Passed);
    }
    let skip = |why| Outcome::Skipped(Skip { why, command: format!("sudo apt-get install {}", PACKAGES.join(" ")) });
    Ok(match system::apt(PACKAGES) {
        Ok(Outcome::Passed) => match missing_emulator() {
            None => Outcome::Passed,
            Some(name) => skip(format!("{name} is not among {}", PACKAGES.join(", "))),
        },
        Ok(skipped) => skipped,
        Err(error) => skip(format!("QEMU is not installed, and could not be: {error:#}")),
    })
}

fn missing_emulator() -> Option<&'static str> {
    let is_missing = |name: &&str| !run::succeeds(run::command(&format!("{name} --version")));
    Board::ALL.map(Board::emulator).into_iter().find(is_missing)
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
pub fn target_dir(project: &Project) -> PathBuf {
    project.scratch("firmware")
}

fn file(project: &Project, package: &str, board: Board) -> PathBuf {
    target_dir(project).join(target(board).triple()).join("release").join(package)
}

/// Builds a program. That it links is the proof that it cannot panic. It may not divide in 64 bits either.
fn build(project: &Project, package: &str, board: Board) -> Result<Outcome> {
    let Some(toolchain) = Toolchain::of(target(board)) else {
        return Ok(Outcome::Skipped(target(board).skip()));
    };
    let folder = target_dir(project);
    let words = format!("build --release --manifest-path {MANIFEST} -p {package} --target-dir {}", folder.display());
    run::run(toolchain.cargo(&words))?;
    Program::read(&file(project, package, board))?.ensure_no_long_division()?;
    Ok(Outcome::Passed)
}

/// The programs that are not for this chip: those with a framework are for one of them alone, and those that count know Arm.
const fn not_for(chip: Target) -> &'static [&'static str] {
    match chip {
        Target::CortexM3 => &[],
        Target::RiscV => &["embassy", "rtic", "cost"],
        _ => &["embassy", "rtic"],
    }
}

/// Lints the programs for every chip; those with a framework are for one of them alone.
pub fn clippy(project: &Project) -> Result<Outcome> {
    let mut commands = Vec::new();
    for chip in CHIPS.iter().copied() {
        let Some(toolchain) = Toolchain::of(chip) else { return Ok(Outcome::Skipped(chip.skip())) };
        let without: String = not_for(chip).iter().map(|name| format!("--exclude mintid-firmware-{name} ")).collect();
        let folder = target_dir(project);
        let words = format!(
            "clippy --release --manifest-path {MANIFEST} --workspace {without} --target-dir {}",
            folder.display()
        );
        let mut command = toolchain.cargo(&words);
        command.args(["--", "-D", "warnings"]);
        commands.push(command);
    }
    all(commands)
}
