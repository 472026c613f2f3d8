//! The time driver as a clock. A program has one driver, so this file has one test.

use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Waker;

use embassy_time_driver::{Driver, TICK_HZ};
use mintid::clock::{Clock, ClockError, Monotonic, OffsetClock, Reading};
use mintid_mcu::clock::EmbassyTime;

struct Set(AtomicU64);

impl Driver for Set {
    fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn schedule_wake(&self, _: u64, _: &Waker) {}
}

embassy_time_driver::time_driver_impl!(static DRIVER: Set = Set(AtomicU64::new(0)));

#[test]
fn the_drivers_ticks_become_milliseconds_and_with_an_offset_the_time() {
    let mut time = EmbassyTime::new();
    let mut clock = OffsetClock::new(EmbassyTime::new());
    assert_eq!(clock.read(), Err(ClockError::Unset { since_boot_ms: 0 }));
    let mut ticks = 0;
    for step in [1, 31, TICK_HZ / 3, TICK_HZ, 0, u64::from(u32::MAX), 1 << 40, 5, TICK_HZ * 86_400, 1 << 33] {
        ticks += step;
        DRIVER.0.store(ticks, Ordering::Relaxed);
        let expected = (u128::from(ticks) * 1_000 / u128::from(TICK_HZ)) as u64;
        assert_eq!(time.since_boot_ms(), expected, "after {ticks} ticks");
        assert_eq!(clock.read(), Err(ClockError::Unset { since_boot_ms: expected }));
    }
    clock.set_ms(1_764_417_600_000);
    DRIVER.0.fetch_add(TICK_HZ * 7 / 2, Ordering::Relaxed);
    // What was left of a millisecond when the time was set may fill another one.
    let now = clock.read().unwrap().unix_ms;
    assert!((1_764_417_603_500..=1_764_417_603_501).contains(&now), "{now}");
    // A driver must not go back. If one does, time stands still.
    let before = time.since_boot_ms();
    DRIVER.0.store(0, Ordering::Relaxed);
    assert_eq!(time.since_boot_ms(), before);
    assert_eq!(clock.read(), Ok(Reading::from_ms(now)));
}
