//! What the generators stand on: a clock, a random source, and the generators themselves.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use mintid::clock::OffsetClock;
use mintid::entropy::FromFn;
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::snowflake::{self, Layout, Part, Width};
use mintid::uuid::v7;
use mintid_firmware_board::timer;
use mintid_firmware_notes::{Note, Noted, Outcome, note, random};
use mintid_mcu::{SharedSnowflake, SharedV7};

/// The generator of UUIDs.
pub static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::new(OPTIONS, Noted(OffsetClock::new(uptime_ms as fn() -> u64)), FromFn::new(draw as fn(&mut [u8]) -> _));

/// Order over a power cut comes first: before there is a mark above it, no id is made. An unset clock goes on from the mark.
const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// The generator of Snowflakes: no random source, and so no pool.
pub static SNOWFLAKES: SharedSnowflake<Wall> =
    SharedSnowflake::of(NODE, Noted(OffsetClock::new(uptime_ms_preempted as fn() -> u64)));

/// A fleet of a million devices that seldom have much to say: 16 ids every 10 ms, for 174 years from 2025 on. This is the device
/// with the number 52,001.
const NODE: snowflake::Options = {
    let parts = [Part::Time(39), Part::Node("device", 20), Part::Sequence(4)];
    let Ok(layout) = Layout::new(Width::Bits63, 1_735_689_600_000, 10, &parts) else {
        panic!("checked when this is compiled")
    };
    let Ok(options) = snowflake::Options::new(layout, 52_001) else { panic!("20 bits hold it") };
    options.mark_window_ms(60_000).on_unset(OnUnset::RunFromMark)
};

/// The wall clock: the time since the start, and what main was told about the time. Each reading is noted.
pub type Wall = Noted<OffsetClock<fn() -> u64>>;

/// Where random bytes come from.
pub type Random = FromFn<fn(&mut [u8]) -> Result<(), NotReady>>;

/// The hardware that makes random bytes has not come up yet.
#[derive(Clone, Copy, Debug)]
pub struct NotReady;

/// Milliseconds since the start: the timer's interrupts. Only they write it, so that no exchange is needed.
static UPTIME_MS: AtomicU32 = AtomicU32::new(0);

fn uptime_ms() -> u64 {
    UPTIME_MS.load(Ordering::Relaxed).into()
}

/// The same, and the timer's interrupt comes while it is read: it waits until interrupts are on again.
fn uptime_ms_preempted() -> u64 {
    let readings = READINGS.load(Ordering::Relaxed).wrapping_add(1);
    READINGS.store(readings, Ordering::Relaxed);
    if readings.is_multiple_of(6) {
        timer::pend();
    }
    uptime_ms()
}

/// How often the Snowflakes' clock was read.
static READINGS: AtomicU32 = AtomicU32::new(0);

/// Whether it is Snowflakes that are wanted.
static WANTS_SNOWFLAKES: AtomicBool = AtomicBool::new(false);

/// From now on the timer's interrupt wants a Snowflake, or a UUID.
pub fn snowflakes_are_wanted(wants: bool) {
    WANTS_SNOWFLAKES.store(wants, Ordering::Relaxed);
}

/// How many interrupts there were.
static TICKS: AtomicU32 = AtomicU32::new(0);

/// How many interrupts there were.
pub fn ticks() -> u32 {
    TICKS.load(Ordering::Relaxed)
}

/// The timer's interrupt: a millisecond is over, and something happens that wants an id.
pub fn tick() {
    TICKS.store(ticks().wrapping_add(1), Ordering::Relaxed);
    pass_ms(1);
    let outcome = if WANTS_SNOWFLAKES.load(Ordering::Relaxed) {
        Outcome::of(SNOWFLAKES.generate_from_interrupt())
    } else {
        Outcome::of(IDS.generate_from_interrupt())
    };
    note(Note::Timer(outcome));
}

/// Lets time pass, as the timer would.
pub fn pass_ms(ms: u32) {
    UPTIME_MS.store(UPTIME_MS.load(Ordering::Relaxed).wrapping_add(ms), Ordering::Relaxed);
}

/// Whether the hardware has come up.
static IS_READY: AtomicBool = AtomicBool::new(false);

/// Whether the timer's interrupt comes in the middle of a draw.
static IS_PREEMPTED: AtomicBool = AtomicBool::new(false);

/// The hardware comes up, and from now on an interrupt preempts main while it draws, or none does.
pub fn random_is_ready(is_preempted: bool) {
    IS_READY.store(true, Ordering::Relaxed);
    IS_PREEMPTED.store(is_preempted, Ordering::Relaxed);
}

/// How many draws there were.
static DRAWS: AtomicU32 = AtomicU32::new(0);

/// Slow, as hardware is: main draws with interrupts on, and one comes in the middle of each fourth draw.
fn draw(bytes: &mut [u8]) -> Result<(), NotReady> {
    if !IS_READY.load(Ordering::Relaxed) {
        return Err(NotReady);
    }
    random::draw(bytes);
    let draws = DRAWS.load(Ordering::Relaxed).wrapping_add(1);
    DRAWS.store(draws, Ordering::Relaxed);
    if draws.is_multiple_of(4) && IS_PREEMPTED.load(Ordering::Relaxed) {
        timer::pend();
    }
    Ok(())
}
