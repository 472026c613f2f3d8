//! The generator of the program, and what it stands on.

use core::convert::Infallible;
use core::sync::atomic::{AtomicU32, Ordering};

use lm3s6965::Interrupt;
use mintid::clock::OffsetClock;
use mintid::entropy::FromFn;
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid_firmware_notes::{Noted, random};
use mintid_mcu::SharedV7;

/// The wall clock: the time since the start, and what idle was told about the time. Each reading is noted.
type Wall = Noted<OffsetClock<fn() -> u64>>;

/// Where random bytes come from.
type Random = FromFn<fn(&mut [u8]) -> Result<(), Infallible>>;

/// Order over a power cut comes first: before there is a mark above it, no id is made. An unset clock goes on from the mark.
const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// The one generator of the program.
pub static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::new(OPTIONS, Noted(OffsetClock::new(uptime_ms as fn() -> u64)), FromFn::new(draw as fn(&mut [u8]) -> _));

/// When the network first says what the time is.
pub const TOLD_MS: i64 = 1_764_500_000_000;

/// Milliseconds since the start. Only one task writes it, so that no exchange is needed.
static UPTIME_MS: AtomicU32 = AtomicU32::new(0);

/// Milliseconds since the start.
pub fn uptime_ms() -> u64 {
    UPTIME_MS.load(Ordering::Relaxed).into()
}

/// A millisecond is over.
pub fn pass_ms() {
    UPTIME_MS.store(UPTIME_MS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

/// How many draws there were.
static DRAWS: AtomicU32 = AtomicU32::new(0);

/// Slow, as hardware is: idle draws with interrupts on, and one comes in the middle of each fourth draw.
fn draw(bytes: &mut [u8]) -> Result<(), Infallible> {
    random::draw(bytes);
    let draws = DRAWS.load(Ordering::Relaxed).wrapping_add(1);
    DRAWS.store(draws, Ordering::Relaxed);
    if draws.is_multiple_of(4) {
        rtic::pend(Interrupt::GPIOA);
    }
    Ok(())
}
