//! The generator that main and interrupts share.
//!
//! An interrupt is what may run between any two sections of a call. Here it runs where a call leaves the lock on its way:
//! in the source, which is asked outside of it. What may not run is tried too: a call from the clock, inside of the lock.
//!
//! | file | what happens |
//! |---|---|
//! | `bytes.rs` | the order of the bytes is the source's, whoever takes them |
//! | `calls.rs` | calls inside of calls |
//! | `marks.rs` | marks, saved by main while interrupts mint |
//! | `snowflake.rs` | Snowflakes, without a random source and with one |
//! | `trouble.rs` | sources that fail, pools that run dry, waits |

mod bytes;
mod calls;
mod marks;
mod snowflake;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../../../../tests/support/stream.rs"]
mod stream;
mod trouble;

/// A time in November 2025.
const HOME_MS: i64 = 1_764_417_600_000;
