//! What is asked of an engine, and what it answers.

use core::fmt;

use super::Holder;
use crate::snowflake::Layout;
use crate::timeline::Scale;

/// One request of a [`Lease`](super::Lease), for an engine to carry out by [`choose`](super::choose()) and
/// [`grant`](super::grant()).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    pub(super) ticket: u32,
    pub(super) holder: Holder,
    pub(super) scale: Scale,
    pub(super) kind: Kind,
    /// The greater of the holder's present tick and its newest id's.
    pub(super) tick: u64,
}

/// What a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A node.
    Acquire {
        /// Which one, if there is a choice.
        wish: Wish,
    },
    /// More ticks of the node that the holder has.
    Renew {
        /// The node.
        node: u64,
        /// The fence it was granted under.
        fence: u64,
    },
    /// To take the node back.
    GiveBack {
        /// The node.
        node: u64,
        /// The fence it was granted under.
        fence: u64,
        /// The tick of the newest id made on it, if there is one.
        newest_tick: Option<u64>,
    },
}

/// Which node is wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wish {
    /// The one that the holder had before, else the one that can be used the soonest.
    Own,
    /// This one where it is free, for clients whose place in the fleet has a number; else as [`Own`](Self::Own).
    Node(u64),
    /// The one that can be used the soonest, and none that is lent: for a holder whose clock is far behind its own node's ids,
    /// or whose node was taken from it.
    Soonest,
}

impl Request {
    /// A request of a holder that speaks for itself in another form, as a service takes it: a [`Lease`](super::Lease) makes its
    /// own.
    ///
    /// `tick` is the greater of the holder's present tick and its newest id's, in ticks of the layout.
    #[must_use]
    pub const fn new(ticket: u32, holder: Holder, layout: &Layout, kind: Kind, tick: u64) -> Self {
        Self { ticket, holder, scale: layout.scale(), kind, tick }
    }

    /// What it is answered under, never 0. Those of another [run](super::Options::run) are others.
    #[must_use]
    pub const fn ticket(&self) -> u32 {
        self.ticket
    }

    /// Who asks.
    #[must_use]
    pub const fn holder(&self) -> Holder {
        self.holder
    }

    /// What is asked for.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The node it is about; `None` where one is to be [chosen](super::choose()) first.
    #[must_use]
    pub const fn node(&self) -> Option<u64> {
        match self.kind {
            Kind::Acquire { .. } => None,
            Kind::Renew { node, .. } | Kind::GiveBack { node, .. } => Some(node),
        }
    }
}

/// A node, and the ticks of it that its holder may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The node.
    pub node: u64,
    /// A number that rises with every grant of this node: what a store can compare to keep out a holder that is gone.
    pub fence: u64,
    /// How long it is good from when it was asked for, in milliseconds.
    pub ttl_ms: u32,
    /// The first tick that may be used.
    pub floor_tick: u64,
    /// The first tick after those.
    pub ceiling_tick: u64,
}

/// An engine's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Answer {
    /// The node is the holder's.
    Granted(Grant),
    /// The node is no longer the holder's.
    GivenBack {
        /// The node.
        node: u64,
        /// The fence it was granted under.
        fence: u64,
    },
    /// Neither.
    Denied(Denied),
}

/// Why an engine grants nothing. Its record is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Denied {
    /// Every node is lent, or used up.
    Exhausted {
        /// How many nodes there are.
        nodes: u64,
        /// The one that can be used the soonest, once it is free.
        soonest_node: u64,
        /// From which Unix time on, in milliseconds.
        floor_ms: u64,
        /// How long it is lent yet if it is not renewed, in milliseconds.
        lent_for_ms: u64,
    },
    /// The node is lent to somebody else.
    Lent {
        /// For how long yet, in milliseconds, if it is not renewed.
        for_ms: u64,
    },
    /// The node was given back, or lent again meanwhile.
    Superseded {
        /// The fence of its newest grant.
        fence: u64,
    },
    /// A node is given back with a newest tick that was not granted.
    OutsideWindow,
    /// No tick of the node is left, or no fence.
    UsedUp,
    /// The record is that of another node.
    OtherNode {
        /// Its node.
        node: u64,
    },
    /// The node is lent to ids of another layout: its epoch, its tick or the bits of its time differ.
    OtherLayout,
    /// The records to choose from were not in the order of their nodes.
    Unsorted,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted { nodes, soonest_node, floor_ms, lent_for_ms } => write!(
                f,
                "all {nodes} nodes are lent: node {soonest_node} may be free in {lent_for_ms} ms, for ids from the Unix time \
                 {floor_ms} ms on; ask again then, or take a layout with more nodes"
            ),
            Self::Lent { for_ms } => write!(f, "the node is lent for {for_ms} ms yet: ask for another, or again then"),
            Self::Superseded { fence } => {
                write!(
                    f,
                    "the node has been granted anew, or given back, at fence {fence}: stop using it and acquire one"
                )
            }
            Self::OutsideWindow => {
                f.write_str("the newest tick is not one that was granted: give back what you were lent")
            }
            Self::UsedUp => {
                f.write_str("the node has no tick left: take another layout, or an epoch nearer to the present")
            }
            Self::OtherNode { node } => write!(f, "the record is that of node {node}: check the keys of the store"),
            Self::OtherLayout => {
                f.write_str("the node is lent to ids of another layout: give every client of a pool the same layout")
            }
            Self::Unsorted => f.write_str("the records were not in the order of their nodes: sort them"),
        }
    }
}

impl core::error::Error for Denied {}
