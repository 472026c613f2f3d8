//! What a [batch](crate::snowflake::Batch) needs: several ids of one tick, by one decision.

use super::Generator;
use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::scheme::Scheme;
use crate::snowflake::{Sequence, Snowflake};

impl<C: Clock, E: Entropy> Generator<Sequence, C, E> {
    /// The first of `count` ids of one tick, from 1 to what every new tick has room for; the others count as issued with it.
    ///
    /// A tick with too little room counts as full while it is decided, and has its room back where the answer is no id.
    pub(crate) fn generate_first_of(&mut self, count: u32) -> Result<Snowflake, Cause<E::Error>> {
        self.first_of(count, Self::generate)
    }

    /// [`generate_first_of`](Self::generate_first_of) by another way to one id.
    pub(super) fn first_of<X>(
        &mut self,
        count: u32,
        generate: impl FnOnce(&mut Self) -> Result<Snowflake, X>,
    ) -> Result<Snowflake, X> {
        let (before, held) = (self.scheme, self.meter.held);
        if before.left() < count {
            self.scheme.close();
        }
        let first = generate(self);
        if first.is_err() {
            self.scheme = before;
            return first;
        }
        let others = count.saturating_sub(1);
        self.scheme = self.scheme.after(others);
        self.meter.minted = self.meter.minted.wrapping_add(others.into());
        if self.meter.held != held {
            self.meter.held = self.meter.held.saturating_add(others);
        }
        first
    }
}
