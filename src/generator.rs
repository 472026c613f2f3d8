//! The generator of every time-ordered scheme: one clock, one random source, one timeline, one scheme.

use core::fmt;

use crate::cause::{Cause, Refusal, Stopped};
use crate::clock::{Clock, ClockError, Reading};
use crate::entropy::Entropy;
use crate::mark::{DueMark, Save};
use crate::meter::{Meter, bump};
use crate::options::Options;
use crate::policy::OnMarkLate;
use crate::scheme::Scheme;
use crate::timeline::{Now, Room, Step, Take, Timeline, Waiting, Why};

#[cfg(feature = "std")]
mod counted;
mod starts;

/// Mints ids of one scheme from a clock and a random source.
///
/// Use it through the name of its scheme: [`V7Generator`](crate::V7Generator),
/// [`PreciseV7Generator`](crate::PreciseV7Generator), [`UlidGenerator`](crate::UlidGenerator).
///
/// Keep one generator for as long as ids are made: order within a tick lives in its memory, and a generator made anew for
/// each id has none. It is neither `Copy` nor `Clone`, because a copy would give the same ids again:
///
/// ```compile_fail
/// # use mintid::{V7Generator, clock::ManualClock, entropy::Bytes};
/// let ids = V7Generator::new(ManualClock::at_ms(0), Bytes::new(&[]));
/// let twin = ids.clone();
/// ```
pub struct Generator<S, C, E> {
    timeline: Timeline,
    scheme: S,
    meter: Meter,
    clock: C,
    entropy: E,
}

impl<S: Scheme, C, E> Generator<S, C, E> {
    /// A generator with these options. Nothing is read or drawn before the first id.
    #[must_use]
    pub fn with(options: Options<S>, clock: C, entropy: E) -> Self {
        let scale = options.scheme.scale();
        let timeline = Timeline::new(options.policy, options.window_ms, &scale);
        Self::from_parts(timeline, options.scheme, clock, entropy)
    }

    /// The pieces put together, for the schemes' own `const` constructors.
    pub(crate) const fn from_parts(timeline: Timeline, scheme: S, clock: C, entropy: E) -> Self {
        Self { timeline, scheme, meter: Meter::new(), clock, entropy }
    }

    /// The counts so far.
    #[must_use]
    pub const fn meter(&self) -> Meter {
        self.meter
    }

    /// How far the newest id is ahead of the highest clock reading accepted, in milliseconds rounded up.
    #[must_use]
    pub fn lead_ms(&self) -> u64 {
        self.scheme.scale().ms(self.timeline.lead())
    }

    /// The clock, to set it for instance.
    pub fn clock_mut(&mut self) -> &mut C {
        &mut self.clock
    }

    /// The random source, to discard what a pool holds for instance.
    pub fn entropy_mut(&mut self) -> &mut E {
        &mut self.entropy
    }
}

impl<S: Scheme, C: Clock, E: Entropy> Generator<S, C, E> {
    /// Mints one id from one reading.
    ///
    /// # Errors
    ///
    /// [`Cause`] says why there is none and what to do next. Nothing has changed then but the meter, the last reading, and
    /// what the source has given away.
    // On large cores the plain way is worth its bytes at each call: see `Careful`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub fn generate(&mut self) -> Result<S::Id, Cause<E::Error>> {
        let long_way = match self.clock.read() {
            Ok(reading) => match self.note_plainly(reading).and_then(|now| self.mint_plainly(now)) {
                Some(Ok(id)) => return Ok(id),
                Some(Err(error)) => self.entropy_failed(error),
                None => self.generate_carefully(reading),
            },
            Err(error) => self.generate_without_reading(error),
        };
        long_way.map(|Careful(id)| id)
    }

    /// Mints one id for each place of the slice, all from one reading.
    ///
    /// # Errors
    ///
    /// [`Stopped`] says how many were written before it ended early, and why. Those ids are good, and spent.
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<(), Stopped<E::Error>> {
        if ids.is_empty() {
            return Ok(());
        }
        let now = self.now().map_err(|refusal| Stopped { written: 0, cause: refusal.into() })?;
        for (written, place) in ids.iter_mut().enumerate() {
            *place = self.mint(now).map_err(|cause| Stopped { written, cause })?;
        }
        Ok(())
    }

    /// An id for the given time, with fresh randomness, drawn as the first id of a tick is.
    ///
    /// It touches no state: it takes no part in the order of the generated ids, and the meter does not count it. Times are
    /// Unix milliseconds, or a [`Reading`].
    ///
    /// # Errors
    ///
    /// [`Refusal::BeforeEpoch`] and [`Refusal::Horizon`] for times the scheme cannot hold, and the source's error.
    pub fn at(&mut self, time: impl Into<Reading>) -> Result<S::Id, Cause<E::Error>> {
        let scale = self.scheme.scale();
        let tick = scale.now(time.into()).tick;
        let Ok(forward) = u64::try_from(tick) else {
            return Err(Refusal::BeforeEpoch { by_ms: scale.ms(tick.unsigned_abs()) }.into());
        };
        if forward > scale.last_tick() {
            return Err(Refusal::Horizon.into());
        }
        self.scheme.at(forward, &mut self.entropy).map_err(Cause::Entropy)
    }

    /// Mints one id as [`generate`](Self::generate) does, and where a mark is due first, has it saved by `save` and goes on.
    ///
    /// For stores that answer at once. Where `save` fails, [`OnMarkLate`] decides: refuse, or go on and count it. It then
    /// goes on with a restart too, which [`generate`](Self::generate) refuses until its lower mark is saved: waiting for a
    /// store that has failed could stop an offline client for good, and all that the high mark left in it can cost is
    /// another counted restart at the next start.
    ///
    /// # Errors
    ///
    /// As [`generate`](Self::generate).
    pub fn generate_saving<X>(
        &mut self,
        save: impl FnOnce(DueMark) -> Result<(), X>,
    ) -> Result<S::Id, Cause<E::Error>> {
        let now = self.now()?;
        let scale = self.scheme.scale();
        let long_way = match self.timeline.propose(now, self.scheme.room(), &scale) {
            Step::Refused(Refusal::MarkDue(due)) => {
                if save(due).is_err() {
                    self.mint_late(due, now)
                } else {
                    self.timeline.mark_saved(due, &scale);
                    self.mint_carefully(now)
                }
            }
            step => self.take_or_explain(step),
        };
        long_way.map(|Careful(id)| id)
    }

    /// Takes one clock reading without minting, so that a mark can be measured from the present.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] that a clock without a reading means.
    pub fn observe(&mut self) -> Result<(), Refusal> {
        self.now().map(|_| ())
    }

    fn now(&mut self) -> Result<Now, Refusal> {
        match self.clock.read() {
            Ok(reading) => self.note(reading),
            Err(error) => self.without_reading(error),
        }
    }

    fn note(&mut self, reading: Reading) -> Result<Now, Refusal> {
        let clock_ns = self.clock.resolution_ns();
        if clock_ns > S::COARSEST_CLOCK_NS {
            return Err(self.refuse(Refusal::Resolution { clock_ns }));
        }
        let now = self.scheme.scale().now(reading);
        let back = self.timeline.observe(now);
        if back > 0 {
            self.note_rollback(back);
        }
        Ok(now)
    }

    /// Takes note of a reading where there is nothing else to it: nearly always.
    #[inline(always)]
    fn note_plainly(&mut self, reading: Reading) -> Option<Now> {
        if !PLAIN_WAY_APART || self.clock.resolution_ns() > S::COARSEST_CLOCK_NS {
            return None;
        }
        let now = self.scheme.scale().now(reading);
        if self.timeline.observe_plainly(now) { Some(now) } else { None }
    }

    /// [`generate`](Self::generate) for every reading. One that the plain way has noted already is noted again, which
    /// changes nothing.
    #[cold]
    #[inline(never)]
    fn generate_carefully(&mut self, reading: Reading) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match self.note(reading) {
            Ok(now) => self.mint_carefully(now),
            Err(refusal) => Err(Cause::Refused(refusal)),
        }
    }

    #[cold]
    fn generate_without_reading(&mut self, error: ClockError) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match self.without_reading(error) {
            Ok(now) => self.mint_carefully(now),
            Err(refusal) => Err(Cause::Refused(refusal)),
        }
    }

    #[cold]
    #[inline(never)]
    fn without_reading(&mut self, error: ClockError) -> Result<Now, Refusal> {
        let stand_in = match error {
            ClockError::Unset { since_boot_ms } => self.timeline.stand_in(since_boot_ms, &self.scheme.scale()),
            ClockError::Failed => Err(Refusal::ClockFailed),
        };
        match stand_in {
            Ok(now) => {
                let back = self.timeline.observe_stand_in(now);
                if back > 0 {
                    self.note_rollback(back);
                }
                Ok(now)
            }
            Err(refusal) => Err(self.refuse(refusal)),
        }
    }

    #[inline(always)]
    fn mint(&mut self, now: Now) -> Result<S::Id, Cause<E::Error>> {
        let long_way = match self.mint_plainly(now) {
            Some(Ok(id)) => return Ok(id),
            Some(Err(error)) => self.entropy_failed(error),
            None => self.mint_carefully(now),
        };
        long_way.map(|Careful(id)| id)
    }

    /// An id in a tick that is there for the taking: nearly always. `None` says nothing but that the long way has to be gone.
    #[inline(always)]
    fn mint_plainly(&mut self, now: Now) -> Option<Result<S::Id, E::Error>> {
        if !PLAIN_WAY_APART {
            return None;
        }
        let take = self.timeline.propose_plainly(now, self.scheme.room())?;
        let drawn = self.draw(take);
        if drawn.is_ok() {
            self.timeline.commit_at(take, now);
            self.meter.minted = self.meter.minted.wrapping_add(1);
        }
        Some(drawn)
    }

    /// Everything that is not plain: a mark that may be late after all, a tick in trouble, a wait, a refusal.
    #[cold]
    #[inline(never)]
    fn mint_carefully(&mut self, now: Now) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match self.timeline.propose(now, self.scheme.room(), &self.scheme.scale()) {
            // A restart is not late but out of order: it waits for its lower mark whatever the policy.
            Step::Refused(Refusal::MarkDue(due)) if due.save() == Save::Raise => self.mint_late(due, now),
            step => self.take_or_explain(step),
        }
    }

    /// Mints although the mark that is due is not saved, where the policy goes on.
    fn mint_late(&mut self, due: DueMark, now: Now) -> Result<Careful<S::Id>, Cause<E::Error>> {
        if self.timeline.on_mark_late() == OnMarkLate::Refuse {
            return Err(self.refuse(Refusal::MarkDue(due)).into());
        }
        let step = self.timeline.propose_unsaved(now, self.scheme.room(), &self.scheme.scale());
        let id = self.take_or_explain(step)?;
        bump(&mut self.meter.late);
        Ok(id)
    }

    #[inline(never)]
    fn take_or_explain(&mut self, step: Step) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match step {
            Step::Take(take) => self.take(take),
            Step::Refused(refusal) => Err(self.refuse(refusal).into()),
            Step::Wait { for_ms, on } => {
                bump(&mut self.meter.waits);
                if on == Waiting::Room {
                    bump(&mut self.meter.exhaustions);
                }
                Err(Cause::Wait { for_ms })
            }
        }
    }

    /// Draws, and only then commits.
    fn take(&mut self, take: Take) -> Result<Careful<S::Id>, Cause<E::Error>> {
        match self.draw(take) {
            Ok(id) => {
                self.timeline.commit(take);
                self.meter.minted = self.meter.minted.wrapping_add(1);
                if !matches!(take, Take::New { why: Why::Clock, .. } | Take::Same { held: false, .. }) {
                    self.meter.count_trouble(take);
                }
                Ok(Careful(id))
            }
            Err(error) => self.entropy_failed(error),
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
    fn entropy_failed(&mut self, error: E::Error) -> Result<Careful<S::Id>, Cause<E::Error>> {
        bump(&mut self.meter.entropy_failures);
        Err(Cause::Entropy(error))
    }
}

/// On large cores the plain way is worth its bytes at each call; small ones go the long way always.
const PLAIN_WAY_APART: bool = cfg!(target_pointer_width = "64");

/// An id minted the long way.
///
/// A type of its own keeps the result of the long way apart from that of the plain way, which can so stay in registers: an
/// id that goes through memory is written in two halves and read back as one, and that stalls for longer than all the rest.
struct Careful<Id>(Id);

impl<S: Scheme, C, E> Generator<S, C, E> {
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

    /// Whether the present tick has room for one more id.
    #[must_use]
    pub fn room(&self) -> Room {
        self.scheme.room()
    }
}

impl<S, C, E> fmt::Debug for Generator<S, C, E> {
    /// Prints neither clock nor source: what a source holds would tell the next ids.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("last", &self.timeline.last())
            .field("meter", &self.meter)
            .finish_non_exhaustive()
    }
}
