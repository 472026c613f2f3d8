//! The store over a driver that blocks.

use core::fmt;
use core::ops::Range;

use embedded_storage::nor_flash::NorFlash;
use mintid::kept::MarkStore;
use mintid::mark::{DueMark, Mark};

use super::buffer::Buffer;
use super::geometry::{Geometry, Sizes};
use super::log::{Found, Log, Next, Task};
use super::{FlashError, RangeError};

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
    flash: F,
    log: Log,
}

impl<F: NorFlash> BlockingFlashMark<F> {
    /// The mark in this region of the flash. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// [`RangeError`] unless the region is two or more whole pages.
    pub fn new(flash: F, region: Range<u32>) -> Result<Self, RangeError> {
        let sizes = const { Sizes::of(F::READ_SIZE, F::WRITE_SIZE, F::ERASE_SIZE) };
        Ok(Self { flash, log: Log::new(Geometry::new(sizes, region)?) })
    }

    /// Erases the region, whatever it holds: for a new device, or one whose store is damaged. All marks are forgotten, and
    /// the next start is one without a mark.
    ///
    /// # Errors
    ///
    /// The driver's. Where it ends half-way, a mark may still be there, and an older one: format again.
    pub fn format(&mut self) -> Result<(), FlashError<F::Error>> {
        self.log.forget();
        let Range { start, end } = self.log.geometry().region();
        self.flash.erase(start, end).map_err(FlashError::Flash)
    }

    /// The flash, given back.
    #[must_use]
    pub fn into_inner(self) -> F {
        self.flash
    }

    fn run(&mut self, mut next: Next) -> Result<Option<Mark>, FlashError<F::Error>> {
        loop {
            match next {
                Next::Do(task, job) => {
                    let found = self.carry_out(task).map_err(FlashError::Flash)?;
                    next = self.log.go_on(job, found);
                }
                Next::Done(answer) => return answer.map_err(FlashError::from),
            }
        }
    }

    fn carry_out(&mut self, task: Task) -> Result<Found, F::Error> {
        let geometry = self.log.geometry();
        let slot = geometry.slot();
        match task {
            Task::Read(place) => {
                let mut buffer = Buffer::blank();
                self.flash.read(geometry.address(place), buffer.bytes(slot))?;
                return Ok(buffer.found());
            }
            Task::Erase(place) => {
                let Range { start, end } = geometry.page(place);
                self.flash.erase(start, end)?;
            }
            Task::Write(place, record) => {
                let mut buffer = Buffer::holding(record);
                self.flash.write(geometry.address(place), buffer.bytes(slot))?;
            }
        }
        Ok(Found::Blank)
    }
}

impl<F: NorFlash> MarkStore for BlockingFlashMark<F> {
    type Error = FlashError<F::Error>;

    /// Writes nothing.
    fn load(&mut self) -> Result<Option<Mark>, Self::Error> {
        let first = self.log.load();
        self.run(first)
    }

    /// A mark that is kept already is not written again.
    fn save(&mut self, due: DueMark) -> Result<(), Self::Error> {
        let first = self.log.save(due);
        self.run(first).map(drop)
    }
}

impl<F> fmt::Debug for BlockingFlashMark<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingFlashMark").field("region", &self.log.geometry().region()).finish_non_exhaustive()
    }
}
