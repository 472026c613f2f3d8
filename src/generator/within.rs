//! Minting in some ticks only: what a lease allows.

use super::Generator;
use super::ways::Course;
use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::scheme::Scheme;
use crate::snowflake::{Sequence, Snowflake};
use crate::timeline::Now;

/// Why there is no id from those ticks.
pub(crate) enum Outside<E> {
    /// The tick that would be used is below them.
    Below {
        /// From the reading to the start of the first one, in milliseconds rounded up.
        by_ms: u64,
    },
    /// The tick that would be used is above them.
    Above {
        /// From the end of the last one to the end of that tick, in milliseconds rounded up.
        by_ms: u64,
    },
    /// There is none from any, for this reason.
    Cause(Cause<E>),
}

impl<C: Clock, E: Entropy> Generator<Sequence, C, E> {
    /// The first of `count` ids of one tick, where that is at least `floor` and below `ceiling`.
    pub(crate) fn generate_first_within(
        &mut self,
        now: Now,
        floor: u64,
        ceiling: u64,
        count: u32,
    ) -> Result<Snowflake, Outside<E::Error>> {
        self.first_of(count, |ids| ids.generate_within(now, floor, ceiling))
    }

    fn generate_within(&mut self, now: Now, floor: u64, ceiling: u64) -> Result<Snowflake, Outside<E::Error>> {
        let decision = self.decide(now);
        if decision.what().is_take() {
            let (scale, tick) = (self.scheme.scale(), decision.value());
            if tick < floor {
                // A tick that is used is not below the reading's before the first id, and not below an earlier one after it.
                return Err(Outside::Below { by_ms: scale.wait_ms(now, floor.saturating_sub(now.tick as u64)) });
            }
            if tick >= ceiling {
                return Err(Outside::Above { by_ms: scale.ms(tick - ceiling + 1) });
            }
        }
        self.carry_out(decision, now, Course::Judged).map_err(Outside::Cause)
    }
}

impl<S: Scheme, C, E> Generator<S, C, E> {
    /// How far a reading is behind the highest one accepted, in milliseconds rounded up.
    pub(crate) fn behind_ms(&self, now: Now) -> u64 {
        self.scheme.scale().ms(self.timeline.behind(now))
    }

    /// Goes on with a scheme none of whose ids were issued yet, from the beginning. The meter counts on.
    pub(crate) fn begin_anew(&mut self, scheme: S) {
        self.timeline.begin_anew(&scheme.scale());
        self.scheme = scheme;
    }
}
