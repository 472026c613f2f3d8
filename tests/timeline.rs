//! The timeline's promise, for any policy and any clock: ids strictly increase, or the call is refused, or it is a counted
//! restart; and no id runs further ahead of the clock than the policy says.
//!
//! `MINTID_PROVE=1` tries a hundred times as many cases.

mod support;

use std::collections::BTreeSet;

use mintid::clock::{ClockError, ManualClock, Reading};
use mintid::mark::DueMark;
use mintid::policy::{OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use mintid::timeline::{Room, Scale, Step, Take, Timeline};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use support::cases::{Beginning, Case, Event, any_case, any_policy, any_window, config};
use support::minter::{Minter, distance, mark_parts, minter};
use support::rules::{Rules, Start, Ticks, Verdict};
use support::stream::Stream;
use support::twin::{Answer, Store, Twin};

/// The real generator of a case, begun.
fn real<'a>(case: &Case, clock: &'a ManualClock) -> Box<dyn Minter + 'a> {
    let stream = Stream::new(case.bytes, case.seed);
    let mut real = minter(case.layout, case.policy, case.window_ms, clock, stream);
    real.begin(case.beginning, case.layout).expect("a start before the first id, with a mark that the scheme can hold");
    real
}

/// Where the run of a case starts, in ticks.
fn start_of(case: &Case, ticks: Ticks) -> Option<Start> {
    match case.beginning {
        Beginning::Silent if case.window_ms != 0 => None,
        Beginning::Silent | Beginning::WithoutMark => Some(Start { mark: 0, window: 0 }),
        Beginning::FromMark { unix_ms } => {
            Some(Start { mark: i128::from(unix_ms) * ticks.per_ms, window: ticks.span(case.window_ms) })
        }
        Beginning::AfterId { unix_ms } => Some(Start { mark: i128::from(unix_ms) * ticks.per_ms + 1, window: 0 }),
    }
}

/// A clock of the tests, as fine as any scheme asks for.
fn fine_clock() -> ManualClock {
    ManualClock::unset().with_resolution_ns(1)
}

/// A store that is asked between calls and confirms some calls later.
struct Errand {
    takes: usize,
    under_way: Option<(DueMark, usize)>,
}

impl Errand {
    fn of(store: Store) -> Option<Self> {
        if let Store::Later(takes) = store { Some(Self { takes, under_way: None }) } else { None }
    }

    /// Time passes by one call; gives the mark that is confirmed with it.
    fn pass(&mut self, real: &mut dyn Minter) -> Option<DueMark> {
        if self.under_way.is_none() {
            self.under_way = real.mark_due().map(|due| (due, self.takes));
        }
        match &mut self.under_way {
            Some((_, left)) if *left > 0 => {
                *left -= 1;
                None
            }
            Some((due, _)) => {
                let due = *due;
                real.mark_saved(due);
                self.under_way = None;
                Some(due)
            }
            None => None,
        }
    }
}

/// One call of a run: what was read, what came of it.
#[derive(Debug, Clone, Copy)]
struct Call {
    reading: Result<Reading, ClockError>,
    answer: Answer,
    /// How often the meter has counted a restart until after this call.
    restarts: u32,
    /// How many random bytes it took.
    drawn: u64,
}

/// Runs a case on the real generator.
fn record(case: &Case) -> Vec<Call> {
    let clock = fine_clock();
    let mut real = real(case, &clock);
    let mut errand = Errand::of(case.store);
    let mut calls = Vec::new();
    for event in &case.trace {
        clock.set(event.reading);
        real.stream().leave(event.bytes_left.unwrap_or(u64::MAX));
        for _ in 0..event.calls {
            let before = real.stream().given();
            let answer = real.generate(case.store);
            let (drawn, restarts) = (real.stream().given() - before, real.counts().restarts);
            calls.push(Call { reading: event.reading, answer, restarts, drawn });
            if let Some(errand) = &mut errand {
                errand.pass(&mut *real);
            }
        }
    }
    calls
}

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
                Ok(reading) => ticks.at(reading),
                Err(ClockError::Unset { since_boot_ms }) => start.mark + i128::from(since_boot_ms) * ticks.per_ms,
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
    fn a_call_without_an_id_takes_no_random_bytes(case in any_case()) {
        for call in record(&case) {
            let allowed = if call.answer.id().is_some() { case.layout.draws() } else { [0; 2] };
            prop_assert!(allowed.contains(&call.drawn), "{:x?}", call);
        }
    }

    #[test]
    fn both_implementations_answer_every_call_alike(case in any_case()) {
        let ticks = case.layout.ticks();
        let mut rules = Rules::new(case.policy, case.window_ms, ticks);
        rules.start = start_of(&case, ticks);
        let mut twin = Twin::new(rules, case.layout, Stream::new(case.bytes, case.seed));
        let clock = fine_clock();
        let mut real = real(&case, &clock);
        let mut errand = Errand::of(case.store);
        for event in &case.trace {
            clock.set(event.reading);
            let bytes_left = event.bytes_left.unwrap_or(u64::MAX);
            real.stream().leave(bytes_left);
            twin.stream.leave(bytes_left);
            for _ in 0..event.calls {
                let (ours, theirs) = (real.generate(case.store), twin.generate(event.reading, case.store));
                prop_assert_eq!(ours, theirs, "at {:?}: {:?}", event, twin.rules);
                prop_assert_eq!(real.counts(), twin.rules.counts.clone(), "at {:?}: {:?}", event, ours);
                let due = real.mark_due().map(mark_parts);
                prop_assert_eq!(due, twin.rules.mark_due(twin.is_full()), "after {:?}: {:?}", event, twin.rules);
                if let Some(saved) = errand.as_mut().and_then(|errand| errand.pass(&mut *real)) {
                    twin.rules.mark_saved(mark_parts(saved));
                }
            }
        }
    }

    #[test]
    fn a_refused_call_changes_nothing_but_the_meter(mut case in any_case()) {
        // A store that is asked between calls would be asked another number of times.
        if let Store::Later(_) = case.store {
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

#[test]
fn the_cases_reach_every_answer() {
    let mut runner = TestRunner::deterministic();
    let mut reached = BTreeSet::new();
    for _ in 0..1_000 {
        let case = any_case().new_tree(&mut runner).expect("no case is filtered out").current();
        let clock = fine_clock();
        let mut real = real(&case, &clock);
        for event in &case.trace {
            clock.set(event.reading);
            real.stream().leave(event.bytes_left.unwrap_or(u64::MAX));
            for _ in 0..event.calls {
                real.generate(case.store);
            }
        }
        let counts = real.counts();
        reached.extend(counts.refused.into_keys());
        let others = [
            ("rollbacks", counts.rollbacks),
            ("held", counts.held),
            ("borrowed", counts.borrowed),
            ("waits", counts.waits),
            ("restarts", counts.restarts),
            ("entropy_failures", counts.entropy_failures),
            ("late", counts.late),
        ];
        reached.extend(others.into_iter().filter(|(_, count)| *count > 0).map(|(name, _)| name));
    }
    let wanted = [
        "before_epoch",
        "behind",
        "borrowed",
        "clock_failed",
        "entropy_failures",
        "full",
        "held",
        "horizon",
        "late",
        "lead",
        "mark_ahead",
        "mark_due",
        "not_started",
        "restarts",
        "rollbacks",
        "unset",
        "waits",
    ];
    assert_eq!(reached, BTreeSet::from(wanted));
}

/// A few ticks, so that both ends of time are near; the room is drawn, so that a full tick is as likely as one with room.
const SHORT_TIME: u64 = 40;

fn any_short_trace() -> impl Strategy<Value = Vec<(Reading, bool, bool)>> {
    let reading =
        (-3..=SHORT_TIME as i64 + 3, 0..4u16).prop_map(|(unix_ms, frac)| Reading { unix_ms, frac: frac * 1024 });
    prop::collection::vec((reading, any::<bool>(), prop::bool::weighted(0.8)), 1..60)
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
        (policy, window_ms, fine) in (any_short_policy(), any_window(), any::<bool>()),
        mark_ms in prop::option::of(1..=SHORT_TIME),
        trace in any_short_trace(),
    ) {
        let ticks = Ticks { per_ms: if fine { 4096 } else { 1 }, end: i128::from(SHORT_TIME) * if fine { 4096 } else { 1 } };
        let last = ticks.end as u64 - 1;
        let scale = if fine { Scale::unix_fracs(last) } else { Scale::unix_ms(last) };
        let mut timeline = Timeline::new(policy, window_ms, &scale);
        let mut rules = Rules::new(policy, window_ms, ticks);
        let mark = mark_ms.and_then(mintid::Mark::from_unix_ms);
        let started = match mark {
            Some(mark) => timeline.start_from(mark, &scale),
            None => timeline.start_without_mark(),
        };
        prop_assert_eq!(started, Ok(()));
        rules.start = Some(Start {
            mark: i128::from(mark_ms.unwrap_or(0)) * ticks.per_ms,
            window: ticks.span(window_ms),
        });

        for (reading, full, saves) in trace {
            let now = scale.now(reading);
            timeline.observe(now);
            let present = rules.read(Ok(reading)).expect("a set clock is read");
            let room = if full { Room::Full } else { Room::Left };
            let verdict = rules.judge(present, full);
            let wanted = rules.wants_mark(present, verdict);
            prop_assert_eq!(timeline.mark_due(room, &scale).map(mark_parts), rules.mark_due(full), "{:?}", rules);

            let mut step = timeline.propose(now, room, &scale);
            if let Step::Refused(mintid::Refusal::MarkDue(due)) = step {
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
                timeline.commit(take);
                rules.issued(present, verdict);
                prop_assert_eq!(timeline.last().map(i128::from), rules.running.map(|(_, last)| last));
                prop_assert_eq!(i128::from(timeline.lead()), rules.running.map_or(0, |(seen, last)| last - seen));
            }
        }
    }
}

/// A real step as a verdict.
fn in_words(step: Step) -> Verdict {
    match step {
        Step::Take(Take::New { tick, why }) => Verdict::New { tick: tick.into(), why },
        Step::Take(Take::Same { tick, held }) => Verdict::Same { tick: tick.into(), held },
        Step::Wait { for_ms, on } => Verdict::Wait { for_ms, on },
        Step::Refused(refusal) => Verdict::Refused { name: refusal.name(), by_ms: distance(refusal) },
        other => panic!("a step that the rules do not know: {other:?}"),
    }
}
