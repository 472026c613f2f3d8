//! The stores over a driver that takes its time.

use core::fmt;
use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;
use mintid::mark::{DueMark, Mark};
use mintid::range::Stock;

use super::buffer::Buffer;
use super::geometry::{Place, Sizes};
use super::log::{Found, Next, Task};
use super::pages::Pages;
use super::record::Value;
use super::stock::{self, Kept};
use super::{FlashError, RangeError};
use crate::ranges::AsyncStockStore;
use crate::shared::AsyncMarkStore;

/// A mark in flash, safe from power cuts, over a driver of `embedded-storage-async`. See the [module](super).
///
/// One owner at a time may use a region.
pub struct FlashMark<F> {
    pages: Pages<F, Mark>,
}

impl<F: NorFlash> FlashMark<F> {
    /// The mark in this region of the flash. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// [`RangeError`] unless the region is two or more whole pages.
    pub fn new(flash: F, region: Range<u32>) -> Result<Self, RangeError> {
        Ok(Self { pages: Pages::new(flash, const { Pages::<F, Mark>::ASYNC }, region)? })
    }

    /// The newest mark, or `None` where there never was one. Writes nothing.
    ///
    /// # Errors
    ///
    /// [`FlashError::Damaged`] for a region that holds something else, and the driver's.
    pub async fn load(&mut self) -> Result<Option<Mark>, FlashError<F::Error>> {
        self.pages.run(None).await
    }

    /// Keeps [`due.over(stored)`](DueMark::over), and is ready when it would survive a power cut. A mark that is kept
    /// already is not written again.
    ///
    /// # Errors
    ///
    /// [`FlashError`]. What is kept is then the mark before or this one. A save that is given up half-way leaves it so too.
    pub async fn save(&mut self, due: DueMark) -> Result<(), FlashError<F::Error>> {
        self.pages.run(Some(&due)).await.map(drop)
    }

    /// Erases the region, whatever it holds: for a new device, or one whose store is damaged. All marks are forgotten, and
    /// the next start is one without a mark.
    ///
    /// # Errors
    ///
    /// The driver's. Where it ends half-way, a mark may still be there, and an older one: format again.
    pub async fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.pages.format().await
    }

    /// The flash, given back.
    #[must_use]
    pub fn into_inner(self) -> F {
        self.pages.into_flash()
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
        self.pages.show("FlashMark", f)
    }
}

/// A stock in flash, safe from power cuts, over a driver of `embedded-storage-async`: for
/// [`SharedRanges`](crate::SharedRanges). See the [module](super).
///
/// A record is 192 bytes, whatever `N` is, which is 5 at the most. One owner at a time may use a region.
pub struct FlashStock<F, const N: usize = 2> {
    pages: Pages<F, Kept<N>>,
}

impl<F: NorFlash, const N: usize> FlashStock<F, N> {
    /// The stock in this region of the flash. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// [`RangeError`] unless the region is two or more whole pages.
    pub fn new(flash: F, region: Range<u32>) -> Result<Self, RangeError> {
        Ok(Self { pages: Pages::new(flash, const { Pages::<F, Kept<N>>::ASYNC }, region)? })
    }

    /// The newest stock, or `None` where there never was one. Writes nothing.
    ///
    /// # Errors
    ///
    /// [`FlashError::Damaged`] for a region that holds something else, [`FlashError::Stock`], and the driver's.
    pub async fn load(&mut self) -> Result<Option<Stock<N>>, FlashError<F::Error>> {
        let Some(Kept(place)) = self.pages.run(None).await? else { return Ok(None) };
        let record = self.pages.read(place).await.map_err(FlashError::Flash)?;
        stock::stock(&record.0).map(Some).map_err(FlashError::Stock)
    }

    /// Keeps this stock, whatever was kept, and is ready when it would survive a power cut.
    ///
    /// # Errors
    ///
    /// [`FlashError`]. What is kept is then the stock before or this one. A save that is given up half-way leaves it so too.
    pub async fn save(&mut self, stock: &Stock<N>) -> Result<(), FlashError<F::Error>> {
        self.pages.run(Some(stock)).await.map(drop)
    }

    /// Erases the region, whatever it holds: for a new device, or one whose store is damaged. Its ids are given up.
    ///
    /// # Errors
    ///
    /// The driver's. Where it ends half-way, a stock may still be there, and an older one: format again.
    pub async fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.pages.format().await
    }

    /// The flash, given back.
    #[must_use]
    pub fn into_inner(self) -> F {
        self.pages.into_flash()
    }
}

impl<F: NorFlash, const N: usize> AsyncStockStore<N> for FlashStock<F, N> {
    type Error = FlashError<F::Error>;

    async fn save(&mut self, stock: &Stock<N>) -> Result<(), Self::Error> {
        self.save(stock).await
    }
}

impl<F, const N: usize> fmt::Debug for FlashStock<F, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pages.show("FlashStock", f)
    }
}

impl<F: NorFlash, V: Value> Pages<F, V> {
    const ASYNC: Sizes = Sizes::of(F::READ_SIZE, F::WRITE_SIZE, F::ERASE_SIZE, V::LEN, size_of::<V::Bytes>());

    async fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.log.forget();
        let Range { start, end } = self.log.geometry().region();
        self.flash.erase(start, end).await.map_err(FlashError::Flash)
    }

    /// Saves what is due, or loads where nothing is.
    async fn run(&mut self, due: Option<&V::Due>) -> Result<Option<V>, FlashError<F::Error>> {
        let mut next = self.log.begin(due);
        loop {
            let (task, job) = match next {
                Next::Do(task, job) => (task, job),
                Next::Done(answer) => return answer.map_err(FlashError::from),
            };
            let mut found = Found::Blank;
            match task {
                Task::Read(place) => found = self.read(place).await.map_err(FlashError::Flash)?.found(place),
                Task::Erase(place) => {
                    let Range { start, end } = self.log.geometry().page(place);
                    self.flash.erase(start, end).await.map_err(FlashError::Flash)?;
                }
                Task::Write(place, record) => {
                    let geometry = self.log.geometry();
                    let mut buffer = Buffer::holding(record, due);
                    let written = self.flash.write(geometry.address(place), buffer.bytes(geometry.slot()));
                    written.await.map_err(FlashError::Flash)?;
                }
            }
            next = self.log.go_on(job, found, due);
        }
    }

    async fn read(&mut self, place: Place) -> Result<Buffer<V>, F::Error> {
        let geometry = self.log.geometry();
        let mut buffer = Buffer::blank();
        self.flash.read(geometry.address(place), buffer.bytes(geometry.slot())).await?;
        Ok(buffer)
    }
}
