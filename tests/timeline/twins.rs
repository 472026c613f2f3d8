//! A second implementation of the rules, asked the same, call by call: ids bit for bit, causes with their distances, the
//! meter, and the marks that are due.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::run::{Errand, fine_clock, real, start_of};
use crate::support::cases::{any_case, config};
use crate::support::minter::mark_parts;
use crate::support::rules::Rules;
use crate::support::stream::Stream;
use crate::support::twin::Twin;

proptest! {
    #![proptest_config(config(64))]

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
                prop_assert_eq!(real.flush().map(mark_parts), twin.rules.flush());
                prop_assert_eq!(real.lead_ms(), twin.rules.ticks.in_ms(twin.rules.lead()));
                if let Some(saved) = errand.as_mut().and_then(|errand| errand.pass(&mut *real)) {
                    twin.rules.mark_saved(mark_parts(saved));
                }
            }
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
                let answer = real.generate(case.store);
                if answer.id().is_some() && event.reading.is_err() {
                    reached.insert("run_from_mark");
                }
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
        "run_from_mark",
        "unset",
        "waits",
    ];
    assert_eq!(reached, BTreeSet::from(wanted));
}
