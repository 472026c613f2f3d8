//! Rust apps on wasm: `mintid-wasm` with its feature `js`, built for their targets, refused where it could only fail
//! later, and run: the app in `tests/wasm-app` is bound by wasm-bindgen and tested where JavaScript runs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use wasm_bindgen_cli_support::Bindgen;

use crate::project::Project;
use crate::run;
use crate::setup;
use crate::tally::{Outcome, Skip, all};
use crate::toolchain::{self, Target, Toolchain};
use crate::trace::Face;

/// Where the tests expect the bound app.
const BOUND: &str = "tests/wasm-app/target/bound";

/// What the library is for: with a standard library, and without.
const TARGETS: [Target; 2] = [Target::Web, Target::Wasm];

/// A way to build for each of [`TARGETS`], or what is missing.
fn toolchains() -> Result<[Toolchain; 2], Skip> {
    let [web, bare] = TARGETS.map(Toolchain::of);
    web.zip(bare).map(<[_; 2]>::from).ok_or_else(|| toolchain::missing(&TARGETS))
}

/// Builds the library for every target that it is for.
pub fn builds(project: &Project) -> Result<Outcome> {
    let [web, bare] = match toolchains() {
        Ok(both) => both,
        Err(skip) => return Ok(Outcome::Skipped(skip)),
    };
    let library = "check -p mintid-wasm --features js";
    // Flags would have everything built again, to and fro: they get a target folder of their own.
    let mut threads = web.cargo(library);
    threads.env("RUSTFLAGS", "-Ctarget-feature=+atomics,+bulk-memory");
    threads.arg("--target-dir").arg(project.scratch("wasm-threads"));
    // The library alone: a module needs an allocator and a panic handler, which are the app's.
    let bare = bare.cargo("rustc -p mintid-wasm --features js --crate-type lib");
    all([web.cargo(library), threads, bare])
}

/// The core's `std`, which could only panic there at the first id, does not build and says what to take instead.
pub fn refuses(_: &Project) -> Result<Outcome> {
    const SENTENCE: &str = "the feature `std` of mintid needs an operating system";
    let toolchains = match toolchains() {
        Ok(both) => both,
        Err(skip) => return Ok(Outcome::Skipped(skip)),
    };
    for toolchain in toolchains {
        match run::output(toolchain.cargo("check -p mintid --features std")) {
            Ok(_) => bail!("`std` was built where there is no system"),
            Err(error) => ensure!(error.to_string().contains(SENTENCE), "another error than \"{SENTENCE}\": {error}"),
        }
    }
    Ok(Outcome::Passed)
}

/// Builds the app, binds it, and runs its tests in one file of `tests/wasm-app/test`, which need what the face needs.
pub fn runs(project: &Project, face: Face, file: &str) -> Result<Outcome> {
    let Some(toolchain) = Toolchain::of(Target::Web) else {
        return Ok(Outcome::Skipped(Target::Web.skip()));
    };
    for step in setup::FOR_PLACES.iter().chain(setup::browser(face)) {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    run::run(toolchain.cargo("build --profile wasm -p mintid-wasm-app"))?;
    bind(&project.target_dir.join(Target::Web.triple()).join("wasm/mintid_wasm_app.wasm"))?;
    run::run(run::command(&format!("node --test tests/wasm-app/test/{file}")))?;
    Ok(Outcome::Passed)
}

/// Runs wasm-bindgen over the app as its author would, for a page without a bundler: `app.js` and its module, and that
/// once more as text, for places that read no files.
fn bind(compiled: &Path) -> Result<()> {
    let bound = Path::new(BOUND);
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name("app").typescript(false);
    bindgen.web(true)?.generate(bound).context("wasm-bindgen refused the app")?;
    let module = fs::read(bound.join("app_bg.wasm"))?;
    fs::write(bound.join("base64.js"), format!("export default '{}';\n", BASE64_STANDARD.encode(module)))?;
    Ok(())
}
