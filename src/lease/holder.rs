//! The holder's side: what to ask for, when, and whether ids may be made.

use super::answers::{AnswerError, Event};
use super::request::{Answer, Denied, Grant, Kind, Request, Wish};
use super::{Holder, Meter, Moment, Options};
use crate::meter::bump;
use crate::snowflake::Layout;
use crate::timeline::Scale;

/// A node on loan, as its holder sees it: a state machine without I/O.
///
/// [`request_due`](Self::request_due) says what to send, [`answered`](Self::answered) and [`failed`](Self::failed) what came of
/// it, and [`permit`](Self::permit) whether ids may be made now, and in which ticks. One request is under way at a time. See
/// [`LeasedGenerator`](crate::snowflake::LeasedGenerator) for the generator that goes by it.
#[derive(Debug)]
pub struct Lease {
    pub(super) holder: Holder,
    pub(super) scale: Scale,
    pub(super) last_node: u64,
    options: Options,
    pub(super) state: State,
    pub(super) in_flight: Option<InFlight>,
    last_ticket: u32,
    /// The newest grant there has been: no later one of its node has a lower fence.
    pub(super) newest: Option<Grant>,
    /// In a row.
    failures: u32,
    quiet_until_ms: u64,
    pub(super) meter: Meter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Without a node.
    Without { wish: Wish },
    /// With one, on the strength of what was asked at `since`.
    Held { grant: Grant, since: Moment },
    /// Giving one back, to have another or none.
    Leaving { grant: Grant, newest_tick: Option<u64>, then: Then },
    /// Given back for good.
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    AcquireAnother,
    Close,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InFlight {
    pub(super) ticket: u32,
    pub(super) kind: Kind,
    pub(super) sent: Moment,
}

/// Why no id may be made on a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoLease {
    /// No node is held: none was granted yet, or the one that was is somebody else's.
    NotGranted,
    /// The lease has ended.
    Expired {
        /// How long ago, in milliseconds.
        by_ms: u64,
    },
    /// The monotonic clock has gone back, so nobody knows whether it has ended.
    Uncertain,
    /// The node is being given back, for another one or for good.
    GivenBack,
}

impl core::fmt::Display for NoLease {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotGranted => f.write_str("no node is held: send the request that is due"),
            Self::Expired { by_ms } => write!(f, "the lease ended {by_ms} ms ago: send the request that is due"),
            Self::Uncertain => f.write_str("the monotonic clock has gone back: send the request that is due"),
            Self::GivenBack => f.write_str("the node is being given back: wait for another, or make a new lease"),
        }
    }
}

impl core::error::Error for NoLease {}

impl Lease {
    /// A lease for `holder` on a node of this layout. Nothing is held yet.
    #[must_use]
    pub const fn new(holder: Holder, layout: &Layout, options: Options) -> Self {
        let wish = match options.wish {
            Some(node) => Wish::Node(node),
            None => Wish::Own,
        };
        Self {
            holder,
            scale: layout.scale(),
            last_node: layout.max_node(),
            options,
            state: State::Without { wish },
            in_flight: None,
            // Runs that are counted are as far apart as there is room for, and random ones stay random.
            last_ticket: options.run.reverse_bits(),
            newest: None,
            failures: 0,
            quiet_until_ms: 0,
            meter: Meter::new(),
        }
    }

    /// What to send now, if anything: to be answered under its ticket.
    ///
    /// `tick` is the greater of the present tick and the newest id's. A request that was not answered within `patience_ms`
    /// counts as failed, so an engine that never answers stops nothing; its answer is refused when it comes after all.
    pub fn request_due(&mut self, now: Moment, tick: u64) -> Option<Request> {
        if let Some(in_flight) = self.in_flight {
            if self.patience_left_ms(now, in_flight) > 0 {
                return None;
            }
            self.failed(in_flight.ticket, now.monotonic_ms, 0);
        }
        let kind = self.kind_due(now)?;
        if self.quiet_ms(now) > 0 && !matches!(kind, Kind::GiveBack { .. }) {
            return None;
        }
        self.last_ticket = match self.last_ticket.wrapping_add(1) {
            // No ticket, for who carries it as a number.
            0 => 1,
            next => next,
        };
        let ticket = self.last_ticket;
        self.in_flight = Some(InFlight { ticket, kind, sent: now });
        Some(Request { ticket, holder: self.holder, scale: self.scale, kind, tick })
    }

    /// The give-back that is due, for who does not know the time: nothing else may be asked for then.
    pub(crate) fn give_back_due(&mut self, monotonic_ms: u64) -> Option<Request> {
        match self.state {
            State::Leaving { .. } => self.request_due(Moment { monotonic_ms, unix_ms: i64::MIN }, 0),
            _ => None,
        }
    }

    pub(crate) fn count_refusal(&mut self) {
        bump(&mut self.meter.refusals);
    }

    /// What is to be asked, whether or not it may be asked yet.
    const fn kind_due(&self, now: Moment) -> Option<Kind> {
        match self.state {
            State::Without { wish } => Some(Kind::Acquire { wish }),
            State::Held { grant, since } => match now.ms_since(since) {
                Some(age) if age < renewal_age_ms(grant) => None,
                _ => Some(Kind::Renew { node: grant.node, fence: grant.fence }),
            },
            State::Leaving { grant, newest_tick, .. } => {
                Some(Kind::GiveBack { node: grant.node, fence: grant.fence, newest_tick })
            }
            State::Closed => None,
        }
    }

    const fn patience_left_ms(&self, now: Moment, in_flight: InFlight) -> u64 {
        match now.monotonic_ms.checked_sub(in_flight.sent.monotonic_ms) {
            Some(waited_ms) => (self.options.patience_ms as u64).saturating_sub(waited_ms),
            None => 0,
        }
    }

    /// How long nothing is asked yet after a failure. Never longer than the longest pause: where the monotonic clock has gone back,
    /// what was noted before is no reason to wait.
    const fn quiet_ms(&self, now: Moment) -> u64 {
        let left = self.quiet_until_ms.saturating_sub(now.monotonic_ms);
        if left > self.options.backoff.max_ms() as u64 { 0 } else { left }
    }

    /// In how many milliseconds [`request_due`](Self::request_due) is worth calling again, unless an answer comes first; `None`
    /// when there is nothing to wait for.
    #[must_use]
    pub fn due_in_ms(&self, now: Moment) -> Option<u64> {
        if let Some(in_flight) = self.in_flight {
            return Some(self.patience_left_ms(now, in_flight));
        }
        let quiet_ms = self.quiet_ms(now);
        match self.state {
            State::Closed => None,
            State::Leaving { .. } => Some(0),
            State::Without { .. } => Some(quiet_ms),
            State::Held { grant, since } => {
                let age = now.ms_since(since).unwrap_or(u64::MAX);
                Some(renewal_age_ms(grant).saturating_sub(age).max(quiet_ms))
            }
        }
    }

    /// Whether ids may be made now, and in which ticks of which node.
    ///
    /// # Errors
    ///
    /// [`NoLease`] where none is held for certain.
    pub const fn permit(&self, now: Moment) -> Result<Grant, NoLease> {
        match self.state {
            State::Held { grant, since } => {
                let Some(age_ms) = now.ms_since(since) else {
                    return Err(NoLease::Uncertain);
                };
                let end_ms = good_for_ms(grant) + self.options.grace_ms as u64;
                if age_ms < end_ms { Ok(grant) } else { Err(NoLease::Expired { by_ms: age_ms - end_ms }) }
            }
            State::Without { .. } => Err(NoLease::NotGranted),
            State::Leaving { .. } | State::Closed => Err(NoLease::GivenBack),
        }
    }

    /// The grant that is held, whether or not it has ended.
    #[must_use]
    pub const fn grant(&self) -> Option<Grant> {
        match self.state {
            State::Held { grant, .. } => Some(grant),
            _ => None,
        }
    }

    /// How long the lease is good yet if it is not renewed, in milliseconds; 0 without one.
    #[must_use]
    pub const fn good_for_ms(&self, now: Moment) -> u64 {
        match self.state {
            State::Held { grant, since } => match now.ms_since(since) {
                Some(age_ms) => (good_for_ms(grant) + self.options.grace_ms as u64).saturating_sub(age_ms),
                None => 0,
            },
            _ => 0,
        }
    }

    /// Takes an answer in.
    ///
    /// What was denied is asked again later, by itself; `jitter` is any 16 bits, so that a fleet does not ask in step.
    ///
    /// # Errors
    ///
    /// [`AnswerError`] for an answer that nobody waits for, and for one that cannot be right. What is held stays as it is.
    pub fn answered(
        &mut self,
        ticket: u32,
        answer: Answer,
        monotonic_ms: u64,
        jitter: u16,
    ) -> Result<Event, AnswerError> {
        let in_flight = match self.in_flight {
            Some(in_flight) if in_flight.ticket == ticket => in_flight,
            _ => return Err(AnswerError::NotAsked { ticket }),
        };
        match self.checked(in_flight.kind, answer) {
            Ok(()) => Ok(self.take_in(in_flight, answer, monotonic_ms, jitter)),
            Err(error) => {
                self.failed(ticket, monotonic_ms, jitter);
                bump(&mut self.meter.refused_answers);
                Err(error)
            }
        }
    }

    fn take_in(&mut self, in_flight: InFlight, answer: Answer, monotonic_ms: u64, jitter: u16) -> Event {
        self.in_flight = None;
        match answer {
            Answer::Granted(grant) => {
                self.failures = 0;
                self.quiet_until_ms = 0;
                self.state = State::Held { grant, since: in_flight.sent };
                self.newest = Some(grant);
                if matches!(in_flight.kind, Kind::Renew { .. }) {
                    bump(&mut self.meter.renewed);
                    Event::Renewed
                } else {
                    bump(&mut self.meter.acquired);
                    Event::Acquired
                }
            }
            Answer::GivenBack { .. } => {
                bump(&mut self.meter.given_back);
                self.leave();
                Event::GivenBack
            }
            Answer::Denied(denied) => self.denied(denied, monotonic_ms, jitter),
        }
    }

    fn denied(&mut self, denied: Denied, monotonic_ms: u64, jitter: u16) -> Event {
        bump(&mut self.meter.denied);
        match self.state {
            // Somebody else has it, or may: another is asked for at once. Not the same again: where two have one name, they
            // would take it from each other for ever.
            State::Held { .. } => {
                bump(&mut self.meter.lost);
                self.state = State::Without { wish: Wish::Soonest };
                Event::Lost(denied)
            }
            State::Leaving { .. } => {
                self.leave();
                Event::Denied(denied)
            }
            State::Without { .. } | State::Closed => {
                self.back_off(monotonic_ms, jitter);
                Event::Denied(denied)
            }
        }
    }

    /// Takes note that a request came to nothing: the engine could not be reached, or its answer could not be read. `jitter` is
    /// any 16 bits. A ticket that nobody waits for changes nothing.
    pub fn failed(&mut self, ticket: u32, monotonic_ms: u64, jitter: u16) {
        if self.in_flight.is_none_or(|in_flight| in_flight.ticket != ticket) {
            return;
        }
        self.in_flight = None;
        bump(&mut self.meter.failures);
        self.back_off(monotonic_ms, jitter);
        // Who leaves does not wait for an engine: what is not given back expires.
        self.leave();
    }

    fn back_off(&mut self, monotonic_ms: u64, jitter: u16) {
        self.failures = self.failures.saturating_add(1);
        let wait_ms = self.options.backoff.wait_ms(self.failures, jitter);
        self.quiet_until_ms = monotonic_ms.saturating_add(u64::from(wait_ms));
    }

    /// Goes on after a give-back, if one was under way.
    const fn leave(&mut self) {
        if let State::Leaving { then, .. } = self.state {
            self.state = match then {
                Then::AcquireAnother => State::Without { wish: Wish::Soonest },
                Then::Close => State::Closed,
            };
        }
    }

    /// Gives the node back for good: no id may be made from here on. `newest_tick` is that of the newest id made on it.
    ///
    /// Send the request that is due then; where that fails, the node comes free when its lease ends.
    pub const fn give_back(&mut self, newest_tick: Option<u64>) {
        self.start_leaving(newest_tick, Then::Close);
    }

    /// Gives the node back to have another, the one that can be used the soonest: for a clock that is far behind this node's
    /// ids. No id may be made until then.
    pub const fn change_node(&mut self, newest_tick: Option<u64>) {
        self.start_leaving(newest_tick, Then::AcquireAnother);
    }

    const fn start_leaving(&mut self, newest_tick: Option<u64>, then: Then) {
        // The answer to whatever is under way is refused.
        self.in_flight = None;
        self.state = match self.state {
            State::Held { grant, .. } => State::Leaving { grant, newest_tick, then },
            State::Leaving { grant, newest_tick, .. } => State::Leaving { grant, newest_tick, then },
            State::Closed => State::Closed,
            State::Without { .. } => match then {
                Then::AcquireAnother => State::Without { wish: Wish::Soonest },
                Then::Close => State::Closed,
            },
        };
    }

    /// The counts so far.
    #[must_use]
    pub const fn meter(&self) -> Meter {
        self.meter
    }
}

/// A third of the lease: two more renewals may fail before it ends.
const fn renewal_age_ms(grant: Grant) -> u64 {
    grant.ttl_ms as u64 / 3
}

/// A sixteenth less than was granted, for clocks that do not run alike.
const fn good_for_ms(grant: Grant) -> u64 {
    (grant.ttl_ms - grant.ttl_ms / 16) as u64
}
