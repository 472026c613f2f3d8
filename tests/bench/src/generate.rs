//! Generators with one owner.
//!
//! The core: every candidate gets the same stepping clock and the same fast source, both injected, so that neither the
//! system's clock nor a cipher hides what the generator itself does. Eight ids a millisecond are a busy server; a new
//! millisecond at every id is the other end, where each id is seeded anew. End to end: the system's clock and a
//! cryptographic source, beside the bare clock reading of the same race.

mod core;
mod end_to_end;
pub mod inputs;
mod text;

use crate::race::Effort;

/// Races the core, then what a program calls.
pub fn run(effort: &Effort) {
    core::run::<8>("8 ids a ms", effort);
    core::run::<1>("a new ms at every id", effort);
    text::run(effort);
    end_to_end::run(effort);
}
