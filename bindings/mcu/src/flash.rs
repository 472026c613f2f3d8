//! The mark in flash, and the stock of ids: what must outlive a power cut.
//!
//! [`FlashMark`] keeps one mark in two or more pages of NOR flash, as a log: each save appends a record, and a full page is
//! followed by the next one, erased just then. A page is only erased while the newest record is in another. So wherever the power
//! goes, in the middle of a record or of an erase, the next start finds the mark before or the new one.
//!
//! ```text
//!  page 0   2 3 4 5 6 7 8 9    full
//!  page 1   A B ▒ C · · · ·    C is the newest; ▒ was torn by a power cut; the next goes behind it
//!
//!  record   number (4) │ mark (8) │ checksum (4) │ ones, up to a word of the flash
//! ```
//!
//! # From main
//!
//! Loading and saving are for main or a task, never for an interrupt: an erase takes tens of milliseconds, and on many chips the
//! processor stands still meanwhile. Saved ahead of time, no id waits for it:
//!
//! ```
//! # use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash};
//! use mintid::clock::ManualClock;
//! use mintid::policy::OnMarkLate;
//! use mintid::uuid::v7;
//! use mintid_mcu::SharedV7;
//! use mintid_mcu::flash::FlashMark;
//! # #[derive(Debug)] struct Never;
//! # impl NorFlashError for Never { fn kind(&self) -> NorFlashErrorKind { NorFlashErrorKind::Other } }
//! # impl core::fmt::Display for Never { fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { f.write_str("never") } }
//! # impl core::error::Error for Never {}
//! # struct Chip(Vec<u8>);
//! # impl ErrorType for Chip { type Error = Never; }
//! # impl ReadNorFlash for Chip {
//! #     const READ_SIZE: usize = 4;
//! #     async fn read(&mut self, at: u32, bytes: &mut [u8]) -> Result<(), Never> {
//! #         Ok(bytes.copy_from_slice(&self.0[at as usize..][..bytes.len()]))
//! #     }
//! #     fn capacity(&self) -> usize { self.0.len() }
//! # }
//! # impl NorFlash for Chip {
//! #     const WRITE_SIZE: usize = 4;
//! #     const ERASE_SIZE: usize = 4096;
//! #     async fn erase(&mut self, from: u32, to: u32) -> Result<(), Never> { Ok(self.0[from as usize..to as usize].fill(0xff)) }
//! #     async fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Never> {
//! #         Ok(self.0[at as usize..][..bytes.len()].copy_from_slice(bytes))
//! #     }
//! # }
//! # type Random = mintid::entropy::FromFn<fn(&mut [u8]) -> Result<(), core::convert::Infallible>>;
//!
//! const OPTIONS: v7::Options = v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse);
//! # static IDS: SharedV7<ManualClock, Random> = SharedV7::new(
//! #     OPTIONS, ManualClock::at_ms(1_764_417_600_000), mintid::entropy::FromFn::new(|bytes| Ok(bytes.fill(7))));
//!
//! # async fn main_task(flash: Chip) -> Result<(), Box<dyn std::error::Error>> {
//! let mut store = FlashMark::new(flash, 0x1000..0x3000)?; // two pages that nothing else uses
//! match store.load().await? {
//!     Some(mark) => IDS.start_from(mark)?,
//!     None => IDS.start_without_mark()?, // the very first start
//! }
//! loop {
//!     // Each time around, and at least twice in half a window. Nearly always, nothing is due.
//!     IDS.save_mark_async(&mut store).await?;
//!     let id = IDS.generate()?;
//! #   return Ok(drop(id));
//! }
//! # }
//! # let mut main = core::pin::pin!(main_task(Chip(vec![0xff; 0x4000])));
//! # let mut context = core::task::Context::from_waker(core::task::Waker::noop());
//! # assert!(matches!(main.as_mut().poll(&mut context), core::task::Poll::Ready(Ok(()))));
//! ```
//!
//! Over a driver that blocks, [`BlockingFlashMark`] is the same store as the core's [`MarkStore`](mintid::kept::MarkStore):
//! [`save_mark`](crate::Shared::save_mark) takes it, and so does the core's [`Kept`](mintid::kept::Kept). What either writes,
//! the other reads.
//!
//! # A stock of ids
//!
//! [`FlashStock`] and [`BlockingFlashStock`] keep the stock of [`SharedRanges`](crate::SharedRanges) by the same log and the same
//! rules. A save always replaces, and a record is longer:
//!
//! ```text
//!  number (4) │ the stock, as the core writes it (126 for 2 places) │ ones (58) │ checksum (4)
//! ```
//!
//! All of them are 192 bytes, for 1 to 5 places: a program with other places than the one before must find that one's newest record, and
//! not read over it to an older one, whose ids were given. A page must be as long as that.
//!
//! A page of 4 KiB holds 21 records, and each save brings half a block of ids at least, or a span. With blocks of 64 ids, and spans of
//! some hundred, two pages last for more than 10 million ids at 10,000 erases a page.
//!
//! A stock that is lost costs ids, and never gives one twice, as long as the coordinator does not: a program may format a damaged region
//! and begin with an empty stock. One whose newest record has *decayed* is another matter: the one before counts, and its block may be given a
//! second time.
//!
//! # How long the flash lasts
//!
//! A mark is due when less than half of its window is left, so a generator in use saves every half window. Pages of 4 KiB and words
//! of up to 16 bytes hold 256 records each; each page is erased once in 256 saves times the number of pages. At 10,000
//! erases a page:
//!
//! | window | saves a day | erases a page, a year, with 2 pages | years with 2 pages | with 4 |
//! |---|---|---|---|---|
//! | 10 s | 17,280 | 12,319 | 0.8 | 1.6 |
//! | 60 s | 2,880 | 2,053 | 4.9 | 9.7 |
//! | 2 min | 1,440 | 1,027 | 9.7 | 19.5 |
//! | 5 min | 576 | 411 | 24.4 | 48.7 |
//! | 10 min | 288 | 205 | 48.7 | 97.4 |
//! | 1 h | 48 | 34 | 292 | 585 |
//!
//! With words of 32 bytes it is half of that. A longer window costs more of the time line at each start: after one, ids may carry a
//! time up to a window ahead, until the clock has caught up. A start also costs a record.
//!
//! # What the region may hold
//!
//! | at start | is |
//! |---|---|
//! | nothing but ones | no mark and no stock: the very first start |
//! | records | the newest one; torn ones beside it do no harm |
//! | something at the very front, or there and at every second place behind it, and no record | no mark: the first save of all was torn, each time it was tried |
//! | anything else without a record | [`Damaged`](FlashError::Damaged): somebody else's data, or a store that has lost all. Nothing is written, until [`format`](FlashMark::format) is called |
//!
//! A region that is made smaller or moved may leave its newest record outside, and an older one then counts: keep its ends as they
//! are, or format it.
//!
//! A record whose bits have decayed looks like a torn one. If it is the newest, the one before counts, and order over that
//! start is not promised.
//!
//! # Why a log of its own
//!
//! The general stores, `sequential-storage` and `ekv`, keep many values of any length, and move them from page to page. One
//! value of eight bytes needs none of that, and asks for more than they promise:
//!
//! - it links without a panic, as all of this crate does, and in a quarter of the flash;
//! - it holds whatever an interrupted erase leaves behind: `embedded-storage` says that this is undefined, so a page is erased
//!   again before it is written to, even where it reads as blank, and no old record in it is ever the newest. Only the first record of
//!   all goes to a page that was not erased for it, since there is none yet that would outlive a cut. The next one goes to another page;
//!   and where the first is not taken, the page is erased before the next try;
//! - it tells a region that holds something else from an empty one, and loading writes nothing: a store that repairs itself
//!   then, and finds nothing, would start a run without its mark, and nobody would know.
//!
//! A program that has such a store for its settings can keep the mark there as one more value, with that store's promises:
//!
//! ```
//! use embedded_storage_async::nor_flash::NorFlash;
//! use mintid::mark::{DueMark, Mark};
//! use mintid_mcu::shared::AsyncMarkStore;
//! use sequential_storage::cache::{Cache, Uncached};
//! use sequential_storage::map::MapStorage;
//!
//! const MARK: u8 = 1; // the key set aside for it
//!
//! struct InMap<F: NorFlash>(MapStorage<u8, F, Cache<Uncached, Uncached, Uncached, u8>>);
//!
//! impl<F: NorFlash> AsyncMarkStore for InMap<F> {
//!     type Error = sequential_storage::Error<F::Error>;
//!
//!     async fn load(&mut self) -> Result<Option<Mark>, Self::Error> {
//!         let stored: Option<[u8; 8]> = self.0.fetch_item(&mut [0; 64], &MARK).await?;
//!         Ok(stored.and_then(Mark::from_bytes))
//!     }
//!
//!     async fn save(&mut self, due: DueMark) -> Result<(), Self::Error> {
//!         let mark = due.over(self.load().await?);
//!         self.0.store_item(&mut [0; 64], &MARK, &mark.to_bytes()).await
//!     }
//! }
//! ```

mod asynchronous;
mod blocking;
mod buffer;
mod error;
mod geometry;
mod log;
mod mark;
mod pages;
mod record;
mod stock;

pub use asynchronous::{FlashMark, FlashStock};
pub use blocking::{BlockingFlashMark, BlockingFlashStock};
pub use error::{FlashError, RangeError};
