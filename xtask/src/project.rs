//! What cargo knows about this workspace, asked once.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run;

/// The workspace that the command works on.
pub struct Project {
    /// The folder of the root `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo builds, `CARGO_TARGET_DIR` minded.
    pub target_dir: PathBuf,
    /// The libraries for Rust programs: those that promise an oldest Rust.
    pub libraries: Vec<Library>,
}

/// A library of the workspace.
#[derive(Debug, PartialEq)]
pub struct Library {
    pub name: String,
    /// Its features, `default` aside.
    pub features: Vec<String>,
    /// The oldest Rust that each set of features is promised to build with.
    pub msrv: Vec<Msrv>,
}

/// One promise of `[package.metadata.msrv]`.
#[derive(Debug, PartialEq)]
pub struct Msrv {
    /// A Rust version as rustup names it, such as `1.85.0`.
    pub rust: String,
    /// Features that build with it, all together.
    pub features: Vec<String>,
}

impl Project {
    /// Asks cargo, from the folder of the manifest that xtask was started by; a person may stand anywhere.
    pub fn read() -> Result<Self> {
        let mut metadata = run::command("cargo metadata --no-deps --format-version 1");
        // Set by `cargo run`. Started by itself, xtask works on the workspace of the current folder.
        if let Some(folder) = env::var_os("CARGO_MANIFEST_DIR") {
            metadata.current_dir(folder);
        }
        Self::from_metadata(&serde_json::from_str(&run::output(metadata)?)?)
    }

    fn from_metadata(metadata: &Value) -> Result<Self> {
        let path =
            |key: &str| metadata[key].as_str().map(PathBuf::from).with_context(|| format!("cargo names no {key}"));
        let packages = metadata["packages"].as_array().context("cargo names no packages")?;
        let libraries: Vec<_> = packages.iter().filter_map(library).collect();
        ensure!(!libraries.is_empty(), "no Cargo.toml has a table [package.metadata.msrv]");
        Ok(Self { root: path("workspace_root")?, target_dir: path("target_directory")?, libraries })
    }

    /// All promises of an oldest Rust.
    pub fn msrv(&self) -> impl Iterator<Item = &Msrv> {
        self.libraries.iter().flat_map(|library| &library.msrv)
    }

    /// Makes the root the current folder, which every command of `xtask` is written for.
    pub fn enter(&self) -> Result<()> {
        env::set_current_dir(&self.root).with_context(|| format!("cannot enter {}", self.root.display()))
    }

    /// A file of xtask's own, under cargo's target folder.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.target_dir.join("xtask").join(name)
    }
}

/// The package, where it promises an oldest Rust.
fn library(package: &Value) -> Option<Library> {
    let promises = package["metadata"]["msrv"].as_object()?;
    Some(Library {
        name: package["name"].as_str()?.into(),
        features: package["features"].as_object().map(keys).unwrap_or_default(),
        msrv: promises.iter().map(|(rust, names)| Msrv { rust: rust.clone(), features: strings(names) }).collect(),
    })
}

fn keys(features: &serde_json::Map<String, Value>) -> Vec<String> {
    features.keys().filter(|name| *name != "default").cloned().collect()
}

fn strings(names: &Value) -> Vec<String> {
    names.as_array().into_iter().flatten().filter_map(Value::as_str).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn features_and_msrv_are_read_from_the_packages_that_promise_some() {
        let project = Project::from_metadata(&json!({
            "workspace_root": "/w", "target_directory": "/t",
            "packages": [
                { "name": "other", "features": { "x": [] }, "metadata": null },
                { "name": "mintid", "features": { "default": [], "std": [], "serde": ["dep:serde"] },
                  "metadata": { "msrv": { "1.85.0": ["std", "serde"] } } },
            ],
        }))
        .unwrap();
        let features = ["serde", "std"].map(String::from).to_vec();
        let msrv = vec![Msrv { rust: "1.85.0".into(), features: vec!["std".into(), "serde".into()] }];
        assert_eq!(project.libraries, [Library { name: "mintid".into(), features, msrv }]);
        assert_eq!(project.msrv().count(), 1);
        assert_eq!(project.scratch("a"), PathBuf::from("/t/xtask/a"));
    }

    #[test]
    fn the_workspace_is_that_of_xtask_wherever_a_person_stands() {
        // `cargo test` sets the variable as `cargo run` does; no other test here asks for the current folder.
        env::set_current_dir(env::temp_dir()).unwrap();
        let root = Project::read().unwrap().root;
        assert!(root.join("xtask/Cargo.toml").exists(), "{}", root.display());
    }

    #[test]
    fn a_workspace_without_the_table_of_versions_is_told_so() {
        let metadata = json!({ "packages": [{ "name": "mintid", "features": {}, "metadata": null }] });
        let error = Project::from_metadata(&metadata).err().unwrap();
        assert_eq!(error.to_string(), "no Cargo.toml has a table [package.metadata.msrv]");
    }
}
