//! Ids that are waited for, by blocking and by sleeping in a future: within a bound, whatever the clock does.

use std::cell::RefCell;
use std::collections::HashSet;
use std::future::{Ready, ready};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use mintid::cause::{Cause, Refusal};
use mintid::clock::{ManualClock, SystemClock};
use mintid::policy::OnFull;
use mintid::snowflake::{Layout, OnBehind, Options};
use mintid::{SharedSnowflake, SnowflakeGenerator};

const NOW_MS: i64 = 1_764_417_600_000;

fn options() -> Options {
    Options::new(Layout::TWITTER, 1).unwrap()
}

/// The output of a future that never has to be woken.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("nobody wakes it"),
    }
}

#[test]
fn a_clock_that_stands_still_ends_the_wait_at_its_bound() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(options(), &clock);
    (0..4_096).for_each(|_| assert!(ids.generate_blocking(Duration::ZERO).is_ok()));
    let start = Instant::now();
    assert_eq!(ids.generate_blocking(Duration::from_millis(30)), Err(Cause::Wait { for_ms: 1 }));
    let took = start.elapsed();
    assert!(took >= Duration::from_millis(5) && took < Duration::from_secs(5), "{took:?}");
    // A call for each millisecond of patience at most: it sleeps, and does not spin.
    assert!(ids.meter().waits <= 31, "{:?}", ids.meter());
}

#[test]
fn a_wait_longer_than_the_patience_is_not_begun() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(options().on_behind(OnBehind::Wait { up_to_ms: u32::MAX }), &clock);
    ids.generate().unwrap();
    clock.set_ms(NOW_MS - 8 * 3_600_000);
    let start = Instant::now();
    let eight_hours = Err(Cause::Wait { for_ms: 8 * 3_600_000 });
    assert_eq!(ids.generate_blocking(Duration::from_secs(60)), eight_hours);
    assert_eq!(now(ids.generate_async(60_000, |_| -> Ready<()> { panic!("it slept") })), eight_hours);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn what_is_refused_is_not_waited_for() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(options().on_full(OnFull::Refuse), &clock);
    (0..4_096).for_each(|_| assert!(ids.generate().is_ok()));
    assert_eq!(ids.generate_blocking(Duration::MAX), Err(Cause::Refused(Refusal::Full)));
    assert_eq!(now(ids.generate_async(u64::MAX, |_| ready(()))), Err(Cause::Refused(Refusal::Full)));
}

#[test]
fn a_future_sleeps_as_long_as_it_is_told_and_no_longer_in_all_than_its_patience() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(options(), &clock);
    let first = ids.generate().unwrap();
    // The clock is 9 ms behind, and runs at half its speed.
    clock.set_ms(NOW_MS - 9);
    let slept = RefCell::new(Vec::new());
    let sleep = |ms: u64| {
        slept.borrow_mut().push(ms);
        clock.set_ms(NOW_MS - (ms / 2) as i64);
        ready(())
    };
    assert!(now(ids.generate_async(100, sleep)).unwrap() > first);
    assert_eq!(slept.take(), [9, 4, 2, 1]);

    let slept = RefCell::new(0);
    let frozen = |ms: u64| {
        *slept.borrow_mut() += ms;
        ready(())
    };
    clock.set_ms(NOW_MS - 9);
    assert_eq!(now(ids.generate_async(100, frozen)), Err(Cause::Wait { for_ms: 9 }));
    assert_eq!(slept.take(), 99);
}

#[test]
fn threads_that_share_a_node_get_every_id_once_and_wait_for_their_turn() {
    let ids = SharedSnowflake::of(options());
    let all = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let one = |_| ids.generate_blocking(Duration::from_secs(60)).unwrap();
                    (0..10_000).map(one).collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(all.iter().all(|ids| ids.is_sorted_by(|a, b| a < b)));
    assert_eq!(all.iter().flatten().collect::<HashSet<_>>().len(), 40_000);
    assert_eq!(ids.meter().minted, 40_000);
}

#[test]
fn a_batch_and_single_ids_of_threads_never_meet() {
    let ids = SharedSnowflake::with_entropy(options(), SystemClock, mintid::entropy::ThreadEntropy);
    let patient = Duration::from_secs(60);
    let all = thread::scope(|scope| {
        let singles = scope.spawn(|| (0..20_000).map(|_| ids.generate_blocking(patient).unwrap()).collect::<Vec<_>>());
        let mut batches = Vec::new();
        while batches.len() < 20_000 {
            if let Ok(batch) = ids.lock(|ids| ids.generate_batch(100)) {
                batches.extend(batch);
            } else {
                thread::yield_now();
            }
        }
        [singles.join().unwrap(), batches].concat()
    });
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
}
