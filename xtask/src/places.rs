//! The places of `tests/places`: the runtimes that npm brings, and the package as its users get it there.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::npm;
use crate::project::Project;
use crate::run;
use crate::stamp::{self, Stamp};
use crate::tally::Outcome;

const FOLDER: &str = "tests/places";

/// Installs the runtimes and tools that npm brings.
pub fn install(_: &Project) -> Result<Outcome> {
    npm::install_in(FOLDER)
}

/// Packs the package as it would be published, and unpacks it where the places find it as a dependency.
pub fn unpack(project: &Project) -> Result<Outcome> {
    let mut inputs = stamp::files_under(Path::new("pkg/dist")).context("the package is not built")?;
    inputs.extend(["package.json", "README.md"].map(|name| Path::new("pkg").join(name)));
    let module = Path::new(FOLDER).join("node_modules/mintid");
    let stamp = Stamp::of(project.scratch("places-package"), &inputs, &[])?;
    if !stamp.holds(&[module.join("package.json")]) {
        let packed = project.scratch("packed");
        fs::create_dir_all(&packed)?;
        let mut pack = run::command("npm pack --silent --ignore-scripts --pack-destination");
        pack.arg(&packed).current_dir("pkg");
        let name = run::output(pack)?;
        if module.exists() {
            fs::remove_dir_all(&module)?;
        }
        fs::create_dir_all(&module)?;
        let mut tar = run::command("tar --extract --gzip --strip-components=1 --file");
        tar.arg(packed.join(name.trim())).arg("--directory").arg(&module);
        run::run(tar)?;
        stamp.keep()?;
    }
    Ok(Outcome::Passed)
}

/// Runs the tests in a file or a folder of `tests/places/test`.
pub fn test(name: &str) -> Result<Outcome> {
    let root = Path::new(FOLDER).join("test").join(name);
    let mut files = if root.is_dir() { stamp::files_under(&root)? } else { vec![root] };
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    let mut command = run::command("node --test");
    command.args(files);
    run::run(command)?;
    Ok(Outcome::Passed)
}
