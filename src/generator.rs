//! The generator of every time-ordered scheme: one clock, one random source, one timeline, one scheme.

use core::fmt;

use crate::cause::{Cause, Refusal, Stopped};
use crate::clock::{Clock, Reading};
use crate::entropy::Entropy;
use crate::mark::DueMark;
use crate::meter::Meter;
use crate::options::Options;
use crate::scheme::Scheme;
use crate::timeline::{Room, Timeline};

#[cfg(feature = "std")]
mod counted;
mod marks;
mod patient;
mod several;
mod ways;
mod within;

#[cfg(feature = "std")]
pub(crate) use patient::patiently;
use ways::{Careful, Course, ONE_WAY, Store};
pub(crate) use within::Outside;

/// Mints ids of one scheme from a clock and a random source.
///
/// Use it through the name of its scheme: [`V7Generator`](crate::V7Generator),
/// [`PreciseV7Generator`](crate::PreciseV7Generator), [`UlidGenerator`](crate::UlidGenerator),
/// [`SnowflakeGenerator`](crate::SnowflakeGenerator).
///
/// Keep one generator for as long as ids are made: order within a tick lives in its memory, and a generator made anew for
/// each id has none. It is neither `Copy` nor `Clone`, because a copy would give the same ids again:
///
/// ```compile_fail
/// # use mintid::{V7Generator, clock::ManualClock, entropy::Bytes};
/// let ids = V7Generator::new(ManualClock::at_ms(0), Bytes::new(&[]));
/// let twin = ids.clone();
/// ```
// Small cores reach what is near the start in fewer instructions: what every id needs comes first there.
#[cfg_attr(not(target_pointer_width = "64"), repr(C))]
pub struct Generator<S, C, E> {
    timeline: Timeline,
    scheme: S,
    clock: C,
    entropy: E,
    meter: Meter,
}

impl<S: Scheme + Copy, C, E> Generator<S, C, E> {
    /// A generator with these options. Nothing is read or drawn before the first id.
    ///
    /// `const`, so that it can be a `static` behind whatever lock the platform has:
    ///
    /// ```
    /// use core::convert::Infallible;
    /// use std::sync::Mutex;
    ///
    /// use mintid::clock::{Bounded, OffsetClock};
    /// use mintid::entropy::FromFn;
    /// use mintid::{UlidGenerator, ulid};
    ///
    /// # fn uptime_ms() -> u64 { 1_000 }
    /// # fn hardware_rng(bytes: &mut [u8]) -> Result<(), Infallible> { bytes.fill(4); Ok(()) }
    /// type Wall = Bounded<OffsetClock<fn() -> u64>>;
    /// type Random = FromFn<fn(&mut [u8]) -> Result<(), Infallible>>;
    ///
    /// static IDS: Mutex<UlidGenerator<Wall, Random>> = Mutex::new(UlidGenerator::with(
    ///     ulid::Options::new().step(ulid::Step::Random),
    ///     Bounded::new(OffsetClock::new(uptime_ms as fn() -> u64)).not_before(1_764_417_600_000),
    ///     FromFn::new(hardware_rng),
    /// ));
    /// # IDS.lock().unwrap().clock_mut().get_mut().set_ms(1_764_500_000_000);
    /// # assert!(IDS.lock().unwrap().generate().is_ok());
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn with(options: Options<S>, clock: C, entropy: E) -> Self {
        Self {
            timeline: Timeline::new(options.policy, options.window_ms, &options.scale),
            scheme: options.scheme,
            meter: Meter::new(),
            clock,
            entropy,
        }
    }
}

impl<S: Scheme, C, E> Generator<S, C, E> {
    /// The counts so far.
    #[must_use]
    pub const fn meter(&self) -> Meter {
        self.meter
    }

    /// The counts so far, where they are kept.
    #[must_use]
    pub const fn meter_ref(&self) -> &Meter {
        &self.meter
    }

    /// How far the newest id is ahead of the highest clock reading accepted, in milliseconds rounded up.
    #[must_use]
    pub fn lead_ms(&self) -> u64 {
        self.scheme.scale().ms(self.timeline.lead())
    }

    /// The tick of the newest id, once there is one.
    pub(crate) const fn newest_tick(&self) -> Option<u64> {
        self.timeline.last()
    }

    /// The scheme, as the newest id has left it.
    #[must_use]
    pub const fn scheme(&self) -> &S {
        &self.scheme
    }

    /// Forgets whatever a copy of this generator could mint too: for a process that was forked, or a snapshot of one that
    /// may run more than once.
    ///
    /// The tick of the newest id counts as full from then on. So the next id has a tick of its own above it, the present one
    /// or the [next](crate::policy::OnFull), and draws its randomness afresh. Order, marks and counts stay as they are, and
    /// before the first id there is nothing to forget.
    ///
    /// A source that keeps bytes ready must [forget](crate::entropy::Pool::discard) them too.
    ///
    /// ```
    /// # use mintid::V7Generator;
    /// # use mintid::clock::ManualClock;
    /// # use mintid::entropy::Bytes;
    /// # let mut ids = V7Generator::new(ManualClock::at_ms(1_000), Bytes::new(&[7; 20]));
    /// let before = ids.generate()?;
    /// ids.reseed();
    /// let after = ids.generate()?; // the clock stands still
    /// assert_eq!((before.unix_ms(), after.unix_ms()), (Some(1_000), Some(1_001)));
    /// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
    /// ```
    pub fn reseed(&mut self) {
        self.scheme.close();
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
    // On large cores the plain way is worth its bytes at each call: an id that is returned goes through memory, see `Careful`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub fn generate(&mut self) -> Result<S::Id, Cause<E::Error>> {
        if ONE_WAY {
            return self.generate_by_the_one_way();
        }
        let long_way = match self.clock.read() {
            Ok(reading) => match self.generate_plainly(reading) {
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
        self.fill_as(ids, Store::Unasked)
    }

    /// Mints as [`fill`](Self::fill) does, where the mark that is due could not be saved: what
    /// [`generate_saving`](Self::generate_saving) does with a store that fails, for stores that have failed already.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    pub fn fill_unsaved(&mut self, ids: &mut [S::Id]) -> Result<(), Stopped<E::Error>> {
        self.fill_as(ids, Store::Failed)
    }

    /// An id for the given time, with fresh randomness, drawn as the first id of a tick is.
    ///
    /// It touches no state: it takes no part in the order of the generated ids, and the meter does not count it. Times are
    /// Unix milliseconds as `u64` or `i64`, or a [`Reading`].
    ///
    /// Of a [Snowflake](crate::Snowflake), which has nothing random, it may be one that is issued too: to look for ids, and not
    /// to make them.
    ///
    /// ```
    /// # use mintid::{UlidGenerator, clock::ManualClock, entropy::Bytes};
    /// # let mut ids = UlidGenerator::new(ManualClock::unset(), Bytes::new(&[0; 10]));
    /// let then = ids.at(1_469_918_176_385_u64)?; // the clock is not asked
    /// assert_eq!(then.unix_ms(), 1_469_918_176_385);
    /// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refusal::BeforeEpoch`] and [`Refusal::Horizon`] for times the scheme cannot hold, and the source's error.
    pub fn at(&mut self, time: impl Into<Reading>) -> Result<S::Id, Cause<E::Error>> {
        let scale = self.scheme.scale();
        let time = time.into();
        let tick = scale.now(time).tick;
        let Ok(forward) = u64::try_from(tick) else {
            return Err(Refusal::BeforeEpoch { by_ms: time.unix_ms.abs_diff(scale.epoch_ms() as i64) }.into());
        };
        if forward > scale.last_tick() {
            return Err(Refusal::Horizon.into());
        }
        self.scheme.at(forward, &mut self.entropy).map_err(Cause::Entropy)
    }

    /// Mints one id as [`generate`](Self::generate) does, and where a mark is due first, has it saved by `save` and goes on.
    ///
    /// For stores that answer at once. Where `save` fails, [`OnMarkLate`](crate::policy::OnMarkLate) decides: refuse, or go
    /// on and count it. It then goes on with a restart too, which [`generate`](Self::generate) refuses until its lower mark
    /// is saved: waiting for a store that has failed could stop an offline client for good, and all that the high mark left
    /// in it can cost is another counted restart at the next start. Until that mark is replaced, every id counts as late.
    ///
    /// # Errors
    ///
    /// As [`generate`](Self::generate).
    pub fn generate_saving<X>(
        &mut self,
        save: impl FnOnce(DueMark) -> Result<(), X>,
    ) -> Result<S::Id, Cause<E::Error>> {
        let now = self.now()?;
        let decision = self.decide(now);
        match decision.due() {
            Some(due) if save(due).is_err() => self.mint_by_any_way(now, Store::Failed),
            Some(due) => {
                self.timeline.mark_saved(due, &self.scheme.scale());
                self.mint_by_any_way(now, Store::Unasked)
            }
            None if ONE_WAY => self.mint_by_any_way(now, Store::Unasked),
            None => self.carry_out(decision, now, Course::Judged),
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fill_as(&mut self, ids: &mut [S::Id], store: Store) -> Result<(), Stopped<E::Error>> {
        if ids.is_empty() {
            return Ok(());
        }
        let now = self.now().map_err(|refusal| Stopped { written: 0, cause: refusal.into() })?;
        for (written, place) in ids.iter_mut().enumerate() {
            let minted =
                if ONE_WAY || store == Store::Failed { self.mint_by_any_way(now, store) } else { self.mint(now) };
            match minted {
                Ok(id) => *place = id,
                Err(cause) => return Err(Stopped { written, cause }),
            }
        }
        Ok(())
    }

    /// Takes one clock reading without minting, so that a mark can be measured from the present. The meter counts a step
    /// back, and no refusal: no id was asked for.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] that a clock without a reading means.
    pub fn observe(&mut self) -> Result<(), Refusal> {
        self.look().map(|_| ())
    }
}

impl<S: Scheme, C, E> Generator<S, C, E> {
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
