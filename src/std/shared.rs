//! One generator for many threads, in order process-wide.
//!
//! A lock around a [`Generator`] would do, at two atomic operations an id and a queue under load. But nearly every call
//! asks what the last one asked: the reading is still in the newest tick, the tick has room. The timeline's answer to that is
//! known, *same*, so it is given without the lock, by one compare-and-swap; everything else (a new tick, a step back, a full
//! tick, a mark) goes to the generator behind the lock.
//!
//! ```text
//!  word:  tick (44 bits) │ n, the ids issued on the short way in this tick (20 bits)     or CLOSED
//!  base:  the scheme's state when the tick was opened: an id's state is base + n
//! ```
//!
//! Whoever holds the lock first swaps `CLOSED` into the word, so that no swap of the short way can succeed any more, then
//! catches the generator up by `n`, mints, writes the base of a new tick and last the word. A thread on the short way reads
//! word, base, then swaps the word: had the base been changed between, the word would have too. Words only rise: a
//! tick is opened at most once, and after a restart from an earlier time the short way stays closed until the clock has
//! passed the last tick opened, so that an old word never comes back with another base.

use core::fmt;
use rust_std::sync::PoisonError;

use super::sync::{AtomicU64, Mutex, Ordering};
use super::{SystemClock, ThreadEntropy};
use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::generator::Generator;
use crate::mark::{DueMark, StartError};
use crate::meter::Meter;
use crate::options::Options;
use crate::scheme::sealed::Counted;
use crate::{snowflake, ulid, uuid};

/// A v7 generator that threads share.
pub type SharedV7<C = SystemClock, E = ThreadEntropy> = Shared<uuid::v7::Counter, C, E>;

/// A ULID generator that threads share.
pub type SharedUlid<C = SystemClock, E = ThreadEntropy> = Shared<ulid::Randomness, C, E>;

/// A Snowflake generator that threads share, and with it one node.
///
/// ```
/// use mintid::SharedSnowflake;
/// use mintid::snowflake::{Layout, Options};
///
/// let ids = SharedSnowflake::of(Options::new(Layout::TWITTER, 378)?);
/// let (first, second) = std::thread::scope(|scope| {
///     let [first, second] = [(); 2].map(|()| scope.spawn(|| ids.generate()));
///     (first.join().unwrap(), second.join().unwrap())
/// });
/// assert_ne!(first?, second?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SharedSnowflake<C = SystemClock, E = ThreadEntropy> = Shared<snowflake::Sequence, C, E>;

/// A generator that threads share: every id is larger than each one whose call had ended before its own began.
///
/// Clock and source are *handles* that each call copies: [`SystemClock`] and [`ThreadEntropy`], or your own over an atomic
/// or a lock. A generator of random numbers that is `Copy` and keeps its state inside would give the same bytes again.
///
/// It belongs to one process. A forked child must make its own: an inherited one repeats its parent's ids where a step
/// draws nothing ([`Step::One`](crate::ulid::Step::One)), and hangs where another thread held the lock at the fork. The free
/// functions see to this by themselves.
///
/// ```
/// use mintid::SharedV7;
///
/// let ids = SharedV7::default();
/// let mut all = std::thread::scope(|scope| {
///     let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| [ids.generate(), ids.generate()])).collect();
///     threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Result<Vec<_>, _>>()
/// })?;
/// all.sort();
/// all.dedup();
/// assert_eq!(all.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shared<S, C, E> {
    /// As the options had it: it knows what a tick is.
    scheme: S,
    word: AtomicU64,
    base: [AtomicU64; 2],
    /// How far `n` may rise in this tick.
    room: AtomicU64,
    /// The tick of the newest id when the lock was given back last: readable where the lock is lost in a fork.
    newest: AtomicU64,
    clock: C,
    entropy: E,
    owner: Mutex<Owner<S, C, E>>,
}

/// What the lock guards.
struct Owner<S, C, E> {
    generator: Generator<S, C, E>,
    /// The tick opened last, its base, and the `n` that the generator knows of; `None` while its state is not base + n.
    open: Option<Open<S>>,
    /// The highest tick ever opened.
    highest: u64,
    restarts: u32,
}

struct Open<S> {
    base: S,
    n: u64,
}

const N_BITS: u32 = 20;
const N_MAX: u64 = (1 << N_BITS) - 1;
/// Ticks from here on are minted behind the lock: in milliseconds, from the year 2527 on.
const TICK_END: u64 = (1 << (u64::BITS - N_BITS)) - 1;
/// No reading is in this tick.
const CLOSED: u64 = u64::MAX;
/// No id yet.
const NONE: u64 = u64::MAX;

impl<S: Counted + Copy + PartialEq, C: Clock + Copy, E: Entropy + Copy> Shared<S, C, E> {
    /// A shared generator with these options. Nothing is read or drawn before the first id.
    #[must_use]
    pub fn with(options: Options<S>, clock: C, entropy: E) -> Self {
        let generator = Generator::with(options, clock, entropy);
        Self {
            scheme: options.scheme,
            word: AtomicU64::new(CLOSED),
            base: [AtomicU64::new(0), AtomicU64::new(0)],
            room: AtomicU64::new(0),
            newest: AtomicU64::new(NONE),
            clock,
            entropy,
            owner: Mutex::new(Owner { generator, open: None, highest: 0, restarts: 0 }),
        }
    }

    /// Mints one id.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`].
    #[inline]
    pub fn generate(&self) -> Result<S::Id, Cause<E::Error>> {
        match self.generate_plainly() {
            Some(Ok(id)) => Ok(id),
            Some(Err(error)) => self.lock(|generator| Err(generator.entropy_failed_elsewhere(error))),
            None => self.lock(|generator| generator.generate()),
        }
    }

    /// An id of the tick opened last, where the reading is in it and there is room: nearly always. `None` says nothing but
    /// that the lock has to be taken.
    #[inline(always)]
    pub(super) fn generate_plainly(&self) -> Option<Result<S::Id, E::Error>> {
        let mut clock = self.clock;
        let Ok(reading) = clock.read() else { return None };
        let now = self.scheme.scale().now(reading).tick;
        let mut word = self.word.load(Ordering::Acquire);
        while i64::try_from(word >> N_BITS) == Ok(now) {
            // Acquire: who sees a base of a later tick sees the closed word before it, and the swap below fails.
            let base = [self.base[0].load(Ordering::Acquire), self.base[1].load(Ordering::Acquire)];
            let n = word & N_MAX;
            if n >= self.room.load(Ordering::Acquire) {
                break;
            }
            let mut entropy = self.entropy;
            let id = match self.scheme.of_words(base).ahead(n).next(word >> N_BITS, &mut entropy) {
                Ok(id) => id,
                Err(error) => return Some(Err(error)),
            };
            match self.word.compare_exchange_weak(word, word + 1, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(Ok(id)),
                Err(now) => word = now,
            }
        }
        None
    }

    /// Mints one id, and where a mark is due first, has it saved by `save`. See [`Generator::generate_saving`].
    ///
    /// `save` runs behind the lock, so saves come one at a time.
    ///
    /// ```
    /// use mintid::clock::SystemClock;
    /// use mintid::entropy::ThreadEntropy;
    /// use mintid::kept::{FileStore, MarkStore};
    /// use mintid::{SharedV7, uuid::v7};
    ///
    /// # let path = std::env::temp_dir().join(format!("mintid-doc-shared-{}", std::process::id()));
    /// let store = FileStore::at(&path);
    /// let ids = SharedV7::with(v7::Options::new().mark_window_ms(5_000), SystemClock, ThreadEntropy);
    /// match store.clone().load()? {
    ///     Some(mark) => ids.lock(|ids| ids.start_from(mark))?,
    ///     None => ids.lock(|ids| ids.start_without_mark())?,
    /// }
    /// let id = ids.generate_saving(|due| store.clone().save(due))?; // from any thread
    /// assert!(store.clone().load()?.is_some());
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Generator::generate_saving`].
    pub fn generate_saving<X>(&self, save: impl FnOnce(DueMark) -> Result<(), X>) -> Result<S::Id, Cause<E::Error>> {
        match self.generate_plainly() {
            Some(Ok(id)) => Ok(id),
            Some(Err(error)) => self.lock(|generator| Err(generator.entropy_failed_elsewhere(error))),
            None => self.lock(|generator| generator.generate_saving(save)),
        }
    }

    /// Starts above an id issued earlier; before the first id. See [`Generator::resume_after`].
    ///
    /// # Errors
    ///
    /// As [`Generator::resume_after`].
    pub fn resume_after(&self, id: S::Id) -> Result<(), StartError> {
        self.lock(|generator| generator.resume_after(id))
    }

    /// An id for the given time. See [`Generator::at`].
    ///
    /// # Errors
    ///
    /// As [`Generator::at`].
    pub fn at(&self, time: impl Into<crate::clock::Reading>) -> Result<S::Id, Cause<E::Error>> {
        self.lock(|generator| generator.at(time))
    }

    /// A handle to the clock.
    pub(super) fn clock(&self) -> C {
        self.clock
    }

    /// The counts so far.
    pub fn meter(&self) -> Meter {
        self.lock(|generator| generator.meter())
    }

    /// Starts above what another one has issued, without its lock.
    pub(super) fn start_above(&self, other: &Self) {
        let newest = other.newest.load(Ordering::Acquire);
        if newest != NONE {
            // It has issued nothing yet, and a tick that was issued is not past the horizon: this cannot fail.
            let _ = self.lock(|generator| generator.resume_after_tick(newest));
        }
    }

    /// Runs `work` on the generator, caught up, with the short way closed; then opens it again if that can be.
    ///
    /// The way to everything a [`Generator`] can do, marks for instance. The clock is read behind the lock, so that a thread
    /// that slept between its reading and the lock is not taken for a clock that stepped back.
    ///
    /// Neither `work` nor the clock and source may call back into the same shared generator: the lock would wait for itself.
    #[cold]
    #[inline(never)]
    pub fn lock<R>(&self, work: impl FnOnce(&mut Generator<S, C, E>) -> R) -> R {
        // A panic of a caller's clock or source leaves the state whole: nothing is committed before both have answered.
        let mut owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        let word = self.word.swap(CLOSED, Ordering::AcqRel);
        owner.catch_up(word);
        let result = work(&mut owner.generator);
        if let Some(newest) = owner.generator.newest_tick() {
            self.newest.store(newest, Ordering::Release);
        }
        if let Some((tick, n)) = owner.reopen(|base, room| {
            let [first, second] = base.to_words();
            self.base[0].store(first, Ordering::Release);
            self.base[1].store(second, Ordering::Release);
            self.room.store(room, Ordering::Release);
        }) {
            self.word.store((tick << N_BITS) | n, Ordering::Release);
        }
        result
    }
}

impl<S: Counted + Copy + PartialEq, C, E> Owner<S, C, E> {
    /// Tells the generator what was issued on the short way.
    fn catch_up(&mut self, word: u64) {
        if word == CLOSED {
            return;
        }
        if let Some(open) = &mut self.open {
            let n = word & N_MAX;
            self.generator.issued_elsewhere(open.base.ahead(n), n - open.n);
            open.n = n;
        }
    }

    /// The word to publish, after `publish` has been given a base that is new.
    fn reopen(&mut self, publish: impl FnOnce(&S, u64)) -> Option<(u64, u64)> {
        let restarts = self.generator.meter().restarts;
        if restarts != self.restarts {
            // From here on the state is not base + n of the tick opened last, wherever the clock goes.
            self.restarts = restarts;
            self.open = None;
        }
        let (tick, scheme) = self.generator.settled()?;
        if tick >= TICK_END {
            return None;
        }
        if tick > self.highest {
            self.highest = tick;
            self.open = Some(Open { base: scheme, n: 0 });
            publish(&scheme, scheme.left().min(N_MAX));
            return Some((tick, 0));
        }
        let open = self.open.as_mut()?;
        let n = scheme.steps_from(&open.base);
        // A caller who was lent the generator may have put another in its place.
        if n > N_MAX || n < open.n || open.base.ahead(n) != scheme {
            self.open = None;
            return None;
        }
        open.n = n;
        Some((tick, n))
    }
}

impl Default for SharedV7 {
    /// The defaults of [`uuid::v7::Options`], the system's clock, a cryptographic source.
    fn default() -> Self {
        Self::with(uuid::v7::Options::new(), SystemClock, ThreadEntropy)
    }
}

impl Default for SharedUlid {
    /// The defaults of [`ulid::Options`], the system's clock, a cryptographic source.
    fn default() -> Self {
        Self::with(ulid::Options::new(), SystemClock, ThreadEntropy)
    }
}

impl SharedSnowflake {
    /// One with these options, the system's clock, a cryptographic source.
    #[must_use]
    pub fn of(options: snowflake::Options) -> Self {
        Self::with(options.inner(), SystemClock, ThreadEntropy)
    }
}

impl<C: Clock + Copy, E: Entropy + Copy> SharedSnowflake<C, E> {
    /// One with these options, and handles to a clock and a source.
    #[must_use]
    pub fn with_entropy(options: snowflake::Options, clock: C, entropy: E) -> Self {
        Self::with(options.inner(), clock, entropy)
    }
}

impl<S, C, E> fmt::Debug for Shared<S, C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}
