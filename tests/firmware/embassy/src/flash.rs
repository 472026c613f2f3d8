//! The board's flash as an asynchronous driver: while it works, other tasks run.

use embassy_time::Timer;
use embedded_storage::nor_flash as blocking;
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use mintid::mark::{DueMark, Mark};
use mintid_firmware_board::flash::{Flash, FlashFault};
use mintid_mcu::flash::{FlashError, FlashMark};
use mintid_mcu::shared::AsyncMarkStore;

/// Flash that takes its time.
pub struct SlowFlash(pub Flash);

/// What a write and an erase take, in milliseconds.
const WRITE_MS: u64 = 1;
const ERASE_MS: u64 = 20;

impl ErrorType for SlowFlash {
    type Error = FlashFault;
}

impl ReadNorFlash for SlowFlash {
    const READ_SIZE: usize = <Flash as blocking::ReadNorFlash>::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), FlashFault> {
        blocking::ReadNorFlash::read(&mut self.0, offset, bytes)
    }

    fn capacity(&self) -> usize {
        blocking::ReadNorFlash::capacity(&self.0)
    }
}

impl NorFlash for SlowFlash {
    const WRITE_SIZE: usize = <Flash as blocking::NorFlash>::WRITE_SIZE;
    const ERASE_SIZE: usize = <Flash as blocking::NorFlash>::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), FlashFault> {
        Timer::after_millis(ERASE_MS).await;
        blocking::NorFlash::erase(&mut self.0, from, to)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), FlashFault> {
        Timer::after_millis(WRITE_MS).await;
        blocking::NorFlash::write(&mut self.0, offset, bytes)
    }
}

/// The store, and the mark that it was given last, to be shown.
pub struct Store {
    marks: FlashMark<SlowFlash>,
    pub last: Option<Mark>,
}

impl Store {
    /// The store in two pages of the flash that nothing else uses.
    pub fn new() -> Option<Self> {
        Some(Self { marks: FlashMark::new(SlowFlash(Flash::new()), 512..1024).ok()?, last: None })
    }
}

impl AsyncMarkStore for Store {
    type Error = FlashError<FlashFault>;

    async fn load(&mut self) -> Result<Option<Mark>, Self::Error> {
        self.marks.load().await
    }

    async fn save(&mut self, due: DueMark) -> Result<(), Self::Error> {
        self.last = Some(due.mark());
        self.marks.save(due).await
    }
}
