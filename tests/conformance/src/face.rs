//! What a face is: something that answers the questions of the vectors.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::Value;

use crate::chip::Chip;
use crate::emulator::Board;
use crate::native::Native;
use crate::process::Process;
use crate::vector::Item;

/// Where the ids are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// The crate `mintid`, on this machine.
    Native,
    /// The npm package, in a place of `tests/places` by the name that it has there.
    Place(&'static str),
    /// The program of `tests/firmware/face`, built for the chip of a board, which QEMU emulates.
    Chip(Board, PathBuf),
}

impl Face {
    /// Makes the face ready to answer.
    ///
    /// # Errors
    /// A face in another process cannot be started.
    pub fn start(self) -> Result<Box<dyn Answering>> {
        Ok(match self {
            Self::Native => Box::new(Native),
            Self::Place(name) => {
                let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../places/face.mjs");
                Box::new(Process::start("node", &[program, name])?)
            }
            Self::Chip(board, firmware) => Box::new(Chip::start(board, &firmware)?),
        })
    }
}

/// What a face says to an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What came of it, in the vocabulary of the vectors.
    Outcome(Value),
    /// The face does not know the operation.
    UnknownOperation,
    /// The face does not make ids of this scheme.
    SchemeNotBuilt,
}

/// A face at work.
pub trait Answering {
    /// Answers one item.
    ///
    /// # Errors
    /// The item cannot be understood, or the face cannot be reached; neither says that the vector is wrong or right.
    fn answer(&mut self, item: &Item) -> Result<Answer>;
}
