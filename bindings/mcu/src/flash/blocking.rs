//! The stores over a driver that blocks.

use core::fmt;
use core::ops::Range;

use embedded_storage::nor_flash::NorFlash;
use mintid::kept::MarkStore;
use mintid::mark::{DueMark, Mark};
use mintid::range::Stock;

use super::buffer::Buffer;
use super::geometry::{Place, Sizes};
use super::log::{Found, Next, Task};
use super::pages::Pages;
use super::record::Value;
use super::stock::{self, Kept};
use super::{FlashError, RangeError};
use crate::ranges::StockStore;

/// A mark in flash, safe from power cuts, over a driver of `embedded-storage`: the core's [`MarkStore`]. See the
/// [module](super).
///
/// One owner at a time may use a region. An erase blocks for as long as the driver does.
///
/// ```
/// # use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash};
/// use mintid::clock::ManualClock;
/// use mintid::entropy::Bytes;
/// use mintid::kept::Kept;
/// use mintid::{V7Generator, uuid::v7};
/// use mintid_mcu::flash::BlockingFlashMark;
/// # #[derive(Debug)] struct Never;
/// # impl NorFlashError for Never { fn kind(&self) -> NorFlashErrorKind { NorFlashErrorKind::Other } }
/// # impl core::fmt::Display for Never { fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { f.write_str("never") } }
/// # impl core::error::Error for Never {}
/// # struct Chip(Vec<u8>);
/// # impl ErrorType for Chip { type Error = Never; }
/// # impl ReadNorFlash for Chip {
/// #     const READ_SIZE: usize = 4;
/// #     fn read(&mut self, at: u32, bytes: &mut [u8]) -> Result<(), Never> {
/// #         Ok(bytes.copy_from_slice(&self.0[at as usize..][..bytes.len()]))
/// #     }
/// #     fn capacity(&self) -> usize { self.0.len() }
/// # }
/// # impl NorFlash for Chip {
/// #     const WRITE_SIZE: usize = 4;
/// #     const ERASE_SIZE: usize = 4096;
/// #     fn erase(&mut self, from: u32, to: u32) -> Result<(), Never> { Ok(self.0[from as usize..to as usize].fill(0xff)) }
/// #     fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Never> {
/// #         Ok(self.0[at as usize..][..bytes.len()].copy_from_slice(bytes))
/// #     }
/// # }
/// # let flash = Chip(vec![0xff; 8192]);
///
/// let store = BlockingFlashMark::new(flash, 0..8192)?;
/// let ids = V7Generator::with(
///     v7::Options::new().mark_window_ms(60_000),
///     ManualClock::at_ms(1_764_417_600_000),
///     Bytes::new(&[7; 10]),
/// );
/// let mut ids = Kept::resume_or_start_new(ids, store)?;
/// let id = ids.generate()?; // the mark above it is in flash by now
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BlockingFlashMark<F> {
    pages: Pages<F, Mark>,
}

impl<F: NorFlash> BlockingFlashMark<F> {
    /// The mark in this region of the flash. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// [`RangeError`] unless the region is two or more whole pages.
    pub fn new(flash: F, region: Range<u32>) -> Result<Self, RangeError> {
        Ok(Self { pages: Pages::new(flash, const { Pages::<F, Mark>::BLOCKING }, region)? })
    }

    /// Erases the region, whatever it holds: for a new device, or one whose store is damaged. All marks are forgotten, and
    /// the next start is one without a mark.
    ///
    /// # Errors
    ///
    /// The driver's. Where it ends half-way, a mark may still be there, and an older one: format again.
    pub fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.pages.format_blocking()
    }

    /// The flash, given back.
    #[must_use]
    pub fn into_inner(self) -> F {
        self.pages.into_flash()
    }
}

impl<F: NorFlash> MarkStore for BlockingFlashMark<F> {
    type Error = FlashError<F::Error>;

    /// Writes nothing.
    fn load(&mut self) -> Result<Option<Mark>, Self::Error> {
        self.pages.run_blocking(None)
    }

    /// A mark that is kept already is not written again.
    fn save(&mut self, due: DueMark) -> Result<(), Self::Error> {
        self.pages.run_blocking(Some(&due)).map(drop)
    }
}

impl<F> fmt::Debug for BlockingFlashMark<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pages.show("BlockingFlashMark", f)
    }
}

/// [`FlashStock`](super::FlashStock) over a driver of `embedded-storage`, which blocks. What either writes, the other reads.
pub struct BlockingFlashStock<F, const N: usize = 2> {
    pages: Pages<F, Kept<N>>,
}

impl<F: NorFlash, const N: usize> BlockingFlashStock<F, N> {
    /// As [`FlashStock::new`](super::FlashStock::new).
    ///
    /// # Errors
    ///
    /// [`RangeError`] unless the region is two or more whole pages.
    pub fn new(flash: F, region: Range<u32>) -> Result<Self, RangeError> {
        Ok(Self { pages: Pages::new(flash, const { Pages::<F, Kept<N>>::BLOCKING }, region)? })
    }

    /// As [`FlashStock::load`](super::FlashStock::load).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn load(&mut self) -> Result<Option<Stock<N>>, FlashError<F::Error>> {
        let Some(Kept(place)) = self.pages.run_blocking(None)? else { return Ok(None) };
        let record = self.pages.read_blocking(place).map_err(FlashError::Flash)?;
        stock::stock(&record.0).map(Some).map_err(FlashError::Stock)
    }

    /// As [`FlashStock::save`](super::FlashStock::save).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn save(&mut self, stock: &Stock<N>) -> Result<(), FlashError<F::Error>> {
        self.pages.run_blocking(Some(stock)).map(drop)
    }

    /// As [`FlashStock::format`](super::FlashStock::format).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.pages.format_blocking()
    }

    /// The flash, given back.
    #[must_use]
    pub fn into_inner(self) -> F {
        self.pages.into_flash()
    }
}

impl<F: NorFlash, const N: usize> StockStore<N> for BlockingFlashStock<F, N> {
    type Error = FlashError<F::Error>;

    fn save(&mut self, stock: &Stock<N>) -> Result<(), Self::Error> {
        self.save(stock)
    }
}

impl<F, const N: usize> fmt::Debug for BlockingFlashStock<F, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pages.show("BlockingFlashStock", f)
    }
}

impl<F: NorFlash, V: Value> Pages<F, V> {
    const BLOCKING: Sizes = Sizes::of(F::READ_SIZE, F::WRITE_SIZE, F::ERASE_SIZE, V::LEN, size_of::<V::Bytes>());

    fn format_blocking(&mut self) -> Result<(), FlashError<F::Error>> {
        self.log.forget();
        let Range { start, end } = self.log.geometry().region();
        self.flash.erase(start, end).map_err(FlashError::Flash)
    }

    /// Saves what is due, or loads where nothing is.
    fn run_blocking(&mut self, due: Option<&V::Due>) -> Result<Option<V>, FlashError<F::Error>> {
        let mut next = self.log.begin(due);
        loop {
            match next {
                Next::Do(task, job) => {
                    let found = self.carry_out(task, due).map_err(FlashError::Flash)?;
                    next = self.log.go_on(job, found, due);
                }
                Next::Done(answer) => return answer.map_err(FlashError::from),
            }
        }
    }

    fn carry_out(&mut self, task: Task<V>, due: Option<&V::Due>) -> Result<Found<V>, F::Error> {
        let geometry = self.log.geometry();
        match task {
            Task::Read(place) => return Ok(self.read_blocking(place)?.found(place)),
            Task::Erase(place) => {
                let Range { start, end } = geometry.page(place);
                self.flash.erase(start, end)?;
            }
            Task::Write(place, record) => {
                let mut buffer = Buffer::holding(record, due);
                self.flash.write(geometry.address(place), buffer.bytes(geometry.slot()))?;
            }
        }
        Ok(Found::Blank)
    }

    fn read_blocking(&mut self, place: Place) -> Result<Buffer<V>, F::Error> {
        let geometry = self.log.geometry();
        let mut buffer = Buffer::blank();
        self.flash.read(geometry.address(place), buffer.bytes(geometry.slot()))?;
        Ok(buffer)
    }
}
