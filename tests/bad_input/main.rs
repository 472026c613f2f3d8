//! Bad input: each is a typed error that names it; nothing is lost, nothing is minted twice, nothing panics.
//!
//! | file | bad |
//! |---|---|
//! | `fields.rs` | times, fields and widths that do not fit |
//! | `clocks.rs` | clocks that fail, are not set, are told nonsense, or stand still |
//! | `sources.rs` | random sources that fail or run dry |
//! | `text.rs` | text that is no id |
//!
//! A store with torn or foreign content is among the tests of reboots.

mod clocks;
mod fields;
mod sources;
#[path = "../support/mod.rs"]
mod support;
mod text;

use mintid::{Cause, Refusal};
use support::stream::Dry;

fn refused<T>(refusal: Refusal) -> Result<T, Cause<Dry>> {
    Err(Cause::Refused(refusal))
}
