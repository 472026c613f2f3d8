//! What the generator stands on: a clock, a random source, and the generator itself.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use mintid::clock::{Clock, ClockError, OffsetClock, Reading};
use mintid::entropy::FromFn;
use mintid::policy::{OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid_firmware_board::timer;
use mintid_mcu::SharedV7;

use crate::notes::{self, Note};

/// The one generator of the program.
pub static IDS: SharedV7<Wall, Random, 64> =
    SharedV7::new(OPTIONS, Wall(OffsetClock::new(uptime_ms as fn() -> u64)), FromFn::new(random as fn(&mut [u8]) -> _));

/// Order over a power cut comes first: before there is a mark above it, no id is made. An unset clock goes on from the mark.
const OPTIONS: v7::Options =
    v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);

/// The wall clock: the time since the start, and what main was told about the time. Each reading is noted.
#[derive(Debug)]
pub struct Wall(OffsetClock<fn() -> u64>);

/// Where random bytes come from.
pub type Random = FromFn<fn(&mut [u8]) -> Result<(), NotReady>>;

/// The hardware that makes random bytes has not come up yet.
#[derive(Clone, Copy, Debug)]
pub struct NotReady;

impl Wall {
    /// The time that came in over the network.
    pub fn set_ms(&mut self, unix_ms: i64) {
        self.0.set_ms(unix_ms);
    }
}

impl Clock for Wall {
    fn read(&mut self) -> Result<Reading, ClockError> {
        let reading = self.0.read();
        notes::note(Note::Reading(reading));
        reading
    }

    fn resolution_ns(&self) -> u32 {
        self.0.resolution_ns()
    }
}

/// Milliseconds since the start: the timer's interrupts. Only they write it, so that no exchange is needed.
static UPTIME_MS: AtomicU32 = AtomicU32::new(0);

fn uptime_ms() -> u64 {
    UPTIME_MS.load(Ordering::Relaxed).into()
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
    let minted = IDS.generate_from_interrupt();
    notes::note(Note::Timer(notes::Outcome::of(minted)));
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

/// The state of a generator that stands for hardware: xorshift, which the host need not know.
static STATE: AtomicU32 = AtomicU32::new(0x6D69_6E74);

/// How many draws there were.
static DRAWS: AtomicU32 = AtomicU32::new(0);

/// A new row of random bytes, as hardware makes another one at each start.
pub fn seed(start: u32) {
    STATE.store(0x6D69_6E74 ^ start << 8, Ordering::Relaxed);
}

/// Slow, as hardware is: main draws with interrupts on, and one comes in the middle of each fourth draw.
fn random(bytes: &mut [u8]) -> Result<(), NotReady> {
    if !IS_READY.load(Ordering::Relaxed) {
        return Err(NotReady);
    }
    for byte in bytes.iter_mut() {
        let mut state = STATE.load(Ordering::Relaxed);
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        STATE.store(state, Ordering::Relaxed);
        *byte = (state >> 24) as u8;
    }
    let draws = DRAWS.load(Ordering::Relaxed).wrapping_add(1);
    DRAWS.store(draws, Ordering::Relaxed);
    if draws % 4 == 0 && IS_PREEMPTED.load(Ordering::Relaxed) {
        timer::pend();
    }
    notes::note(Note::drew(bytes));
    Ok(())
}
