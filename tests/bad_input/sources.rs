//! Random sources that fail or run dry, half-way through a batch too.

use std::convert::Infallible;

use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Entropy, FromFn, Pool};
use mintid::{Cause, PreciseV7Generator, Stopped, UlidGenerator, Uuid, V4Generator, V7Generator};
use proptest::prelude::*;

use crate::support::cases::{HOME_MS, config};
use crate::support::stream::{Dry, Stream};

#[test]
fn a_source_that_runs_dry_within_fill_loses_nothing_and_repeats_nothing() {
    // Bytes left: none, too few for the first id, just enough, in the middle of a later one.
    for left in [0, 9, 10, 11, 16, 17, 30, 31] {
        let clock = ManualClock::at_ms(HOME_MS);
        let mut ids = V7Generator::new(&clock, Stream::random(1));
        let mut whole = V7Generator::new(&clock, Stream::random(1));
        ids.entropy_mut().leave(left);
        let mut written = [Uuid::MAX; 6];
        // 10 bytes for the first id of a millisecond, 7 for each further one.
        let fits = if left < 10 { 0 } else { 1 + (left as usize - 10) / 7 };
        assert_eq!(ids.fill(&mut written), Err(Stopped { written: fits, cause: Cause::Entropy(Dry) }), "{left} bytes");
        assert!(written[fits..].iter().all(|id| *id == Uuid::MAX), "what was not written is as it was");
        let meter = ids.meter();
        assert_eq!((meter.minted, meter.entropy_failures), (fits as u64, 1), "{left} bytes");

        ids.entropy_mut().leave(u64::MAX);
        ids.fill(&mut written[fits..]).unwrap();
        let mut wanted = [Uuid::NIL; 6];
        whole.fill(&mut wanted).unwrap();
        assert_eq!(written, wanted, "{left} bytes, and then plenty");
    }
}

#[test]
fn a_source_that_fails_at_a_new_tick_leaves_the_old_one_as_it_was() {
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = UlidGenerator::new(&clock, Stream::random(1));
    let first = ids.generate().unwrap();
    clock.set_ms(HOME_MS + 1);
    ids.entropy_mut().leave(9);
    assert_eq!(ids.generate(), Err(Cause::Entropy(Dry)));
    // The tick of the failed call was not begun: a clock that steps back by it goes on in the old one, without a draw.
    clock.set_ms(HOME_MS);
    assert_eq!(ids.generate(), Ok(first.increment().unwrap()));
    assert_eq!(ids.meter().held, 0, "and it is not behind anything");
}

#[test]
fn a_failing_source_fails_every_kind_of_id_with_its_own_cause() {
    let fails = || FromFn::new(|_: &mut [u8]| Err("the generator is not seeded"));
    let cause = Cause::Entropy("the generator is not seeded");
    let clock = || ManualClock::at_ms(HOME_MS).with_resolution_ns(1);
    assert_eq!(V4Generator::new(fails()).generate(), Err("the generator is not seeded"));
    let stopped = Err(Stopped { written: 0, cause });
    assert_eq!(V4Generator::new(fails()).fill(&mut [Uuid::NIL]), stopped);
    assert_eq!(V7Generator::new(clock(), fails()).generate(), Err(cause));
    assert_eq!(V7Generator::new(clock(), fails()).at(0i64), Err(cause));
    assert_eq!(PreciseV7Generator::new(clock(), fails()).generate(), Err(cause));
    assert_eq!(UlidGenerator::new(clock(), fails()).generate(), Err(cause));
    assert_eq!(UlidGenerator::new(clock(), fails()).at(0i64), Err(cause));
}

#[test]
fn a_fixed_stream_gives_no_part_of_what_it_cannot_give_whole() {
    let mut ids = V4Generator::new(Bytes::new(&[7; 31]));
    let mut written = [Uuid::NIL; 2];
    let stopped = ids.fill(&mut written).unwrap_err();
    let Cause::Entropy(exhausted) = stopped.cause else { panic!("{stopped}") };
    assert_eq!((stopped.written, exhausted.asked, exhausted.left), (1, 16, 15));
    assert_eq!((written[1], ids.entropy_mut().remaining()), (Uuid::NIL, 15));
}

#[test]
fn a_pool_over_a_dry_source_keeps_what_it_holds() {
    let mut pool = Pool::<_, 8>::new(Stream::random(1));
    let mut plain = Stream::random(1);
    pool.get_mut().leave(8);
    assert_eq!((pool.draw::<5>().unwrap(), pool.available()), (plain.draw::<5>().unwrap(), 3));
    assert_eq!((pool.draw::<4>(), pool.draw::<20>(), pool.top_up()), (Err(Dry), Err(Dry), Err(Dry)));
    assert_eq!(pool.available(), 3);
    pool.get_mut().leave(u64::MAX);
    assert_eq!(pool.draw::<4>().unwrap(), plain.draw::<4>().unwrap(), "in the order of the source");
    assert_eq!(pool.draw::<20>().unwrap(), plain.draw::<20>().unwrap(), "also where it is more than the pool holds");
    assert_eq!(Pool::<_, 0>::new(Stream::random(1)).draw::<4>(), Stream::random(1).draw::<4>());
}

/// Always gives the same byte, and takes no memory.
struct Always;

impl Entropy for Always {
    type Error = Infallible;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(0xaa);
        Ok(())
    }
}

#[test]
fn a_pool_wipes_what_it_hands_out_and_what_it_throws_away() {
    const SIZE: usize = 8 + size_of::<usize>();
    let held = |pool: &Pool<Always, 8>| {
        // SAFETY: the pool is eight bytes and a counter, all of them initialized, without a gap.
        let memory: [u8; SIZE] = unsafe { std::mem::transmute_copy(pool) };
        memory.into_iter().filter(|byte| *byte == 0xaa).count()
    };
    let mut pool = Pool::new(Always);
    assert_eq!((size_of_val(&pool), held(&pool)), (SIZE, 0), "nothing is drawn before the first use");
    for left in [5, 2, 5] {
        assert_eq!(pool.draw::<3>(), Ok([0xaa; 3]));
        assert_eq!((held(&pool), pool.available()), (left, left));
    }
    pool.discard();
    assert_eq!((held(&pool), pool.available()), (0, 0));
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_pool_never_changes_the_stream(draws in prop::collection::vec(0..40usize, 1..30), tops_up in any::<u32>()) {
        let mut pool = Pool::<_, 16>::new(Stream::random(5));
        let mut plain = Stream::random(5);
        for (call, length) in draws.into_iter().enumerate() {
            if tops_up >> (call % 32) & 1 == 1 {
                pool.top_up().unwrap();
                prop_assert_eq!(pool.available(), 16);
            }
            let (mut pooled, mut wanted) = (vec![0; length], vec![0; length]);
            pool.fill(&mut pooled).unwrap();
            plain.fill(&mut wanted).unwrap();
            prop_assert_eq!(pooled, wanted);
        }
    }
}
