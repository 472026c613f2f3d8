//! What a run may start from: a mark, none, an id; and what it says to what is wrong.

use mintid::clock::{ClockError, ManualClock};
use mintid::kept::{Kept, ResumeError, ScriptedStore};
use mintid::mark::{Mark, StartError};
use mintid::policy::{Beyond, OnMarkLate, OnUnset};
use mintid::uuid::v7;
use mintid::{Cause, PreciseV7Generator, Refusal, Ulid, UlidGenerator, Uuid, V7Generator};

use crate::board::{HOLD_MS, Log, WINDOW_MS, holding, prepared, ulids};
use crate::support::cases::HOME_MS;
use crate::support::stream::{Dry, Stream};

#[test]
fn erased_flash_holds_no_mark() {
    assert_eq!(Mark::from_bytes([0xff; 8]), None);
    assert_eq!(Mark::from_unix_ms(u64::MAX), None);
    let mark = Mark::from_unix_ms(HOME_MS as u64).unwrap();
    assert_eq!(Mark::from_bytes(mark.to_bytes()), Some(mark));
}

#[test]
fn a_start_says_what_it_starts_from() {
    let start = |beyond, store: Option<u64>| {
        let store = store.map_or_else(ScriptedStore::new, holding);
        let kept = Kept::resume(ulids(beyond), store);
        kept.map(|mut kept| {
            kept.generate().map(|id| (id.unix_ms() as i64 - HOME_MS, kept.generator_mut().meter().restarts))
        })
    };
    let home = HOME_MS as u64;
    let bears = u64::from(WINDOW_MS + HOLD_MS);
    let year_5000 = 95_617_584_000_000;
    let ahead = |by_ms| Ok(Err(Cause::Refused(Refusal::MarkAhead { by_ms })));
    let cases = [
        ("no mark", Beyond::Restart, None, Err(ResumeError::NoMark)),
        ("a mark in the past", Beyond::Restart, Some(home - 5), Ok(Ok((0, 0)))),
        ("the mark is now", Beyond::Restart, Some(home), Ok(Ok((0, 0)))),
        ("just ahead", Beyond::Restart, Some(home + 1), Ok(Ok((1, 0)))),
        ("as far as is borne", Beyond::Refuse, Some(home + bears), Ok(Ok((bears as i64, 0)))),
        ("one further", Beyond::Refuse, Some(home + bears + 1), ahead(bears + 1)),
        ("one further, restarting", Beyond::Restart, Some(home + bears + 1), Ok(Ok((0, 1)))),
        ("an absurd mark", Beyond::Refuse, Some(year_5000), ahead(year_5000 - home)),
        ("an absurd mark, restarting", Beyond::Restart, Some(year_5000), Ok(Ok((0, 1)))),
        ("the end of time", Beyond::Refuse, Some(1 << 48), ahead((1 << 48) - home)),
    ];
    for (what, beyond, mark, outcome) in cases {
        assert_eq!(start(beyond, mark), outcome, "{what}");
    }
}

#[test]
fn an_absurd_mark_costs_one_restart_and_is_gone() {
    let mut store = holding(95_617_584_000_000);
    let mut kept = Kept::resume(ulids(Beyond::Restart), &mut store).unwrap();
    kept.generate().unwrap();
    kept.generate().unwrap();
    assert_eq!(kept.generator_mut().meter().restarts, 1);
    assert_eq!(store.kept().map(Mark::unix_ms), Some(HOME_MS as u64 + u64::from(WINDOW_MS)));
}

#[test]
fn a_mark_past_the_end_of_time_is_invalid() {
    for unix_ms in [(1 << 48) + 1, 1 << 60, u64::MAX - 1] {
        let mark = Mark::from_unix_ms(unix_ms).unwrap();
        assert_eq!(ulids(Beyond::Restart).start_from(mark), Err(StartError::MarkInvalid), "{unix_ms}");
        let mut uuids = V7Generator::new(ManualClock::at_ms(0), Stream::random(0));
        assert_eq!(uuids.start_from(mark), Err(StartError::MarkInvalid), "{unix_ms}");
        let mut precise = PreciseV7Generator::new(ManualClock::at_ms(0), Stream::random(0));
        assert_eq!(precise.start_from(mark), Err(StartError::MarkInvalid), "{unix_ms}");
    }
}

#[test]
fn a_start_without_a_mark_is_said_aloud_and_comes_before_the_first_id() {
    let mut ids = ulids(Beyond::Restart);
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::NotStarted)));
    assert_eq!((ids.mark_due(), ids.flush()), (None, None));
    ids.start_without_mark().unwrap();
    assert!(matches!(ids.generate(), Err(Cause::Refused(Refusal::MarkDue(_)))));
    let id = ids.generate_saving(|_| Ok::<(), ()>(())).unwrap();
    let mark = Mark::from_unix_ms(5).unwrap();
    let late = [ids.start_without_mark(), ids.start_from(mark), ids.resume_after(id)];
    assert_eq!(late, [Err(StartError::Running); 3]);
    assert!(Kept::resume_or_start_new(ids, ScriptedStore::new()).is_err());

    let markless = UlidGenerator::new(ManualClock::at_ms(0), Stream::random(0));
    assert_eq!(Kept::start_new(markless, ScriptedStore::new()).err(), Some(StartError::WithoutWindow));
}

#[test]
fn boots_without_a_clock_keep_their_order_from_mark_to_mark() {
    let mut store = holding(HOME_MS as u64);
    let (mut log, mut stream) = (Log::default(), Stream::random(10));
    let options = prepared(v7::Options::new(), OnMarkLate::Refuse).on_unset(OnUnset::RunFromMark);
    let clock = ManualClock::unset();
    for boot in 0..10 {
        let mut kept = Kept::resume(V7Generator::with(options, &clock, &mut stream), &mut store).unwrap();
        for since_boot_ms in [0, 0, 7, 2_500] {
            clock.set(Err(ClockError::Unset { since_boot_ms }));
            log.add(kept.generate().unwrap().into(), false, (boot, since_boot_ms));
        }
        assert_eq!(kept.generator_mut().lead_ms(), 0);
    }
    // Each boot ran 2.5 s and cost at most a window more.
    let run_ms = store.kept().unwrap().unix_ms() - HOME_MS as u64;
    assert!((10 * 2_500..=10 * (2_500 + u64::from(WINDOW_MS))).contains(&run_ms), "{run_ms} ms");

    // The first set reading ends it, and the policy judges the difference.
    let mut kept = Kept::resume(V7Generator::with(options, &clock, &mut stream), &mut store).unwrap();
    clock.set(Err(ClockError::Unset { since_boot_ms: 0 }));
    log.add(kept.generate().unwrap().into(), false, "unset");
    clock.set_ms(HOME_MS);
    log.add(kept.generate().unwrap().into(), true, "set");
    assert_eq!(kept.generator_mut().meter().restarts, 1);
    clock.set(Err(ClockError::Unset { since_boot_ms: 1_000 }));
    assert_eq!(kept.generate(), Err(Cause::Refused(Refusal::Unset)));
}

#[test]
fn without_a_mark_there_is_nothing_to_run_from() {
    let options = prepared(v7::Options::new(), OnMarkLate::GoOn).on_unset(OnUnset::RunFromMark);
    let mut ids = V7Generator::with(options, ManualClock::unset(), Stream::random(0));
    ids.start_without_mark().unwrap();
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::Unset)));
}

#[test]
fn a_run_goes_on_above_the_newest_id_of_a_database() {
    let newest = Ulid::from_parts(HOME_MS as u64, 5).unwrap();
    // The default holds 10 s, and restarts beyond.
    let cases = [(5, 5, 0), (1, 1, 0), (0, 1, 0), (-400, 1, 0), (-9_999, 1, 0), (-10_000, -10_000, 1)];
    for (now, stamped, restarts) in cases {
        let mut ids = UlidGenerator::new(ManualClock::at_ms(HOME_MS + now), Stream::random(3));
        ids.resume_after(newest).unwrap();
        let id = ids.generate().unwrap();
        assert_eq!((id.unix_ms() as i64 - HOME_MS, ids.meter().restarts), (stamped, restarts), "at {now} ms");
        assert_ne!(id.random(), newest.random() + 1, "the counter of that id is not continued");
    }
}

#[test]
fn of_a_mark_and_an_id_the_higher_counts_in_either_order() {
    let start = |steps: &[i64]| {
        let mut ids = ulids(Beyond::Refuse);
        for step in steps {
            let unix_ms = (HOME_MS + step.abs()) as u64;
            // Positive is a mark, negative an id one below.
            if *step > 0 {
                ids.start_from(Mark::from_unix_ms(unix_ms).unwrap()).unwrap();
            } else {
                ids.resume_after(Ulid::max_at(unix_ms - 1).unwrap()).unwrap();
            }
        }
        ids.generate_saving(|_| Ok::<(), ()>(())).map(|id| id.unix_ms() as i64 - HOME_MS)
    };
    // A mark may be a window and the hold ahead, an id the hold alone.
    let ahead = |by_ms| Err(Cause::<Dry>::Refused(Refusal::MarkAhead { by_ms }));
    assert_eq!((start(&[1_500]), start(&[-500]), start(&[-501])), (Ok(1_500), Ok(500), ahead(501)));
    assert_eq!((start(&[1_200, -300]), start(&[-300, 1_200])), (Ok(1_200), Ok(1_200)));
    assert_eq!((start(&[200, -300]), start(&[-300, 200])), (Ok(300), Ok(300)));
    assert_eq!((start(&[800, -800]), start(&[-800, 800])), (Ok(800), Ok(800)), "a tie is the mark's");
}

#[test]
fn an_id_of_another_kind_starts_nothing() {
    let mut ids = V7Generator::new(ManualClock::at_ms(HOME_MS), Stream::random(0));
    for foreign in [Uuid::NIL, Uuid::MAX, Uuid::v4_from_bytes([0; 16])] {
        assert_eq!(ids.resume_after(foreign), Err(StartError::ForeignId));
    }
}
