//! The store over a driver that takes its time.

use core::fmt;
use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;
use mintid::mark::{DueMark, Mark};

use super::buffer::Buffer;
use super::geometry::{Geometry, Sizes};
use super::log::{Found, Log, Next, Task};
use super::{FlashError, RangeError};
use crate::shared::AsyncMarkStore;

/// A mark in flash, safe from power cuts, over a driver of `embedded-storage-async`. See the [module](super).
///
/// One owner at a time may use a region.
pub struct FlashMark<F> {
    flash: F,
    log: Log,
}

impl<F: NorFlash> FlashMark<F> {
    /// The mark in this region of the flash. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// [`RangeError`] unless the region is two or more whole pages.
    pub fn new(flash: F, region: Range<u32>) -> Result<Self, RangeError> {
        let sizes = const { Sizes::of(F::READ_SIZE, F::WRITE_SIZE, F::ERASE_SIZE) };
        Ok(Self { flash, log: Log::new(Geometry::new(sizes, region)?) })
    }

    /// The newest mark, or `None` where there never was one. Writes nothing.
    ///
    /// # Errors
    ///
    /// [`FlashError::Damaged`] for a region that holds something else, and the driver's.
    pub async fn load(&mut self) -> Result<Option<Mark>, FlashError<F::Error>> {
        let first = self.log.load();
        self.run(first).await
    }

    /// Keeps [`due.over(stored)`](DueMark::over), and is ready when it would survive a power cut. A mark that is kept
    /// already is not written again.
    ///
    /// # Errors
    ///
    /// [`FlashError`]. What is kept is then the mark before or this one. A save that is given up half-way leaves it so too.
    pub async fn save(&mut self, due: DueMark) -> Result<(), FlashError<F::Error>> {
        let first = self.log.save(due);
        self.run(first).await.map(drop)
    }

    /// Erases the region, whatever it holds: for a new device, or one whose store is damaged. All marks are forgotten, and
    /// the next start is one without a mark.
    ///
    /// # Errors
    ///
    /// The driver's. Where it ends half-way, a mark may still be there, and an older one: format again.
    pub async fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.log.forget();
        let Range { start, end } = self.log.geometry().region();
        self.flash.erase(start, end).await.map_err(FlashError::Flash)
    }

    /// The flash, given back.
    #[must_use]
    pub fn into_inner(self) -> F {
        self.flash
    }

    async fn run(&mut self, mut next: Next) -> Result<Option<Mark>, FlashError<F::Error>> {
        loop {
            let (task, job) = match next {
                Next::Do(task, job) => (task, job),
                Next::Done(answer) => return answer.map_err(FlashError::from),
            };
            let geometry = self.log.geometry();
            let (mut found, slot) = (Found::Blank, geometry.slot());
            match task {
                Task::Read(place) => {
                    let mut buffer = Buffer::blank();
                    self.flash.read(geometry.address(place), buffer.bytes(slot)).await.map_err(FlashError::Flash)?;
                    found = buffer.found();
                }
                Task::Erase(place) => {
                    let Range { start, end } = geometry.page(place);
                    self.flash.erase(start, end).await.map_err(FlashError::Flash)?;
                }
                Task::Write(place, record) => {
                    let mut buffer = Buffer::holding(record);
                    self.flash.write(geometry.address(place), buffer.bytes(slot)).await.map_err(FlashError::Flash)?;
                }
            }
            next = self.log.go_on(job, found);
        }
    }
}

impl<F: NorFlash> AsyncMarkStore for FlashMark<F> {
    type Error = FlashError<F::Error>;

    async fn load(&mut self) -> Result<Option<Mark>, Self::Error> {
        self.load().await
    }

    async fn save(&mut self, due: DueMark) -> Result<(), Self::Error> {
        self.save(due).await
    }
}

impl<F> fmt::Debug for FlashMark<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlashMark").field("region", &self.log.geometry().region()).finish_non_exhaustive()
    }
}
