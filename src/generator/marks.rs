//! A generator's side of [marks](crate::mark): how a run starts, which mark is due, and how it ends.

use super::Generator;
use crate::mark::{DueMark, Mark, StartError};
use crate::scheme::Scheme;

impl<S: Scheme, C, E> Generator<S, C, E> {
    /// Starts the run at a mark that an earlier one has saved; before the first id.
    ///
    /// # Errors
    ///
    /// [`StartError::MarkInvalid`] for a mark past the end of the time field, [`StartError::Running`] after the first id.
    pub fn start_from(&mut self, mark: Mark) -> Result<(), StartError> {
        self.timeline.start_from(mark, &self.scheme.scale())
    }

    /// Starts the run without an earlier mark: the very first one, or one whose store is lost. Order over the starts is
    /// then not promised.
    ///
    /// # Errors
    ///
    /// [`StartError::Running`] after the first id.
    pub fn start_without_mark(&mut self) -> Result<(), StartError> {
        self.timeline.start_without_mark()
    }

    /// Starts the run above an id issued earlier, the newest in the application's own database for instance; before the
    /// first id. The id's own tick is not used again, and with a mark as well the higher counts.
    ///
    /// # Errors
    ///
    /// [`StartError::ForeignId`] for an id this scheme does not issue, [`StartError::Running`] after the first id.
    pub fn resume_after(&mut self, id: S::Id) -> Result<(), StartError> {
        let tick = self.scheme.tick_of(id).ok_or(StartError::ForeignId)?;
        self.timeline.start_after(tick, &self.scheme.scale())
    }

    /// The mark to save now, measured from the latest reading, for a store that takes its time.
    ///
    /// `None` while the saved one is more than half a window ahead, without marks, and where there is no reading to measure
    /// from: see [`observe`](Self::observe).
    #[must_use]
    pub fn mark_due(&self) -> Option<DueMark> {
        self.timeline.mark_due(self.scheme.room(), &self.scheme.scale())
    }

    /// Confirms that a mark has been saved.
    pub fn mark_saved(&mut self, due: DueMark) {
        self.timeline.mark_saved(due, &self.scheme.scale());
    }

    /// The mark for a clean end of the run: just above the newest id, so that the next start loses nothing.
    ///
    /// Save it only where one owner holds the store: it lowers what is there. `None` before the first id.
    #[must_use]
    pub fn flush(&self) -> Option<DueMark> {
        self.timeline.flush(&self.scheme.scale())
    }

    /// Whether marks are used.
    #[must_use]
    pub const fn uses_marks(&self) -> bool {
        self.timeline.uses_marks()
    }
}
