//! A store that takes its time: marks are asked for between calls and confirmed later, and the power goes after any call.

use mintid::clock::{ManualClock, Reading};
use mintid::generator::Generator;
use mintid::kept::PowerCut;
use mintid::mark::{DueMark, Mark};
use mintid::options::Options;
use mintid::policy::OnMarkLate;
use mintid::scheme::Scheme;
use mintid::ulid;
use mintid::uuid::{v7, v7_precise};

use crate::board::{CLOCK_AT_START_MS, Log, MOVES_MS, prepared};
use crate::support::cases::HOME_MS;
use crate::support::stream::Stream;

/// A store that takes its time: a write is under way for some calls, and is done or lost when the power goes.
#[derive(Debug)]
struct SlowStore {
    kept: Option<Mark>,
    under_way: Option<(DueMark, u32)>,
    takes: u32,
}

impl SlowStore {
    /// One call later: gives the mark that is kept from now on.
    fn pass(&mut self, due: Option<DueMark>, log: &mut Log) -> Option<DueMark> {
        self.under_way = self.under_way.or(due.map(|due| (due, self.takes)));
        let (due, left) = self.under_way?;
        if left > 0 {
            self.under_way = Some((due, left - 1));
            return None;
        }
        self.under_way = None;
        self.write(due, log);
        Some(due)
    }

    fn power_goes(&mut self, side: PowerCut, log: &mut Log) {
        if let (Some((due, _)), PowerCut::After) = (self.under_way.take(), side) {
            self.write(due, log);
        }
    }

    fn write(&mut self, due: DueMark, log: &mut Log) {
        let before = self.kept;
        self.kept = Some(due.over(before));
        log.lowered |= self.kept < before;
    }
}

/// One run with a slow store, until this many calls are made.
fn run_slowly<S>(
    options: Options<S>,
    stream: &mut Stream,
    store: &mut SlowStore,
    starts_at_ms: i64,
    calls: usize,
    log: &mut Log,
) where
    S: Scheme<Id: Into<u128>> + Copy,
{
    let clock = ManualClock::unset().with_resolution_ns(1);
    let mut ids = Generator::with(options, &clock, stream);
    match store.kept {
        Some(mark) => ids.start_from(mark).expect("a good mark"),
        None => ids.start_without_mark().expect("the first run"),
    }
    let moves = MOVES_MS.into_iter().scan(starts_at_ms, |now_ms, by_ms| {
        *now_ms += by_ms;
        Some(*now_ms)
    });
    for (call, now_ms) in moves.flat_map(|now_ms| [now_ms; 3]).take(calls).enumerate() {
        clock.set(Ok(Reading { unix_ms: now_ms, frac: (call as u16) << 5 }));
        let before = ids.meter();
        if let Ok(id) = ids.generate() {
            log.add(id.into(), ids.meter().restarts > before.restarts, (starts_at_ms, call));
            // From an id above the saved mark on, the order over the next start is not promised.
            log.late |= ids.meter().late > before.late;
        }
        if let Some(saved) = store.pass(ids.mark_due(), log) {
            ids.mark_saved(saved);
        }
    }
}

fn cut_the_power_at_every_call<S>(options: Options<S>, takes: u32)
where
    S: Scheme<Id: Into<u128>> + Copy,
{
    let mut minted = 0;
    for calls in 1..=3 * MOVES_MS.len() {
        for side in [PowerCut::Before, PowerCut::After] {
            for start_ms in CLOCK_AT_START_MS {
                let mut store = SlowStore { kept: None, under_way: None, takes };
                let (mut log, mut stream) = (Log::default(), Stream::random(calls as u64 * 1_000_000));
                for (boot, calls) in [calls, 3, calls, 1, 60].into_iter().enumerate() {
                    let starts_at_ms = HOME_MS + start_ms * boot as i64;
                    run_slowly(options, &mut stream, &mut store, starts_at_ms, calls, &mut log);
                    store.power_goes(side, &mut log);
                }
                minted += log.seen.len();
            }
        }
    }
    assert!(minted > 10_000, "{minted} ids");
}

#[test]
fn with_a_slow_store_a_refused_late_mark_keeps_the_order_too() {
    for takes in [0, 1, 4] {
        cut_the_power_at_every_call(prepared(v7::Options::new(), OnMarkLate::Refuse), takes);
        cut_the_power_at_every_call(prepared(v7_precise::Options::new(), OnMarkLate::Refuse), takes);
        cut_the_power_at_every_call(prepared(ulid::Options::new(), OnMarkLate::Refuse), takes);
    }
}

#[test]
fn with_a_slow_store_and_going_on_the_order_breaks_only_after_a_late_mark_was_counted() {
    for takes in [0, 1, 4] {
        cut_the_power_at_every_call(prepared(v7::Options::new(), OnMarkLate::GoOn), takes);
        cut_the_power_at_every_call(prepared(ulid::Options::new(), OnMarkLate::GoOn), takes);
    }
}
