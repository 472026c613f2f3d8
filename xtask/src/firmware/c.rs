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

use super::examples::{OPTIONS, SNOWFLAKE, as_expected, snowflakes};
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

/// A C compiler for chips, and a C library's headers with it.
pub struct Compiler {
    command: &'static str,
    /// Debian's packages with both.
    packages: &'static [&'static str],
}

/// For Arm chips.
pub const ARM: Compiler =
    Compiler { command: "arm-none-eabi-gcc", packages: &["gcc-arm-none-eabi", "libnewlib-arm-none-eabi"] };

/// For RISC-V. Its C library is apart from it, and has to be named.
pub const RISC_V: Compiler = Compiler {
    command: "riscv64-unknown-elf-gcc --specs=picolibc.specs",
    packages: &["gcc-riscv64-unknown-elf", "picolibc-riscv64-unknown-elf"],
};

/// Sees to a compiler for chips. A person may have it from elsewhere than Debian.
pub fn install(compiler: &Compiler) -> Result<Outcome> {
    let Compiler { command, packages } = compiler;
    if has_c(command) {
        return Ok(Outcome::Passed);
    }
    let skip = |why| Outcome::Skipped(Skip { why, command: format!("sudo apt-get install {}", packages.join(" ")) });
    Ok(match system::apt(packages) {
        Ok(Outcome::Passed) if has_c(command) => Outcome::Passed,
        Ok(Outcome::Passed) => skip(format!("{command} is not among {}", packages.join(", "))),
        Ok(skipped) => skipped,
        Err(error) => skip(format!("{command} is not installed, and could not be: {error:#}")),
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
    let without_snowflakes = library(project, &toolchain, Target::CortexM0, " --no-default-features")?;
    ensure!(!can_panic(&without_snowflakes)?, "the C library without Snowflakes can panic");
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
    let (chip, compiler, processor, start, script) = match board {
        Board::Microbit => (target(board), ARM, "-mthumb -mcpu=cortex-m0", "cortex_m.c", "link.ld"),
        Board::Lm3s6965evb => (target(board), ARM, "-mthumb -mcpu=cortex-m3", "cortex_m.c", "link.ld"),
        Board::Virt => (target(board), RISC_V, "-march=rv32imc_zicsr -mabi=ilp32", "riscv.c", "riscv.ld"),
    };
    for step in setup::FOR_FIRMWARE.iter().chain(setup::for_c(board)) {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    let Some(toolchain) = Toolchain::of(chip) else { return Ok(Outcome::Skipped(chip.skip())) };
    let command = format!("{} {processor}", compiler.command);
    for language in ["c -std=c99 -Wpedantic", "c -std=c2x", "c++ -std=c++11"] {
        let line = format!("{command} -Wall -Wextra -Werror -fsyntax-only -include {HEADER} -x {language} /dev/null");
        run::run(run::command(&line))?;
    }
    let library = library(project, &toolchain, chip, "")?;
    let mut compiler = run::command(&format!("{command} -nostartfiles -Wl,--gc-sections"));
    // Without the second, the linker takes assembly that does not say otherwise for code that runs on the stack.
    compiler.args(["-Wl,--fatal-warnings", "-Wl,-z,noexecstack", "-T"]).arg(Path::new(PROGRAM).join(script));
    let sources = ["main.c", "snowflake.c", "world.c", "screen.c", start];
    let file = compiled(project, compiler, &sources, &library, chip.triple())?;
    Program::read(&file)?.ensure_no_long_division()?;
    let lines = Emulator::start(board, &file, Time::Counted)?.to_its_end()?;
    check(project, chip.triple(), &lines)
}

/// The program on this machine, where interrupts are calls.
pub fn on_this_machine(project: &Project) -> Result<Outcome> {
    let Some(library) = library_here(project)? else { return Ok(no_c_here()) };
    let sources = ["main.c", "snowflake.c", "world.c", "screen.c", "host.c"];
    let file = compiled(project, run::command("cc"), &sources, &library, "host")?;
    let lines: Vec<_> = run::output(Command::new(file))?.lines().map(String::from).collect();
    check(project, "host", &lines)
}

/// The examples in the comment of the header do what it says, on this machine.
pub fn examples_in_the_header(project: &Project) -> Result<Outcome> {
    let Some(library) = library_here(project)? else { return Ok(no_c_here()) };
    let header = fs::read_to_string(HEADER)?;
    let examples = examples_of(&header);
    ensure!(examples.len() == 3, "the header's comment has {} examples, and the test knows 3", examples.len());
    let folder = project.scratch("c-examples");
    fs::create_dir_all(&folder)?;
    for (number, example) in (1..).zip(examples) {
        fs::write(folder.join(format!("example-{number}.inc")), example)?;
    }
    let mut compiler = run::command("cc");
    compiler.arg("-I").arg(folder);
    let file = compiled(project, compiler, &["header.c"], &library, "header")?;
    run::run(Command::new(file))?;
    Ok(Outcome::Passed)
}

/// The pieces of code in the comment that a header begins with: the lines that stand four blanks further in, and are no commands.
fn examples_of(header: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let mut is_within = false;
    let comment = header.lines().map_while(|line| line.strip_prefix("//"));
    for line in comment.filter(|line| !line.trim_start().starts_with("$ ")) {
        let Some(code) = line.strip_prefix("     ") else {
            // A blank line may stand within an example.
            is_within &= line.is_empty();
            continue;
        };
        match examples.last_mut().filter(|_| is_within) {
            Some(example) => example.extend([code, "\n"]),
            None => examples.push(format!("{code}\n")),
        }
        is_within = true;
    }
    examples
}

/// The library for this machine; `None` where nothing could use it.
fn library_here(project: &Project) -> Result<Option<PathBuf>> {
    if !has_c("cc") {
        return Ok(None);
    }
    run::run(run::command(&format!("cargo {BUILD}")))?;
    Ok(Some(project.target_dir.join("firmware").join(LIBRARY)))
}

fn no_c_here() -> Outcome {
    let command = "sudo apt-get install gcc libc6-dev".into();
    Outcome::Skipped(Skip { why: "no C compiler is installed".into(), command })
}

/// Compiles a program without a warning.
fn compiled(project: &Project, mut compiler: Command, sources: &[&str], library: &Path, name: &str) -> Result<PathBuf> {
    let file = project.scratch(&format!("c-{name}"));
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]);
    compiler.args(["-Os", "-ffunction-sections", "-fdata-sections", "-I", PROGRAM, "-I"]);
    compiler.arg(Path::new(HEADER).parent().context("the header lies in no folder")?);
    compiler.args(sources.iter().map(|source| Path::new(PROGRAM).join(source)));
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
    let others = |line: &&str| !["ulid ", "v4 ", SNOWFLAKE].iter().any(|name| line.starts_with(name));
    let seen = replay::check(lines.iter().map(String::as_str).filter(others), OPTIONS)?;
    println!("v7: {seen}");
    println!("ulid: {}", replay::check(of("ulid "), ulid::Options::new().step(ulid::Step::Random))?);
    println!("{SNOWFLAKE}{}", replay::check_snowflakes(of(SNOWFLAKE), snowflakes()?)?);
    let [drew, id] = of("v4 main ").into_iter().chain(of("v4 drew ")).rev().collect::<Vec<_>>()[..] else {
        bail!("the program does not make one v4 UUID")
    };
    let expected = V4Generator::new(Bytes::new(&unhex(drew)?)).generate()?.to_string();
    ensure!(expected == id, "the v4 UUID of these bytes is {expected}, and the program has {id}");
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_what_stands_further_in_over_blank_lines_and_ends_with_the_comment_or_other_text() {
        let header = "// text\n//\n//     one\n//\n//         two\n// text\n//     three\n\n//     past the comment\n";
        assert_eq!(examples_of(header), ["one\n    two\n", "three\n"]);
        assert!(examples_of("// nothing\n//\n//     $ command\n").is_empty());
    }
}
