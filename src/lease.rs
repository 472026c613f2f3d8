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
//! What it costs: a holder that crashed, and has its node back, waits until its clock has passed what it was granted before, about
//! the lease's time and lead. One that gives its node back on shutdown waits for nothing.

mod answers;
mod bytes;
mod grant;
mod holder;
mod messages;
mod meter;
mod moment;
mod pool;
mod record;
mod request;

pub use answers::{AnswerError, Event};
pub use bytes::RecordError;
pub use grant::{choose, grant};
pub use holder::{Lease, NoLease, Options};
pub use messages::MessageError;
pub use meter::Meter;
pub use moment::Moment;
pub use pool::{Pool, Terms, TermsError};
pub use record::{Holder, Record};
pub use request::{Answer, Denied, Grant, Kind, Request, Wish};
