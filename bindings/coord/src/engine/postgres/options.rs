//! How the engine is used.

use std::time::Duration;

use crate::Tables;

/// How the engine is used. Plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    pub(super) tables: Tables,
    pub(super) deadline: Duration,
    pub(super) connections: usize,
    pub(super) may_lose: bool,
}

impl Options {
    /// The defaults: the usual [`Tables`], 2 s for a call, up to 4 connections, and a server that may lose what it has confirmed
    /// is refused.
    #[must_use]
    pub fn new() -> Self {
        Self { tables: Tables::new(), deadline: Duration::from_secs(2), connections: 4, may_lose: false }
    }

    /// The names of the tables, and their schema.
    #[must_use]
    pub fn tables(mut self, tables: Tables) -> Self {
        self.tables = tables;
        self
    }

    /// How long a call may take, connecting included. Default: 2 s.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// How many connections are held at most, of the pool that [`connect`](super::Postgres::connect) makes: as many calls are
    /// under way at the same time. Default: 4.
    #[must_use]
    pub fn connections(mut self, connections: usize) -> Self {
        self.connections = connections.max(1);
        self
    }

    /// Accepts a server whose `fsync` or `full_page_writes` is off, which [`set_up`](crate::SetUp::set_up) refuses otherwise as
    /// [`Forgetful`](crate::Fault::Forgetful). After a power cut ids are granted again.
    #[must_use]
    pub const fn accept_loss(mut self) -> Self {
        self.may_lose = true;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
