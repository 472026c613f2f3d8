//! The timeline by itself, step by step beside the second implementation: a few ticks, so that both ends of time are near, and
//! the room drawn, so that a full tick is as likely as one with room.

use mintid::clock::Reading;
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, Policy};
use mintid::timeline::{Room, Scale, Step, Take, Timeline, Why};
use mintid::{Mark, Refusal};
use proptest::prelude::*;

use crate::support::cases::{any_policy, any_window, config};
use crate::support::minter::mark_parts;
use crate::support::rules::{Rules, Start, Verdict};
use crate::support::ticks::Ticks;

const SHORT_TIME: u64 = 40;

fn any_short_trace() -> impl Strategy<Value = Vec<(Reading, bool, bool)>> {
    let reading =
        (-3..=SHORT_TIME as i64 + 3, 0..4u16).prop_map(|(unix_ms, frac)| Reading { unix_ms, frac: frac * 1024 });
    prop::collection::vec((reading, any::<bool>(), prop::bool::weighted(0.8)), 1..60)
}

/// An epoch, how many ticks make a millisecond, and how many milliseconds a tick.
fn any_ticks() -> impl Strategy<Value = (i128, i128, i128)> {
    let long = (0..10i128, 1..8i128).prop_map(|(epoch_ms, tick_ms)| (epoch_ms, 1, tick_ms));
    prop_oneof![1 => Just((0, 4096, 1)), 1 => Just((0, 1, 1)), 2 => long]
}

fn any_short_policy() -> impl Strategy<Value = Policy> {
    let short = |ms: u32| if ms > 1_000 { ms } else { ms % 12 };
    any_policy().prop_map(move |policy| Policy {
        on_behind: match policy.on_behind {
            OnBehind::Wait { up_to_ms } => OnBehind::Wait { up_to_ms: short(up_to_ms) },
            OnBehind::Hold { up_to_ms, beyond } => OnBehind::Hold { up_to_ms: short(up_to_ms), beyond },
            other => other,
        },
        on_full: match policy.on_full {
            OnFull::Borrow { up_to_ms } => OnFull::Borrow { up_to_ms: short(up_to_ms) },
            other => other,
        },
        ..policy
    })
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn the_timeline_steps_as_the_rules_say_up_to_both_ends_of_time(
        (policy, window_ms, (epoch_ms, per_ms, tick_ms)) in (any_short_policy(), any_window(), any_ticks()),
        mark_ms in prop::option::of(1..=SHORT_TIME),
        trace in any_short_trace(),
    ) {
        let end = (i128::from(SHORT_TIME) - epoch_ms) * per_ms / tick_ms;
        let ticks = Ticks { epoch_ms, per_ms, tick_ms, end };
        let last = ticks.end as u64 - 1;
        let scale = match (per_ms, tick_ms, epoch_ms) {
            (4096, ..) => Scale::unix_fracs(last),
            (_, 1, 0) => Scale::unix_ms(last),
            _ => Scale::since(epoch_ms as u64, tick_ms as u16, last).expect("an epoch and a tick within bounds"),
        };
        let mut timeline = Timeline::new(policy, window_ms, &scale);
        let mut rules = Rules::new(policy, window_ms, ticks);
        let mark = mark_ms.and_then(Mark::from_unix_ms);
        let started = match mark {
            Some(mark) => timeline.start_from(mark, &scale),
            None => timeline.start_without_mark(),
        };
        prop_assert_eq!(started, Ok(()));
        rules.start = Some(Start {
            mark: ticks.first_from(mark_ms.unwrap_or(0)),
            window: ticks.span(window_ms),
        });

        for (reading, full, saves) in trace {
            let now = scale.now(reading);
            timeline.observe(now);
            let present = rules.read(Ok(reading)).expect("a set clock is read");
            let room = if full { Room::Full } else { Room::Left };
            let verdict = rules.judge(present, full);
            let wanted = rules.wants_mark(present.tick, verdict);
            prop_assert_eq!(timeline.mark_due(room, &scale).map(mark_parts), rules.mark_due(full), "{:?}", rules);

            let mut step = timeline.propose(now, room, &scale);
            if let Step::Refused(Refusal::MarkDue(due)) = step {
                prop_assert_eq!(Some(mark_parts(due)), wanted, "{:?}", rules);
                if saves {
                    timeline.mark_saved(due, &scale);
                    rules.mark_saved(mark_parts(due));
                    step = timeline.propose(now, room, &scale);
                } else if timeline.on_mark_late() == OnMarkLate::Refuse {
                    continue;
                } else {
                    step = timeline.propose_unsaved(now, room, &scale);
                }
            } else {
                prop_assert_eq!(None, wanted, "{:?}", rules);
            }
            prop_assert_eq!(in_words(step), verdict, "at {:?}: {:?}", reading, rules);
            if let Step::Take(take) = step {
                timeline.commit(take, &scale);
                rules.issued(present.tick, verdict);
                prop_assert_eq!(timeline.last().map(i128::from), rules.running.map(|(_, last)| last));
                prop_assert_eq!(i128::from(timeline.lead()), rules.lead());
            }
        }
    }
}

#[test]
fn after_a_restart_unsaved_the_mark_offered_for_the_tick_after_a_full_one_counts_however_short_the_window() {
    let scale = Scale::unix_ms(100);
    let hold = OnBehind::Hold { up_to_ms: 0, beyond: Beyond::Restart };
    let policy = Policy { on_behind: hold, on_full: OnFull::Borrow { up_to_ms: 1 }, ..Policy::KEEP_GOING };
    let mut timeline = Timeline::new(policy, 1, &scale);
    timeline.start_without_mark().unwrap();
    let now = [10, 5].map(|ms| {
        let now = scale.now(Reading::from_ms(ms));
        timeline.observe(now);
        let Step::Take(take) = timeline.propose_unsaved(now, Room::Left, &scale) else { panic!("nothing at {ms}") };
        timeline.commit(take, &scale);
        now
    })[1];
    let Step::Refused(Refusal::MarkDue(due)) = timeline.propose(now, Room::Full, &scale) else {
        panic!("no mark is due")
    };
    timeline.mark_saved(due, &scale);
    let step = timeline.propose(now, Room::Full, &scale);
    assert_eq!(in_words(step), Verdict::New { tick: 6, why: Why::Borrowed });
}

/// A real step as a verdict.
fn in_words(step: Step) -> Verdict {
    match step {
        Step::Take(Take::New { tick, why }) => Verdict::New { tick: tick.into(), why },
        Step::Take(Take::Same { tick, held }) => Verdict::Same { tick: tick.into(), held },
        Step::Wait { for_ms, on } => Verdict::Wait { for_ms, on },
        Step::Refused(refusal) => Verdict::Refused { name: refusal.name(), by_ms: refusal.distance_ms() },
        other => panic!("a step that the rules do not know: {other:?}"),
    }
}
