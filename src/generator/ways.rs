//! The two ways to an id: a plain one, which nearly every call goes and which is inlined where it is called, and a long one
//! for everything else, kept apart so that the plain one stays short.
//!
//! Both come to the same answers. The plain way only ever says "this id" or "go the long way", and has noted nothing then.

use super::Generator;
use crate::cause::{Cause, Refusal};
use crate::clock::{Clock, ClockError, Reading};
use crate::entropy::Entropy;
use crate::meter::bump;
use crate::policy::OnMarkLate;
use crate::scheme::Scheme;
use crate::timeline::{Decision, Now, Take, Waiting, What};

/// An id minted the long way.
///
/// A type of its own keeps the result of the long way apart from that of the plain way, which can so stay in registers: an
/// id that goes through memory is written in two halves and read back as one, and that stalls for longer than all the rest.
/// The long way's errors are made in functions of its own for the same reason: their parts, laid over those of an id, would
/// cut it to pieces.
pub(super) struct Careful<Id>(pub(super) Id);

/// What has become of a mark that is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Store {
    /// Nobody was asked to save it.
    Unasked,
    /// It could not be saved.
    Failed,
}

/// Why the long way ended without an id: a [`Cause`] in two words.
pub(super) enum Halt<E> {
    /// The timeline says wait, or no.
    Decided(Decision),
    /// The source failed.
    Entropy(E),
}

impl<E> Halt<E> {
    #[cold]
    #[inline(never)]
    pub(super) fn cause(self) -> Cause<E> {
        match self {
            Self::Decided(decision) => match decision.wait() {
                Some((for_ms, _)) => Cause::Wait { for_ms },
                None => Cause::Refused(decision.refusal()),
            },
            Self::Entropy(error) => Cause::Entropy(error),
        }
    }
}

impl<S: Scheme, C: Clock, E: Entropy> Generator<S, C, E> {
    /// Reads the clock for ids; where it says nothing, that is a call refused.
    pub(super) fn now(&mut self) -> Result<Now, Refusal> {
        self.look().map_err(|refusal| self.refuse(refusal))
    }

    /// Reads the clock.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn look(&mut self) -> Result<Now, Refusal> {
        match self.clock.read() {
            Ok(reading) => self.note(reading),
            Err(error) => self.without_reading(error),
        }
    }

    fn note(&mut self, reading: Reading) -> Result<Now, Refusal> {
        let clock_ns = self.clock.resolution_ns();
        if clock_ns > S::COARSEST_CLOCK_NS {
            return Err(Refusal::Resolution { clock_ns });
        }
        let now = self.scheme.scale().now(reading);
        let back = self.timeline.observe(now);
        if back > 0 {
            self.note_rollback(back);
        }
        Ok(now)
    }

    /// [`generate`](Self::generate) for every reading.
    #[cold]
    #[inline(never)]
    pub(super) fn generate_carefully(&mut self, reading: Reading) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match self.note(reading) {
            Ok(now) => self.mint_carefully(now),
            Err(refusal) => Err(Cause::Refused(self.refuse(refusal))),
        }
    }

    #[cold]
    pub(super) fn generate_without_reading(&mut self, error: ClockError) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match self.without_reading(error) {
            Ok(now) => self.mint_carefully(now),
            Err(refusal) => Err(Cause::Refused(self.refuse(refusal))),
        }
    }

    #[cold]
    #[inline(never)]
    fn without_reading(&mut self, error: ClockError) -> Result<Now, Refusal> {
        let now = match error {
            ClockError::Unset { since_boot_ms } => self.timeline.stand_in(since_boot_ms, &self.scheme.scale())?,
            ClockError::Failed => return Err(Refusal::ClockFailed),
        };
        let back = self.timeline.observe_stand_in(now);
        if back > 0 {
            self.note_rollback(back);
        }
        Ok(now)
    }

    /// An id from a reading that is plain, in a tick that is there for the taking: nearly always. `None` says nothing but that
    /// the long way has to be gone.
    #[inline(always)]
    pub(super) fn generate_plainly(&mut self, reading: Reading) -> Option<Result<S::Id, E::Error>> {
        if self.clock.resolution_ns() > S::COARSEST_CLOCK_NS {
            return None;
        }
        let now = self.scheme.scale().now(reading);
        let take = self.timeline.take_plainly(now, self.scheme.room())?;
        Some(self.draw_plainly(take, now))
    }

    /// An id from a reading that has been noted.
    #[inline(always)]
    pub(super) fn mint(&mut self, now: Now) -> Result<S::Id, Cause<E::Error>> {
        let long_way = match self.timeline.propose_plainly(now, self.scheme.room()) {
            Some(take) => match self.draw_plainly(take, now) {
                Ok(id) => return Ok(id),
                Err(error) => self.entropy_failed(error),
            },
            None => self.mint_carefully(now),
        };
        long_way.map(|Careful(id)| id)
    }

    /// [`take`](Self::take) for a tick that was had plainly.
    #[inline(always)]
    fn draw_plainly(&mut self, take: Take, now: Now) -> Result<S::Id, E::Error> {
        let drawn = self.draw(take);
        if drawn.is_ok() {
            self.timeline.commit_plainly(take, now.tick as u64);
            self.meter.minted = self.meter.minted.wrapping_add(1);
        }
        drawn
    }

    /// [`mint_into`](Self::mint_into) for a caller of the plain way, who is handed the id.
    #[cold]
    #[inline(never)]
    pub(super) fn mint_carefully(&mut self, now: Now) -> Result<Careful<S::Id>, Cause<E::Error>> {
        let mut id = S::Id::default();
        self.mint_into(now, &mut id, Store::Unasked).map_or_else(|halt| Err(halt.cause()), |()| Ok(Careful(id)))
    }

    /// Everything that is not plain: a mark that may be late after all, a tick in trouble, a wait, a refusal. The id is
    /// written where it is to stay.
    #[inline(never)]
    pub(super) fn mint_into(&mut self, now: Now, place: &mut S::Id, store: Store) -> Result<(), Halt<E::Error>> {
        let (room, scale) = (self.scheme.room(), self.scheme.scale());
        let mut decision = match self.timeline.propose_plainly(now, room) {
            Some(take) => Decision::taking(take),
            None => self.timeline.decide(now, room, scale),
        };
        let mut is_late = false;
        if let Some(due) = self.timeline.due(decision, scale) {
            // A restart is not late but out of order: it waits for its lower mark whatever the policy, unless that has failed.
            let waits = decision.what() == What::Restarted && store == Store::Unasked;
            if waits || self.timeline.on_mark_late() == OnMarkLate::Refuse {
                decision = Decision::save(due);
            } else {
                is_late = true;
            }
        }
        self.carry_out(decision, place)?;
        if is_late {
            bump(&mut self.meter.late);
        }
        Ok(())
    }

    /// Uses the tick, if one was granted; else counts why not.
    #[inline(never)]
    pub(super) fn carry_out(&mut self, decision: Decision, place: &mut S::Id) -> Result<(), Halt<E::Error>> {
        if decision.what().is_take() {
            return self.take(decision, place).map_err(Halt::Entropy);
        }
        match decision.wait() {
            Some((_, on)) => {
                bump(&mut self.meter.waits);
                if on == Waiting::Room {
                    bump(&mut self.meter.exhaustions);
                }
            }
            None => self.meter.count_refusal(decision.refusal()),
        }
        Err(Halt::Decided(decision))
    }

    /// Draws, and only then commits.
    #[inline(always)]
    fn take(&mut self, decision: Decision, place: &mut S::Id) -> Result<(), E::Error> {
        let (what, tick) = (decision.what(), decision.value());
        let drawn = if what.is_new() {
            self.scheme.first(tick, &mut self.entropy)
        } else {
            self.scheme.next(tick, &mut self.entropy)
        };
        match drawn {
            Ok(id) => {
                *place = id;
                self.timeline.carry_out(decision, self.scheme.scale());
                self.meter.minted = self.meter.minted.wrapping_add(1);
                self.meter.count_trouble(what);
                Ok(())
            }
            Err(error) => {
                bump(&mut self.meter.entropy_failures);
                Err(error)
            }
        }
    }

    #[inline(always)]
    fn draw(&mut self, take: Take) -> Result<S::Id, E::Error> {
        match take {
            Take::New { tick, .. } => self.scheme.first(tick, &mut self.entropy),
            Take::Same { tick, .. } => self.scheme.next(tick, &mut self.entropy),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn entropy_failed(&mut self, error: E::Error) -> Result<Careful<S::Id>, Cause<E::Error>> {
        bump(&mut self.meter.entropy_failures);
        Err(Cause::Entropy(error))
    }
}

impl<S: Scheme, C, E> Generator<S, C, E> {
    #[inline(always)]
    pub(super) fn decide(&self, now: Now) -> Decision {
        let room = self.scheme.room();
        match self.timeline.propose_plainly(now, room) {
            Some(take) => Decision::taking(take),
            None => self.timeline.decide_with_marks(now, room, self.scheme.scale()),
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, refusal: Refusal) -> Refusal {
        self.meter.count_refusal(refusal);
        refusal
    }

    #[cold]
    #[inline(never)]
    fn note_rollback(&mut self, ticks: u64) {
        self.meter.count_rollback(self.scheme.scale().ms(ticks));
    }
}
