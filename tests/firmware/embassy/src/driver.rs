//! Time for Embassy: SysTick's interrupts, one a millisecond.

use core::cell::{Cell, RefCell};
use core::task::Waker;

use critical_section::Mutex;
use embassy_time_driver::{Driver, time_driver_impl};
use embassy_time_queue_utils::Queue;
use mintid_firmware_board::timer;

/// Ticks of the core's clock in a millisecond: QEMU runs this board at 12.5 MHz.
const PERIOD: u32 = 12_500;

struct Ticks {
    now: Mutex<Cell<u64>>,
    queue: Mutex<RefCell<Queue>>,
}

impl Driver for Ticks {
    fn now(&self) -> u64 {
        critical_section::with(|section| self.now.borrow(section).get())
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        critical_section::with(|section| {
            if let Ok(mut queue) = self.queue.borrow(section).try_borrow_mut() {
                // Each tick looks anew at what is due, so no alarm has to be set.
                let _ = queue.schedule_wake(at, waker);
            }
        });
    }
}

time_driver_impl!(static DRIVER: Ticks = Ticks {
    now: Mutex::new(Cell::new(0)),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

/// Starts the ticks.
pub fn start() {
    timer::start(PERIOD);
}

/// The interrupt: a millisecond is over, and tasks whose time has come are woken.
pub fn tick() {
    critical_section::with(|section| {
        let now = DRIVER.now.borrow(section);
        now.set(now.get().wrapping_add(1));
        if let Ok(mut queue) = DRIVER.queue.borrow(section).try_borrow_mut() {
            let _ = queue.next_expiration(now.get());
        }
    });
}
