//! The shared generator under every interleaving of two and three threads, by the model checker loom.
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test --release --features std --test loom`.
#![cfg(loom)]

use std::convert::Infallible;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;
use mintid::policy::{Beyond, OnBehind, OnFull, Policy};
use mintid::{Shared, Ulid, ulid, uuid};

/// A clock that all threads read and one may set.
#[derive(Clone, Copy)]
struct Wall(&'static AtomicU64);

impl Clock for Wall {
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from(self.0.load(Ordering::SeqCst)))
    }
}

/// A clock that no thread moves, and so no choice for the model checker.
#[derive(Clone, Copy)]
struct Standing;

impl Clock for Standing {
    fn read(&mut self) -> Result<Reading, ClockError> {
        Ok(Reading::from_ms(5))
    }
}

/// Every draw differs from every other, so that a tick opened twice shows.
#[derive(Clone, Copy)]
struct Counted(&'static AtomicU64);

impl Entropy for Counted {
    type Error = Infallible;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let n = self.0.fetch_add(1, Ordering::SeqCst);
        bytes.fill(0);
        // In both words of a ULID's randomness, above the last byte, which counts.
        if let [_, high, .., low, _] = bytes {
            (*high, *low) = (n as u8 + 1, n as u8 + 1);
        }
        Ok(())
    }
}

/// Loom's atomics live as long as one execution; a handle that is `Copy` needs them to be leaked.
fn wall(ms: u64) -> Wall {
    Wall(Box::leak(Box::new(AtomicU64::new(ms))))
}

fn counted() -> Counted {
    Counted(Box::leak(Box::new(AtomicU64::new(0))))
}

fn ulids(policy: Policy, wall: Wall) -> Arc<Shared<ulid::Randomness, Wall, Counted>> {
    Arc::new(Shared::with(ulid::Options::new().policy(policy), wall, counted()))
}

/// All ids differ, each thread's own rise, and none is made of the halves of two draws.
fn check(per_thread: &[Vec<Ulid>]) {
    for ids in per_thread {
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    }
    check_unordered(&per_thread.concat());
}

/// All ids differ, and none is made of the halves of two draws.
fn check_unordered(ids: &[Ulid]) {
    for id in ids {
        let [.., _, high, _, _, _, _, _, _, low, _] = id.to_bytes();
        assert_eq!(high, low, "{ids:?}");
    }
    let mut all = ids.to_vec();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), ids.len(), "{ids:?}");
}

#[test]
fn two_threads_on_a_standing_clock_get_different_ids_in_order() {
    loom::model(|| {
        let ids = ulids(Policy::KEEP_GOING, wall(5));
        let before = ids.generate().unwrap(); // opens the tick
        let other = thread::spawn({
            let ids = ids.clone();
            move || vec![ids.generate().unwrap(), ids.generate().unwrap()]
        });
        let mine = vec![before, ids.generate().unwrap(), ids.generate().unwrap()];
        let theirs = other.join().unwrap();
        assert!(theirs.iter().all(|id| *id > before));
        check(&[mine, theirs]);
        assert_eq!(ids.meter().minted, 5);
    });
}

#[test]
fn a_tick_that_another_thread_opens_never_mixes_with_the_one_before() {
    loom::model(|| {
        let wall = wall(5);
        let ids = ulids(Policy::KEEP_GOING, wall);
        let first = ids.generate().unwrap();
        let other = thread::spawn({
            let ids = ids.clone();
            move || {
                wall.0.store(6, Ordering::SeqCst);
                vec![ids.generate().unwrap()]
            }
        });
        let mine = vec![first, ids.generate().unwrap()];
        check(&[mine, other.join().unwrap()]);
    });
}

#[test]
fn a_restart_to_an_earlier_tick_repeats_nothing() {
    loom::model(|| {
        let wall = wall(5);
        let policy =
            Policy { on_behind: OnBehind::Hold { up_to_ms: 0, beyond: Beyond::Restart }, ..Policy::KEEP_GOING };
        let ids = ulids(policy, wall);
        let mut all = vec![ids.generate().unwrap(), ids.generate().unwrap()];
        let other = thread::spawn({
            let ids = ids.clone();
            move || {
                wall.0.store(4, Ordering::SeqCst);
                let below = ids.generate().unwrap();
                wall.0.store(5, Ordering::SeqCst);
                vec![below, ids.generate().unwrap(), ids.generate().unwrap()]
            }
        });
        // Order is broken on purpose here; that nothing repeats is not.
        all.push(ids.generate().unwrap());
        all.extend(other.join().unwrap());
        check_unordered(&all);
    });
}

#[test]
fn a_full_counter_is_borrowed_from_once() {
    loom::model(|| {
        let options = uuid::v7::Options::new().counter_bits(12).unwrap().on_full(OnFull::Borrow { up_to_ms: 10 });
        let ids = Arc::new(Shared::with(options, Standing, AlmostFull));
        let first = ids.generate().unwrap();
        ids.lock(|generator| {
            // 2047 is the highest start; all but two of the rest are used up here.
            for _ in 0..2046 {
                generator.generate().unwrap();
            }
        });
        let other = thread::spawn({
            let ids = ids.clone();
            move || [ids.generate().unwrap(), ids.generate().unwrap()]
        });
        let mine = [ids.generate().unwrap(), ids.generate().unwrap()];
        let theirs = other.join().unwrap();
        assert!(first < mine[0] && mine[0] < mine[1] && theirs[0] < theirs[1]);
        let mut all = [mine, theirs].concat();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 4);
        assert_eq!(ids.meter().borrowed, 1);
    });
}

/// All ones, so that a counter starts as high as it can.
#[derive(Clone, Copy)]
struct AlmostFull;

impl Entropy for AlmostFull {
    type Error = Infallible;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(0xff);
        Ok(())
    }
}
