//! Ranges for the npm package's entry `mintid/ranges`: the functions that its JavaScript calls, and the one block of memory they
//! share.
//!
//! It is built as the core of `mintid` is, numbers across the border and everything else on the desk; see the crate's page. An
//! id is handed over as a number, and where a number may not hold it, it is on the desk too.

mod desk;
mod exports;
mod slot;
mod span;
mod status;
