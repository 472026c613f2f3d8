//! The programs of `tests/firmware/chips`, whose code is on the pages of `bindings/mcu/docs`: built with the crates that makers of
//! firmware use for each chip, and run nowhere, since no emulator here has these chips.

use anyhow::Result;

use crate::project::Project;
use crate::tally::{Outcome, all};
use crate::toolchain::{Target, Toolchain};

const MANIFEST: &str = "tests/firmware/chips/Cargo.toml";

/// What is built, the feature that brings its crates, and its chip.
const PROGRAMS: &[(&str, &str, Target)] = &[
    ("--lib", "cortex-m", Target::CortexM0),
    ("--bin rp2040", "rp2040", Target::CortexM0),
    ("--bin stm32_without_trng", "stm32f103", Target::CortexM3),
    ("--bin stm32", "stm32l432", Target::CortexM4),
    ("--bin nrf", "nrf52840", Target::CortexM4),
    ("--bin esp32c3", "esp32c3", Target::RiscV),
];

/// Builds all of them, each by itself, for a crate of a chip is for that chip alone. That they link says that a lock and a time driver
/// are among what a page names.
pub fn build(project: &Project) -> Result<Outcome> {
    let folder = project.scratch("chips");
    let mut commands = Vec::new();
    for (what, feature, target) in PROGRAMS {
        let Some(toolchain) = Toolchain::of(*target) else { return Ok(Outcome::Skipped(target.skip())) };
        commands.push(toolchain.cargo(&format!(
            "build --release --manifest-path {MANIFEST} {what} --features {feature} --target-dir {}",
            folder.display()
        )));
    }
    all(commands)
}
