//! Reboots: order that survives the end of a run, wherever it comes.
//!
//! No id may repeat. With a store that saves before the id is returned, or where a late mark is refused, none may sort below
//! an earlier one either, counted restarts apart.
//!
//! | file | what happens |
//! |---|---|
//! | `power.rs` | the power is cut at every single write of a run |
//! | `slow.rs` | the same with a store that takes its time |
//! | `starts.rs` | what a run may start from |
//! | `marks.rs` | which marks are offered, and what saving them means |
//! | `files.rs` | the file store (feature `std`) |
//!
//! `board.rs` holds what they share.

mod board;
#[cfg(feature = "std")]
mod files;
mod marks;
mod power;
mod slow;
mod starts;
#[path = "../support/mod.rs"]
mod support;
