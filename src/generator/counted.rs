//! What the [shared generator](crate::SharedV7) needs to issue ids of a tick without its lock, and to catch up afterwards.

use super::Generator;
use crate::cause::Cause;
use crate::mark::StartError;
use crate::meter::bump;
use crate::scheme::Scheme;

impl<S: Scheme, C, E> Generator<S, C, E> {
    /// [`resume_after`](Self::resume_after) for an id of which only the tick is known.
    pub(crate) fn resume_after_tick(&mut self, tick: u64) -> Result<(), StartError> {
        self.timeline.start_after(tick, &self.scheme.scale())
    }

    /// Takes over a state of the present tick that was reached without this generator, by `ids` more ids.
    pub(crate) fn issued_elsewhere(&mut self, scheme: S, ids: u64) {
        self.scheme = scheme;
        self.meter.minted = self.meter.minted.wrapping_add(ids);
    }

    /// Counts a draw that failed without this generator, and names it as its own would be.
    pub(crate) fn entropy_failed_elsewhere<X>(&mut self, error: X) -> Cause<X> {
        bump(&mut self.meter.entropy_failures);
        Cause::Entropy(error)
    }

    /// The tick and state of the newest id, where a reading in that tick is sure to get the same tick again.
    pub(crate) fn settled(&self) -> Option<(u64, S)>
    where
        S: Copy,
    {
        self.timeline.settled().map(|tick| (tick, self.scheme))
    }
}
