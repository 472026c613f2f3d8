//! Defects of generators, clocks and random sources.

use std::collections::HashSet;
use std::marker::PhantomData;

use mintid::clock::{ManualClock, Reading, ScriptedClock};
use mintid::entropy::{Bytes, FromFn, Pool};
use mintid::policy::{Beyond, OnBehind, OnFull, Policy};
use mintid::range::{Blocks, Ranges, Ready};
use mintid::snowflake::LeasedGenerator;
use mintid::ulid::Step;
use mintid::uuid::{v7, v7_precise};
use mintid::{
    Cause, PreciseV7Generator, Refusal, SnowflakeGenerator, Ulid, UlidGenerator, Uuid, V4Generator, V7Generator, ulid,
};

use crate::support::cases::HOME_MS;
use crate::support::stream::{self, Dry, Stream};

const END_MS: i64 = 1 << 48;

/// The tails of ids that take all ones from the source.
fn ones() -> Stream {
    Stream::new(stream::Bytes::Ones, 0)
}

fn v7_of(bits: u8) -> v7::Options {
    v7::Options::new().counter_bits(bits).expect("a width between 12 and 42")
}

/// The counter of a v7 id, read bit by bit from the layout.
fn counter_of(id: Uuid, bits: u32) -> u64 {
    let payload = u128::from(id.v7_rand_a().expect("v7")) << 62 | u128::from(id.v7_rand_b().expect("v7"));
    (payload >> (74 - bits)) as u64
}

#[test]
fn a_counter_that_carries_into_rand_a_keeps_all_its_bits() {
    // uuid up to 1.23, uuid-rs/uuid#869 (row 1): the top 4 of 42 counter bits were dropped.
    let carries = (13..=42).map(|bits| (bits, (1u64 << (bits - 12)) - 1)).chain([(42, 0x3f_ffff_ffff)]);
    for (bits, counter) in carries {
        let drawn = (u128::from(counter) << (74 - bits)).to_be_bytes();
        let stream = [&drawn[6..], &[0; 8]].concat();
        let mut ids = V7Generator::with(v7_of(bits as u8), ManualClock::at_ms(HOME_MS), Bytes::new(&stream));
        let (first, second) = (ids.generate().unwrap(), ids.generate().unwrap());
        assert_eq!([counter_of(first, bits), counter_of(second, bits)], [counter, counter + 1], "{bits} bits");
        assert!(first < second, "{bits} bits");
    }
}

#[test]
fn a_step_back_holds_the_newest_time_and_stays_in_order_when_the_clock_returns() {
    // uuid's ContextV7 (row 2): 100.900 s was stamped instead of 100.100, and the id at 100.101 was smaller.
    let clock = ManualClock::at_ms(100_100);
    let (mut uuids, mut ulids) =
        (V7Generator::new(&clock, Stream::random(1)), UlidGenerator::new(&clock, Stream::random(2)));
    let mut newest = (Uuid::NIL, Ulid::NIL);
    for (now, stamped) in [(100_100, 100_100), (99_900, 100_100), (100_101, 100_101)] {
        clock.set_ms(now);
        let (uuid, ulid) = (uuids.generate().unwrap(), ulids.generate().unwrap());
        assert_eq!((uuid.unix_ms(), ulid.unix_ms()), (Some(stamped), stamped as u64), "at {now}");
        assert!(uuid > newest.0 && ulid > newest.1, "at {now}");
        newest = (uuid, ulid);
    }
}

#[test]
fn a_full_fraction_of_a_millisecond_carries_into_the_next_and_never_goes_back() {
    // uuid's with_additional_precision (row 3): the carry was overwritten by the next call.
    for frac in [0, 7, 4_095] {
        let clock = ManualClock::unset().with_resolution_ns(1);
        clock.set(Ok(Reading { unix_ms: HOME_MS, frac }));
        let mut ids = PreciseV7Generator::new(&clock, ones());
        let mut all: Vec<_> = (0..8_194).map(|_| ids.generate().unwrap()).collect();
        let carried = *all.last().unwrap();
        let time = |id: Uuid| id.unix_ms().unwrap() * 4_096 + i64::from(id.v7_rand_a().unwrap());
        assert_eq!(time(carried), HOME_MS * 4_096 + i64::from(frac) + 1);
        assert_eq!(ids.meter().borrowed, 1);

        for step in 0..4 {
            let now = HOME_MS * 4_096 + i64::from(frac) + step;
            clock.set(Ok(Reading { unix_ms: now / 4_096, frac: (now % 4_096) as u16 }));
            all.push(ids.generate().unwrap());
        }
        assert!(all.is_sorted_by(|one, next| one < next), "from {frac}/4096 ms");
    }
}

#[test]
fn a_clock_that_always_reads_zero_still_seeds_from_the_random_source() {
    // uuid's ContextV7 (row 4) and ferroid (row 9): with the clock at 0 the counter ran 1, 2, 3 on every device.
    let devices = [Stream::random(1), Stream::random(2)];
    let [one, other] = devices.map(|stream| {
        let mut uuids = V7Generator::new(ManualClock::at_ms(0), stream.clone());
        let mut ulids = UlidGenerator::new(ManualClock::at_ms(0), stream);
        let ids = (uuids.generate().unwrap(), ulids.generate().unwrap());
        assert_eq!([uuids.entropy_mut().given(), ulids.entropy_mut().given()], [10, 10]);
        ids
    });
    assert_ne!(counter_of(one.0, 20), counter_of(other.0, 20));
    assert_ne!(one.1.random(), other.1.random());
}

#[test]
fn a_clock_one_millisecond_back_gives_a_larger_id_or_says_why_not() {
    // rusty_ulid (row 12): a smaller id in silence. snowflaked (row 13): a panic.
    let hold = |up_to_ms, beyond| OnBehind::Hold { up_to_ms, beyond };
    let behind = Err(Cause::Refused(Refusal::Behind { by_ms: 1 }));
    let cases = [
        (OnBehind::Refuse, behind, 0),
        (OnBehind::Wait { up_to_ms: 0 }, behind, 0),
        (OnBehind::Wait { up_to_ms: 1 }, Err(Cause::Wait { for_ms: 1 }), 0),
        (hold(0, Beyond::Refuse), behind, 0),
        (hold(1, Beyond::Refuse), Ok(HOME_MS as u64), 0),
        (hold(0, Beyond::Restart), Ok(HOME_MS as u64 - 1), 1),
    ];
    for (on_behind, outcome, restarts) in cases {
        let clock = ManualClock::at_ms(HOME_MS);
        let mut ids = UlidGenerator::with(ulid::Options::new().on_behind(on_behind), &clock, Stream::random(3));
        let first = ids.generate().unwrap();
        clock.set_ms(HOME_MS - 1);
        let second = ids.generate();
        assert_eq!(second.map(Ulid::unix_ms), outcome, "{on_behind:?}");
        assert_eq!(ids.meter().restarts, restarts, "{on_behind:?}");
        assert!(restarts == 1 || second.is_err() || second.is_ok_and(|id| id > first), "{on_behind:?}");
    }
}

#[test]
fn a_clock_that_steps_back_again_and_again_makes_no_duplicates() {
    // rs-snowflake (row 14), bwmarrin/snowflake#20 and #53 (row 22): the sequence started again, and so did the ids.
    for beyond in [Beyond::Refuse, Beyond::Restart] {
        for up_to_ms in [0, 3, 10] {
            let clock = ManualClock::at_ms(HOME_MS);
            let options = v7_of(12).on_behind(OnBehind::Hold { up_to_ms, beyond });
            let mut ids = V7Generator::with(options, &clock, Stream::random(4));
            let mut seen = HashSet::new();
            let mut minted = 0;
            for step in 0..2_000 {
                clock.set_ms(HOME_MS + step % 7 - 5 * (step % 2));
                for id in (0..4).filter_map(|_| ids.generate().ok()) {
                    seen.insert(id);
                    minted += 1;
                }
            }
            assert!(minted >= 500, "{beyond:?}, {up_to_ms} ms: {minted} ids");
            assert_eq!(seen.len(), minted, "{beyond:?}, {up_to_ms} ms");
        }
    }
}

#[test]
fn a_clock_at_1970_neither_stops_nor_sleeps() {
    // sonyflake (row 15): after some 128 ids it slept for 44 years with its lock held.
    let clock = ManualClock::at_ms(0);
    let mut ids = UlidGenerator::new(&clock, Stream::random(5));
    let mut many = [Ulid::NIL; 1_000];
    ids.fill(&mut many).unwrap();
    assert!(many.is_sorted_by(|one, next| one < next));
    clock.set_ms(-1);
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::BeforeEpoch { by_ms: 1 })));
}

#[test]
fn filling_nothing_does_nothing() {
    // cryoid (row 16): batch(ts, 0) underflowed.
    let mut ids = V7Generator::new(ScriptedClock::new(&[]), Bytes::new(&[]));
    assert_eq!(ids.fill(&mut []), Ok(()));
    assert_eq!(ids.meter(), mintid::Meter::new());
    assert_eq!(V4Generator::new(Bytes::new(&[])).fill(&mut []), Ok(()));
}

/// Tells whether a type is `Clone`: what is inherent is found before what a trait gives.
struct Probe<T>(PhantomData<T>);

impl<T: Clone> Probe<T> {
    const CLONES: bool = true;
}

trait DoesNotClone {
    const CLONES: bool = false;
}

impl<T> DoesNotClone for Probe<T> {}

#[test]
fn nothing_that_holds_ids_or_randomness_to_come_can_be_cloned() {
    // cryoid and uuid7 (row 17): a copied generator gave the same ids again. So would a copy of granted spans.
    type Source = FromFn<fn(&mut [u8]) -> Result<(), ()>>;
    const { assert!(Probe::<ManualClock>::CLONES && Probe::<Source>::CLONES, "so the generator itself is what forbids it") };
    const { assert!(!Probe::<V4Generator<Source>>::CLONES) };
    const { assert!(!Probe::<V7Generator<ManualClock, Source>>::CLONES) };
    const { assert!(!Probe::<PreciseV7Generator<ManualClock, Source>>::CLONES) };
    const { assert!(!Probe::<UlidGenerator<ManualClock, Source>>::CLONES) };
    const { assert!(!Probe::<SnowflakeGenerator<ManualClock>>::CLONES && !Probe::<LeasedGenerator<ManualClock>>::CLONES) };
    const { assert!(!Probe::<Ranges<2>>::CLONES && !Probe::<Blocks<2>>::CLONES && !Probe::<Ready<2>>::CLONES) };
    const { assert!(!Probe::<Pool<Source, 64>>::CLONES) };
    const { assert!(!Probe::<Bytes<'_>>::CLONES) };
}

#[test]
fn randomness_at_its_end_never_rolls_into_the_time() {
    // ryan-mars/ulid-workers#8 (row 21): the last ULID of a millisecond plus one became the first of the next.
    let last = Ulid::parse("01FVJFV41BZZZZZZZZZZZZZZZZ").unwrap();
    assert_eq!(last.increment(), None);

    let stream = [[0xff; 10], [0x5a; 10]].concat();
    let after = |on_full| {
        let clock = ManualClock::at_ms(last.unix_ms() as i64);
        let mut ids = UlidGenerator::with(ulid::Options::new().on_full(on_full), clock, Bytes::new(&stream));
        assert_eq!(ids.generate(), Ok(last));
        let next = ids.generate();
        (next.map(|id| (id.unix_ms() - last.unix_ms(), id.random())), ids.meter().exhaustions)
    };
    let fresh = 0x5a5a_5a5a_5a5a_5a5a_5a5a;
    assert_eq!(after(OnFull::Borrow { up_to_ms: 1 }), (Ok((1, fresh)), 1));
    assert_eq!(after(OnFull::Borrow { up_to_ms: 0 }), (Err(Cause::Refused(Refusal::Lead { by_ms: 1 })), 1));
    assert_eq!(after(OnFull::Wait), (Err(Cause::Wait { for_ms: 1 }), 1));
    assert_eq!(after(OnFull::Refuse), (Err(Cause::Refused(Refusal::Full)), 1));
}

#[test]
fn randomness_near_its_end_is_used_up_to_the_last_step_that_fits() {
    // The other side of row 21.
    let end = (1u128 << 80) - 1;
    let largest = 1 << 48;
    let cases = [
        (Step::One, end - 1, Some(end)),
        (Step::One, end, None),
        (Step::Random, end - largest, Some(end)),
        (Step::Random, end - largest + 1, None),
        (Step::Random, end, None),
    ];
    for (step, random, next) in cases {
        // All ones behind it: the largest step.
        let stream = [&random.to_be_bytes()[6..], &[0xff; 6]].concat();
        let options = ulid::Options::new().step(step).on_full(OnFull::Refuse);
        let mut ids = UlidGenerator::with(options, ManualClock::at_ms(HOME_MS), Bytes::new(&stream));
        assert_eq!(ids.generate().map(Ulid::random), Ok(random));
        let full = Cause::Refused(Refusal::Full);
        assert_eq!(ids.generate().map(Ulid::random), next.ok_or(full), "{step:?} from {random:x}");
    }
}

#[test]
fn time_zero_and_randomness_zero_are_as_good_as_any() {
    // wa-ulid (row 23): the first call with seed 0 incremented an empty string.
    let mut ids = UlidGenerator::new(ManualClock::at_ms(0), Bytes::new(&[0; 10]));
    assert_eq!(ids.generate(), Ok(Ulid::NIL));
    assert_eq!(ids.generate().map(Ulid::to_u128), Ok(1));
}

#[test]
fn a_counter_at_its_end_neither_sticks_nor_repeats() {
    // eclipse-uprotocol/up-rust#74 (row 24): the counter stayed at 4095, and so did the ids.
    let cases = [
        (OnFull::Refuse, Err(Cause::Refused(Refusal::Full))),
        (OnFull::Wait, Err(Cause::Wait { for_ms: 1 })),
        (OnFull::Borrow { up_to_ms: 5 }, Ok(HOME_MS + 1)),
    ];
    for (bits, (on_full, outcome)) in (12..=20).flat_map(|bits| cases.map(|case| (bits, case))) {
        let all_ones = FromFn::new(|bytes: &mut [u8]| {
            bytes.fill(0xff);
            Ok::<(), Dry>(())
        });
        let options = v7_of(bits).on_full(on_full);
        let mut ids = V7Generator::with(options, ManualClock::at_ms(HOME_MS), all_ones);
        // As high a start as there is: all ones, the top bit clear. Half the counter is left, and not one more.
        let mut within = vec![Uuid::NIL; (1 << (bits - 1)) + 1];
        ids.fill(&mut within).unwrap();
        let ends = [within.first(), within.last()].map(|id| counter_of(*id.unwrap(), bits.into()));
        assert_eq!(ends, [(1 << (bits - 1)) - 1, (1 << bits) - 1], "{bits} bits");
        assert!(within.is_sorted_by(|one, next| one < next), "{bits} bits");
        assert_eq!(ids.generate().map(|id| id.unix_ms().unwrap()), outcome, "{bits} bits, {on_full:?}");
    }
}

#[test]
fn the_last_millisecond_ends_in_a_refusal_and_not_in_a_carry() {
    // uuid7 (row 25): at 2^48 - 1 with a random source of all ones, the second call panicked.
    let clock = ManualClock::at_ms(END_MS - 1).with_resolution_ns(1);
    for on_full in [OnFull::Wait, OnFull::Borrow { up_to_ms: 10_000 }] {
        let policy = Policy { on_full, ..Policy::KEEP_GOING };
        let horizon = Err(Cause::Refused(Refusal::Horizon));

        let mut ulids = UlidGenerator::with(ulid::Options::new().policy(policy), &clock, ones());
        assert_eq!((ulids.generate(), ulids.generate()), (Ok(Ulid::MAX), horizon));

        let mut uuids = V7Generator::with(v7_of(12).policy(policy), &clock, ones());
        uuids.fill(&mut [Uuid::NIL; 2_049]).unwrap();
        assert_eq!(uuids.generate().map(|_| Ulid::NIL), horizon);

        clock.set(Ok(Reading { unix_ms: END_MS - 1, frac: 4_095 }));
        let mut precise = PreciseV7Generator::with(v7_precise::Options::new().policy(policy), &clock, ones());
        precise.fill(&mut [Uuid::NIL; 8_193]).unwrap();
        assert_eq!(precise.generate().map(|_| Ulid::NIL), horizon);
    }
}
