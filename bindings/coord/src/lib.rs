//! Worker ids and id ranges for fleets, from the database that is there already.
//!
//! Where generators outgrow one machine, somebody has to see to it that no two of them have the same node, and that no span of
//! ids is granted twice. A database that the fleet trusts with its rows can do that: this crate asks it. What may be granted is
//! decided by [`mintid`], in [`lease::grant`](mintid::lease::grant()) and [`mintid::range`]; an engine only says who came first.
//!
//! ```text
//!  LeasedSnowflake ──request──▶ lend() ──load · store if unchanged──▶ Leases ─┐
//!                                                                            ├─▶ an engine
//!  RangeIds ─────────────────────────────reserve · give back────────▶ Spans ──┘
//! ```
//!
//! | layer | answers | never does |
//! |---|---|---|
//! | [`RangeIds`], [`LeasedSnowflake`] | the next id, from many threads and tasks; they ask in the background, before ids run low or a lease ends | decide what is granted |
//! | [`lend()`] | a request of a lease, over an engine's records | keep anything |
//! | [`Spans`], [`Leases`] | an engine's atomic steps | know what is in a record |
//!
//! # Engines
//!
//! | feature | engine | its own atomic step |
//! |---|---|---|
//! | `mysql` | [`MySql`](mysql::MySql): tables of MariaDB or MySQL; [`Tickets`](mysql::Tickets): two ticket servers | one statement |
//! | `postgres` | [`Postgres`](postgres::Postgres): tables of PostgreSQL; [`Sequence`](postgres::Sequence): its sequences | one statement |
//! | `redis` | [`Redis`](redis::Redis): Redis or Valkey, as far as it is told to keep what it confirms | a script |
//! | `sqlite` | [`Sqlite`](sqlite::Sqlite): a file, for the processes of one host | a transaction |
//!
//! # A first id
//!
//! ```
//! # #[cfg(feature = "sqlite")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use mintid::lease::{Holder, Pool, Terms};
//! use mintid::snowflake::{Layout, LeasedOptions};
//! use mintid_coord::sqlite::Sqlite;
//! use mintid_coord::{LeasedSnowflake, Name, RangeIds, SetUp};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("ids.db");
//! let (orders, workers) = (Name::new("orders")?, Name::new("workers")?);
//! let engine = Sqlite::open(path).await?;
//! engine.set_up().await?;
//! engine.start_counter(&orders, 1).await?; // once; a counter that is there stays as it is
//! engine.start_pool(&workers).await?;
//!
//! let numbers = RangeIds::start(engine.clone(), orders, Default::default());
//! assert_eq!(numbers.next().await?, 1);
//!
//! let pool = Pool::new(&Layout::TWITTER, Terms::DEFAULT);
//! let holder = Holder::from(mintid::uuid_v4()); // better: one that stays the same over restarts
//! let snowflakes = LeasedSnowflake::start(engine, workers, pool, holder, LeasedOptions::new(Layout::TWITTER), Default::default());
//! let id = snowflakes.next().await?;
//! assert_eq!(Layout::TWITTER.decompose(id)?.node, 0);
//!
//! snowflakes.give_back().await; // on a clean end: the next holder waits for nothing
//! numbers.give_back().await;
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "sqlite"))]
//! # fn main() {}
//! ```
//!
//! Counters, gauges and what to alert on: [`signals`].
//!
//! # What is promised
//!
//! - **No id twice**, as long as the engine keeps what it has confirmed. What an engine can lose is said on its page.
//! - **Nothing starts by accident.** A counter or a pool that is not there is an error, never an empty one: where a store was
//!   emptied, ids do not begin again at 1.
//! - **Nothing hangs.** Each call of an engine ends by a deadline, with an [`Error`] that names the engine and the operation.
//! - **Closed when uncertain.** A lease that cannot be renewed stops its generator.
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Each engine is a feature. Without one of SQL, the names of tables are written nowhere; without any, nothing is shared.
#![cfg_attr(not(any(feature = "mysql", feature = "postgres", feature = "sqlite")), allow(dead_code))]

mod deadline;
mod driver;
mod engine;
mod error;
mod jitter;
mod leases;
mod lend;
mod name;
#[cfg(feature = "service")]
#[cfg_attr(docsrs, doc(cfg(feature = "service")))]
pub mod service;
mod set_up;
pub mod signals;
mod spans;

pub use engine::Tables;
#[cfg(feature = "mysql")]
#[cfg_attr(docsrs, doc(cfg(feature = "mysql")))]
pub use engine::mysql;
#[cfg(feature = "postgres")]
#[cfg_attr(docsrs, doc(cfg(feature = "postgres")))]
pub use engine::postgres;
#[cfg(feature = "redis")]
#[cfg_attr(docsrs, doc(cfg(feature = "redis")))]
pub use engine::redis;
#[cfg(feature = "sqlite")]
#[cfg_attr(docsrs, doc(cfg(feature = "sqlite")))]
pub use engine::sqlite;

pub use driver::{
    LeasedSnowflake, RangeError, RangeIds, RangeOptions, SnowflakeError, SnowflakeOptions, Unlent, Unsupplied,
};
pub use engine::Engine;
pub use error::{Error, Fault, Operation};
pub use leases::{Kept, Leases, Loaded, Stored, Which};
pub use lend::{Lent, lend};
pub use name::{Name, NameError};
pub use set_up::SetUp;
pub use spans::{Receipt, Reserved, Returned, Spans};
