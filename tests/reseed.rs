//! What a generator mints after a fork, or from a snapshot that runs more than once: nothing that its twin mints too. And
//! what it mints into a slice where its store has failed.

use std::collections::BTreeSet;

use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Exhausted};
use mintid::generator::Generator;
use mintid::options::Options;
use mintid::policy::{OnBehind, OnFull};
use mintid::scheme::Scheme;
use mintid::uuid::{v7, v7_precise};
use mintid::{Cause, Policy, Refusal, UlidGenerator, V7Generator, ulid};

const NOW: i64 = 1_764_417_600_000;

/// A generator that has minted two ids in one tick, from bytes that are the same for all.
fn started<'a, S: Scheme + Copy>(
    options: Options<S>,
    clock: &'a ManualClock,
    bytes: &'a [u8],
) -> Generator<S, &'a ManualClock, Bytes<'a>> {
    let mut ids = Generator::with(options, clock, Bytes::new(bytes));
    ids.fill(&mut [S::Id::default(); 2]).expect("there are bytes for two");
    ids
}

/// Ids of both twins after each has been reseeded and reads what its own source gives.
fn twins<S: Scheme<Id: Into<mintid::Uuid>> + Copy>(options: Options<S>, ids: usize) -> [Vec<u128>; 2] {
    let clock = ManualClock::at_ms(NOW).with_resolution_ns(1);
    [0x11_u8, 0x77].map(|own| {
        let mut bytes = vec![0x5a; 20];
        bytes.extend(std::iter::repeat_n(own, 4_000));
        let mut twin = started(options, &clock, &bytes);
        // What the twins shared of their source is gone.
        let used = bytes.len() - twin.entropy_mut().remaining();
        *twin.entropy_mut() = Bytes::new(&bytes[used.max(20)..]);
        twin.reseed();
        let mut minted = vec![S::Id::default(); ids];
        twin.fill(&mut minted).expect("there are bytes enough");
        minted.into_iter().map(|id| id.into().to_u128()).collect()
    })
}

#[test]
fn twins_have_no_id_in_common_and_each_goes_on_in_order() {
    let one = twins(ulid::Options::new(), 100);
    let random = twins(ulid::Options::new().step(ulid::Step::Random), 100);
    let counted = twins(v7::Options::new(), 100);
    let widest = twins(v7::Options::new().counter_bits(42).unwrap(), 100);
    let precise = twins(v7_precise::Options::new(), 100);
    let chosen = twins(Options::ulid(ulid::Options::new()), 100);
    for [first, second] in [one, random, counted, widest, precise, chosen] {
        let all: BTreeSet<_> = first.iter().chain(&second).collect();
        assert_eq!(all.len(), 200);
        assert!(first.is_sorted() && second.is_sorted());
    }
}

#[test]
fn without_a_reseed_twins_mint_the_same_where_a_step_draws_nothing() {
    let clock = ManualClock::at_ms(NOW);
    let [mut first, mut second] = [(); 2].map(|()| started(ulid::Options::new(), &clock, &[0x5a; 10]));
    assert_eq!(first.generate(), second.generate());
}

#[test]
fn the_tick_of_the_newest_id_counts_as_full_and_the_policy_answers() {
    let cases = [
        (OnFull::Borrow { up_to_ms: 1 }, Ok(NOW + 1)),
        (OnFull::Borrow { up_to_ms: 0 }, Err(Cause::Refused(Refusal::Lead { by_ms: 1 }))),
        (OnFull::Wait, Err(Cause::Wait { for_ms: 1 })),
        (OnFull::Refuse, Err(Cause::Refused(Refusal::Full))),
    ];
    for (on_full, answer) in cases {
        let clock = ManualClock::at_ms(NOW);
        let mut ids = started(v7::Options::new().on_full(on_full), &clock, &[9; 64]);
        ids.reseed();
        assert_eq!(ids.generate().map(|id| id.unix_ms().unwrap()), answer, "{on_full:?}");
        clock.set_ms(NOW + 2);
        assert_eq!(ids.generate().map(|id| id.unix_ms()), Ok(Some(NOW + 2)), "{on_full:?}");
    }
}

#[test]
fn order_is_kept_against_a_clock_behind_and_the_counts_go_on() {
    let clock = ManualClock::at_ms(NOW);
    let mut ids = started(ulid::Options::new(), &clock, &[9; 64]);
    clock.set_ms(NOW - 5_000);
    ids.reseed();
    assert_eq!(ids.generate().map(|id| id.unix_ms()), Ok(NOW as u64 + 1));
    let meter = ids.meter();
    assert_eq!((meter.minted, meter.borrowed, meter.restarts, meter.rollbacks), (3, 1, 0, 1));
}

#[test]
fn before_the_first_id_there_is_nothing_to_forget() {
    fn check<S: Scheme<Id: PartialEq + std::fmt::Debug> + Copy>(options: Options<S>) {
        let clock = ManualClock::at_ms(NOW).with_resolution_ns(1);
        let [mut plain, mut reseeded] = [(); 2].map(|()| Generator::with(options, &clock, Bytes::new(&[9; 10])));
        reseeded.reseed();
        let minted: Result<_, Cause<Exhausted>> = reseeded.generate();
        assert_eq!(minted, plain.generate());
    }
    check(v7::Options::new());
    check(v7_precise::Options::new());
    check(ulid::Options::new());
    check(Options::v7(v7::Options::new()));
}

#[test]
fn an_id_after_a_reseed_is_below_the_mark_like_any_other() {
    let clock = ManualClock::at_ms(NOW);
    let options = v7::Options::new().mark_window_ms(1).on_mark_late(mintid::policy::OnMarkLate::Refuse);
    let mut ids = V7Generator::with(options.on_behind(OnBehind::Refuse), &clock, Bytes::new(&[9; 64]));
    ids.start_without_mark().unwrap();
    let mut saved = 0;
    let mut generate = |ids: &mut V7Generator<_, _>| {
        let id = ids.generate_saving(|due| {
            saved = due.mark().unix_ms();
            Ok::<_, ()>(())
        });
        (id.unwrap().unix_ms().unwrap() as u64, saved)
    };
    let (first, mark) = generate(&mut ids);
    assert!(first < mark);
    ids.reseed();
    let (second, mark) = generate(&mut ids);
    assert!(first < second && second < mark);
}

#[test]
fn where_the_store_has_failed_a_slice_is_filled_as_single_calls_with_a_store_that_fails() {
    let restart = Policy::KEEP_GOING.on_behind;
    for (readings, on_behind) in [([NOW, NOW - 30_000], restart), ([NOW, NOW - 1], OnBehind::Refuse)] {
        let clock = ManualClock::unset();
        let options = ulid::Options::new().mark_window_ms(1_000).on_behind(on_behind);
        let [mut filled, mut single] = [(); 2].map(|()| UlidGenerator::with(options, &clock, Bytes::new(&[9; 64])));
        filled.start_without_mark().unwrap();
        single.start_without_mark().unwrap();
        for reading in readings {
            clock.set_ms(reading);
            let mut ids = [mintid::Ulid::NIL; 3];
            let outcome = filled.fill_unsaved(&mut ids);
            for (n, id) in ids.into_iter().enumerate() {
                match single.generate_saving(|_| Err(())) {
                    Ok(one) => assert_eq!(id, one),
                    Err(cause) => {
                        let stopped = outcome.expect_err("the single call failed too");
                        assert_eq!((stopped.written, stopped.cause), (n, cause));
                        break;
                    }
                }
            }
        }
        assert_eq!(filled.meter().late, single.meter().late);
        assert!(filled.meter().late > 0);
    }
}
