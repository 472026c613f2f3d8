//! The timeline's promise, for any policy and any clock: ids strictly increase, or the call is refused, or it is a counted
//! restart; and no id runs further ahead of the clock than the policy says.
//!
//! | file | holds |
//! |---|---|
//! | `run.rs` | how a case is run, and what is noted of each call |
//! | `promise.rs` | the promise itself, and what a refused call may change |
//! | `twins.rs` | a second implementation of the rules, asked the same, call by call |
//! | `steps.rs` | the same for the timeline by itself, over a few ticks with both ends of time near |
//!
//! `MINTID_PROVE=1` tries a hundred times as many cases.

mod promise;
mod run;
mod steps;
#[path = "../support/mod.rs"]
mod support;
mod twins;
