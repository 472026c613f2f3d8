//! The allocator, the interrupt that takes ids from it, and a flash in whose writing it comes.

use core::cell::RefCell;
use core::sync::atomic::{AtomicU32, Ordering};

use critical_section::Mutex;
use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use mintid::range::Options;
use mintid_firmware_board::flash::{Flash, FlashFault};
use mintid_firmware_board::timer;
use mintid_mcu::SharedRanges;

/// 20 ids at a time, asked for when 8 are left; of them, at most 8 at hand.
pub static IDS: SharedRanges = SharedRanges::new(Options::new().want(20).low_water(8), 8);

/// What the interrupt was given since main looked last.
static TAKEN: Mutex<RefCell<Taken>> = Mutex::new(RefCell::new(Taken { ids: [None; 16], count: 0 }));

struct Taken {
    ids: [Option<u64>; 16],
    count: usize,
}

/// How many interrupts there were.
static TICKS: AtomicU32 = AtomicU32::new(0);

/// How many interrupts there were.
pub fn ticks() -> u32 {
    TICKS.load(Ordering::Relaxed)
}

/// The timer's interrupt: something happens that wants an id.
pub fn tick() {
    TICKS.store(ticks().wrapping_add(1), Ordering::Relaxed);
    critical_section::with(|section| {
        if let Ok(mut taken) = TAKEN.borrow(section).try_borrow_mut() {
            let count = taken.count;
            // No room, no id: none is taken that is not shown.
            if let Some(place) = taken.ids.get_mut(count) {
                *place = IDS.take().ok();
                taken.count = if place.is_some() { count + 1 } else { count };
            }
        }
    });
}

/// The ids that the interrupt was given.
pub fn taken() -> impl Iterator<Item = u64> {
    critical_section::with(|section| match TAKEN.borrow(section).try_borrow_mut() {
        Ok(mut taken) => {
            taken.count = 0;
            core::mem::take(&mut taken.ids)
        }
        Err(_) => [None; 16],
    })
    .into_iter()
    .flatten()
}

/// The flash, in whose writing and erasing the interrupt comes.
pub struct Interrupted(Flash);

impl Interrupted {
    pub const fn new() -> Self {
        Self(Flash::new())
    }
}

impl ErrorType for Interrupted {
    type Error = FlashFault;
}

impl ReadNorFlash for Interrupted {
    const READ_SIZE: usize = Flash::READ_SIZE;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), FlashFault> {
        self.0.read(offset, bytes)
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl NorFlash for Interrupted {
    const WRITE_SIZE: usize = Flash::WRITE_SIZE;
    const ERASE_SIZE: usize = Flash::ERASE_SIZE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), FlashFault> {
        timer::pend();
        self.0.erase(from, to)
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), FlashFault> {
        timer::pend();
        let written = self.0.write(offset, bytes);
        timer::pend();
        written
    }
}
