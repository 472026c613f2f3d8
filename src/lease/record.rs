//! Records: all that an engine keeps for a node.

use super::Terms;
use crate::timeline::Scale;

/// Who asks for a node: 128 bits that stay the same over a client's restarts, and that no other client has.
///
/// A UUID in the client's own storage, or a hash of what names its place in the fleet (`orders-3`). Two clients with one
/// name do not share ids: the later one takes the node from the earlier one, which is told so at its next renewal, has no tick
/// of the later one's, and takes another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holder(u128);

impl Holder {
    /// The holder with this number.
    #[must_use]
    pub const fn from_u128(number: u128) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        self.0
    }
}

impl From<crate::Uuid> for Holder {
    fn from(id: crate::Uuid) -> Self {
        Self(id.to_u128())
    }
}

/// What is kept for one node: the window of ticks that was granted last, to whom, and under which fence.
///
/// An engine loads it, hands it to [`grant`](super::grant()), and stores the answer's only if it is unchanged meanwhile. It has
/// no other business with it: [`to_bytes`](Self::to_bytes) is all it needs to keep.
///
/// The floor only rises, and so does the fence. The ceiling rises too, but for a give-back, which lowers it to just above the
/// newest tick that was used. So no tick of a node is ever lent twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    pub(super) node: u64,
    pub(super) scale: Scale,
    pub(super) terms: Terms,
    /// How often the node was lent.
    pub(super) fence: u64,
    /// Who has it, or had it last: it is given back to them first.
    pub(super) holder: Holder,
    pub(super) status: Status,
    pub(super) floor: u64,
    pub(super) ceiling: u64,
    /// By the engine's clock, in Unix milliseconds.
    pub(super) expires_ms: u64,
}

/// Whether a node is lent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    NeverLent,
    Lent,
    GivenBack,
}

impl Record {
    pub(super) const fn never_lent(node: u64, scale: Scale, terms: Terms, floor: u64) -> Self {
        Self {
            node,
            scale,
            terms,
            fence: 0,
            holder: Holder(0),
            status: Status::NeverLent,
            floor,
            ceiling: floor,
            expires_ms: 0,
        }
    }

    /// The same under other terms, which count from the next grant or renewal on.
    #[must_use]
    pub const fn with_terms(mut self, terms: Terms) -> Self {
        self.terms = terms;
        self
    }

    /// The node.
    #[must_use]
    pub const fn node(&self) -> u64 {
        self.node
    }

    /// How often the node was lent: the fence of the newest grant.
    #[must_use]
    pub const fn fence(&self) -> u64 {
        self.fence
    }

    /// Who has the node or had it last; `None` where it was never lent.
    #[must_use]
    pub const fn holder(&self) -> Option<Holder> {
        match self.status {
            Status::NeverLent => None,
            Status::Lent | Status::GivenBack => Some(self.holder),
        }
    }

    /// The terms.
    #[must_use]
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// The first tick that the next holder may use.
    #[must_use]
    pub const fn next_floor_tick(&self) -> u64 {
        self.ceiling
    }

    /// The Unix time from which the next holder may use the node, in milliseconds.
    #[must_use]
    pub const fn next_floor_ms(&self) -> u64 {
        self.scale.start_ms(self.ceiling)
    }

    /// How long the node is not to be had by others yet, by the engine's clock, in milliseconds; 0 where it is free.
    ///
    /// Never longer than a lease: where the engine's clock has stepped back, what it noted before is no reason to wait.
    #[must_use]
    pub const fn lent_for_ms(&self, server_unix_ms: u64) -> u64 {
        let left = self.expires_ms.saturating_sub(server_unix_ms);
        if matches!(self.status, Status::Lent) && left <= self.terms.ttl_ms() as u64 { left } else { 0 }
    }

    /// Whether a tick and a fence are left for another grant.
    pub(super) const fn is_usable(&self) -> bool {
        self.ceiling <= self.scale.last_tick() && self.fence < u64::MAX
    }
}
