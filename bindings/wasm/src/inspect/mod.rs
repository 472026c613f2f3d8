//! Inspecting for the npm package's entry `mintid/inspect`: the functions that its JavaScript calls, and the one block of memory
//! they share.
//!
//! It is built as the core of `mintid` is, numbers across the border and everything else on the desk; see the crate's page. What
//! a text may be is the core's to say; JavaScript has the names for it. The readings of the text that was given last are told
//! one at a time.

mod desk;
mod exports;
mod reading;
mod text;
