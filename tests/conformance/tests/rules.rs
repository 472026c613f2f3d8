//! Rules among the cases that bring data: the situation is built from it, and the rule tested there.

use std::convert::Infallible;
use std::path::PathBuf;

use mintid::clock::{Bounded, ManualClock};
use mintid::entropy::FromFn;
use mintid::mark::DueMark;
use mintid::policy::{OnBehind, OnMarkLate};
use mintid::range::{Ceiling, Options, Ranges, Span, Stock, SupplyError};
use mintid::{Cause, Mark, Policy, Refusal, Ulid, Uuid, V4Generator, V7Generator, uuid};
use mintid_conformance::stream::HashStream;
use mintid_conformance::vector;
use serde_json::Value;

/// The input of a case among the project's own.
fn input(id: &str) -> Value {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/cases.json"));
    let found = vector::read(&file).unwrap().into_iter().find(|vector| vector.id == id).unwrap();
    found.item.body.into()
}

fn number(input: &Value, name: &str) -> i64 {
    input[name].as_i64().unwrap()
}

fn numbers(input: &Value, name: &str) -> Vec<i64> {
    input[name].as_array().unwrap().iter().map(|value| value.as_i64().unwrap()).collect()
}

fn unix_ms(id: Uuid) -> i64 {
    id.unix_ms().unwrap()
}

const WINDOW_MS: u32 = 5_000;

fn with_marks() -> uuid::v7::Options {
    uuid::v7::Options::new().mark_window_ms(WINDOW_MS).on_mark_late(OnMarkLate::Refuse)
}

/// A store that never fails.
fn into(stored: &mut Option<Mark>) -> impl FnOnce(DueMark) -> Result<(), Infallible> {
    move |due| {
        *stored = Some(due.over(*stored));
        Ok(())
    }
}

#[test]
fn a_start_never_repeats_a_time_although_the_clock_stepped_back_over_the_restart() {
    let case = input("rollback-013");
    let clock = ManualClock::at_ms(number(&case, "saved_ms"));
    let mut stored = None;

    // The run before: it issues up to a time that it never saved as such.
    let mut ids = V7Generator::with(with_marks(), &clock, HashStream::new(1));
    ids.start_without_mark().unwrap();
    let mut last = None;
    for ms in number(&case, "saved_ms")..=number(&case, "issued_until_ms") {
        clock.set_ms(ms);
        last = Some(ids.generate_saving(into(&mut stored)).unwrap());
    }
    let last = last.unwrap();
    assert_eq!(unix_ms(last), number(&case, "issued_until_ms"));

    clock.set_ms(number(&case, "clock_at_start_ms"));
    let mut ids = V7Generator::with(with_marks(), &clock, HashStream::new(2));
    ids.start_from(stored.unwrap()).unwrap();
    let next = ids.generate_saving(|_| Ok::<(), Infallible>(())).unwrap();
    assert!(unix_ms(next) > unix_ms(last) && next > last);
}

#[test]
fn a_start_without_a_store_is_explicit_and_works() {
    let case = input("rollback-016");
    assert!(case["saved_ms"].is_null());
    let clock = ManualClock::at_ms(number(&case, "clock_at_start_ms"));
    let mut ids = V7Generator::with(with_marks(), &clock, HashStream::new(1));
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::NotStarted)));
    ids.start_without_mark().unwrap();
    ids.generate_saving(|_| Ok::<(), Infallible>(())).unwrap();
}

#[test]
fn a_mark_at_the_end_of_time_does_not_pin_the_generator_there() {
    let case = input("rollback-017");
    let now = number(&case, "clock_at_start_ms");
    let mark = Mark::from_unix_ms(case["saved_ms"].as_u64().unwrap()).unwrap();
    let clock = ManualClock::at_ms(now);

    let mut ids = V7Generator::with(with_marks(), &clock, HashStream::new(1));
    ids.start_from(mark).unwrap();
    let id = ids.generate_saving(|_| Ok::<(), Infallible>(())).unwrap();
    assert_eq!((unix_ms(id), ids.meter().restarts), (now, 1));

    let mut strict = V7Generator::with(with_marks().policy(Policy::STRICT), &clock, HashStream::new(1));
    strict.start_from(mark).unwrap();
    let by_ms = mark.unix_ms() - u64::try_from(now).unwrap();
    assert_eq!(strict.generate(), Err(Cause::Refused(Refusal::MarkAhead { by_ms })));
}

#[test]
fn erased_flash_is_no_mark() {
    let bytes = u64::from_str_radix(input("rollback-018")["saved_bytes"].as_str().unwrap(), 16).unwrap().to_be_bytes();
    assert_eq!(Mark::from_bytes(bytes), None);
}

#[test]
fn before_the_clock_is_set_ids_are_refused_and_after_it_they_follow_it() {
    let case = input("rollback-020");
    let rtc = ManualClock::unset();
    let clock = Bounded::new(&rtc).not_before(946_684_800_000);
    let mut ids = V7Generator::new(clock, HashStream::new(1));
    let mut minted = Vec::new();
    for ms in numbers(&case, "clock_ms") {
        rtc.set_ms(ms);
        match ids.generate() {
            Ok(id) => minted.push(unix_ms(id)),
            Err(cause) => assert_eq!(cause, Cause::Refused(Refusal::Unset)),
        }
    }
    assert_eq!(minted, [1_700_000_000_000, 1_700_000_000_001]);
}

#[test]
fn two_boots_without_a_clock_and_with_one_seed_do_not_repeat_where_the_mark_was_kept() {
    let case = input("rollback-021");
    let clock = ManualClock::unset();
    let mut stored = None;
    let mut ids = Vec::new();
    for boot in ["boot1_ms", "boot2_ms"] {
        let mut generator = V7Generator::with(with_marks(), &clock, HashStream::new(1));
        match stored {
            Some(mark) => generator.start_from(mark).unwrap(),
            None => generator.start_without_mark().unwrap(),
        }
        for ms in numbers(&case, boot) {
            clock.set_ms(ms);
            ids.push(generator.generate_saving(into(&mut stored)).unwrap());
        }
    }
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
}

#[test]
fn one_id_takes_one_reading() {
    let readings = numbers(&input("monotonic-033"), "clock_reads");
    let script: Vec<_> = readings.iter().map(|ms| Ok(mintid::clock::Reading::from_ms(*ms))).collect();
    let mut ids = V7Generator::new(mintid::clock::ScriptedClock::new(&script), HashStream::new(1));
    let first = ids.generate().unwrap();
    assert_eq!((unix_ms(first), ids.clock_mut().remaining()), (readings[0], readings.len() - 1));
    assert!(ids.generate().unwrap() > first);
}

#[test]
fn a_counter_is_seeded_with_half_of_its_room_left() {
    let bits = u8::try_from(number(&input("monotonic-050"), "counter_bits")).unwrap();
    let options = uuid::v7::Options::new().counter_bits(bits).unwrap().policy(Policy::STRICT);
    // All ones is the largest seed there is.
    let ones = FromFn::new(|bytes: &mut [u8]| {
        bytes.fill(0xff);
        Ok::<(), Infallible>(())
    });
    let mut ids = V7Generator::with(options, ManualClock::at_ms(1), ones);
    let made = std::iter::from_fn(|| ids.generate().ok()).count();
    assert_eq!(made, 1 + (1 << (bits - 1)));
}

#[test]
fn the_repeated_second_of_a_leap_second_is_a_small_step_back_and_order_is_kept() {
    let clock = ManualClock::at_ms(0);
    let mut ids = V7Generator::new(&clock, HashStream::new(1));
    let mut minted = Vec::new();
    for second in [1_483_228_799_000, 1_483_228_799_000, 1_483_228_800_000] {
        for ms in (0..1_000).step_by(50) {
            clock.set_ms(second + ms);
            minted.push(ids.generate().unwrap());
        }
    }
    assert!(minted.is_sorted_by(|a, b| a < b));
    assert_eq!((ids.meter().rollbacks, ids.meter().restarts), (1, 0));
}

#[test]
fn a_jump_forward_is_taken_as_it_is() {
    let clock = ManualClock::at_ms(1_700_000_000_000);
    let mut ids = V7Generator::new(&clock, HashStream::new(1));
    ids.generate().unwrap();
    clock.set_ms(1_700_000_000_000 + 8 * 3_600_000);
    assert_eq!(unix_ms(ids.generate().unwrap()), 1_700_000_000_000 + 8 * 3_600_000);
}

#[test]
fn a_full_tick_under_a_frozen_clock_is_an_answer_and_not_a_hang() {
    for options in
        [uuid::v7::Options::new().policy(Policy::STRICT), uuid::v7::Options::new().on_behind(OnBehind::Refuse)]
    {
        let options = options.counter_bits(12).unwrap().on_full(mintid::policy::OnFull::Wait);
        let mut ids = V7Generator::with(options, ManualClock::at_ms(1_000), HashStream::new(1));
        let cause = std::iter::repeat_with(|| ids.generate()).find_map(Result::err);
        assert_eq!(cause, Some(Cause::Wait { for_ms: 1 }));
    }
}

#[test]
fn a_source_that_fails_is_an_error_with_its_cause() {
    let mut ids = V4Generator::new(FromFn::new(|_: &mut [u8]| Err("the device is gone")));
    assert_eq!(ids.generate(), Err("the device is gone"));
}

#[test]
fn every_bit_that_should_be_random_is_seen_as_0_and_as_1() {
    const DRAWS: u64 = 256;
    let clock = ManualClock::unset();
    let mut v4 = V4Generator::new(HashStream::new(1));
    let mut v7 = V7Generator::new(&clock, HashStream::new(2));
    let mut ulids = mintid::UlidGenerator::new(&clock, HashStream::new(3));
    // (bits seen as 1, bits seen as 0) of each kind.
    let mut seen = [(0u128, 0u128); 3];
    for ms in 0..DRAWS {
        clock.set_ms(i64::try_from(ms).unwrap());
        let ids = [v4.generate().unwrap().into(), v7.generate().unwrap().into(), u128::from(ulids.generate().unwrap())];
        for ((ones, zeros), id) in seen.iter_mut().zip(ids) {
            *ones |= id;
            *zeros |= !id;
        }
    }
    let fixed = (0xf << 76) | (0b11 << 62);
    let expected: [u128; 3] = [
        !fixed,
        // Below the time and the version; the counter's top bit starts clear.
        ((1 << 75) - 1) & !fixed,
        Ulid::MAX.random(),
    ];
    for ((ones, zeros), expected) in seen.into_iter().zip(expected) {
        assert_eq!(ones & zeros & expected, expected);
    }
}

/// A block of 50, and the blocks behind it.
fn block(n: u64) -> Span {
    Span::of_count(1 + 50 * n, 50).unwrap()
}

#[test]
fn the_first_pooled_block_does_not_give_its_first_id_again() {
    let case = input("runtime-061");
    let (first, size) = (case["first_value"].as_u64().unwrap(), case["size"].as_u64().unwrap());
    let mut stock = Stock::<4>::new(Ceiling::I64);
    for n in 0..4 {
        stock.add(Span::from_pooled(first + size * n, size, first).unwrap()).unwrap();
    }
    assert!(stock.spans().ids().eq(first..=first + 3 * size));
}

#[test]
fn after_a_crash_that_kept_nothing_the_ids_go_on_in_another_block() {
    let case = input("runtime-062");
    assert_eq!((case["of"].as_u64(), case["persisted"].as_str()), (Some(50), Some("nothing")));
    let mut granted = (0..).map(block);
    let mut taken = Vec::new();
    for run in 0..2 {
        let mut ids = Ranges::<2>::new(Options::new().run(run));
        let request = ids.request_due(0).unwrap();
        ids.supply(request.ticket, granted.next().unwrap()).unwrap();
        taken.extend(ids.take_many(case["crash_after"].as_u64().unwrap()).unwrap().ids());
    }
    assert_eq!(taken, (1..=7).chain(51..=57).collect::<Vec<_>>());
}

#[test]
fn a_block_is_kept_before_it_is_used_so_that_a_crash_in_between_repeats_nothing() {
    assert_eq!(input("runtime-063")["crash"], "between");
    let mut stock = Stock::<2>::new(Ceiling::I64);
    stock.add(block(0)).unwrap();
    let claimed = stock.claim(10).unwrap();
    let kept: [u8; Stock::<2>::BYTES] = stock.to_bytes();
    let before: Vec<_> = claimed.ids().take(3).collect();
    // The power goes here.
    let mut stock = Stock::<2>::from_bytes(&kept).unwrap();
    assert_eq!(stock.add(claimed), Err(SupplyError::Overlap { from: 1 }));
    assert!(stock.claim(u64::MAX).unwrap().ids().all(|id| !before.contains(&id)));
}
