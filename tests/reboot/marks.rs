//! Which marks are offered, what saving them means, and what a store that fails costs.

use mintid::clock::{ManualClock, Reading};
use mintid::kept::{Kept, MarkStore, NoPower, PowerCut, ScriptedStore};
use mintid::mark::{DueMark, Mark, Save};
use mintid::policy::{Beyond, OnFull, OnMarkLate};
use mintid::uuid::v7_precise;
use mintid::{Cause, PreciseV7Generator, Refusal, UlidGenerator, ulid};

use crate::board::{WINDOW_MS, prepared, ulids};
use crate::support::cases::HOME_MS;
use crate::support::stream::Stream;

#[test]
fn a_store_that_fails_is_late_or_refused_and_its_error_is_kept() {
    for (on_mark_late, minted) in [(OnMarkLate::GoOn, 3), (OnMarkLate::Refuse, 0)] {
        let mut store = ScriptedStore::new();
        store.cut_at(0, PowerCut::Before);
        let ids = UlidGenerator::with(
            prepared(ulid::Options::new(), on_mark_late),
            ManualClock::at_ms(HOME_MS),
            Stream::random(1),
        );
        let mut kept = Kept::start_new(ids, &mut store).unwrap();
        assert_eq!(kept.store_error(), None);
        let ids: Vec<_> = (0..3).filter_map(|_| kept.generate().ok()).collect();
        assert_eq!((ids.len(), ids.is_sorted()), (minted, true), "{on_mark_late:?}");
        assert_eq!(kept.store_error().copied(), Some(store_error()), "{on_mark_late:?}");
        let meter = kept.generator_mut().meter();
        assert_eq!((meter.late as usize, meter.refused_in_all() as usize), (minted, 3 - minted), "{on_mark_late:?}");
        assert_eq!(store.kept(), None);
    }
}

/// The error of a store without power.
fn store_error() -> NoPower {
    let mut store = ScriptedStore::new();
    store.cut_at(0, PowerCut::Before);
    let ids =
        UlidGenerator::with(prepared(ulid::Options::new(), OnMarkLate::GoOn), ManualClock::at_ms(0), Stream::random(1));
    let mut kept = Kept::start_new(ids, store).unwrap();
    _ = kept.generate();
    *kept.store_error().unwrap()
}

#[test]
fn a_restart_lowers_the_stored_mark_before_its_first_id() {
    let mut store = ScriptedStore::new();
    let clock = ManualClock::at_ms(HOME_MS).with_resolution_ns(1);
    let options = prepared(v7_precise::Options::new(), OnMarkLate::Refuse);
    let mut kept = Kept::start_new(PreciseV7Generator::with(options, &clock, Stream::random(1)), &mut store).unwrap();
    kept.generate().unwrap();
    // A fraction, so that the mark is rounded up to whole milliseconds.
    clock.set(Ok(Reading { unix_ms: HOME_MS - 60_000, frac: 1 }));
    assert_eq!(kept.generate().unwrap().unix_ms(), Some(HOME_MS - 60_000));
    assert_eq!(kept.generator_mut().meter().restarts, 1);
    assert_eq!(store.kept().map(Mark::unix_ms), Some((HOME_MS - 60_000 + 1_000 + 1) as u64));
    assert_eq!(store.saves(), 2);
}

#[test]
fn a_restart_waits_for_its_lower_mark_even_where_late_marks_go_on() {
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = UlidGenerator::with(prepared(ulid::Options::new(), OnMarkLate::GoOn), &clock, Stream::random(1));
    ids.start_without_mark().unwrap();
    let first = ids.generate().unwrap();
    ids.mark_saved(ids.mark_due().unwrap());
    clock.set_ms(HOME_MS - 60_000);
    let Err(Cause::Refused(Refusal::MarkDue(due))) = ids.generate() else { panic!("the old mark is far above") };
    assert_eq!((due.mark().unix_ms(), due.save()), ((HOME_MS - 59_000) as u64, Save::Replace));
    assert_eq!(ids.mark_due(), Some(due), "and it is offered between calls too");
    ids.mark_saved(due);
    assert!(ids.generate().unwrap() < first);
    assert_eq!((ids.meter().restarts, ids.meter().late), (1, 1), "the very first id was late");
}

/// A run at home with its mark saved, whose clock then goes back so far that only a restart is left, and the mark of before.
fn far_behind(clock: &ManualClock) -> (UlidGenerator<&ManualClock, Stream>, DueMark) {
    let mut ids = UlidGenerator::with(prepared(ulid::Options::new(), OnMarkLate::GoOn), clock, Stream::random(1));
    ids.start_without_mark().unwrap();
    ids.observe().unwrap();
    let high = ids.mark_due().unwrap();
    ids.mark_saved(high);
    ids.generate().unwrap();
    clock.set_ms(HOME_MS - 60_000);
    (ids, high)
}

#[test]
fn from_a_restart_whose_mark_the_store_did_not_take_the_old_one_covers_nothing() {
    let clock = ManualClock::at_ms(HOME_MS);
    let (mut ids, high) = far_behind(&clock);
    for late in 1..=3 {
        ids.generate_saving(|_| Err(())).unwrap();
        assert_eq!((ids.meter().restarts, ids.meter().late), (1, late));
    }
    ids.mark_saved(high);
    ids.generate().unwrap();
    assert_eq!(ids.meter().late, 4, "a mark of before the restart was under way, and does not count");

    let mut store = ScriptedStore::new();
    store.save(high).unwrap();
    let next = ids.generate_saving(|due| store.save(due)).unwrap();
    assert_eq!(store.kept().map(Mark::unix_ms), Some((HOME_MS - 59_000) as u64), "replaced, not raised");
    assert!(store.kept().unwrap().unix_ms() > next.unix_ms());
    assert_eq!(ids.meter().late, 4);
    clock.set_ms(HOME_MS - 59_000);
    ids.observe().unwrap();
    assert_eq!(ids.mark_due().unwrap().save(), Save::Raise, "and raised from then on");
}

#[test]
fn a_restart_that_its_mark_covers_is_not_offered_the_newest_id_s_instead() {
    // The mark is as low as the restart's, since the store failed while the clock was ahead.
    let clock = ManualClock::at_ms(HOME_MS - 20_000);
    let mut ids = UlidGenerator::with(prepared(ulid::Options::new(), OnMarkLate::GoOn), &clock, Stream::random(1));
    ids.start_without_mark().unwrap();
    ids.generate_saving(|_| Ok::<(), ()>(())).unwrap();
    clock.set_ms(HOME_MS);
    ids.generate_saving(|_| Err(())).unwrap();
    clock.set_ms(HOME_MS - 20_000);
    ids.observe().unwrap();
    assert_eq!(ids.mark_due(), None);
    assert_eq!(ids.generate().unwrap().unix_ms(), HOME_MS as u64 - 20_000);

    // Or since it was lowered for a restart whose randomness then failed.
    clock.set_ms(HOME_MS - 80_000);
    ids.entropy_mut().leave(0);
    assert!(ids.generate_saving(|_| Ok::<(), ()>(())).is_err());
    ids.entropy_mut().leave(u64::MAX);
    ids.observe().unwrap();
    assert_eq!(ids.mark_due(), None);
    assert_eq!(ids.generate().unwrap().unix_ms(), HOME_MS as u64 - 80_000);
    assert_eq!(ids.meter().restarts, 2);
}

#[test]
fn the_mark_of_a_restart_does_not_count_for_a_second_one_further_back() {
    let clock = ManualClock::at_ms(HOME_MS);
    let (mut ids, _) = far_behind(&clock);
    ids.generate_saving(|_| Err(())).unwrap();
    let first = ids.mark_due().unwrap();
    clock.set_ms(HOME_MS - 120_000);
    ids.generate_saving(|_| Err(())).unwrap();
    ids.mark_saved(first);
    let second = ids.mark_due().unwrap();
    assert_eq!((second.mark().unix_ms(), second.save()), ((HOME_MS - 119_000) as u64, Save::Replace));
    ids.mark_saved(second);
    ids.generate().unwrap();
    assert_eq!((ids.meter().restarts, ids.meter().late), (2, 2));
}

#[test]
fn a_clean_end_gives_the_window_back() {
    let mut store = ScriptedStore::new();
    let mut kept = Kept::start_new(ulids(Beyond::Restart), &mut store).unwrap();
    let last = kept.generate().unwrap();
    kept.close().unwrap();
    assert_eq!(store.kept().map(Mark::unix_ms), Some(HOME_MS as u64 + 1));
    // The clock is a millisecond behind: the next id is one millisecond on, not a window.
    let ids = UlidGenerator::with(
        prepared(ulid::Options::new(), OnMarkLate::Refuse),
        ManualClock::at_ms(HOME_MS - 1),
        Stream::random(4),
    );
    let next = Kept::resume(ids, &mut store).unwrap().generate().unwrap();
    assert!(next > last);
    assert_eq!(next.unix_ms(), last.unix_ms() + 1);
}

#[test]
fn a_clean_end_that_cannot_be_saved_leaves_the_higher_mark() {
    let mut store = ScriptedStore::new();
    store.cut_at(1, PowerCut::Before);
    let mut kept = Kept::start_new(ulids(Beyond::Restart), &mut store).unwrap();
    kept.generate().unwrap();
    assert!(kept.close().is_err());
    assert_eq!(store.kept().map(Mark::unix_ms), Some(HOME_MS as u64 + u64::from(WINDOW_MS)));
}

#[test]
fn an_id_after_a_clean_end_needs_a_mark_again() {
    let mut store = ScriptedStore::new();
    let mut kept = Kept::start_new(ulids(Beyond::Restart), &mut store).unwrap();
    kept.generate().unwrap();
    let mut ids = kept.close().unwrap();
    ids.clock_mut().set_ms(HOME_MS + 1);
    assert!(matches!(ids.generate(), Err(Cause::Refused(Refusal::MarkDue(_)))));
}

#[test]
fn of_two_owners_of_one_store_neither_lowers_the_mark() {
    let (ahead, behind) = (ManualClock::at_ms(HOME_MS + 5_000), ManualClock::at_ms(HOME_MS));
    let mut store = ScriptedStore::new();
    let options = prepared(ulid::Options::new(), OnMarkLate::Refuse);
    let mut one = UlidGenerator::with(options, &ahead, Stream::random(1));
    let mut other = UlidGenerator::with(options, &behind, Stream::random(2));
    one.start_without_mark().unwrap();
    other.start_without_mark().unwrap();
    for step in 0..20 {
        ahead.set_ms(HOME_MS + 5_000 + 400 * step);
        behind.set_ms(HOME_MS + 400 * step);
        let high = one.generate_saving(|due| store.save(due)).unwrap();
        let kept = store.kept();
        let low = other.generate_saving(|due| store.save(due)).unwrap();
        assert_eq!(store.kept(), kept, "the slower one has changed nothing");
        let mark_ms = store.kept().unwrap().unix_ms();
        assert!(high.unix_ms() < mark_ms && low.unix_ms() < mark_ms);
    }
    assert!(store.saves() > 10);
}

#[test]
fn the_same_mark_is_not_offered_twice() {
    // After a resume the ids lead the clock by more than half a window, so a mark measured from the clock stays the same.
    let mut ids = ulids(Beyond::Refuse);
    ids.start_from(Mark::from_unix_ms(HOME_MS as u64 + 1_400).unwrap()).unwrap();
    let mut offers = 0;
    for _ in 0..10 {
        _ = ids.generate();
        if let Some(due) = ids.mark_due() {
            offers += 1;
            ids.mark_saved(due);
        }
    }
    assert_eq!(offers, 1);
}

#[test]
fn a_reading_past_the_end_of_time_offers_no_mark() {
    let mut ids = ulids(Beyond::Refuse);
    ids.start_without_mark().unwrap();
    for unix_ms in [1 << 48, i64::MAX, -1] {
        ids.clock_mut().set_ms(unix_ms);
        ids.observe().unwrap();
        assert_eq!(ids.mark_due(), None, "at {unix_ms}");
    }
}

#[test]
fn the_longest_window_is_one_like_any_other() {
    let options = ulid::Options::new().mark_window_ms(u32::MAX).on_full(OnFull::Refuse);
    let mut ids = UlidGenerator::with(options, ManualClock::at_ms(HOME_MS), Stream::random(0));
    ids.start_without_mark().unwrap();
    ids.observe().unwrap();
    assert_eq!(ids.mark_due().unwrap().mark().unix_ms(), HOME_MS as u64 + u64::from(u32::MAX));
}
