//! The promise itself, and what a refused call may change.

use mintid::clock::ClockError;
use mintid::policy::{OnBehind, OnFull, OnUnset};
use proptest::prelude::*;

use crate::run::{Call, fine_clock, real, record, start_of};
use crate::support::cases::{Case, Event, any_case, config};
use crate::support::rules::Start;
use crate::support::ticks::Ticks;
use crate::support::twin::{Answer, Store};

fn bound_of(ticks: Ticks, on_behind: OnBehind) -> i128 {
    match on_behind {
        OnBehind::Wait { up_to_ms } | OnBehind::Hold { up_to_ms, .. } => ticks.bound(up_to_ms),
        _ => 0,
    }
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn ids_strictly_increase_or_the_call_is_refused_or_a_restart_is_counted(case in any_case()) {
        let (mut newest, mut restarts) = (None, 0);
        for call in record(&case) {
            let Some(id) = call.answer.id() else {
                prop_assert_eq!(call.restarts, restarts, "only an id can be a restart: {:?}", call);
                continue;
            };
            prop_assert!(Some(id) > newest || call.restarts == restarts + 1, "{:x?} after {:x?}", call, newest);
            (newest, restarts) = (Some(id), call.restarts);
        }
    }

    #[test]
    fn no_id_runs_further_ahead_of_the_clock_than_the_policy_allows(case in any_case()) {
        let ticks = case.layout.ticks();
        let start = start_of(&case, ticks).unwrap_or(Start { mark: 0, window: 0 });
        let hold = if let OnBehind::Hold { up_to_ms, .. } = case.policy.on_behind { ticks.bound(up_to_ms) } else { 0 };
        let borrow = if let OnFull::Borrow { up_to_ms } = case.policy.on_full { ticks.bound(up_to_ms) } else { 0 };
        let resume = start.window + bound_of(ticks, case.policy.on_behind);
        let (mut first, mut resumed) = (true, false);
        for call in record(&case) {
            let Some(id) = call.answer.id() else { continue };
            let present = match call.reading {
                Ok(reading) => ticks.at(reading).tick,
                Err(ClockError::Unset { since_boot_ms }) => ticks.after(start.mark, since_boot_ms).tick,
                Err(error) => panic!("an id without a reading: {error}"),
            };
            let ahead = case.layout.tick_of(id) - present;
            // From a resume on, until ids come from the clock again.
            resumed = ahead != 0 && (first || resumed);
            first = false;
            let most = hold + if resumed { borrow.max(resume) } else { borrow };
            prop_assert!(ahead <= most, "{:x?} is {} ticks ahead, and {} are allowed", call, ahead, most);
        }
    }

    #[test]
    fn where_the_mark_that_is_due_is_saved_before_each_call_none_is_refused_or_late_for_want_of_it(case in any_case()) {
        let clock = fine_clock();
        let mut real = real(&case, &clock);
        for event in &case.trace {
            clock.set(event.reading);
            real.stream().leave(event.bytes_left.unwrap_or(u64::MAX));
            for _ in 0..event.calls {
                real.observe();
                if let Some(due) = real.mark_due() {
                    real.mark_saved(due);
                }
                let answer = real.generate(Store::Never);
                prop_assert!(!matches!(answer, Answer::MarkDue(..)), "{:?} at {:?}", answer, event);
                prop_assert_eq!(real.counts().late, 0, "at {:?}", event);
            }
        }
    }

    #[test]
    fn a_call_without_an_id_takes_no_random_bytes(case in any_case()) {
        for call in record(&case) {
            let allowed = if call.answer.id().is_some() { case.layout.draws() } else { [0; 2] };
            prop_assert!(allowed.contains(&call.drawn), "{:x?}", call);
        }
    }

    #[test]
    fn a_refused_call_changes_nothing_but_the_meter(mut case in any_case()) {
        // A store that is asked between calls would be asked another number of times.
        if let Store::Later(_) | Store::Behind(_) = case.store {
            case.store = Store::AtOnce;
        }
        // The first reading of a set clock ends the run from the mark, whether an id came of it or not.
        case.policy.on_unset = OnUnset::Refuse;
        let calls = record(&case);
        let fruitful = || calls.iter().filter(|call| call.answer.id().is_some());
        let trace = fruitful().map(|call| Event { reading: call.reading, calls: 1, bytes_left: None }).collect();
        let again = record(&Case { trace, ..case.clone() });
        let ids = |calls: &[Call]| calls.iter().filter_map(|call| call.answer.id()).collect::<Vec<_>>();
        prop_assert_eq!(ids(&again), ids(&calls));
    }

    #[test]
    fn fill_is_that_many_calls_on_one_reading(mut case in any_case()) {
        case.store = Store::Never;
        let (filled_clock, called_clock) = (fine_clock(), fine_clock());
        let (mut filled, mut called) = (real(&case, &filled_clock), real(&case, &called_clock));
        for event in &case.trace {
            for (clock, minter) in [(&filled_clock, &mut filled), (&called_clock, &mut called)] {
                clock.set(event.reading);
                minter.stream().leave(event.bytes_left.unwrap_or(u64::MAX));
            }
            let (ids, end) = filled.fill(event.calls);
            let mut wanted = (Vec::new(), None);
            while wanted.0.len() < event.calls && wanted.1.is_none() {
                match called.generate(Store::Never) {
                    Answer::Id(id) => wanted.0.push(id),
                    other => wanted.1 = Some(other),
                }
            }
            prop_assert_eq!((ids, end), wanted);
            prop_assert_eq!(filled.counts(), called.counts());
            prop_assert_eq!(filled.stream().given(), called.stream().given());
        }
    }
}
