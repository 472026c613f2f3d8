//! Leases: node numbers that a coordinator lends, so that no two generators ever have the same one at a time.
//!
//! A Snowflake is unique for as long as its node is. Nodes that are guessed meet their like; those that are written into a
//! configuration are copied with it; and one that is lent with an end in time is still used by a holder that was paused past that
//! end. So what is lent here is a node *and a window of its ticks*: the holder makes ids in those ticks only, and the next
//! holder's window begins where this one ends. No clock, pause, loss or delay can give a tick out twice. Time, on the engine's
//! clock, only decides who may have a node next.
//!
//! ```text
//!   node 5    ├── granted to a ──┤├──── granted to b ────┤├── to a again …
//!          floor              ceiling = floor         ceiling = floor            ticks ▶
//! ```
//!
//! Nothing here does I/O. The rule is a function over plain data; an engine loads a [`Record`] and stores it if it is unchanged.
//!
//! | who | uses |
//! |---|---|
//! | holds a node | [`LeasedGenerator`](crate::snowflake::LeasedGenerator), which goes by a [`Lease`] |
//! | lends nodes | [`choose()`] and [`grant()`], over the [`Record`]s of a [`Pool`] |
//! | carries messages | [`Request::to_bytes`], [`Answer::to_bytes`] |
//! | needs no coordinator | a fixed node; [`Layout::node_of_ordinal`](crate::snowflake::Layout::node_of_ordinal) for the replicas of a Kubernetes StatefulSet; [`Layout::node_by_hash`](crate::snowflake::Layout::node_by_hash) where a rare clash can be borne |
//!
//! # An engine
//!
//! Here with its records in memory. One with a database does the same in a transaction, or stores a record only where the one that
//! it loaded is unchanged, and else begins again.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use mintid::lease::{self, Answer, Denied, Pool, Record, Request};
//!
//! struct Engine {
//!     pool: Pool,
//!     records: BTreeMap<u64, Record>, // in the order of their nodes, as `choose` takes them
//! }
//!
//! impl Engine {
//!     fn answer(&mut self, request: &Request, now_ms: u64) -> Answer {
//!         self.decide(request, now_ms).unwrap_or_else(Answer::Denied)
//!     }
//!
//!     fn decide(&mut self, request: &Request, now_ms: u64) -> Result<Answer, Denied> {
//!         let before = match request.node() {
//!             // To renew or to give back: that node's record alone.
//!             Some(node) => self.records.get(&node).copied().or_else(|| self.pool.record(node)).ok_or(Denied::UsedUp)?,
//!             None => lease::choose(&self.pool, self.records.values().copied(), request, now_ms)?,
//!         };
//!         let (after, answer) = lease::grant(&before, request, now_ms);
//!         self.records.insert(after.node(), after); // before anything is answered
//!         Ok(answer)
//!     }
//! }
//! # use mintid::clock::ManualClock;
//! # use mintid::lease::{Event, Holder, Terms};
//! # use mintid::snowflake::{Layout, LeasedGenerator, LeasedOptions};
//! # let mut engine = Engine { pool: Pool::new(&Layout::TWITTER, Terms::DEFAULT), records: BTreeMap::new() };
//! # let now_ms = 1_764_417_600_000;
//! # let clock = ManualClock::at_ms(now_ms);
//! # let holder = Holder::from_u128(7);
//! # let mut ids = LeasedGenerator::new(LeasedOptions::new(Layout::TWITTER), holder, lease::Options::new(), &clock);
//! # let mut told = Vec::new();
//! # for at in [0, 10_000] {
//! #     let request = ids.request_due(at).expect("it is time");
//! #     told.push(ids.answered(request.ticket(), engine.answer(&request, now_ms as u64 + at), at, 0)?);
//! # }
//! # ids.give_back();
//! # let request = ids.request_due(10_001).expect("it is time");
//! # told.push(ids.answered(request.ticket(), engine.answer(&request, now_ms as u64 + 10_001), 10_001, 0)?);
//! # assert_eq!(told, [Event::Acquired, Event::Renewed, Event::GivenBack]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it costs
//!
//! A holder that crashed, and has its node back, waits until its clock has passed what it was granted before, about
//! the lease's time and lead. One that gives its node back on shutdown waits for nothing.

mod answers;
mod bytes;
mod grant;
mod holder;
mod messages;
mod meter;
mod moment;
mod options;
mod pool;
mod record;
mod request;

pub use answers::{AnswerError, Event};
pub use bytes::RecordError;
pub use grant::{choose, grant};
pub use holder::{Lease, NoLease};
pub use messages::MessageError;
pub use meter::Meter;
pub use moment::Moment;
pub use options::Options;
pub use pool::{Pool, Terms, TermsError};
pub use record::{Holder, Record};
pub use request::{Answer, Denied, Grant, Kind, Request, Wish};
