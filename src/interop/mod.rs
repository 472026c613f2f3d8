//! Foreign crates: each behind a feature of its own, one file for each.
//!
//! The types of this crate stand alone; a feature adds the traits and conversions of one other crate to them, and nothing
//! else. None is on by default. Where a crate has several majors in use at once, the feature carries the major.
//!
//! | feature | crate | brings | lossless | needs Rust |
//! |---|---|---|---|---|
//! | `rand_core-v0_6` | `rand_core` 0.6 | `RandCore06`: a random generator as [`Entropy`](crate::entropy::Entropy) | – | 1.85 |
//! | `rand_core-v0_9` | `rand_core` 0.9 | `RandCore09`, alike | – | 1.85 |
//! | `rand_core-v0_10` | `rand_core` 0.10 | `RandCore010`, alike | – | 1.85 |
//! | `serde` | `serde_core` 1 | `Serialize`, `Deserialize` of [`Uuid`](crate::Uuid) and [`Ulid`](crate::Ulid): text for people, 16 bytes for machines; of [`Snowflake`](crate::Snowflake): decimal text, and a `u64` | yes | 1.85 |
//! | `uuid` | `uuid` 1 | `From` both ways between [`Uuid`](crate::Uuid) and `uuid::Uuid` | yes | 1.85; with `uuid` 1.27 and later 1.89 |
//! | `ulid` | `ulid` 3 | `From` both ways between [`Ulid`](crate::Ulid) and `ulid::Ulid` | yes | 1.85 |
//! | `defmt` | `defmt` 1 | `Format` of ids, errors, causes, marks, policies and the meter | yes | 1.85 |
//! | `postgres-types` | `postgres-types` 0.2 | columns of type `uuid` and `bytea` | yes | 1.85 |
//! | `diesel` | `diesel` 2.3 | columns of type `uuid` (PostgreSQL) and `Binary` (all backends) | yes | 1.86 |
//! | `sqlx` | `sqlx` 0.9 | `uuid` (PostgreSQL), `BINARY(16)` (MySQL, MariaDB), `BLOB` (SQLite) | yes | 1.94 |
//!
//! The first seven are `no_std` and allocate nothing. In a database an id is its 16 bytes, so that the column sorts as the
//! ids do. A [`Snowflake`](crate::Snowflake) is an integer: pass what [`to_i64`](crate::Snowflake::to_i64) gives. The former
//! holds for a ULID in a PostgreSQL `uuid` column too, which then shows its bits in the form of a UUID. For a
//! column of text, encode and parse. With SQLx, an array for PostgreSQL's `= ANY($1)` takes its own `Uuid`: make it with
//! `from_bytes` of the id's bytes.

#[cfg(feature = "defmt")]
mod defmt;
#[cfg(feature = "diesel")]
mod diesel;
#[cfg(feature = "postgres-types")]
mod postgres_types;
#[cfg(any(feature = "rand_core-v0_6", feature = "rand_core-v0_9", feature = "rand_core-v0_10"))]
pub mod rand_core;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "sqlx")]
mod sqlx;
#[cfg(feature = "ulid")]
mod ulid;
#[cfg(feature = "uuid")]
mod uuid;
#[cfg(any(feature = "diesel", feature = "postgres-types"))]
mod wrong_length;

#[cfg(any(feature = "diesel", feature = "postgres-types"))]
pub use wrong_length::WrongLength;
