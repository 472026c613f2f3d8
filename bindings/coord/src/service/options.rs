//! What a service grants, and how much of it.

use std::collections::BTreeMap;
use std::time::Duration;

use mintid::lease::Pool;
use mintid::snowflake::Layout;

use super::Tokens;
use crate::Name;

/// The nodes of one pool.
#[derive(Debug, Clone, Copy)]
pub struct LentPool {
    /// The layout of the ids that are made on them.
    pub layout: Layout,
    /// Which nodes, and on what terms.
    pub pool: Pool,
}

/// What a [`Service`](super::Service) is made with.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who may ask.
    pub tokens: Tokens,
    /// The counters that it grants spans of.
    pub counters: Vec<Name>,
    /// The pools that it lends nodes of.
    pub pools: BTreeMap<Name, LentPool>,
    /// How many ids are granted at once at most, whatever is asked for.
    pub largest_span: u32,
    /// How many ids it reserves at once for itself.
    pub block: u32,
    /// The origins whose pages may ask.
    pub origins: Vec<String>,
    /// How long a call may take.
    pub patience: Duration,
    /// How many calls there may be at once.
    pub calls: usize,
    /// How many connections there may be at once.
    pub connections: usize,
}

impl Options {
    /// The defaults: spans of up to 1,000,000 ids, cut out of blocks of 100,000; 5 s for a call, 512 calls and 4,096 connections at
    /// once; no counters, no pools, no pages.
    #[must_use]
    pub const fn new(tokens: Tokens) -> Self {
        Self {
            tokens,
            counters: Vec::new(),
            pools: BTreeMap::new(),
            largest_span: 1_000_000,
            block: 100_000,
            origins: Vec::new(),
            patience: Duration::from_secs(5),
            calls: 512,
            connections: 4_096,
        }
    }
}
