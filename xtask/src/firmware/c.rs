//! C: the header of `bindings/c`, its static library, and the program in `tests/firmware/c` that uses both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use mintid::entropy::Bytes;
use mintid::{V4Generator, ulid};
use mintid_conformance::emulator::{Board, Emulator, Time};
use mintid_conformance::input::unhex;
use mintid_conformance::replay;

use super::examples::{OPTIONS, as_expected};
use super::{CHIPS, target};
use crate::elf::Program;
use crate::project::Project;
use crate::run;
use crate::setup;
use crate::system;
use crate::tally::{Outcome, Skip};
use crate::toolchain::{Target, Toolchain};

/// The crate, and the header that is kept beside its sources.
const CRATE: &str = "bindings/c";
const HEADER: &str = "bindings/c/include/mintid.h";

/// The program.
const PROGRAM: &str = "tests/firmware/c";

/// Debian's packages with a C compiler for Arm chips and its headers.
const PACKAGES: &[&str] = &["gcc-arm-none-eabi", "libnewlib-arm-none-eabi"];

/// The compiler.
const ARM: &str = "arm-none-eabi-gcc";

/// Sees to the compiler for chips. A person may have it from elsewhere than Debian.
pub fn install(_: &Project) -> Result<Outcome> {
    if has_c(ARM) {
        return Ok(Outcome::Passed);
    }
    let skip = |why| Outcome::Skipped(Skip { why, command: format!("sudo apt-get install {}", PACKAGES.join(" ")) });
    Ok(match system::apt(PACKAGES) {
        Ok(Outcome::Passed) if has_c(ARM) => Outcome::Passed,
        Ok(Outcome::Passed) => skip(format!("{ARM} is not among {}", PACKAGES.join(", "))),
        Ok(skipped) => skipped,
        Err(error) => skip(format!("{ARM} is not installed, and could not be: {error:#}")),
    })
}

/// Whether a compiler is there, with a header of the C library.
fn has_c(compiler: &str) -> bool {
    run::succeeds(run::command(&format!("{compiler} -x c -fsyntax-only -include string.h /dev/null")))
}

/// The header is the one that the sources give.
pub fn header(project: &Project) -> Result<Outcome> {
    let config = cbindgen::Config::from_file(Path::new(CRATE).join("cbindgen.toml")).map_err(anyhow::Error::msg)?;
    let made = cbindgen::Builder::new().with_crate(CRATE).with_config(config).generate()?;
    let mut text = Vec::new();
    made.write(&mut text);
    let kept = fs::read(HEADER).unwrap_or_default();
    if kept == text {
        return Ok(Outcome::Passed);
    }
    let got = project.scratch("mintid.h");
    fs::create_dir_all(project.scratch(""))?;
    fs::write(&got, text)?;
    bail!("{HEADER} is not what its sources give; if they are meant so, copy {} over it", got.display())
}

/// Looks into the library of every chip for the function that a panic would call, and sees to it that it is there once
/// something is added that can panic.
pub fn cannot_panic(project: &Project) -> Result<Outcome> {
    for chip in CHIPS {
        let Some(toolchain) = Toolchain::of(*chip) else { return Ok(Outcome::Skipped(chip.skip())) };
        ensure!(
            !can_panic(&library(project, &toolchain, *chip, "")?)?,
            "the C library for {} can panic",
            chip.triple()
        );
    }
    let Some(toolchain) = Toolchain::of(Target::CortexM0) else { return Ok(Outcome::Skipped(Target::CortexM0.skip())) };
    let with_panic = library(project, &toolchain, Target::CortexM0, " --features proof")?;
    ensure!(can_panic(&with_panic)?, "a library with a panic in it was taken for one without: the check finds nothing");
    Ok(Outcome::Passed)
}

fn can_panic(library: &Path) -> Result<bool> {
    const PANIC: &[u8] = b"something_in_mintid_can_panic";
    Ok(fs::read(library)?.windows(PANIC.len()).any(|window| window == PANIC))
}

/// Builds the library for a chip, with features if need be.
fn library(project: &Project, toolchain: &Toolchain, chip: Target, features: &str) -> Result<PathBuf> {
    run::run(toolchain.cargo(&format!("{BUILD}{features}")))?;
    Ok(project.target_dir.join(chip.triple()).join("firmware").join(LIBRARY))
}

const BUILD: &str = "build --profile firmware -p mintid-c";
const LIBRARY: &str = "libmintid_c.a";

/// The program on a board's chip.
pub fn on_chip(project: &Project, board: Board) -> Result<Outcome> {
    for step in setup::FOR_FIRMWARE.iter().chain(setup::FOR_C) {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let (chip, core) = match board {
        Board::Microbit => (target(board), "cortex-m0"),
        Board::Lm3s6965evb => (target(board), "cortex-m3"),
        Board::Virt => bail!("there is no start-up code in C for this board"),
    };
    let Some(toolchain) = Toolchain::of(chip) else { return Ok(Outcome::Skipped(chip.skip())) };
    for language in ["c -std=c99 -Wpedantic", "c -std=c2x", "c++ -std=c++11"] {
        let line = format!("{ARM} -Wall -Wextra -Werror -fsyntax-only -include {HEADER} -x {language} /dev/null");
        run::run(run::command(&line))?;
    }
    let library = library(project, &toolchain, chip, "")?;
    let mut compiler = run::command(&format!("{ARM} -mthumb -mcpu={core} -nostartfiles -Wl,--gc-sections"));
    // Without the second, the linker takes assembly that does not say otherwise for code that runs on the stack.
    compiler.args(["-Wl,--fatal-warnings", "-Wl,-z,noexecstack", "-T"]).arg(Path::new(PROGRAM).join("link.ld"));
    let file = compiled(project, compiler, "cortex_m.c", &library, chip.triple())?;
    Program::read(&file)?.ensure_no_long_division()?;
    let lines = Emulator::start(board, &file, Time::Counted)?.to_its_end()?;
    check(project, chip.triple(), &lines)
}

/// The program on this machine, where interrupts are calls.
pub fn on_this_machine(project: &Project) -> Result<Outcome> {
    if !has_c("cc") {
        let command = "sudo apt-get install gcc libc6-dev".into();
        return Ok(Outcome::Skipped(Skip { why: "no C compiler is installed".into(), command }));
    }
    run::run(run::command(&format!("cargo {BUILD}")))?;
    let library = project.target_dir.join("firmware").join(LIBRARY);
    let file = compiled(project, run::command("cc"), "host.c", &library, "host")?;
    let lines: Vec<_> = run::output(Command::new(file))?.lines().map(String::from).collect();
    check(project, "host", &lines)
}

/// Compiles the program, of which one file is for the place where it runs, without a warning.
fn compiled(project: &Project, mut compiler: Command, board: &str, library: &Path, name: &str) -> Result<PathBuf> {
    let file = project.scratch(&format!("c-{name}"));
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]);
    compiler.args(["-Os", "-ffunction-sections", "-fdata-sections", "-I", PROGRAM, "-I"]);
    compiler.arg(Path::new(HEADER).parent().context("the header lies in no folder")?);
    compiler.args(["main.c", "world.c", "screen.c", board].map(|source| Path::new(PROGRAM).join(source)));
    // Last, since a linker takes from it what those before it ask for.
    compiler.arg(library).arg("-o").arg(&file);
    fs::create_dir_all(project.scratch(""))?;
    run::run(compiler)?;
    Ok(file)
}

/// The program's output must be the expected one, and its ids those of plain generators of the crate on this machine.
fn check(project: &Project, place: &str, lines: &[String]) -> Result<Outcome> {
    as_expected(project, "c", place, lines)?;
    let of = |name: &str| lines.iter().filter_map(|line| line.strip_prefix(name)).collect::<Vec<_>>();
    let others = |line: &&str| !line.starts_with("ulid ") && !line.starts_with("v4 ");
    let seen = replay::check(lines.iter().map(String::as_str).filter(others), OPTIONS)?;
    println!("v7: {seen}");
    println!("ulid: {}", replay::check(of("ulid "), ulid::Options::new().step(ulid::Step::Random))?);
    let [drew, id] = of("v4 main ").into_iter().chain(of("v4 drew ")).rev().collect::<Vec<_>>()[..] else {
        bail!("the program does not make one v4 UUID")
    };
    let expected = V4Generator::new(Bytes::new(&unhex(drew)?)).generate()?.to_string();
    ensure!(expected == id, "the v4 UUID of these bytes is {expected}, and the program has {id}");
    Ok(Outcome::Passed)
}
