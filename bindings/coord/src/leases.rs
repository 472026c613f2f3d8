//! What an engine does for leases: it keeps records.

use mintid::lease::Record;

use crate::{Engine, Error, Fault, Name};

/// An engine that keeps the record of each node of a pool.
pub trait Leases: Engine {
    /// What tells that a record is unchanged.
    type Version: Clone + std::fmt::Debug + Send + Sync;

    /// Loads records that exist, with the engine's own time.
    ///
    /// # Errors
    ///
    /// [`Error`]; [`NoPool`](crate::Fault::NoPool) where the pool was never started.
    fn load(&self, pool: &Name, which: Which) -> impl Future<Output = Result<Loaded<Self::Version>, Error>> + Send;

    /// Stores a record in one atomic step, if the one that was loaded is still there: `over` is its version, `None` where there
    /// was none.
    ///
    /// # Errors
    ///
    /// [`Error`]. Nobody knows then whether it was stored: load again.
    fn store(
        &self,
        pool: &Name,
        record: &Record,
        over: Option<&Self::Version>,
    ) -> impl Future<Output = Result<Stored, Error>> + Send;
}

/// Which records to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those of all nodes that have one, in the order of the nodes.
    All,
    /// That of this node, if it has one.
    Node(u64),
}

/// What was loaded.
#[derive(Debug, Clone)]
pub struct Loaded<V> {
    /// The engine's clock, in Unix milliseconds.
    pub server_unix_ms: u64,
    /// The records, in the order of their nodes.
    pub records: Vec<Kept<V>>,
}

/// A record, as an engine keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept<V> {
    /// The record.
    pub record: Record,
    /// What tells that it is unchanged.
    pub version: V,
}

/// Whether a record was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// It was.
    Yes,
    /// Another one was stored meanwhile. Nothing is changed.
    Changed,
}

/// The record of this node, of the bytes that an engine keeps for it, which are its version too.
pub(crate) fn kept(node: u64, bytes: &[u8]) -> Result<Kept<[u8; Record::BYTES]>, Fault> {
    let record = Record::from_bytes(bytes).map_err(|error| Fault::Record { node, error })?;
    if record.node() != node {
        return Err(Fault::Foreign { what: format!("the record of node {node} is that of node {}", record.node()) });
    }
    Ok(Kept { record, version: record.to_bytes() })
}
