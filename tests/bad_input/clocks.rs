//! Clocks that fail, are not set, are told nonsense, or stand still.

use std::cell::Cell;

use mintid::clock::{Bounded, Clock, ClockError, ManualClock, OffsetClock, Reading, ScriptedClock};
use mintid::policy::{OnBehind, OnFull, OnUnset};
use mintid::uuid::v7_precise;
use mintid::{Cause, Mark, PreciseV7Generator, Refusal, Stopped, Ulid, UlidGenerator, V7Generator, ulid};

use crate::refused;
use crate::support::cases::HOME_MS;
use crate::support::stream::{Bytes, Stream};

#[test]
fn a_clock_that_fails_or_is_not_set_is_refused_and_forgotten() {
    let clock = ManualClock::unset();
    let mut ids = UlidGenerator::new(&clock, Stream::random(1));
    let steps = [
        (Err(ClockError::Unset { since_boot_ms: 9 }), Some(Refusal::Unset)),
        (Ok(Reading::from_ms(HOME_MS)), None),
        (Err(ClockError::Failed), Some(Refusal::ClockFailed)),
        (Err(ClockError::Unset { since_boot_ms: u64::MAX }), Some(Refusal::Unset)),
        (Ok(Reading::from_ms(HOME_MS)), None),
    ];
    let mut newest = Ulid::NIL;
    for (reading, refusal) in steps {
        clock.set(reading);
        match refusal {
            Some(refusal) => {
                assert_eq!(ids.generate(), refused(refusal));
                assert_eq!(ids.fill(&mut [Ulid::NIL; 3]), Err(Stopped { written: 0, cause: refusal.into() }));
                assert_eq!(ids.observe(), Err(refusal));
            }
            None => {
                let id = ids.generate().unwrap();
                assert!(id > newest);
                newest = id;
            }
        }
    }
    let meter = ids.meter();
    assert_eq!(
        (meter.minted, meter.refused(Refusal::Unset), meter.refused(Refusal::ClockFailed)),
        (2, 4, 2),
        "a look asks for no id"
    );
    assert_eq!(meter.rollbacks, 0, "a clock without a reading has not stepped back");
}

#[test]
fn a_script_at_its_end_is_a_clock_that_fails() {
    let script = [Ok(Reading::from_ms(HOME_MS))];
    let mut ids = UlidGenerator::new(ScriptedClock::new(&script), Stream::random(1));
    assert!(ids.generate().is_ok());
    assert_eq!(ids.clock_mut().remaining(), 0);
    assert_eq!([ids.generate(), ids.generate()], [refused(Refusal::ClockFailed); 2]);
}

#[test]
fn a_clock_told_the_time_again_is_judged_by_the_policy_alone() {
    let uptime = Cell::new(1_000);
    let mut ids = V7Generator::new(OffsetClock::new(|| uptime.get()), Stream::random(1));
    assert_eq!(ids.generate(), refused(Refusal::Unset));
    // Told: at first, again 5 s behind (held), forwards, 1 min behind (a restart), and then nothing.
    let tellings = [(0, 0, 0), (-5_000, 0, 0), (3_600_000, 3_600_000, 0), (3_540_000, 3_540_000, 1)];
    for (told, stamped, restarts) in tellings {
        ids.clock_mut().set_ms(HOME_MS + told);
        let id = ids.generate().unwrap();
        assert_eq!((id.unix_ms().unwrap() - HOME_MS, ids.meter().restarts), (stamped, restarts), "told {told}");
    }
    ids.clock_mut().unset();
    assert_eq!(ids.generate(), refused(Refusal::Unset));

    // Whatever it is told, it neither wraps nor panics.
    for (told, uptime_ms) in [(i64::MIN, 0), (i64::MIN, u64::MAX), (i64::MAX, 0), (i64::MAX, u64::MAX)] {
        uptime.set(0);
        ids.clock_mut().set_ms(told);
        uptime.set(uptime_ms);
        assert!(ids.generate().is_err(), "{told} after {uptime_ms}");
    }
}

#[test]
fn outside_its_bounds_a_clock_counts_as_not_set() {
    let clock = ManualClock::unset();
    let mut bounded = Bounded::new(&clock).not_before(1_000).not_after(2_000);
    let unset = Err(ClockError::Unset { since_boot_ms: 0 });
    let cases = [
        (i64::MIN, false),
        (-1, false),
        (0, false),
        (999, false),
        (1_000, true),
        (2_000, true),
        (2_001, false),
        (i64::MAX, false),
    ];
    for (unix_ms, is_believed) in cases {
        clock.set_ms(unix_ms);
        let reading = Ok(Reading::from_ms(unix_ms));
        assert_eq!(bounded.read(), if is_believed { reading } else { unset }, "at {unix_ms}");
    }
    clock.set(Err(ClockError::Failed));
    assert_eq!(bounded.read(), Err(ClockError::Failed), "a failure stays one");

    let mut ids = UlidGenerator::new(Bounded::new(&clock).not_before(HOME_MS), Stream::random(1));
    clock.set_ms(0);
    assert_eq!(ids.generate(), refused(Refusal::Unset), "1970 is no time to stamp");
    clock.set_ms(HOME_MS);
    assert!(ids.generate().is_ok());
}

#[test]
fn time_since_the_start_may_be_absurd() {
    for since_boot_ms in [1 << 48, u64::MAX / 4_096, u64::MAX] {
        let clock = ManualClock::unset().with_resolution_ns(1);
        clock.set(Err(ClockError::Unset { since_boot_ms }));
        let options = v7_precise::Options::new().on_unset(OnUnset::RunFromMark);
        let mut ids = PreciseV7Generator::with(options, &clock, Stream::random(0));
        ids.start_from(Mark::from_unix_ms(HOME_MS as u64).unwrap()).unwrap();
        assert_eq!(ids.generate(), refused(Refusal::Horizon), "{since_boot_ms}");
    }
}

#[test]
fn a_frozen_clock_is_answered_at_each_call_and_never_waited_for() {
    let options = ulid::Options::new().on_full(OnFull::Wait).on_behind(OnBehind::Wait { up_to_ms: 5 });
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = UlidGenerator::with(options, &clock, Stream::new(Bytes::Ones, 0));
    ids.generate().unwrap();
    for _ in 0..1_000 {
        assert_eq!(ids.generate(), Err(Cause::Wait { for_ms: 1 }));
    }
    clock.set_ms(HOME_MS - 5);
    assert_eq!(ids.generate(), Err(Cause::Wait { for_ms: 5 }));
    assert_eq!((ids.meter().waits, ids.meter().exhaustions), (1_001, 1_000));
}
