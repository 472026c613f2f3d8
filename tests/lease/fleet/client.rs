//! A client: a generator on a lease, with a clock of its own that is wrong in its own way.

use mintid::clock::{Clock, ClockError, Reading};
use mintid::lease::{Answer, Holder, Options};
use mintid::policy::OnFull;
use mintid::snowflake::{Layout, LeasedGenerator, LeasedOptions, OnBehind, Part, Width};

use super::random::Random;
use super::world::Off;

pub const EPOCH_MS: u64 = 1_735_689_600_000;

/// 64 nodes, and few ids a tick, so that ticks run full.
pub const LAYOUT: Layout =
    match Layout::new(Width::Bits53, EPOCH_MS, 1, &[Part::Time(42), Part::Node("worker", 6), Part::Sequence(5)]) {
        Ok(layout) => layout,
        Err(_) => panic!("checked when this is compiled"),
    };

#[derive(Debug, Default)]
pub struct Set(pub i64);

impl Clock for Set {
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from(self.0))
    }
}

pub struct Client {
    pub ids: LeasedGenerator<Set>,
    pub holder: Holder,
    /// Which start of the client this is. Answers to an earlier one reach it too.
    pub run: u32,
    /// How far its clock is off.
    pub offset_ms: i64,
    /// How long it was suspended, which its monotonic clock does not count.
    pub suspended_ms: u64,
    pub started_ms: u64,
    /// Until when it is paused or suspended.
    pub away_until_ms: u64,
    /// Until when the network is cut.
    pub cut_until_ms: u64,
    pub is_leaving: bool,
    /// The first answer to this run, and its ticket.
    pub first_answer: Option<(u32, Answer)>,
    /// The reading of both clocks that a pause has made old, to be used once more.
    pub old_readings: Option<(u64, i64)>,
}

impl Client {
    pub fn new(holder: Holder, run: u32, now_ms: u64, off: Off, random: &mut Random) -> Self {
        Self {
            ids: generator(holder, run, off, random),
            holder,
            run,
            offset_ms: random.between(-15_000, 15_000),
            suspended_ms: 0,
            started_ms: now_ms,
            away_until_ms: 0,
            cut_until_ms: 0,
            is_leaving: false,
            first_answer: None,
            old_readings: None,
        }
    }

    /// Both clocks at a moment of the world.
    pub fn readings(&self, now_ms: u64) -> (u64, i64) {
        (now_ms - self.started_ms - self.suspended_ms, (EPOCH_MS + 1_000_000 + now_ms) as i64 + self.offset_ms)
    }
}

fn generator(holder: Holder, run: u32, off: Off, random: &mut Random) -> LeasedGenerator<Set> {
    let on_full = match random.below(3) {
        0 => OnFull::Wait,
        1 => OnFull::Borrow { up_to_ms: 800 },
        _ => OnFull::Borrow { up_to_ms: 60_000 },
    };
    let on_behind = match random.below(3) {
        0 => OnBehind::Refuse,
        1 => OnBehind::Wait { up_to_ms: 10 },
        _ => OnBehind::Hold { up_to_ms: 20_000 },
    };
    let options = LeasedOptions::new(LAYOUT)
        .on_full(on_full)
        .on_behind(on_behind)
        .change_node_beyond_ms([3_000, 20_000, u64::MAX][random.below(3) as usize]);
    let mut lease = Options::new();
    lease.patience_ms = 400;
    lease.backoff = mintid::Backoff::new(50, 1_000);
    lease.grace_ms = if random.once_in(4) { 1_000 } else { 0 };
    if off == Off::Expiry {
        lease.grace_ms = u32::MAX;
    }
    if off != Off::RunsToldApart {
        lease.run = run;
    }
    lease.wish = if random.once_in(8) { Some(random.below(64)) } else { None };
    LeasedGenerator::new(options, holder, lease, Set::default())
}
