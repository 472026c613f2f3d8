//! The shared generator lent out through its lock: what is done to it there never makes the way around the lock repeat an id.
#![cfg(feature = "std")]

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::ThreadEntropy;
use mintid::kept::ScriptedStore;
use mintid::{Shared, SharedUlid, SharedV7, UlidGenerator, Uuid, V7Generator, ulid, uuid::v7};

#[derive(Clone, Copy)]
struct Wall<'a>(&'a AtomicI64);

impl Clock for Wall<'_> {
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from_ms(self.0.load(Ordering::SeqCst)))
    }
}

#[test]
fn a_restart_that_ends_in_borrowed_ticks_closes_the_short_way() {
    for _ in 0..50 {
        let wall = AtomicI64::new(100_000);
        let options = v7::Options::new().counter_bits(12).expect("12 is a width");
        let ids: SharedV7<_> = Shared::with(options, Wall(&wall), ThreadEntropy);
        let mut all = vec![ids.generate().expect("the first"), ids.generate().expect("the second")];
        wall.store(80_000, Ordering::SeqCst); // beyond the bound: a restart, and then thousands in one tick
        let mut burst = [Uuid::NIL; 5_000];
        ids.lock(|ids| ids.fill(&mut burst)).expect("borrowing reaches further");
        wall.store(100_000, Ordering::SeqCst);
        all.extend(burst);
        all.extend((0..10).map(|_| ids.generate().expect("the clock is right again")));
        let distinct: HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(ids.meter().minted, all.len() as u64);
    }
}

#[test]
fn another_generator_put_in_its_place_repeats_nothing() {
    let wall = AtomicI64::new(100_000);
    let v7s: SharedV7<_> = Shared::with(v7::Options::new(), Wall(&wall), ThreadEntropy);
    let ulids: SharedUlid<_> = Shared::with(ulid::Options::new(), Wall(&wall), ThreadEntropy);
    let (mut v7_ids, mut ulid_ids) = (HashSet::new(), HashSet::new());
    for _ in 0..100 {
        for _ in 0..5 {
            assert!(v7_ids.insert(v7s.generate().expect("an id")));
            assert!(ulid_ids.insert(ulids.generate().expect("an id")));
        }
        v7s.lock(|ids| *ids = V7Generator::new(Wall(&wall), ThreadEntropy));
        ulids.lock(|ids| *ids = UlidGenerator::new(Wall(&wall), ThreadEntropy));
    }
}

#[test]
fn marks_are_saved_from_whichever_thread_needs_one_before_its_id_is_out() {
    use mintid::kept::MarkStore;
    use std::sync::Mutex;

    let wall = AtomicI64::new(100_000);
    let ids: SharedV7<_> = Shared::with(v7::Options::new().mark_window_ms(100), Wall(&wall), ThreadEntropy);
    let store = Mutex::new(ScriptedStore::new());
    ids.lock(|ids| ids.start_without_mark()).expect("nothing is issued yet");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..1_000 {
                    wall.fetch_add(1, Ordering::SeqCst);
                    let id = ids
                        .generate_saving(|due| store.lock().expect("no thread panics").save(due))
                        .expect("the store works");
                    let kept = store.lock().expect("no thread panics").kept().expect("a mark is kept");
                    assert!(id.unix_ms().expect("v7") < kept.unix_ms() as i64);
                }
            });
        }
    });
    assert_eq!(ids.meter().late, 0);
}

#[test]
fn a_clock_that_was_set_once_is_never_stood_in_for_again_by_the_shared_generator_either() {
    use mintid::Mark;
    use mintid::policy::OnUnset;
    use std::sync::atomic::AtomicBool;

    /// Set or not set, at one tick.
    #[derive(Clone, Copy)]
    struct MaybeSet<'a>(&'a AtomicBool);

    impl Clock for MaybeSet<'_> {
        fn read(&mut self) -> Result<Reading, ClockError> {
            if self.0.load(Ordering::SeqCst) {
                Ok(Reading::from_ms(100_007))
            } else {
                Err(ClockError::Unset { since_boot_ms: 7 })
            }
        }
    }

    let set = AtomicBool::new(false);
    let options = ulid::Options::new().on_unset(OnUnset::RunFromMark).mark_window_ms(1_000);
    let ids: SharedUlid<_> = Shared::with(options, MaybeSet(&set), ThreadEntropy);
    ids.lock(|ids| ids.start_from(Mark::from_unix_ms(100_000).expect("a mark"))).expect("nothing is issued yet");
    assert!(ids.generate().is_ok(), "it runs from the mark");
    assert!(ids.generate().is_ok(), "and on from it");
    set.store(true, Ordering::SeqCst);
    assert!(ids.generate().is_ok(), "the clock is set, to the very tick that stood in");
    set.store(false, Ordering::SeqCst);
    assert!(ids.generate().is_err(), "and unset after that");
}
