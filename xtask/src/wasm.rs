//! From the crate in `bindings/wasm` to the core of the npm package, in `pkg/src/gen/`.
//!
//! cargo compiles, wasm-bindgen turns the module into one that JavaScript can call, and binaryen makes it small and, once
//! more, plain JavaScript. Of wasm-bindgen's output only the module is kept; `imports` says why the package has its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use wasm_bindgen_cli_support::Bindgen;

use crate::imports;
use crate::npm;
use crate::plain;
use crate::project::Project;
use crate::run;
use crate::stamp::Stamp;
use crate::tally::Outcome;
use crate::toolchain::{Target, Toolchain};

/// Where the package's sources expect what is made here.
const GENERATED: &str = "pkg/src/gen";

/// Exports that only the JavaScript made by wasm-bindgen reads, to see a trap that it caused itself.
const GLUE: &[&str] = &["__abort_handler", "__instance_terminated"];

/// A module of the package: the functions that one feature of the crate has.
struct Module {
    feature: &'static str,
    /// The files that come of it: the module, the module as text, and the same as plain JavaScript.
    files: [&'static str; 3],
    /// The file with its build's name, which the module then has in it too.
    build: Option<&'static str>,
}

/// That of `mintid`, those of `mintid/snowflake`, `mintid/ranges` and `mintid/inspect`, and that of leases, which
/// `mintid/cloudflare` has beside that of ranges.
const MODULES: &[Module] = &[
    Module { feature: "module", files: ["core.wasm", "wasm-hex.ts", "plain.ts"], build: Some("build.ts") },
    Module { feature: "snowflake", files: ["snowflake.wasm", "snowflake-hex.ts", "snowflake-plain.ts"], build: None },
    Module { feature: "ranges", files: ["ranges.wasm", "ranges-hex.ts", "ranges-plain.ts"], build: None },
    Module { feature: "inspect", files: ["inspect.wasm", "inspect-hex.ts", "inspect-plain.ts"], build: None },
    Module { feature: "fleet", files: ["fleet.wasm", "fleet-hex.ts", "fleet-plain.ts"], build: None },
];

/// Builds what changed and prints the sizes.
pub fn build(project: &Project) -> Result<Outcome> {
    let Some(toolchain) = Toolchain::of(Target::Wasm) else {
        return Ok(Outcome::Skipped(Target::Wasm.skip()));
    };
    for module in MODULES {
        make(project, &toolchain, module)?;
    }
    Ok(Outcome::Passed)
}

fn make(project: &Project, toolchain: &Toolchain, module: &Module) -> Result<()> {
    let Module { feature, .. } = module;
    let mut compile = toolchain.cargo(&format!("build --profile wasm -p mintid-wasm --features {feature}"));
    // A folder for each: cargo gives both modules one name, and would hand over the one for the other.
    let target_dir = project.scratch(&format!("module-{feature}"));
    compile.arg("--target-dir").arg(&target_dir);
    run::run(compile)?;

    let compiled = target_dir.join(Target::Wasm.triple()).join("wasm/mintid_wasm.wasm");
    let [core, hex, plain] = module.files.map(|name| Path::new(GENERATED).join(name));
    let build = module.build.map(|name| Path::new(GENERATED).join(name));
    let inputs = ["pkg/package.json", "pkg/node_modules/binaryen/package.json"]
        .map(PathBuf::from)
        .into_iter()
        .chain([compiled.clone()]);
    // The sources stand for the options in them.
    let options = [include_str!("wasm.rs"), include_str!("imports.rs"), include_str!("plain.rs")];
    let stamp = Stamp::of(project.scratch(&format!("wasm-{feature}")), &inputs.collect::<Vec<_>>(), &options)?;
    let made: Vec<_> = [&core, &hex, &plain].into_iter().chain(&build).cloned().collect();
    if !stamp.holds(&made) {
        let (bytes, wanted) = bind(&compiled)?;
        imports::refuse(&wanted)?;
        fs::create_dir_all(GENERATED)?;
        let [bound, shrunk, flat] = ["bound.wasm", "shrunk.wasm", "flat.wasm"].map(|name| project.scratch(name));
        write(&bound, &bytes)?;
        shrink(&bound, &shrunk, &["-O3"])?;
        shrink(&bound, &flat, plain::PASSES)?;
        let mut bytes = fs::read(&shrunk)?;
        if let Some(build) = build {
            let name = build_name(&npm::version()?, &bytes);
            bytes = named(bytes, &name);
            write(&build, constant("BUILD", &name).as_bytes())?;
        }
        write(&core, &bytes)?;
        write(&hex, constant("WASM_HEX", &in_hex(&bytes)).as_bytes())?;
        write(&plain, plain::typescript(&flat)?.as_bytes())?;
        stamp.keep()?;
    }
    print_size(&core)
}

/// Runs wasm-bindgen over a compiled module; hands back the new module and what it imports.
fn bind(compiled: &Path) -> Result<(Vec<u8>, Vec<String>)> {
    let mut output = Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()
        .context("wasm-bindgen refused the module")?;
    let imports = output.wasm().imports.iter().map(|import| import.name.clone()).collect();
    let module = output.wasm_mut();
    // It never asks for more. So `wasm2js` leaves out what would give it, and engines see that its views stay what they are.
    module.memories.iter_mut().for_each(|memory| memory.maximum = Some(memory.initial));
    let ids: Vec<_> =
        module.exports.iter().filter(|export| GLUE.contains(&export.name.as_str())).map(|export| export.id()).collect();
    ids.into_iter().for_each(|id| module.exports.delete(id));
    Ok((module.emit_wasm(), imports))
}

/// What tells one build from another: the package's version, and a checksum of the module.
fn build_name(version: &str, module: &[u8]) -> String {
    let mut checksum = Crc::new();
    checksum.update(module);
    format!("{version}-{:08x}", checksum.sum())
}

/// The module with its build's name in a section of its own, for the package to see that a module is its own.
fn named(mut module: Vec<u8>, build: &str) -> Vec<u8> {
    const CUSTOM: u8 = 0;
    const NAME: &str = "mintid";
    // Lengths below 128 are one byte of LEB128, and these are.
    let length = |text: &str| text.len() as u8 & 0x7F;
    module.extend([CUSTOM, length(NAME) + 1 + length(build), length(NAME)]);
    module.extend(NAME.bytes().chain(build.bytes()));
    module
}

/// Bytes as `pkg/src/hex.ts` reads them.
pub fn in_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A TypeScript file that exports a text.
fn constant(name: &str, text: &str) -> String {
    format!("{HEADER}export const {name}: string = '{text}';\n")
}

/// The first line of every generated TypeScript file.
pub const HEADER: &str = "// Made by `cargo xtask build`; changes are lost.\n\n";

/// Runs these passes of binaryen's `wasm-opt`. The features are those of the target, so that it brings in nothing newer; nothing in the
/// module traps, and no address in it wraps around.
fn shrink(bound: &Path, core: &Path, passes: &[&str]) -> Result<()> {
    let mut command = npm::tool("wasm-opt");
    command.args(passes).args(["--traps-never-happen", "--low-memory-unused"]);
    command.args(["--mvp-features", "--enable-mutable-globals", "--strip-debug", "--strip-target-features"]);
    command.arg(bound).arg("-o").arg(core);
    run::run(command).context("the npm package binaryen brings wasm-opt: is it among pkg's dev dependencies?")
}

fn write(file: &Path, content: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, content).with_context(|| format!("cannot write {}", file.display()))
}

/// Prints a file's size as it is and as a browser downloads it.
pub fn print_size(file: &Path) -> Result<()> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    println!("{}: {} bytes, {} gzipped", file.display(), content.len(), gzipped(&content)?);
    Ok(())
}

fn gzipped(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}
