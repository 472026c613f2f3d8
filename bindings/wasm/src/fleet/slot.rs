//! Slots: where leased generators live.

use mintid::lease::{Answer, AnswerError, Denied, Event, Grant, Holder, NoLease, Options};
use mintid::snowflake::{LeasedCause, LeasedGenerator, LeasedOptions};

use super::desk::Desk;
use crate::border::{bytes_of, lay_down};
use crate::snowflake::{Given, desk as snowflakes, layout};
use crate::status::{Outcome, Status, of_cause};

/// Statuses of leases begin here; below are those of Snowflakes.
const LEASES: u32 = 100;

/// A generator, once one is configured.
#[derive(Debug)]
pub struct Slot(Option<LeasedGenerator<Given, Given>>);

impl Slot {
    /// One without a generator.
    pub const fn new() -> Self {
        Self(None)
    }

    /// Makes a generator here, of the layout on the desk of Snowflakes and the holder on this one.
    pub fn configure(&mut self, wish: f64, patience_ms: u32, desk: &Desk) {
        let mut options = Options::new();
        options.patience_ms = patience_ms;
        options.wish = if wish >= 0.0 { Some(wish as u64) } else { None };
        let holder = Holder::from_u128(u128::from_be_bytes(bytes_of(&desk.holder)));
        self.0 = Some(LeasedGenerator::with_entropy(LeasedOptions::new(*layout()), holder, options, Given, Given));
    }

    fn generator(&mut self) -> Option<&mut LeasedGenerator<Given, Given>> {
        self.0.as_mut()
    }

    /// Mints an id, which is then on the desk of Snowflakes; 0 is success.
    pub fn mint(&mut self, now_ms: f64, monotonic_ms: f64) -> u32 {
        let mut desk = snowflakes();
        desk.now.set(now_ms);
        let Some(generator) = self.generator() else { return Status::Argument as u32 };
        match generator.generate(monotonic_ms as u64) {
            Ok(id) => {
                desk.id().set(id.to_u64());
                0
            }
            Err(LeasedCause::Cause(cause)) => of_cause(cause, &mut desk) as u32,
            Err(cause) => {
                let (status, detail) = of_lease(cause);
                desk.detail.set(detail as f64);
                LEASES + status
            }
        }
    }

    /// Lays the request down that is due: its ticket, or 0 for none, which no ticket is.
    pub fn request(&mut self, now_ms: f64, monotonic_ms: f64, desk: &Desk) -> u32 {
        snowflakes().now.set(now_ms);
        let request = self.generator().and_then(|generator| generator.request_due(monotonic_ms as u64));
        request.map_or(0, |request| {
            lay_down(&desk.request, &request.to_bytes());
            request.ticket()
        })
    }

    /// In how many milliseconds a request is due; `NaN` where there is nothing to wait for.
    pub fn due_in(&mut self, now_ms: f64, monotonic_ms: f64) -> f64 {
        snowflakes().now.set(now_ms);
        let due = self.generator().and_then(|generator| generator.due_in_ms(monotonic_ms as u64));
        due.map_or(f64::NAN, |ms| ms as f64)
    }

    /// Takes in the answer on the desk.
    pub fn answered(&mut self, ticket: u32, monotonic_ms: f64, jitter: u32, desk: &Desk) -> u32 {
        let Some(generator) = self.generator() else { return Status::Argument as u32 };
        let Ok(answer) = Answer::from_bytes(&bytes_of(&desk.answer)) else {
            generator.failed(ticket, monotonic_ms as u64, jitter as u16);
            return NO_ANSWER;
        };
        match generator.answered(ticket, answer, monotonic_ms as u64, jitter as u16) {
            Ok(Event::Acquired | Event::Renewed | Event::GivenBack) => 0,
            Ok(Event::Lost(_)) => 1,
            Ok(Event::Denied(Denied::OtherLayout)) => OTHER_LAYOUT,
            Ok(Event::Denied(Denied::UsedUp)) => USED_UP,
            Ok(_) => 2,
            Err(AnswerError::Fence { .. }) => 3,
            Err(AnswerError::NotAsked { .. }) => 4,
            Err(_) => 5,
        }
    }

    /// Takes note that a request came to nothing.
    pub fn failed(&mut self, ticket: u32, monotonic_ms: f64, jitter: u32) -> Outcome {
        let generator = self.generator().ok_or(Status::Argument)?;
        generator.failed(ticket, monotonic_ms as u64, jitter as u16);
        Ok(())
    }

    /// Gives the node back for good, with the request that is due then.
    pub fn give_back(&mut self) {
        if let Some(generator) = self.generator() {
            generator.give_back();
        }
    }

    /// Lays down what is held, among the numbers of Snowflakes; whether something is.
    pub fn held(&mut self) -> bool {
        let Some(grant) = self.generator().and_then(|generator| generator.grant()) else { return false };
        let Grant { node, fence, ttl_ms, floor_tick, ceiling_tick } = grant;
        snowflakes().lay_down([node, fence, ttl_ms.into(), floor_tick, ceiling_tick]);
        true
    }
}

/// What [`Slot::answered`] says of bytes that are no answer.
const NO_ANSWER: u32 = 6;
/// What it says where asking again later brings nothing either.
const OTHER_LAYOUT: u32 = 7;
const USED_UP: u32 = 8;

/// What a lease does not allow, and how far.
fn of_lease<E>(cause: LeasedCause<E>) -> (u32, u64) {
    match cause {
        LeasedCause::NoLease(NoLease::NotGranted) => (1, 0),
        LeasedCause::NoLease(NoLease::Expired { by_ms }) => (2, by_ms),
        LeasedCause::NoLease(NoLease::Uncertain) => (3, 0),
        LeasedCause::FloorAhead { by_ms } => (5, by_ms),
        LeasedCause::CeilingReached { by_ms } => (6, by_ms),
        // Any cause there may be later.
        _ => (4, 0),
    }
}
