//! A board whose power goes: its options, its clock, and a log of all that it ever minted.

use std::collections::HashSet;

use mintid::clock::ManualClock;
use mintid::kept::{MarkStore, ScriptedStore};
use mintid::mark::Mark;
use mintid::options::Options;
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnMarkLate, Policy};
use mintid::{UlidGenerator, ulid};

use crate::support::cases::HOME_MS;
use crate::support::stream::Stream;

pub const WINDOW_MS: u32 = 1_000;
pub const HOLD_MS: u32 = 500;

pub fn policy(on_mark_late: OnMarkLate) -> Policy {
    Policy {
        on_behind: OnBehind::Hold { up_to_ms: HOLD_MS, beyond: Beyond::Restart },
        on_mark_late,
        ..Policy::KEEP_GOING
    }
}

pub fn prepared<S: Copy>(options: Options<S>, on_mark_late: OnMarkLate) -> Options<S> {
    options.policy(policy(on_mark_late)).mark_window_ms(WINDOW_MS)
}

/// Every id of every run, in the order they were returned.
#[derive(Debug, Default)]
pub struct Log {
    pub seen: HashSet<u128>,
    newest: Option<u128>,
    /// An id was issued above the saved mark.
    pub late: bool,
    /// A restart has lowered the stored mark. Where the power goes before its first id, no meter is left to count it, and the
    /// next run takes the lower mark for its own.
    pub lowered: bool,
}

impl Log {
    pub fn add(&mut self, id: u128, restarted: bool, run: impl std::fmt::Debug) {
        assert!(self.seen.insert(id), "{id:032x} again, in {run:?}");
        let above = self.newest.is_none_or(|newest| id > newest);
        let allowed = restarted || self.lowered || self.late;
        assert!(above || allowed, "{id:032x} after {:032x?}, in {run:?}", self.newest);
        self.newest = Some(id);
        self.lowered = false;
    }
}

/// What the clock does within a run, in ms: it runs, stands, steps back within and beyond what is held, and returns.
pub const MOVES_MS: [i64; 24] = [
    0, 0, 1, 300, 300, 300, 0, -200, 100, 400, 700, 1_200, -400, 0, 3_000, -2_000, 10, 500, 600, 2_500, 900, 400, 300,
    200,
];

/// Where the clock stands at the start of a run, against where the last one began: ahead, the same, behind within what a
/// resume bears, far behind.
pub const CLOCK_AT_START_MS: [i64; 4] = [60_000, 0, -1_000, -60_000];

/// A generator at [`HOME_MS`] that holds half a second, and does `beyond` past it.
pub fn ulids(beyond: Beyond) -> UlidGenerator<ManualClock, Stream> {
    let on_behind = OnBehind::Hold { up_to_ms: HOLD_MS, beyond };
    let options = prepared(ulid::Options::new(), OnMarkLate::Refuse).on_behind(on_behind);
    UlidGenerator::with(options, ManualClock::at_ms(HOME_MS), Stream::random(9))
}

/// A store that holds this mark.
pub fn holding(unix_ms: u64) -> ScriptedStore {
    let mut store = ScriptedStore::new();
    let on_behind = OnBehind::Hold { up_to_ms: NO_BOUND, beyond: Beyond::Refuse };
    let options = ulid::Options::new().on_behind(on_behind).mark_window_ms(1);
    let mut ids = UlidGenerator::with(options, ManualClock::at_ms(unix_ms as i64 - 1), Stream::random(0));
    ids.start_without_mark().unwrap();
    ids.generate_saving(|due| store.save(due)).unwrap();
    store.restore();
    assert_eq!(store.kept().map(Mark::unix_ms), Some(unix_ms));
    store
}
