//! The shared generator under real threads: nothing repeats, and each thread's ids rise.
#![cfg(feature = "std")]

use std::thread;

use mintid::clock::SystemClock;
use mintid::entropy::ThreadEntropy;
use mintid::{Shared, SharedUlid, SharedV7, ulid, uuid};

const THREADS: usize = 8;

const IDS: usize = 1_000_000;

fn prove<Id: Copy + Ord + Send>(generate: impl Fn() -> Id + Sync) {
    let per_thread: Vec<Vec<Id>> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|_| scope.spawn(|| (0..IDS).map(|_| generate()).collect::<Vec<_>>())).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    for ids in &per_thread {
        assert!(ids.is_sorted_by(|a, b| a < b), "a thread's own ids rise");
    }
    let mut all = per_thread.concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), THREADS * IDS, "no id repeats");
}

#[test]
fn the_free_v7_function_repeats_nothing_and_keeps_each_threads_order() {
    let before = mintid::meter_v7().minted;
    prove(mintid::uuid_v7);
    assert_eq!(mintid::meter_v7().minted - before, (THREADS * IDS) as u64);
}

#[test]
fn the_free_ulid_function_repeats_nothing_and_keeps_each_threads_order() {
    prove(mintid::ulid);
}

#[test]
fn the_free_v4_function_repeats_nothing() {
    let per_thread: Vec<Vec<mintid::Uuid>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| (0..IDS / 10).map(|_| mintid::uuid_v4()).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    let mut all = per_thread.concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), THREADS * (IDS / 10));
}

#[test]
fn a_narrow_counter_that_runs_full_under_threads_repeats_nothing() {
    let options = uuid::v7::Options::new().counter_bits(12).expect("12 is a width");
    let ids: SharedV7 = Shared::with(options, SystemClock, ThreadEntropy);
    prove(|| ids.generate().expect("borrowing reaches further than this test"));
}

#[test]
fn ulids_with_random_steps_are_minted_behind_the_lock_and_repeat_nothing() {
    let ids: SharedUlid = Shared::with(ulid::Options::new().step(ulid::Step::Random), SystemClock, ThreadEntropy);
    prove(|| ids.generate().expect("80 random bits do not run full"));
}

#[test]
fn an_id_is_larger_than_one_that_another_thread_has_already_been_given() {
    let (to, from) = std::sync::mpsc::sync_channel::<mintid::Uuid>(0);
    thread::scope(|scope| {
        scope.spawn(move || {
            for _ in 0..10_000 {
                to.send(mintid::uuid_v7()).expect("the other end listens");
            }
        });
        for theirs in from {
            assert!(mintid::uuid_v7() > theirs);
        }
    });
}
