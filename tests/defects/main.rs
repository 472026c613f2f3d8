//! Defects that other libraries have, or had, each as a test on our own code.
//!
//! `minting.rs` has those of generators, clocks and sources, `values.rs` those of fields and text, `snowflake.rs` those of that
//! scheme, `leases.rs` those of worker numbers. A comment names the library and the row in our catalogue of such defects, or the report.

#[path = "../lease/engine.rs"]
mod engine;
mod leases;
mod minting;
mod snowflake;
#[path = "../support/mod.rs"]
mod support;
mod values;
