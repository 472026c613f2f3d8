//! Pools: the nodes of one layout, and the terms on which they are lent.

use core::fmt;

use super::Record;
use crate::snowflake::Layout;
use crate::timeline::Scale;

/// On what terms a node is lent. They stand in each [`Record`], so that every holder and every engine counts with the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    ttl_ms: u32,
    skew_ms: u32,
    lead_ms: u32,
}

impl Terms {
    /// For services: 30 s of lease, clocks at most 10 s fast, ids at most 10 s ahead of them.
    pub const DEFAULT: Self = Self { ttl_ms: 30_000, skew_ms: 10_000, lead_ms: 10_000 };

    /// Terms in milliseconds.
    ///
    /// - `ttl_ms`: how long a lease is good without being renewed. A holder renews at a third of it, and a node whose holder
    ///   is gone waits about `ttl_ms` + `lead_ms` for its next id.
    /// - `skew_ms`: how far a holder's clock may be ahead of the engine's and still use its whole lease. One that is further
    ///   ahead runs into its ceiling, and is refused there.
    /// - `lead_ms`: how far past its lease's end a holder's ids may reach: by ticks that are borrowed, or by a renewal that is
    ///   late while a grace is given.
    ///
    /// None of them is what keeps ids apart: see [`grant`](super::grant()).
    ///
    /// # Errors
    ///
    /// [`TermsError`] for a lease of no time.
    pub const fn new(ttl_ms: u32, skew_ms: u32, lead_ms: u32) -> Result<Self, TermsError> {
        if ttl_ms == 0 {
            return Err(TermsError);
        }
        Ok(Self { ttl_ms, skew_ms, lead_ms })
    }

    /// How long a lease is good, in milliseconds; at least 1.
    #[must_use]
    pub const fn ttl_ms(self) -> u32 {
        self.ttl_ms
    }

    /// How far ahead of the engine's a clock may be, in milliseconds.
    #[must_use]
    pub const fn skew_ms(self) -> u32 {
        self.skew_ms
    }

    /// How far past a lease's end its ids may reach, in milliseconds.
    #[must_use]
    pub const fn lead_ms(self) -> u32 {
        self.lead_ms
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A lease of no time was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TermsError;

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a lease of 0 ms is never good: give it at least the time of a few round trips")
    }
}

impl core::error::Error for TermsError {}

/// The nodes of a layout, as an engine lends them: what a node's record starts as.
///
/// Everyone who lends from the same records has the same pool. A request for another layout is
/// [refused](super::Denied::OtherLayout).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    scale: Scale,
    last_node: u64,
    terms: Terms,
    first_floor: u64,
}

impl Pool {
    /// All nodes of this layout.
    #[must_use]
    pub const fn new(layout: &Layout, terms: Terms) -> Self {
        Self { scale: layout.scale(), last_node: layout.max_node(), terms, first_floor: 0 }
    }

    /// The same with fewer nodes: from 0 up to and including this one, where the layout has it.
    #[must_use]
    pub const fn up_to_node(mut self, last_node: u64) -> Self {
        if last_node < self.last_node {
            self.last_node = last_node;
        }
        self
    }

    /// The same with every node that was never lent starting no earlier than this Unix time.
    ///
    /// For nodes that were in use before their leases: a time that all ids issued so far lie below.
    #[must_use]
    pub const fn starting_at_ms(mut self, unix_ms: u64) -> Self {
        self.first_floor = self.scale.tick_from(unix_ms);
        self
    }

    /// How many nodes there are.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.last_node.saturating_add(1)
    }

    /// The terms that new records get.
    #[must_use]
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// What stands in for the record of a node that was never lent; `None` for a node that the pool does not have.
    #[must_use]
    pub const fn record(&self, node: u64) -> Option<Record> {
        if node > self.last_node {
            return None;
        }
        Some(Record::never_lent(node, self.scale, self.terms, self.first_floor))
    }

    pub(super) const fn scale(&self) -> Scale {
        self.scale
    }
}
