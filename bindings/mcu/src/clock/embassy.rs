//! The time driver of an Embassy program.

use embassy_time_driver::TICK_HZ;
use mintid::clock::Monotonic;

use super::carry::Carry;

/// The driver's rate, chosen by a feature of `embassy-time` in the binary.
const HZ: u32 = {
    assert!(TICK_HZ <= u32::MAX as u64, "the time driver ticks faster than 4 GHz");
    TICK_HZ as u32
};

/// Milliseconds from the time driver: what `embassy_time::Instant::now().as_millis()` gives, without its 64-bit division.
///
/// It reads the driver itself, from the small crate `embassy-time-driver`, so a program may use any version of
/// `embassy-time` over it. The wall time on top of it is the core's [`OffsetClock`](mintid::clock::OffsetClock):
///
/// ```no_run
/// use mintid::clock::OffsetClock;
/// use mintid::entropy::FromFn;
/// use mintid::uuid::v7;
/// use mintid_mcu::SharedV7;
/// use mintid_mcu::clock::EmbassyTime;
///
/// # type Random = FromFn<fn(&mut [u8]) -> Result<(), core::convert::Infallible>>;
/// # fn set() -> Result<(), mintid_mcu::Busy> {
/// static IDS: SharedV7<OffsetClock<EmbassyTime>, Random> =
///     SharedV7::without_source(v7::Options::new(), OffsetClock::new(EmbassyTime::new()));
///
/// IDS.with(|ids| ids.clock_mut().set_ms(1_764_417_600_000))?; // as SNTP has it
/// # Ok(())
/// # }
/// ```
///
/// A driver may take a lock of its own for a reading; those of Embassy's HALs are short.
#[derive(Debug, Clone)]
pub struct EmbassyTime {
    last: u64,
    carry: Carry<HZ>,
}

impl EmbassyTime {
    /// A reader of the driver. Nothing is read yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { last: 0, carry: Carry::new() }
    }
}

impl Default for EmbassyTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Monotonic for EmbassyTime {
    #[inline]
    fn since_boot_ms(&mut self) -> u64 {
        let now = embassy_time_driver::now();
        // A driver never goes back; one that did would stand still here.
        let on = now.saturating_sub(self.last);
        self.last = self.last.max(now);
        match u32::try_from(on) {
            Ok(on) => self.carry.advance(on),
            Err(_) => self.carry.advance_far(on),
        }
        self.carry.ms()
    }
}
