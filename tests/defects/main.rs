//! Defects that other libraries have, or had, each as a test on our own code.
//!
//! `minting.rs` has those of generators, clocks and sources, `values.rs` those of fields and text. A comment names the library and the row in our catalogue of such defects. Rows about Snowflake alone come with that
//! scheme: time masked into its field (rows 7, 18), node bits that leak (8), and the Snowflake side of rows 13 to 16 and 22
//! (clocks that step back, threads, an epoch after 1970, empty batches), whose other side is here.

mod minting;
#[path = "../support/mod.rs"]
mod support;
mod values;
