//! What a lease has been through.

/// Counts of what a [`Lease`](super::Lease) asked for, was answered and refused.
///
/// A plain copy of the numbers at one moment; all stop at `u32::MAX`. Sensible alerts: any [`lost`](Self::lost), any
/// [`refused_answers`](Self::refused_answers), [`refusals`](Self::refusals) that rise while nothing else does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Meter {
    /// Nodes granted.
    pub acquired: u32,
    /// Leases renewed.
    pub renewed: u32,
    /// Nodes that went to somebody else while they were held.
    pub lost: u32,
    /// Nodes given back.
    pub given_back: u32,
    /// Requests that were denied.
    pub denied: u32,
    /// Requests that came to nothing.
    pub failures: u32,
    /// Answers that could not be right.
    pub refused_answers: u32,
    /// Ids that the lease did not allow.
    pub refusals: u32,
}

impl Meter {
    /// A meter at zero.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            acquired: 0,
            renewed: 0,
            lost: 0,
            given_back: 0,
            denied: 0,
            failures: 0,
            refused_answers: 0,
            refusals: 0,
        }
    }
}
