//! The meter: what a generator has been through, for the caller to watch and alert on.

use crate::cause::{Cause, Refusal};
use crate::timeline::{Decision, Waiting, What};

/// Counts of what a generator did, met and refused.
///
/// A plain copy of the numbers at one moment. All but [`minted`](Self::minted) stop at `u32::MAX` instead of wrapping.
/// Sensible alerts: [`largest_rollback_ms`](Self::largest_rollback_ms) above 100, any
/// [`restarts`](Self::restarts), [`exhaustions`](Self::exhaustions) above 1 % of [`minted`](Self::minted).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Meter {
    /// Ids issued.
    pub minted: u64,
    /// Steps back of the clock, each counted once.
    pub rollbacks: u32,
    /// The largest step back, in milliseconds rounded up.
    pub largest_rollback_ms: u32,
    /// Ids issued in a held tick, while the clock was behind.
    pub held: u32,
    /// Ticks taken ahead of the clock, because the one before was full.
    pub borrowed: u32,
    /// Calls whose tick was full and that the policy answered: with a borrowed tick, a wait or a refusal. The end of the time
    /// field is a refusal of its own.
    pub exhaustions: u32,
    /// Calls answered with a wait.
    pub waits: u32,
    /// Restarts from an earlier time, those at the start of a run too: order is broken there, on purpose.
    pub restarts: u32,
    /// Calls that ended because the random source failed.
    pub entropy_failures: u32,
    /// Ids issued at or above the saved mark: order over the next start is not promised for them.
    pub late: u32,
    pub(crate) refused: [u32; Refusal::CAUSES],
}

impl Meter {
    /// A meter at zero.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            minted: 0,
            rollbacks: 0,
            largest_rollback_ms: 0,
            held: 0,
            borrowed: 0,
            exhaustions: 0,
            waits: 0,
            restarts: 0,
            entropy_failures: 0,
            late: 0,
            refused: [0; Refusal::CAUSES],
        }
    }

    /// How many calls were refused for this cause; the distances in `cause` do not matter.
    #[must_use]
    pub const fn refused(&self, cause: Refusal) -> u32 {
        self.refused[cause.index()]
    }

    pub(crate) fn count_rollback(&mut self, by_ms: u64) {
        bump(&mut self.rollbacks);
        self.largest_rollback_ms = self.largest_rollback_ms.max(u32::try_from(by_ms).unwrap_or(u32::MAX));
    }

    pub(crate) fn count_refusal(&mut self, cause: Refusal) {
        if matches!(cause, Refusal::Full | Refusal::Lead { .. }) {
            bump(&mut self.exhaustions);
        }
        if let Some(counter) = self.refused.get_mut(cause.index()) {
            bump(counter);
        }
    }

    /// Counts why an id is not issued, and says so.
    #[cold]
    #[inline(never)]
    pub(crate) fn halt<E>(&mut self, decision: Decision) -> Cause<E> {
        if let Some((for_ms, on)) = decision.wait() {
            bump(&mut self.waits);
            if on == Waiting::Room {
                bump(&mut self.exhaustions);
            }
            return Cause::Wait { for_ms };
        }
        let refusal = decision.refusal();
        self.count_refusal(refusal);
        Cause::Refused(refusal)
    }

    /// Counts what was not plain about an id that was issued.
    pub(crate) const fn count_trouble(&mut self, what: What) {
        if matches!(what, What::Held) {
            bump(&mut self.held);
        }
        if matches!(what, What::Restarted) {
            bump(&mut self.restarts);
        }
        if matches!(what, What::Borrowed) {
            bump(&mut self.borrowed);
            bump(&mut self.exhaustions);
        }
    }

    /// The [name](Refusal::name) of each cause of refusal, with how many calls it ended: for metrics.
    pub fn refusals(&self) -> impl Iterator<Item = (&'static str, u32)> {
        Refusal::NAMES.into_iter().zip(self.refused)
    }

    /// How many calls were refused, whatever the cause.
    #[must_use]
    pub fn refused_in_all(&self) -> u32 {
        let sum = self.refused.iter().fold(0, |sum, n| sum + u64::from(*n));
        u32::try_from(sum).unwrap_or(u32::MAX)
    }
}

/// Adds one, and stops at the end.
pub(crate) const fn bump(counter: &mut u32) {
    *counter = counter.saturating_add(1);
}
