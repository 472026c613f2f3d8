//! The two ways to an id: a plain one, which nearly every call goes and which is inlined where it is called, and a long one
//! for everything else, kept apart so that the plain one stays short.
//!
//! Both come to the same answers. The plain way only ever says "this id" or "go the long way", and has noted nothing then.
//! Where bytes count there is [one way](ONE_WAY), the long one, which then notes no more for a plain id than the plain one does.

use super::Generator;
use crate::cause::{Cause, Refusal};
use crate::clock::{Clock, ClockError, Reading};
use crate::entropy::Entropy;
use crate::meter::bump;
use crate::scheme::Scheme;
use crate::timeline::{Decision, Now, Take};

/// On small cores and in WebAssembly every id goes the long way: a plain one beside it would cost more bytes than it saves
/// time.
pub(super) const ONE_WAY: bool = cfg!(not(target_pointer_width = "64"));

/// An id minted the long way.
///
/// A type of its own keeps the result of the long way apart from that of the plain way, which can so stay in registers: an
/// id that goes through memory is written in two halves and read back as one, and that stalls for longer than all the rest.
/// The long way's errors are made in functions of its own for the same reason: their parts, laid over those of an id, would
/// cut it to pieces.
pub(super) struct Careful<Id>(pub(super) Id);

/// How a call came to its decision.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Course {
    /// Plainly: where a tick is used, there is nothing to note but that.
    Plain,
    /// By all rules.
    Judged,
    /// By all rules, to restart although the lower mark for it is not saved.
    Unsaved,
}

/// What has become of a mark that is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Store {
    /// Nobody was asked to save it.
    Unasked,
    /// It could not be saved.
    Failed,
}

impl<S: Scheme, C: Clock, E: Entropy> Generator<S, C, E> {
    /// Reads the clock for ids; where it says nothing, that is a call refused.
    pub(crate) fn now(&mut self) -> Result<Now, Refusal> {
        self.look().map_err(|refusal| self.refuse(refusal))
    }

    /// Reads the clock.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn look(&mut self) -> Result<Now, Refusal> {
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

    /// [`generate`](Self::generate) where there is [one way](ONE_WAY).
    #[inline(never)]
    pub(super) fn generate_by_the_one_way(&mut self) -> Result<S::Id, Cause<E::Error>> {
        match self.now() {
            Ok(now) => self.mint_by_any_way(now, Store::Unasked),
            Err(refusal) => Err(Cause::Refused(refusal)),
        }
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

    /// [`carry_out`](Self::carry_out) for a tick that was had plainly.
    #[inline(always)]
    fn draw_plainly(&mut self, take: Take, now: Now) -> Result<S::Id, E::Error> {
        let drawn = self.draw(take);
        if drawn.is_ok() {
            self.timeline.commit_plainly(take, now.tick as u64);
            self.meter.minted = self.meter.minted.wrapping_add(1);
        }
        drawn
    }

    /// [`mint_by_any_way`](Self::mint_by_any_way) for a caller of the plain way.
    #[cold]
    #[inline(never)]
    pub(super) fn mint_carefully(&mut self, now: Now) -> Result<Careful<S::Id>, Cause<E::Error>> {
        self.mint_by_any_way(now, Store::Unasked).map(Careful)
    }

    /// Everything, what is not plain too: a mark that may be late after all, a tick in trouble, a wait, a refusal.
    #[cfg_attr(any(target_pointer_width = "64", target_family = "wasm"), inline(never))]
    pub(super) fn mint_by_any_way(&mut self, now: Now, store: Store) -> Result<S::Id, Cause<E::Error>> {
        let (room, scale) = (self.scheme.room(), self.scheme.scale());
        let (decision, course) = match self.timeline.propose_plainly(now, room) {
            Some(take) => (Decision::taking(take), Course::Plain),
            None => {
                let decision = self.timeline.decide_to_mint(now, room, scale, store == Store::Failed);
                // Nothing but a store that fails lets a restart go on unsaved.
                let is_unsaved = store == Store::Failed && self.timeline.restarts_unsaved(decision, scale);
                (decision, if is_unsaved { Course::Unsaved } else { Course::Judged })
            }
        };
        self.carry_out(decision, now, course)
    }

    /// Uses the tick, if one was granted; else says, and counts, why not. Draws, and only then commits.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(always))]
    pub(super) fn carry_out(&mut self, decision: Decision, now: Now, course: Course) -> Result<S::Id, Cause<E::Error>> {
        let (what, tick) = (decision.what(), decision.value());
        let drawn = if what.is_new() {
            self.scheme.first(tick, &mut self.entropy)
        } else if what.is_take() {
            self.scheme.next(tick, &mut self.entropy)
        } else {
            return Err(self.meter.halt(decision));
        };
        match drawn {
            Ok(id) => {
                self.meter.minted = self.meter.minted.wrapping_add(1);
                if course == Course::Plain {
                    self.timeline.go_on_to(tick, now.tick as u64);
                } else {
                    self.timeline.carry_out(decision, now.tick as u64, course == Course::Unsaved);
                    self.meter.count_trouble(what);
                    if self.timeline.is_late() {
                        bump(&mut self.meter.late);
                    }
                }
                Ok(id)
            }
            Err(error) => {
                bump(&mut self.meter.entropy_failures);
                Err(Cause::Entropy(error))
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
