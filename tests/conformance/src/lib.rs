//! Holds any face of mintid against vectors: the same inputs must give the same bytes everywhere.
//!
//! ```text
//!  file ──▶ vector ──item──▶ face ──answer──▶ compare ──▶ summary
//!              └───────────expect──────────────▲
//! ```
//!
//! A *face* is a place where ids are made: the crate natively, on an emulated chip, the npm package wherever JavaScript runs. It is
//! shown the question of a [vector], never the answer, and answers in the words of the files. Whether that is right
//! is decided in one place, [`compare`], for all faces alike. `tests/vectors` holds the project's own files and explains
//! their form; any other file of that form can be run as well.
//!
//! To add a face, implement [`Answering`](face::Answering), or write a program that speaks the lines of [`process`].

pub mod calls;
pub mod chip;
pub mod compare;
pub mod emulator;
pub mod face;
pub mod input;
pub mod native;
pub mod process;
pub mod replay;
pub mod script;
pub mod stream;
pub mod summary;
pub mod vector;

use std::path::PathBuf;

use anyhow::{Context, Result};

pub use face::Face;
pub use summary::Summary;

/// Runs every vector of the files on a face, prints what differs and what was not run, and sums up.
///
/// # Errors
/// A file cannot be read, or the face cannot be started. What differs is no error; it is in the [`Summary`].
pub fn run_files(files: &[PathBuf], face: Face) -> Result<Summary> {
    let mut vectors = Vec::new();
    for file in files {
        vectors.extend(vector::read(file)?);
    }
    let mut answering = face.start().context("the face could not be started")?;
    let mut summary = Summary::default();
    for vector in &vectors {
        summary.add(vector, answering.as_mut());
    }
    print!("{summary}");
    Ok(summary)
}
