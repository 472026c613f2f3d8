//! One generator for main and interrupts.
//!
//! ```text
//!  the lock (critical section)            outside of it
//! ┌───────────────────────────────┐      ┌─────────────┐
//! │ Generator: clock, timeline,   │ ◀─8──│   source    │  taken by one call at a time
//! │ scheme, meter, and N bytes    │ bytes│             │
//! └───────────────────────────────┘      └─────────────┘
//! ```
//!
//! With interrupts off, the cheap clock is read and bytes that lie ready are used. Nothing there is slow, and no loop is
//! longer than an id. A random source can be slow: a hardware generator that makes a word in microseconds, a cipher that
//! makes a block. So it is drawn from with interrupts on, eight bytes at a time, and each eight go into the pool in a short
//! section of their own.
//!
//! # Who waits for whom
//!
//! Nobody. An interrupt that comes while main draws finds the source taken, and lives on what the pool holds. If that is
//! too little, the call is an error, [`Dry`], counted in the meter as a failure of the source, and nothing is minted.
//!
//! # The order of the bytes
//!
//! Only the call that has taken the source puts bytes in, and it gives the source back afterwards. So two calls cannot
//! mix their draws up, and the pool gives the source's bytes in the source's order: the ids are those that a plain
//! [`Generator`] over the same clock and source would have given.
//!
//! # Time with interrupts off
//!
//! One section is one of these: an id from bytes that lie ready, with one reading of the clock; eight bytes put into the pool; a mark asked for, or noted. What a caller does inside of [`with`](Shared::with) is the caller's.

use core::cell::{Cell, RefCell};
use core::fmt;

use critical_section::Mutex;

use mintid::cause::{Cause, Refusal};
use mintid::clock::Clock;
use mintid::entropy::Entropy;
use mintid::generator::Generator;
use mintid::mark::{DueMark, Mark, StartError};
use mintid::meter::Meter;
use mintid::options::Options;
use mintid::scheme::Scheme;
use mintid::{ulid, uuid};

mod error;
mod held;
mod marks;
mod snowflake;

pub use error::{Busy, Error, MintError, PoolError, TopUpError};
use held::PIECE;
pub use held::{Dry, Held};
pub use marks::{AsyncMarkStore, SaveError};
pub use snowflake::SharedSnowflake;

/// A v7 generator for main and interrupts.
pub type SharedV7<C, E, const N: usize = 32> = Shared<uuid::v7::Counter, C, E, N>;

/// A ULID generator for main and interrupts.
pub type SharedUlid<C, E, const N: usize = 32> = Shared<ulid::Randomness, C, E, N>;

/// Main tops up when fewer bytes are left: enough for an id of its own.
const LOW: usize = 16;

/// A generator in a `static`, for main and interrupts.
///
/// `S` is the scheme, `C` the clock, `E` the random source, and `N` the size of the pool: 24 bytes at least, in eights. A
/// new tick takes 10 of them, and another id of the tick 7 (v7), 0 or 6 (ULID). Choose it so large that the
/// interrupts between two calls of [`top_up`](Self::top_up) from main find what they need. [`generate`](Self::generate) alone
/// tops up only when fewer than 16 bytes are left.
/// A [`SharedSnowflake`] needs neither source nor pool.
///
/// The clock is read with interrupts off, so it should be a register or a counter. The source is moved out of the static and
/// back when the pool is topped up: keep a handle to the hardware, and lend anything large as `&'static mut`.
///
/// ```
/// use mintid::clock::{Bounded, OffsetClock};
/// use mintid::entropy::FromFn;
/// use mintid::{Ulid, ulid};
/// use mintid_mcu::SharedUlid;
///
/// # fn uptime_ms() -> u64 { 1_000 }
/// # fn hardware_rng(bytes: &mut [u8]) -> Result<(), core::convert::Infallible> { bytes.fill(4); Ok(()) }
/// # fn send(_: Ulid) {}
/// type Wall = Bounded<OffsetClock<fn() -> u64>>;
/// type Random = FromFn<fn(&mut [u8]) -> Result<(), core::convert::Infallible>>;
///
/// static IDS: SharedUlid<Wall, Random> = SharedUlid::new(
///     ulid::Options::new(),
///     Bounded::new(OffsetClock::new(uptime_ms as fn() -> u64)).not_before(1_764_417_600_000),
///     FromFn::new(hardware_rng),
/// );
///
/// fn on_timer() {
///     if let Ok(id) = IDS.generate_from_interrupt() {
///         send(id);
///     }
/// }
///
/// // Main: the time has come in over the network.
/// IDS.with(|ids| ids.clock_mut().get_mut().set_ms(1_764_500_000_000))?;
/// IDS.top_up()?;
/// # on_timer();
/// let id = IDS.generate()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shared<S, C, E, const N: usize = 32> {
    state: Mutex<RefCell<Generator<S, C, Held<N>>>>,
    source: Mutex<Cell<Source<E>>>,
}

enum Source<E> {
    /// None was given yet.
    Missing,
    /// A call is drawing from it.
    Taken,
    Here(E),
}

impl<S: Scheme + Copy, C, E, const N: usize> Shared<S, C, E, N> {
    /// A generator over this clock and source. Nothing is read or drawn before the first call.
    #[must_use]
    pub const fn new(options: Options<S>, clock: C, source: E) -> Self {
        Self::made(Generator::with(options, clock, Held::new()), Source::Here(source))
    }

    /// A generator whose source is only there at run time, as the owner of a peripheral is: [give](Self::set_source) it then.
    #[must_use]
    pub const fn without_source(options: Options<S>, clock: C) -> Self {
        Self::made(Generator::with(options, clock, Held::new()), Source::Missing)
    }
}

impl<S: Scheme, C, E, const N: usize> Shared<S, C, E, N> {
    /// One with a pool that can be topped up.
    #[inline(always)]
    const fn made(generator: Generator<S, C, Held<N>>, source: Source<E>) -> Self {
        const {
            assert!(S::LARGEST_DRAW <= LOW, "this scheme needs more for one id than is kept ready");
            assert!(N >= LOW + PIECE, "the pool is too small to be topped up: choose 24 or more");
        }
        Self::around(generator, source)
    }

    #[inline(always)]
    const fn around(generator: Generator<S, C, Held<N>>, source: Source<E>) -> Self {
        Self { state: Mutex::new(RefCell::new(generator)), source: Mutex::new(Cell::new(source)) }
    }
}

impl<S: Scheme, C, E, const N: usize> Shared<S, C, E, N> {
    /// Runs `work` on the generator with interrupts off: the way to everything that a [`Generator`] can do, to setting its
    /// clock for instance.
    ///
    /// Keep it short: nothing else runs meanwhile. What it gives back is copied.
    ///
    /// # Errors
    ///
    /// [`Busy`] inside of another `work`, or from the clock.
    #[inline]
    pub fn with<R>(&self, work: impl FnOnce(&mut Generator<S, C, Held<N>>) -> R) -> Result<R, Busy> {
        critical_section::with(|cs| match self.state.borrow(cs).try_borrow_mut() {
            Ok(mut generator) => Ok(work(&mut generator)),
            Err(_) => Err(Busy),
        })
    }

    /// Gives the generator its source, or another one. From main, before the first id; what the pool holds stays.
    ///
    /// # Errors
    ///
    /// [`Busy`] while a call is drawing from the one before; the new one is then dropped.
    pub fn set_source(&self, source: E) -> Result<(), Busy> {
        critical_section::with(|cs| {
            let cell = self.source.borrow(cs);
            match cell.replace(Source::Taken) {
                Source::Taken => Err(Busy),
                Source::Missing | Source::Here(_) => {
                    cell.set(Source::Here(source));
                    Ok(())
                }
            }
        })
    }

    /// The counts so far: 88 bytes, copied with interrupts off. For one of them, ask
    /// [`with`](Self::with)`(|ids| ids.meter_ref().late)`.
    ///
    /// # Errors
    ///
    /// [`Busy`].
    pub fn meter(&self) -> Result<Meter, Busy> {
        self.with(|ids| ids.meter())
    }

    /// Starts the run at a mark that an earlier one has saved; before the first id.
    ///
    /// # Errors
    ///
    /// As [`Generator::start_from`], and [`Busy`].
    pub fn start_from(&self, mark: Mark) -> Result<(), Error<StartError>> {
        Error::of(self.with(|ids| ids.start_from(mark)))
    }

    /// Starts the run without an earlier mark: the very first one, or one whose store is lost.
    ///
    /// # Errors
    ///
    /// As [`Generator::start_without_mark`], and [`Busy`].
    pub fn start_without_mark(&self) -> Result<(), Error<StartError>> {
        Error::of(self.with(Generator::start_without_mark))
    }

    /// The mark to save now, if one is due. From main: it saves the mark, and then [says so](Self::mark_saved). See
    /// [`Generator::mark_due`].
    ///
    /// # Errors
    ///
    /// [`Busy`].
    pub fn mark_due(&self) -> Result<Option<DueMark>, Busy> {
        self.with(|ids| ids.mark_due())
    }

    /// Confirms that a mark has been saved. Ids minted from interrupts while it was being saved do no harm: the mark that
    /// counts is the one given here.
    ///
    /// # Errors
    ///
    /// [`Busy`]; the mark then does not count as saved.
    pub fn mark_saved(&self, due: DueMark) -> Result<(), Busy> {
        self.with(|ids| ids.mark_saved(due))
    }

    /// The mark for a clean end of the run. See [`Generator::flush`].
    ///
    /// # Errors
    ///
    /// [`Busy`].
    pub fn flush(&self) -> Result<Option<DueMark>, Busy> {
        self.with(|ids| ids.flush())
    }
}

impl<S: Scheme, C: Clock, E, const N: usize> Shared<S, C, E, N> {
    /// Mints one id from the bytes that lie ready, and never asks the source. For interrupts, and for any other code that
    /// must not wait for it.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`], with [`Dry`] where the pool holds too little, and [`Busy`].
    #[inline]
    pub fn generate_from_interrupt(&self) -> Result<S::Id, Error<Cause<Dry>>> {
        Error::of(self.with(Generator::generate))
    }

    /// Takes one clock reading without minting, so that a mark can be measured from the present.
    ///
    /// # Errors
    ///
    /// As [`Generator::observe`], and [`Busy`].
    pub fn observe(&self) -> Result<(), Error<Refusal>> {
        Error::of(self.with(Generator::observe))
    }
}

impl<S: Scheme, C: Clock, E: Entropy, const N: usize> Shared<S, C, E, N> {
    /// Mints one id, topping the pool up first when fewer than 16 bytes of it are left.
    ///
    /// From main or a task: the source is asked with interrupts on, for as long as it takes. While another call has the source,
    /// this one lives on the pool, as an interrupt does.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`], and [`Busy`]. [`PoolError::Source`] is the source's own failure, and only where the pool
    /// had too little left; [`PoolError::Dry`] passes.
    pub fn generate(&self) -> Result<S::Id, MintError<E::Error>> {
        // In a section of its own: minting there too would be a second copy of the call. No pool is never topped up.
        let is_low = N > 0 && self.with(|ids| ids.entropy_mut().available() < LOW)?;
        let topped_up = if is_low { self.top_up() } else { Ok(()) };
        self.generate_from_interrupt().map_err(|error| match (error, topped_up) {
            (Error::Cause(Cause::Entropy(Dry)), Err(TopUpError::Source(cause))) => {
                Error::Cause(Cause::Entropy(PoolError::Source(cause)))
            }
            (Error::Cause(cause), _) => Error::Cause(cause.map_entropy(PoolError::from)),
            (Error::Busy, _) => Error::Busy,
        })
    }
}

impl<S: Scheme, C, E: Entropy, const N: usize> Shared<S, C, E, N> {
    /// Fills the pool up from the source, by eight bytes and with interrupts on while it is asked. From main, whenever there
    /// is time.
    ///
    /// # Errors
    ///
    /// [`TopUpError`]; what was drawn before the source failed is in the pool.
    #[inline(never)]
    pub fn top_up(&self) -> Result<(), TopUpError<E::Error>> {
        let (mut source, pieces) = self.take_source()?;
        let mut drawn = Ok(());
        // As many as there was room for at the start: interrupts that draw at the same time cannot keep it going.
        for _ in 0..pieces {
            match source.draw::<PIECE>() {
                // This call was let in above, and nobody else puts bytes in while it has the source: there is room.
                Ok(piece) => drop(self.with(|ids| ids.entropy_mut().push(piece))),
                Err(cause) => {
                    drawn = Err(TopUpError::Source(cause));
                    break;
                }
            }
        }
        critical_section::with(|cs| self.source.borrow(cs).set(Source::Here(source)));
        drawn
    }

    /// Takes the source, and says for how many pieces the pool has room.
    fn take_source(&self) -> Result<(E, usize), TopUpError<E::Error>> {
        critical_section::with(|cs| {
            let pieces = match self.state.borrow(cs).try_borrow_mut() {
                Ok(mut generator) => generator.entropy_mut().room(),
                Err(_) => return Err(TopUpError::Busy),
            };
            let cell = self.source.borrow(cs);
            match cell.replace(Source::Taken) {
                Source::Here(source) => Ok((source, pieces)),
                Source::Taken => Err(TopUpError::Taken),
                Source::Missing => {
                    cell.set(Source::Missing);
                    Err(TopUpError::Missing)
                }
            }
        })
    }
}

impl<S, C, E, const N: usize> fmt::Debug for Shared<S, C, E, N> {
    /// Prints nothing of what is inside: it would have to take the lock.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}
