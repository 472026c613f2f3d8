//! Firmware: the programs of `tests/firmware`, built for real chips and run on boards that QEMU emulates.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid_conformance::emulator::{Board, Emulator, Time};
use mintid_conformance::replay;

use crate::project::Project;
use crate::run;
use crate::setup;
use crate::system;
use crate::tally::{Outcome, Skip, Step, all, step};
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

/// Lints the programs for every chip; those with a framework are for one of them alone.
pub fn clippy(project: &Project) -> Result<Outcome> {
    let mut commands = Vec::new();
    for (chip, apart) in [(Target::CortexM0, true), (Target::CortexM3, false), (Target::RiscV, true)] {
        let Some(toolchain) = Toolchain::of(chip) else { return Ok(Outcome::Skipped(chip.skip())) };
        let without = if apart { "--exclude mintid-firmware-embassy --exclude mintid-firmware-rtic" } else { "" };
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

/// An example, which is a test too.
pub struct Example {
    /// Its folder in `tests/firmware`, and the name of its expected output.
    name: &'static str,
    /// What its timers go by.
    time: Time,
    /// Whether it can be linked only with panics.
    has_panics: bool,
}

/// Without a framework.
pub const BARE: Example = Example { name: "bare", time: Time::Real, has_panics: false };
/// With RTIC.
pub const RTIC: Example = Example { name: "rtic", time: Time::Counted, has_panics: false };
/// With Embassy, whose executor and timers have panics.
pub const EMBASSY: Example = Example { name: "embassy", time: Time::Counted, has_panics: true };

/// Where the output that each example should have is kept.
const EXPECTED: &str = "tests/firmware/expected";

/// The generator of the examples, as their sources have it.
const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// Builds and runs an example. Its output must be the expected one, and its ids those of a plain generator of the crate on this
/// machine, which is given the same readings and random bytes.
pub fn example(project: &Project, example: &Example, board: Board) -> Result<Outcome> {
    for step in setup::FOR_FIRMWARE {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let package = format!("mintid-firmware-{}", example.name);
    if let skipped @ Outcome::Skipped(_) = build(project, &package, board)? {
        return Ok(skipped);
    }
    let program = file(project, &package, board);
    if example.has_panics {
        no_panic_of_ours(project, &fs::read(&program)?)?;
    }
    let lines = Emulator::start(board, &program, example.time)?.to_its_end()?;
    as_expected(project, example.name, board, &lines)?;
    let seen = replay::check(lines.iter().map(String::as_str), OPTIONS)?;
    println!("{seen}");
    Ok(Outcome::Passed)
}

/// Sources of ours that are in a program's list of places, though they hold no panic: the compiler puts one into each `async fn`, for a
/// poll after its end, which no executor makes.
const ASYNC: &[&str] = &["bindings/mcu/src/flash/asynchronous.rs", "bindings/mcu/src/shared/marks.rs"];

/// Looks for the names of source files that the places of panics leave in a program: none may be of the core or of the crate for
/// microcontrollers.
fn no_panic_of_ours(project: &Project, program: &[u8]) -> Result<()> {
    let root = project.root.display().to_string();
    let places = places(program);
    ensure!(places.iter().any(|place| place.contains("/embassy-")), "the program names no place of a panic at all");
    for place in places.iter().filter_map(|place| place.strip_prefix(&root)) {
        let place = place.trim_start_matches('/');
        ensure!(ASYNC.contains(&place), "{place} can panic");
    }
    Ok(())
}

/// The texts of a program that end in `.rs`.
fn places(program: &[u8]) -> Vec<String> {
    let texts = program.split(|byte| !byte.is_ascii_graphic()).map(String::from_utf8_lossy);
    // Two may stand without anything between, so each is cut at its own end.
    texts
        .flat_map(|text| text.split_inclusive(".rs").map(String::from).collect::<Vec<_>>())
        .filter(|text| text.ends_with(".rs"))
        .collect()
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
    fn the_places_of_panics_are_read_out_of_a_program() {
        let program =
            b"\0\x7f/r/embassy-time-1/src/a.rs\0x/p/src/uuid.rs/p/bindings/mcu/src/shared/marks.rs\x01main.rsx";
        let expected =
            ["/r/embassy-time-1/src/a.rs", "x/p/src/uuid.rs", "/p/bindings/mcu/src/shared/marks.rs", "main.rs"];
        assert_eq!(places(program), expected);

        let project = Project { root: "/p".into(), target_dir: "t".into(), libraries: Vec::new() };
        no_panic_of_ours(&project, b"/r/embassy-time-1/src/a.rs/p/bindings/mcu/src/shared/marks.rs").unwrap();
        for program in
            [b"/r/embassy-time-1/src/a.rs\0/p/src/uuid.rs".as_slice(), b"/p/bindings/mcu/src/shared/marks.rs", b""]
        {
            no_panic_of_ours(&project, program).unwrap_err();
        }
    }

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
