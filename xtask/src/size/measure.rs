//! Building the programs that count, running them under QEMU, and reading what they print.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use mintid_conformance::emulator::{Board, Emulator, Time};

use super::Figure;
use super::aims::CHIPS;
use crate::elf::Program;
use crate::firmware;
use crate::project::Project;
use crate::run;
use crate::tally::Skip;
use crate::toolchain::{Target, Toolchain};

const PACKAGE: &str = "mintid-firmware-cost";

/// A generator's programs and who made them: flash and stack. The first is empty, and taken off the others' flash.
const WEIGHED: &[(&str, &str)] = &[
    ("flash_empty", "empty"),
    ("flash_ulid", "ULID, mintid"),
    ("flash_v7", "v7, mintid"),
    ("flash_both", "both, mintid"),
    ("flash_snowflake", "Snowflake, mintid"),
    ("flash_snowflake_base32", "Snowflake in Base32, mintid"),
    ("flash_ulid_kept", "ULID and its mark in flash, mintid"),
    ("flash_ranges", "ranges and their stock in flash, mintid"),
    ("flash_peer_ulid", "ULID from its parts, ulid"),
    ("flash_peer_ferroid", "ULID from its parts, ferroid"),
    ("flash_peer_uuid", "v7 from its parts, uuid"),
];

/// The programs that count instructions: of a call, and with interrupts off.
const SPEED: [&str; 3] = ["speed", "speed_snowflake", "speed_ranges"];
const LOCKED: [&str; 3] = ["locked", "locked_snowflake", "locked_ranges"];

/// The static of each generator, by its name in the program.
const STATIC: &str = "IDS";

/// What stands for a scheme where nothing is done: the watch itself, which is in all the others.
const WATCH: &str = "the watch";

/// How time passes for a program.
#[derive(Clone, Copy)]
struct Pace {
    /// An instruction takes 2 to this many nanoseconds of virtual time.
    shift: u32,
    /// The nanoseconds between two ticks of SysTick.
    tick_ns: u32,
}

/// An instruction takes 1 ns, and SysTick ticks every 80: exact over many calls.
const OVER_MANY: Pace = Pace { shift: 0, tick_ns: 80 };
/// An instruction takes 16 ns, and SysTick ticks every 5: exact for each section.
const FOR_EACH: Pace = Pace { shift: 4, tick_ns: 5 };

impl Pace {
    /// How many instructions each of so many calls takes.
    fn instructions(self, ticks: &str, calls: &str) -> Result<u32> {
        let ns: u64 = ticks.parse::<u64>()? * u64::from(self.tick_ns);
        let ns_of_one = calls.parse::<u64>()? << self.shift;
        Ok(((ns + ns_of_one / 2) / ns_of_one) as u32)
    }
}

/// Every figure, or what is missing to count them.
pub fn measured(project: &Project) -> Result<Result<Vec<Figure>, Skip>> {
    let mut figures = Vec::new();
    for (chip, target) in CHIPS.into_iter().zip([Target::CortexM3, Target::CortexM0]) {
        let Some(toolchain) = Toolchain::of(target) else { return Ok(Err(target.skip())) };
        let built = Built { project, toolchain, target };
        let mut add = |name: String, value| figures.push(Figure { name: format!("{chip} {name}"), value });
        let counting: String = [SPEED, LOCKED].as_flattened().iter().map(|name| format!("--bin {name} ")).collect();
        built.cargo(&format!("--profile fast {counting}"))?;
        speed(&built, &mut add)?;
        locked(&built, &mut add)?;
        if target == Target::CortexM0 {
            built.cargo("--release --bins")?;
            weighed(&built, &mut add)?;
        }
    }
    Ok(Ok(figures))
}

/// The programs for one chip.
struct Built<'a> {
    project: &'a Project,
    toolchain: Toolchain,
    target: Target,
}

impl Built<'_> {
    fn cargo(&self, words: &str) -> Result<()> {
        let (manifest, folder) = (firmware::MANIFEST, firmware::target_dir(self.project));
        let line = format!("build -p {PACKAGE} {words} --manifest-path {manifest} --target-dir {}", folder.display());
        run::run(self.toolchain.cargo(&line))
    }

    fn file(&self, profile: &str, name: &str) -> PathBuf {
        firmware::target_dir(self.project).join(self.target.triple()).join(profile).join(name)
    }

    /// The lines of a program that counts, in columns.
    fn counted(&self, name: &str, pace: Pace) -> Result<Vec<Vec<String>>> {
        // Its clock is the one that is known; it runs what is made for a Cortex-M0 too.
        let mut command = Board::Lm3s6965evb.command(&self.file("fast", name), Time::Real);
        command.args(["-icount", &format!("shift={}", pace.shift)]);
        columns(command)
    }

    /// The lines of several.
    fn all_counted(&self, names: &[&str], pace: Pace) -> Result<Vec<Vec<String>>> {
        Ok(names.iter().map(|name| self.counted(name, pace)).collect::<Result<Vec<_>>>()?.concat())
    }
}

/// What a program prints until it ends, in columns.
fn columns(command: Command) -> Result<Vec<Vec<String>>> {
    let mut emulator = Emulator::start_by(command)?;
    let mut lines = Vec::new();
    while let Some(line) = emulator.line()? {
        lines.push(line.split('\t').map(str::to_owned).collect());
    }
    emulator.end()?;
    Ok(lines)
}

fn speed(built: &Built, add: &mut impl FnMut(String, u32)) -> Result<()> {
    for line in built.all_counted(&SPEED, OVER_MANY)? {
        let [operation, who, calls, ticks] = line.as_slice() else { bail!("not a count: {line:?}") };
        add(format!("instructions: {operation}, {who}"), OVER_MANY.instructions(ticks, calls)?);
    }
    Ok(())
}

fn locked(built: &Built, add: &mut impl FnMut(String, u32)) -> Result<()> {
    let mut longest = BTreeMap::<String, u32>::new();
    for line in built.all_counted(&LOCKED, FOR_EACH)? {
        let [scheme, kind, ticks] = line.as_slice() else { bail!("not a count: {line:?}") };
        let value = FOR_EACH.instructions(ticks, "1")?;
        if scheme != WATCH {
            // A scheme's options are its own.
            let whole = scheme.split(',').next().unwrap_or(scheme);
            let most = longest.entry(whole.to_owned()).or_default();
            *most = value.max(*most);
        }
        add(format!("instructions, interrupts off: {scheme}, {kind}"), value);
    }
    for (scheme, most) in longest {
        add(format!("instructions, interrupts off: longest, {scheme}"), most);
    }
    Ok(())
}

fn weighed(built: &Built, add: &mut impl FnMut(String, u32)) -> Result<()> {
    let mut empty: Option<u32> = None;
    for (name, what) in WEIGHED {
        let file = built.file("release", name);
        let program = Program::read(&file)?;
        program.ensure_no_long_division()?;
        match empty {
            None => empty = Some(program.flash),
            Some(empty) => {
                let over =
                    program.flash.checked_sub(empty).with_context(|| format!("{name} is smaller than nothing"))?;
                add(format!("bytes of flash: {what}"), over);
            }
        }
        let lines = columns(Board::Microbit.command(&file, Time::Real))?;
        let Some(([word, depth], ids)) = lines.split_last().and_then(|(last, ids)| Some((last.as_array()?, ids)))
        else {
            bail!("{name} does not say how deep its stack goes");
        };
        ensure!(word == "stack", "{name} ends with {word}");
        ensure!(!ids.is_empty(), "{name} mints nothing");
        add(format!("bytes of stack: {what}"), depth.parse()?);
        if let Some(size) = program.variable(STATIC) {
            add(format!("bytes of RAM, in a static: {what}"), size);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_instructions_rounded_to_the_nearest() {
        for (pace, ticks, calls, instructions) in
            [(OVER_MANY, "12900", "8000", 129), (OVER_MANY, "20402", "8000", 204), (FOR_EACH, "455", "1", 142)]
        {
            assert_eq!(pace.instructions(ticks, calls).unwrap(), instructions, "{ticks} / {calls}");
        }
        assert!(OVER_MANY.instructions("many", "1").is_err());
    }
}
