//! A generator with a store that answers at once: the mark is saved before the id is returned.

use core::fmt;

use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::generator::Generator;
use crate::mark::{DueMark, Mark, StartError};
use crate::scheme::Scheme;

mod scripted;

pub use scripted::{NoPower, PowerCut, ScriptedStore};

#[cfg(feature = "std")]
pub use crate::std::{FileStore, FileStoreError};

/// Where a mark is kept between runs, for stores that answer at once: a file, battery-backed memory.
pub trait MarkStore {
    /// Why the store may fail.
    type Error;

    /// The mark kept, or `None` where there never was one.
    ///
    /// # Errors
    ///
    /// The store's own, and an error for content that is torn or not a mark: that is not the same as no mark.
    fn load(&mut self) -> Result<Option<Mark>, Self::Error>;

    /// Keeps [`due.over(stored)`](DueMark::over), and returns only when it would survive a power cut.
    ///
    /// # Errors
    ///
    /// The store's own. What is kept is then the mark before or this one, and never something else.
    fn save(&mut self, due: DueMark) -> Result<(), Self::Error>;
}

impl<M: MarkStore + ?Sized> MarkStore for &mut M {
    type Error = M::Error;

    fn load(&mut self) -> Result<Option<Mark>, M::Error> {
        (**self).load()
    }

    fn save(&mut self, due: DueMark) -> Result<(), M::Error> {
        (**self).save(due)
    }
}

/// A generator whose order survives the end of the run, whenever it comes.
///
/// The generator must have been made with a [mark window](crate::options::Options::mark_window_ms).
///
/// ```
/// use mintid::clock::ManualClock;
/// use mintid::entropy::Bytes;
/// use mintid::kept::{Kept, ScriptedStore};
/// use mintid::{UlidGenerator, ulid};
///
/// let mut store = ScriptedStore::new();
/// let options = ulid::Options::new().mark_window_ms(5_000);
///
/// let ids = UlidGenerator::with(options, ManualClock::at_ms(100_000), Bytes::new(&[1; 10]));
/// let mut first_run = Kept::start_new(ids, &mut store)?;
/// let before = first_run.generate()?;
/// drop(first_run); // the power goes
///
/// let ids = UlidGenerator::with(options, ManualClock::at_ms(99_000), Bytes::new(&[0; 10])); // and the clock is behind
/// let mut second_run = Kept::resume(ids, &mut store)?;
/// assert!(second_run.generate()? > before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Kept<S, C, E, M: MarkStore> {
    generator: Generator<S, C, E>,
    store: M,
    store_error: Option<M::Error>,
}

impl<S: Scheme, C: Clock, E: Entropy, M: MarkStore> Kept<S, C, E, M> {
    /// Goes on from the mark in the store.
    ///
    /// # Errors
    ///
    /// [`ResumeError::NoMark`] where the store holds none; the store's error; [`StartError`].
    pub fn resume(mut generator: Generator<S, C, E>, mut store: M) -> Result<Self, ResumeError<M::Error>> {
        with_window(&generator).map_err(ResumeError::Start)?;
        let mark = store.load().map_err(ResumeError::Store)?.ok_or(ResumeError::NoMark)?;
        generator.start_from(mark).map_err(ResumeError::Start)?;
        Ok(Self { generator, store, store_error: None })
    }

    /// Goes on from the mark in the store, or starts the very first run where it holds none.
    ///
    /// # Errors
    ///
    /// The store's error: content that cannot be read is not taken for none. [`StartError`].
    pub fn resume_or_start_new(mut generator: Generator<S, C, E>, mut store: M) -> Result<Self, ResumeError<M::Error>> {
        with_window(&generator).map_err(ResumeError::Start)?;
        match store.load().map_err(ResumeError::Store)? {
            Some(mark) => generator.start_from(mark),
            None => generator.start_without_mark(),
        }
        .map_err(ResumeError::Start)?;
        Ok(Self { generator, store, store_error: None })
    }

    /// Starts without an earlier mark: order over the starts is then not promised. A higher mark in the store stays, and
    /// content that is damaged or somebody else's is not written over: remove it first.
    ///
    /// # Errors
    ///
    /// [`StartError::Running`] for a generator that has issued ids already, [`StartError::WithoutWindow`].
    pub fn start_new(mut generator: Generator<S, C, E>, store: M) -> Result<Self, StartError> {
        with_window(&generator)?;
        generator.start_without_mark()?;
        Ok(Self { generator, store, store_error: None })
    }

    /// Mints one id, having saved the mark it needs.
    ///
    /// Where the store fails, [`OnMarkLate`](crate::policy::OnMarkLate) decides, and
    /// [`store_error`](Self::store_error) keeps the cause. A Snowflake is always refused then, as
    /// [`MarkDue`](crate::Refusal::MarkDue), until the store works again.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`].
    pub fn generate(&mut self) -> Result<S::Id, Cause<E::Error>> {
        let Self { generator, store, store_error } = self;
        generator.generate_saving(|due| {
            store.save(due).map_err(|error| {
                *store_error = Some(error);
            })
        })
    }

    /// Why the store failed last.
    pub const fn store_error(&self) -> Option<&M::Error> {
        self.store_error.as_ref()
    }

    /// Ends the run cleanly: lowers the mark to just above the newest id, so that the next start loses nothing. Only where
    /// this generator is the one owner of the store.
    ///
    /// # Errors
    ///
    /// The store's. A higher mark that is then still there is as safe.
    pub fn close(mut self) -> Result<Generator<S, C, E>, M::Error> {
        if let Some(due) = self.generator.flush() {
            self.store.save(due)?;
            self.generator.mark_saved(due);
        }
        Ok(self.generator)
    }

    /// The generator inside, for its meter, its clock or its source.
    pub fn generator_mut(&mut self) -> &mut Generator<S, C, E> {
        &mut self.generator
    }
}

/// A generator without marks would never save one, in silence.
fn with_window<S: Scheme, C, E>(generator: &Generator<S, C, E>) -> Result<(), StartError> {
    if generator.uses_marks() { Ok(()) } else { Err(StartError::WithoutWindow) }
}

impl<S, C, E, M: MarkStore> fmt::Debug for Kept<S, C, E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("generator", &self.generator).finish_non_exhaustive()
    }
}

/// Why a run could not go on from its store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResumeError<X> {
    /// The store holds no mark.
    NoMark,
    /// The store failed, for this reason.
    Store(X),
    /// The mark cannot be used, for this reason.
    Start(StartError),
}

impl<X: fmt::Display> fmt::Display for ResumeError<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMark => f.write_str("the store holds no mark: for the very first run, start a new one explicitly"),
            Self::Store(cause) => write!(f, "the mark could not be loaded: {cause}"),
            Self::Start(cause) => cause.fmt(f),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for ResumeError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Store(cause) => Some(cause),
            Self::Start(cause) => Some(cause),
            Self::NoMark => None,
        }
    }
}
