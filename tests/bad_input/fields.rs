//! Times, fields and widths that do not fit.

use mintid::clock::{ManualClock, Reading};
use mintid::uuid::v7;
use mintid::{FieldError, PreciseV7Generator, Refusal, Ulid, UlidGenerator, Uuid, V7Generator};

use crate::refused;
use crate::support::cases::HOME_MS;
use crate::support::stream::Stream;

fn parts<T>(field: Result<T, FieldError>) -> Option<(&'static str, u32)> {
    field.err().map(|error| (error.name(), error.bits()))
}

#[test]
fn a_part_that_does_not_fit_is_named_with_its_width() {
    let (time, rand_b, random) = ((1 << 48) - 1, (1 << 62) - 1, (1 << 80) - 1);
    let cases = [
        (parts(Uuid::from_v7_parts(time, 0xfff, rand_b)), None),
        (parts(Uuid::from_v7_parts(time + 1, 0xfff, rand_b)), Some(("unix_ts_ms", 48))),
        (parts(Uuid::from_v7_parts(u64::MAX, u16::MAX, u64::MAX)), Some(("unix_ts_ms", 48))),
        (parts(Uuid::from_v7_parts(time, 0x1000, rand_b)), Some(("rand_a", 12))),
        (parts(Uuid::from_v7_parts(time, 0xfff, rand_b + 1)), Some(("rand_b", 62))),
        (parts(Uuid::v7_min(time)), None),
        (parts(Uuid::v7_min(time + 1)), Some(("unix_ts_ms", 48))),
        (parts(Uuid::v7_max(time + 1)), Some(("unix_ts_ms", 48))),
        (parts(Ulid::from_parts(time, random)), None),
        (parts(Ulid::from_parts(time + 1, random)), Some(("time", 48))),
        (parts(Ulid::from_parts(time, random + 1)), Some(("randomness", 80))),
        (parts(Ulid::min_at(u64::MAX)), Some(("time", 48))),
        (parts(Ulid::max_at(time + 1)), Some(("time", 48))),
    ];
    for (case, (got, wanted)) in cases.into_iter().enumerate() {
        assert_eq!(got, wanted, "case {case}");
    }
    assert_eq!((Uuid::v7_max(time).unwrap().unix_ms(), Ulid::max_at(time).unwrap()), (Some(time as i64), Ulid::MAX));
}

#[test]
fn a_time_outside_the_field_is_refused_by_a_generator_and_does_not_stick() {
    let clock = ManualClock::at_ms(HOME_MS).with_resolution_ns(1);
    let mut uuids = V7Generator::new(&clock, Stream::random(1));
    let mut precise = PreciseV7Generator::new(&clock, Stream::random(2));
    let mut ulids = UlidGenerator::new(&clock, Stream::random(3));
    let cases = [
        (1 << 48, Refusal::Horizon),
        (i64::MAX, Refusal::Horizon),
        (-1, Refusal::BeforeEpoch { by_ms: 1 }),
        (-86_400_000, Refusal::BeforeEpoch { by_ms: 86_400_000 }),
    ];
    for (unix_ms, refusal) in cases {
        clock.set_ms(unix_ms);
        assert_eq!(uuids.generate(), refused(refusal), "at {unix_ms}");
        assert_eq!(precise.generate(), refused(refusal), "at {unix_ms}");
        assert_eq!(ulids.generate(), refused(refusal), "at {unix_ms}");
        assert_eq!(uuids.at(unix_ms), refused(refusal), "at {unix_ms}");
        assert_eq!(precise.at(unix_ms), refused(refusal), "at {unix_ms}");
        assert_eq!(ulids.at(unix_ms), refused(refusal), "at {unix_ms}");
        clock.set_ms(HOME_MS);
        assert_eq!(uuids.generate().unwrap().unix_ms(), Some(HOME_MS), "after {unix_ms}");
        assert_eq!(precise.generate().unwrap().unix_ms(), Some(HOME_MS), "after {unix_ms}");
        assert_eq!(ulids.generate().unwrap().unix_ms(), HOME_MS as u64, "after {unix_ms}");
    }
}

#[test]
fn the_fraction_before_the_epoch_counts_towards_the_distance() {
    let clock = ManualClock::unset().with_resolution_ns(1);
    let mut ids = PreciseV7Generator::new(&clock, Stream::random(0));
    for (unix_ms, frac, by_ms) in [(-1, 0, 1), (-1, 4_095, 1), (-2, 1, 2), (-2, 0, 2)] {
        clock.set(Ok(Reading { unix_ms, frac }));
        assert_eq!(ids.generate(), refused(Refusal::BeforeEpoch { by_ms }), "{unix_ms} and {frac}/4096");
    }
}

#[test]
fn a_counter_width_out_of_range_is_refused_with_the_width_asked_for() {
    for bits in 0..=u8::MAX {
        let outcome = v7::Options::new().counter_bits(bits).map(|_| ()).map_err(|error| error.bits());
        assert_eq!(outcome, if (12..=42).contains(&bits) { Ok(()) } else { Err(bits) });
    }
}

#[test]
fn a_clock_too_coarse_for_fractions_is_refused_with_its_resolution() {
    for (clock_ns, is_fine) in [(1, true), (100, true), (244, true), (245, false), (1_000, false), (1_000_000, false)] {
        let clock = ManualClock::at_ms(HOME_MS).with_resolution_ns(clock_ns);
        let outcome = PreciseV7Generator::new(clock, Stream::random(0)).generate().map(|_| ());
        assert_eq!(outcome, if is_fine { Ok(()) } else { refused(Refusal::Resolution { clock_ns }) });
    }
}
