//! Requests to the coordinator: when one is due, and what becomes of its answer.

use super::ranges::State;
use super::{Ranges, Refused, Request, Span, SupplyError, Ticket};
use crate::meter::bump;

impl<const N: usize> Ranges<N> {
    /// The request to send, if one is due: ids have run low, none is under way, and it is not too early after a failure.
    ///
    /// From then on it is under way, until it is answered or has failed, by word or by silence.
    pub fn request_due(&mut self, now_ms: u64) -> Option<Request> {
        self.request_for(now_ms, 0)
    }

    /// As [`request_due`](Self::request_due), where `count` ids are about to be taken at once: due also where fewer are left,
    /// and for at least as many as are missing.
    pub fn request_for(&mut self, now_ms: u64, count: u64) -> Option<Request> {
        if let State::Asked { until_ms } = self.state {
            if now_ms < until_ms {
                return None;
            }
            bump(&mut self.meter.unanswered);
            // No random bits are at hand here: the whole wait, behind the patience, which was long.
            self.fail(now_ms, 0);
        }
        let missing = count.saturating_sub(self.stock.count());
        let State::Idle { from_ms } = self.state else { return None };
        if now_ms < from_ms || !self.is_low(missing) {
            return None;
        }
        self.asked = self.asked.next();
        self.state = State::Asked { until_ms: now_ms.saturating_add(self.options.patience_ms.into()) };
        bump(&mut self.meter.requests);
        Some(Request { ticket: self.asked, want: self.options.want.max(missing).max(1) })
    }

    fn is_low(&self, missing: u64) -> bool {
        self.stock.has_place() && (missing > 0 || self.stock.count() <= self.options.low_water)
    }

    /// When to ask [`request_due`](Self::request_due) again: now, where that is past. `None` as long as nothing is taken.
    #[must_use]
    pub fn next_due_ms(&self) -> Option<u64> {
        match self.state {
            State::Asked { until_ms } => Some(until_ms),
            State::Idle { from_ms } if self.is_low(0) => Some(from_ms),
            State::Idle { .. } | State::Closed => None,
        }
    }

    /// Takes in the answer to a request: its span is used when those before it are used up.
    ///
    /// An answer that comes after its request has failed, or after a newer one was made, is as good, as long as no newer one was
    /// answered: what would come between spans already in order is not taken.
    ///
    /// # Errors
    ///
    /// [`Refused`] has the cause, and says [whether](Refused::to_give_back) the coordinator may grant the span to somebody else.
    /// A span of which it may is never taken in after that. Nothing else is changed but the meter: a request that is under way
    /// still is, for [`failed`](Self::failed) to end.
    pub fn supply(&mut self, ticket: Ticket, span: Span) -> Result<(), Refused> {
        let refused = |why| Err(Refused { span, why });
        if ticket <= Ticket::before(self.options.run) || ticket > self.asked {
            bump(&mut self.meter.late);
            return refused(SupplyError::Foreign);
        }
        let not_awaited = match self.state {
            State::Closed => Some(SupplyError::Closed),
            _ if ticket <= self.answered => Some(SupplyError::Late),
            _ => None,
        };
        let count = if not_awaited.is_some() { &mut self.meter.late } else { &mut self.meter.refused };
        if let Err(why) = self.stock.check(span) {
            bump(count);
            return refused(why);
        }
        match not_awaited {
            None if self.stock.put(span) => {}
            why => {
                bump(count);
                // It may be given back, and the answer may come a second time.
                self.stock.granted.note(span);
                return refused(why.unwrap_or(SupplyError::Full));
            }
        }
        self.answered = ticket;
        self.failures = 0;
        // The answer to an older one leaves the newest under way.
        if ticket == self.asked || matches!(self.state, State::Idle { .. }) {
            self.state = State::Idle { from_ms: 0 };
        }
        bump(&mut self.meter.supplied);
        self.meter.granted = self.meter.granted.saturating_add(span.count());
        Ok(())
    }

    /// Ends a request that brought nothing: the next one is due after the [back-off](super::Options::backoff).
    ///
    /// `jitter` is 16 random bits, or 0. Nothing but the meter changes for a request that is not under way any more.
    pub fn failed(&mut self, ticket: Ticket, now_ms: u64, jitter: u16) {
        match self.state {
            State::Asked { .. } if ticket == self.asked => self.fail(now_ms, jitter),
            _ => bump(&mut self.meter.late),
        }
    }

    fn fail(&mut self, now_ms: u64, jitter: u16) {
        bump(&mut self.meter.failures);
        bump(&mut self.failures);
        let wait_ms = self.options.backoff.wait_ms(self.failures, jitter);
        self.state = State::Idle { from_ms: now_ms.saturating_add(wait_ms.into()) };
    }
}
