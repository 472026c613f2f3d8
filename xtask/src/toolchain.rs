//! How each target but the machine's own is built on this machine.
//!
//! The ordinary way is the target's standard library as rustup or a distribution installs it. Where rustup cannot reach
//! its server, Debian's Rust comes with the library's source, and cargo builds that for the target first. Which of the
//! two applies is found out here and nowhere else: a step asks for the [`Toolchain`] of a target and runs its cargo.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run;
use crate::tally::Skip;

/// Debian's packages for the second way; rustup knows what they install by the name [`LINKED`].
pub const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

/// The rustup name of the Rust that Debian puts under `/usr`.
pub const LINKED: &str = "debian";

/// A target without an operating system that something here is built for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// WebAssembly's first version plus mutable globals, which every engine and `wasm2js` take.
    Wasm,
    /// Cortex-M0: no compare-and-swap, no division.
    CortexM0,
    /// Cortex-M3: both.
    CortexM3,
    /// Cortex-M4 with its floating-point unit.
    CortexM4,
    /// RISC-V without atomics.
    RiscV,
    /// WebAssembly with a standard library, which Rust apps in a browser or a Worker are built for.
    Web,
}

impl Target {
    pub const ALL: &[Self] = &[Self::Wasm, Self::CortexM0, Self::CortexM3, Self::CortexM4, Self::RiscV, Self::Web];

    /// Rust's name for it.
    pub const fn triple(self) -> &'static str {
        match self {
            Self::Wasm => "wasm32v1-none",
            Self::CortexM0 => "thumbv6m-none-eabi",
            Self::CortexM3 => "thumbv7m-none-eabi",
            Self::CortexM4 => "thumbv7em-none-eabihf",
            Self::RiscV => "riscv32imc-unknown-none-elf",
            Self::Web => "wasm32-unknown-unknown",
        }
    }

    /// The linker in Debian's `lld-22`, whose Rust has none of its own.
    const fn linker(self) -> &'static str {
        match self {
            Self::Wasm | Self::Web => "wasm-ld-22",
            Self::CortexM0 | Self::CortexM3 | Self::CortexM4 | Self::RiscV => "ld.lld-22",
        }
    }

    /// What cargo builds of the library where it comes as source.
    const fn library(self) -> &'static str {
        match self {
            Self::Web => "std,panic_abort",
            Self::Wasm | Self::CortexM0 | Self::CortexM3 | Self::CortexM4 | Self::RiscV => "core,alloc",
        }
    }

    /// What a step that needs this target says where it cannot be built.
    pub fn skip(self) -> Skip {
        missing(&[self])
    }
}

/// One sentence for targets that are built in neither way.
pub fn missing(targets: &[Target]) -> Skip {
    let names = triples(targets);
    let why = format!("Rust's standard library for {} is not installed", names.join(", "));
    Skip { why, command: format!("rustup target add {}", names.join(" ")) }
}

/// Rust's names of several targets.
pub fn triples(targets: &[Target]) -> Vec<&'static str> {
    targets.iter().map(|target| target.triple()).collect()
}

/// The targets among `wanted` for which `has` says no.
pub fn lacking(wanted: &[Target], has: impl Fn(Target) -> bool) -> Vec<Target> {
    wanted.iter().copied().filter(|target| !has(*target)).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// The target's standard library is there.
    Installed,
    /// Debian's Rust builds it from source.
    Debian,
}

/// A way to build for one target that works on this machine.
pub struct Toolchain {
    target: Target,
    way: Way,
}

impl Toolchain {
    /// The way that works here, if any does.
    pub fn of(target: Target) -> Option<Self> {
        let way = if is_installed(target) {
            Way::Installed
        } else if debian_is_complete(target) {
            Way::Debian
        } else {
            return None;
        };
        Some(Self { target, way })
    }

    /// `cargo`, a sub-command and its options, for this target. `words` holds no `--`.
    pub fn cargo(&self, words: &str) -> Command {
        let triple = self.target.triple();
        let mut command = match self.way {
            Way::Installed => run::command(&format!("cargo {words} --target {triple}")),
            Way::Debian => {
                let library = self.target.library();
                let line = format!("cargo +{LINKED} {words} --target {triple} -Zbuild-std={library}");
                // Debian's Rust is a stable one, which takes -Z only with this variable.
                let mut command = run::command_with(("RUSTC_BOOTSTRAP", "1"), &line);
                command.env(linker_variable(triple), self.target.linker());
                command
            }
        };
        // Flags meant for the host; they would also displace those of .cargo/config.toml.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command
    }
}

fn linker_variable(triple: &str) -> String {
    format!("CARGO_TARGET_{}_LINKER", triple.to_uppercase().replace('-', "_"))
}

/// Asked of the folder, not of rustup: a distribution's Rust may have the library too.
fn is_installed(target: Target) -> bool {
    let asked = run::output(run::command(&format!("rustc --print target-libdir --target {}", target.triple())));
    let Ok(files) = asked.map_err(drop).and_then(|folder| fs::read_dir(folder.trim()).map_err(drop)) else {
        return false;
    };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
}

fn debian_is_complete(target: Target) -> bool {
    let sysroot = run::output(run::command(&format!("rustc +{LINKED} --print sysroot")));
    sysroot.is_ok_and(|path| Path::new(path.trim()).join("lib/rustlib/src/rust/library/core").is_dir())
        && run::succeeds(run::command(&format!("{} --version", target.linker())))
}

/// Whether rustup has a toolchain of exactly this version. Only asks: rustup may install what it is asked for.
pub fn has_rust(version: &str) -> bool {
    run::succeeds(run::command_with(("RUSTUP_AUTO_INSTALL", "0"), &format!("rustc +{version} --version")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_targets_that_are_missing_are_those_named() {
        let missing_one = lacking(Target::ALL, |target| target != Target::RiscV);
        assert_eq!(missing_one, [Target::RiscV]);
        assert_eq!(lacking(Target::ALL, |_| true), []);
        let skip = missing(&lacking(Target::ALL, |target| target == Target::Wasm));
        let [words, list] = [" ", ", "].map(|between| triples(&Target::ALL[1..]).join(between));
        assert_eq!(skip.command, format!("rustup target add {words}"));
        assert!(skip.why.contains(&list), "{}", skip.why);
    }

    #[test]
    fn each_way_has_its_own_cargo() {
        let words = |way| {
            let command = Toolchain { target: Target::CortexM0, way }.cargo("build --release");
            let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
            let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
            let variables: Vec<_> =
                set.map(|(name, value)| format!("{}={}", name.display(), value.display())).collect();
            (words.join(" "), variables.join(" "))
        };
        assert_eq!(words(Way::Installed), ("build --release --target thumbv6m-none-eabi".into(), String::new()));
        assert_eq!(
            words(Way::Debian),
            (
                "+debian build --release --target thumbv6m-none-eabi -Zbuild-std=core,alloc".into(),
                "CARGO_TARGET_THUMBV6M_NONE_EABI_LINKER=ld.lld-22 RUSTC_BOOTSTRAP=1".into()
            )
        );
    }
}
