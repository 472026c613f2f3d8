//! `cargo xtask trace`: holds a face against files of traces, bursts or cases.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use mintid_conformance::emulator::Board;
use mintid_conformance::run_files;
use mintid_conformance::summary::counted;

use crate::firmware;
use crate::project::Project;
use crate::setup;
use crate::steps;
use crate::tally::{Outcome, Step};

/// Where the ids are made.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Face {
    /// Rust on this machine.
    Native,
    /// Rust on an emulated Cortex-M0.
    Thumbv6m,
    /// Rust on an emulated Cortex-M3.
    Thumbv7m,
    /// Rust on an emulated RISC-V of 32 bits.
    Riscv32,
    /// The npm package in Node, by `import`.
    #[value(alias = "wasm")]
    Node,
    /// The npm package in Node, by `require`.
    Require,
    /// The npm package in Deno.
    Deno,
    /// The npm package in Bun.
    Bun,
    /// The npm package's plain JavaScript, in Node.
    Js,
    /// The npm package in Cloudflare's runtime.
    Workerd,
    /// The npm package in Vercel's edge runtime.
    Edge,
    /// The npm package in React Native's engine.
    Hermes,
    /// The npm package in a page of Chromium.
    Chromium,
    /// The npm package in a page of Firefox.
    Firefox,
    /// The npm package in a page of WebKit.
    Webkit,
}

impl Face {
    /// The board that it is on, if it is a chip.
    const fn board(self) -> Option<Board> {
        match self {
            Self::Thumbv6m => Some(Board::Microbit),
            Self::Thumbv7m => Some(Board::Lm3s6965evb),
            Self::Riscv32 => Some(Board::Virt),
            _ => None,
        }
    }

    /// The face as the conformance tests know it.
    fn asked(self, project: &Project) -> mintid_conformance::Face {
        use mintid_conformance::Face::{Chip, Native, Place};
        let chip = |board| Chip(board, firmware::face_file(project, board));
        match self {
            Self::Native => Native,
            Self::Thumbv6m => chip(Board::Microbit),
            Self::Thumbv7m => chip(Board::Lm3s6965evb),
            Self::Riscv32 => chip(Board::Virt),
            Self::Node => Place("node"),
            Self::Require => Place("require"),
            Self::Deno => Place("deno"),
            Self::Bun => Place("bun"),
            Self::Js => Place("js"),
            Self::Workerd => Place("workerd"),
            Self::Edge => Place("edge"),
            Self::Hermes => Place("hermes"),
            Self::Chromium => Place("chromium"),
            Self::Firefox => Place("firefox"),
            Self::Webkit => Place("webkit"),
        }
    }
}

/// Runs the files on the face and prints what differs; an error where anything does.
pub fn run(project: &Project, files: &[PathBuf], face: Face) -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = prepare(project, face)? {
        return Ok(skipped);
    }
    let summary = run_files(files, face.asked(project))?;
    ensure!(summary.all_agree(), "{}", how_many_differ(summary.differences.len()));
    Ok(Outcome::Passed)
}

/// Makes the face ready, from set-up on and each part only where it is due.
pub fn prepare(project: &Project, face: Face) -> Result<Outcome> {
    for step in preparations(face).into_iter().flatten() {
        if let skipped @ Outcome::Skipped(_) = (step.run)(project)? {
            return Ok(skipped);
        }
    }
    Ok(Outcome::Passed)
}

fn how_many_differ(count: usize) -> String {
    format!("{} {}", counted(count, "vector"), if count == 1 { "differs" } else { "differ" })
}

/// What has to be done before a face can answer.
fn preparations(face: Face) -> Vec<&'static [Step]> {
    match (face, face.board()) {
        (Face::Native, _) => Vec::new(),
        (_, Some(board)) => vec![setup::FOR_FIRMWARE, firmware::face(board)],
        _ => vec![setup::FOR_BUILD, setup::FOR_PLACES, setup::browser(face), steps::PLACES],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_vector_differs_and_two_differ() {
        assert_eq!([1, 2].map(how_many_differ), ["1 vector differs", "2 vectors differ"]);
    }

    #[test]
    fn a_face_outside_rust_is_set_up_and_built_before_it_is_asked() {
        let names = |face| preparations(face).into_iter().flatten().map(|step| step.name).collect::<Vec<_>>();
        assert!(names(Face::Native).is_empty());
        let parts =
            ["set-up: the wasm target", "set-up: npm packages", "set-up: places", "the package as its users get it"];
        let chips = [(Face::Thumbv6m, "v6m"), (Face::Thumbv7m, "v7m"), (Face::Riscv32, "riscv32")];
        for (face, program) in chips {
            let names = names(face);
            assert_eq!(names[..2], ["set-up: the chips' targets", "set-up: QEMU"]);
            assert!(names[2].ends_with(program), "{names:?}");
        }
        let is_place = |face: &Face| *face != Face::Native && face.board().is_none();
        for face in Face::value_variants().iter().copied().filter(is_place) {
            let names = names(face);
            assert!(parts.iter().all(|part| names.contains(part)), "{face:?}: {names:?}");
        }
        assert!(names(Face::Webkit).contains(&"set-up: WebKit"));
    }

    #[test]
    fn a_place_is_asked_by_the_name_that_a_person_gives() {
        let project = Project { root: ".".into(), target_dir: "t".into(), libraries: Vec::new() };
        for face in Face::value_variants().iter().filter(|face| **face != Face::Native) {
            let given = face.to_possible_value().map(|value| value.get_name().to_owned()).unwrap();
            match face.asked(&project) {
                mintid_conformance::Face::Place(asked) => assert_eq!(given, asked),
                mintid_conformance::Face::Chip(board, firmware) => {
                    assert_eq!(Some(board), face.board());
                    let folder = firmware.iter().rev().nth(2).unwrap().to_string_lossy();
                    assert!(folder.starts_with(&given), "{given}: {folder}");
                }
                native @ mintid_conformance::Face::Native => panic!("{face:?}: {native:?}"),
            }
        }
    }
}
