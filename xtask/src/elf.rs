//! A linked program for a chip: how much flash it takes, how large a variable is, what it calls.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use object::elf::SHF_ALLOC;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind};

/// Names of functions that divide 64 bits or more: those of the Arm and of the general interface, and of the crate that has
/// them for Rust.
const DIVISIONS: &[&str] =
    &["ldivmod", "divdi3", "moddi3", "divmoddi4", "divti3", "modti3", "divmodti4", "u64_div_rem", "u128_div_rem"];

/// What is asked of a program.
#[derive(Debug)]
pub struct Program {
    /// The bytes in flash: code, constants, and the values that variables begin with.
    pub flash: u32,
    symbols: Vec<(String, u32)>,
}

impl Program {
    /// Reads a program as the linker has written it, with its names.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let file =
            object::File::parse(bytes.as_slice()).with_context(|| format!("{} is no program", path.display()))?;
        let in_flash = file.sections().filter(|section| {
            let SectionFlags::Elf { sh_flags } = section.flags() else { return false };
            sh_flags & u64::from(SHF_ALLOC) != 0 && section.kind() != SectionKind::UninitializedData
        });
        let flash = in_flash.map(|section| section.size() as u32).sum();
        let symbols: Vec<_> = file
            .symbols()
            .filter_map(|symbol| Some((symbol.name().ok()?.to_owned(), symbol.size() as u32)))
            .filter(|(name, _)| !name.is_empty())
            .collect();
        ensure!(!symbols.is_empty(), "{} has no names left", path.display());
        Ok(Self { flash, symbols })
    }

    /// The bytes of the variable of this name.
    pub fn variable(&self, name: &str) -> Option<u32> {
        // A mangled name says how long each part of a path is.
        let part = format!("{}{name}", name.len());
        self.symbols.iter().find(|(symbol, size)| symbol.contains(&part) && *size > 0).map(|(_, size)| *size)
    }

    /// Fails where a function is linked that divides in 64 bits: hundreds of bytes, and of instructions, on a small core.
    pub fn ensure_no_long_division(&self) -> Result<()> {
        let divides = |name: &&str| DIVISIONS.iter().any(|division| name.contains(division));
        let found = self.symbols.iter().map(|(name, _)| name.as_str()).find(divides);
        ensure!(found.is_none(), "the program divides in 64 bits, by {}", found.unwrap_or_default());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_division_is_known_by_any_of_its_names() {
        let program = |name: &str| Program { flash: 0, symbols: vec![(name.into(), 1)] };
        for name in ["__aeabi_uldivmod", "__aeabi_ldivmod", "__udivdi3", "__umoddi3", "__udivmoddi4", "__udivti3"] {
            assert!(program(name).ensure_no_long_division().is_err(), "{name}");
        }
        for name in ["__aeabi_uidiv", "__aeabi_lmul", "__divsi3", "memcpy"] {
            assert!(program(name).ensure_no_long_division().is_ok(), "{name}");
        }
    }

    #[test]
    fn a_variable_is_found_by_the_last_part_of_its_path() {
        let symbols = vec![("_ZN4cost4SIDS17h0E".into(), 1), ("_ZN4cost3IDS17h0E".into(), 216)];
        let program = Program { flash: 0, symbols };
        assert_eq!((program.variable("IDS"), program.variable("NONE")), (Some(216), None));
    }
}
