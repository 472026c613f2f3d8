//! Saving the mark that is due, from main.

use core::fmt;

use mintid::cause::Refusal;
use mintid::clock::Clock;
use mintid::kept::MarkStore;
use mintid::mark::{DueMark, Mark};
use mintid::scheme::Scheme;

use super::{Busy, Error, Shared};

/// Where a mark is kept between runs, for stores that take their time. The core's
/// [`MarkStore`] is its twin for stores that answer at once.
#[allow(async_fn_in_trait, reason = "whoever needs `Send` has its store's own type")]
pub trait AsyncMarkStore {
    /// Why the store may fail.
    type Error;

    /// The mark kept, or `None` where there never was one.
    ///
    /// # Errors
    ///
    /// The store's own, and an error for content that is torn or not a mark: that is not the same as no mark.
    async fn load(&mut self) -> Result<Option<Mark>, Self::Error>;

    /// Keeps [`due.over(stored)`](DueMark::over), and is ready only when it would survive a power cut.
    ///
    /// # Errors
    ///
    /// The store's own. What is kept is then the mark before or this one, and never something else.
    async fn save(&mut self, due: DueMark) -> Result<(), Self::Error>;
}

impl<M: AsyncMarkStore + ?Sized> AsyncMarkStore for &mut M {
    type Error = M::Error;

    async fn load(&mut self) -> Result<Option<Mark>, M::Error> {
        (**self).load().await
    }

    async fn save(&mut self, due: DueMark) -> Result<(), M::Error> {
        (**self).save(due).await
    }
}

impl<S: Scheme, C: Clock, E, const N: usize> Shared<S, C, E, N> {
    /// Takes a reading, and saves the mark that is due, if one is: from main, each time around its loop, and never from an
    /// interrupt. Interrupts go on minting meanwhile. Says whether a mark was saved.
    ///
    /// # Errors
    ///
    /// [`SaveError`]. The mark stays due then, unless there was no reading to measure it from.
    pub fn save_mark<M: MarkStore>(&self, store: &mut M) -> Result<bool, SaveError<M::Error>> {
        let Some(due) = self.next_due()? else { return Ok(false) };
        store.save(due).map_err(SaveError::Store)?;
        self.mark_saved(due)?;
        Ok(true)
    }

    /// [`save_mark`](Self::save_mark) for a store that takes its time.
    ///
    /// # Errors
    ///
    /// As there.
    pub async fn save_mark_async<M: AsyncMarkStore>(&self, store: &mut M) -> Result<bool, SaveError<M::Error>> {
        let Some(due) = self.next_due()? else { return Ok(false) };
        store.save(due).await.map_err(SaveError::Store)?;
        self.mark_saved(due)?;
        Ok(true)
    }

    fn next_due<X>(&self) -> Result<Option<DueMark>, SaveError<X>> {
        Error::of(self.with(|ids| ids.observe().map(|()| ids.mark_due()))).map_err(|error| match error {
            Error::Busy => SaveError::Busy,
            Error::Cause(refusal) => SaveError::Refused(refusal),
        })
    }
}

/// Why no mark was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SaveError<X> {
    /// See [`Busy`].
    Busy,
    /// The clock gave no reading to measure the mark from. It is no hurry: without a reading there are no ids either.
    Refused(Refusal),
    /// The store failed, for this reason.
    Store(X),
}

impl<X> From<Busy> for SaveError<X> {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl<X: fmt::Display> fmt::Display for SaveError<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => Busy.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Store(cause) => write!(f, "the mark could not be saved: {cause}"),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for SaveError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Store(cause) => Some(cause),
            Self::Busy | Self::Refused(_) => None,
        }
    }
}
