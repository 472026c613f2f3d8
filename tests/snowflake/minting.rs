//! Ids within a tick, where ticks start, batches, and what options refuse.

use std::collections::HashSet;

use mintid::cause::{Cause, Refusal};
use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Entropy};
use mintid::mark::StartError;
use mintid::policy::OnFull;
use mintid::snowflake::{BatchError, Layout, OnBehind, Options, Part, Start, Width};
use mintid::{Mark, Snowflake, SnowflakeGenerator};
use proptest::prelude::*;

const NOW_MS: i64 = 1_764_417_600_000;

fn twitter() -> Options {
    Options::new(Layout::TWITTER, 378).unwrap()
}

/// Two bits of sequence, or three, in ticks of a second.
fn short(bits: u8) -> Layout {
    let parts = [Part::Time(31), Part::Node("node", 32 - bits), Part::Sequence(bits)];
    Layout::new(Width::Bits63, 1_735_689_600_000, 1_000, &parts).unwrap()
}

fn sequences(layout: Layout, ids: &[Snowflake]) -> Vec<u64> {
    ids.iter().map(|id| layout.decompose(*id).unwrap().sequence).collect()
}

#[test]
fn of_five_thousand_ids_asked_for_in_a_frozen_millisecond_4096_are_given_and_then_a_wait() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(twitter(), &clock);
    let minted: HashSet<_> = (0..5_000).filter_map(|_| ids.generate().ok()).collect();
    assert_eq!(minted.len(), 4_096);
    assert_eq!(ids.generate(), Err(Cause::Wait { for_ms: 1 }));
    assert_eq!((ids.meter().minted, ids.meter().waits), (4_096, 905));

    let mut ids = SnowflakeGenerator::new(twitter().on_full(OnFull::Refuse), &clock);
    let minted: HashSet<_> = (0..5_000).filter_map(|_| ids.generate().ok()).collect();
    assert_eq!(minted.len(), 4_096);
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::Full)));
}

#[test]
fn borrowing_runs_ahead_of_a_frozen_clock_up_to_its_bound_and_never_looks_like_a_step_back() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(twitter().on_full(OnFull::Borrow { up_to_ms: 3 }), &clock);
    let minted: Vec<_> = (0..4 * 4_096).map(|_| ids.generate().unwrap()).collect();
    assert!(minted.is_sorted_by(|a, b| a < b));
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::Lead { by_ms: 4 })));
    assert_eq!((ids.meter().rollbacks, ids.meter().borrowed, ids.lead_ms()), (0, 3, 3));
    clock.set_ms(NOW_MS + 1);
    assert!(ids.generate().unwrap() > minted[minted.len() - 1]);
}

#[test]
fn a_wait_runs_from_the_reading_to_the_start_of_the_tick_and_not_from_its_own() {
    let layout = short(2);
    let clock = ManualClock::at_ms(NOW_MS + 400);
    let mut ids = SnowflakeGenerator::new(Options::new(layout, 5).unwrap(), &clock);
    (0..4).for_each(|_| assert!(ids.generate().is_ok()));
    for (past, for_ms) in [(400, 600), (999, 1), (0, 1_000)] {
        clock.set_ms(NOW_MS + past);
        assert_eq!(ids.generate(), Err(Cause::Wait { for_ms }), "{past} ms into the tick");
    }
    // Behind by one tick, which a bound of 10 ms rounds up to.
    clock.set_ms(NOW_MS - 1);
    assert_eq!(ids.generate(), Err(Cause::Wait { for_ms: 1 }));
    clock.set_ms(NOW_MS - 1_001);
    assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::Behind { by_ms: 2_000 })));
}

#[test]
fn each_tick_starts_where_the_options_say() {
    let layout = short(3);
    let run = |start: Start, bytes: &[u8]| {
        let clock = ManualClock::unset();
        let options = Options::new(layout, 0).unwrap().start(start).on_full(OnFull::Refuse);
        let mut ids = SnowflakeGenerator::with_entropy(options, &clock, Bytes::new(bytes));
        let mut minted = Vec::new();
        for (second, calls) in [(0, 1), (1, 2), (2, 1), (3, 5), (4, 1), (5, 1)] {
            clock.set_ms(NOW_MS + second * 1_000);
            minted.extend((0..calls).map(|_| ids.generate().unwrap()));
        }
        sequences(layout, &minted)
    };
    assert_eq!(run(Start::Zero, &[]), [0, 0, 1, 0, 0, 1, 2, 3, 4, 0, 0]);
    assert_eq!(run(Start::Continue, &[]), [0, 1, 2, 3, 0, 1, 2, 3, 4, 0, 1]);
    // Of each four bytes the lowest bits, the top one of the sequence cleared.
    let bytes = [0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xf8, 9, 9, 9, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 7];
    assert_eq!(run(Start::Random, &bytes), [3, 0, 1, 1, 2, 3, 4, 5, 6, 0, 3]);
}

#[test]
fn a_random_start_without_a_source_refuses_and_any_other_asks_none() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(twitter().start(Start::Random), &clock);
    assert_eq!(ids.generate(), Err(Cause::Entropy(Bytes::new(&[]).draw::<4>().unwrap_err())));
    for start in [Start::Zero, Start::Continue] {
        assert!(SnowflakeGenerator::new(twitter().start(start), &clock).generate().is_ok());
    }
}

#[test]
fn a_node_that_does_not_fit_is_refused_with_the_width_before_anything_is_made() {
    for (layout, node, bits) in [
        (Layout::TWITTER, 1_024, 10),
        (Layout::TWITTER, u64::MAX, 10),
        (Layout::SONYFLAKE, 1 << 16, 16),
        (Layout::JS53, 32, 5),
        (Layout::MASTODON, 1, 0),
    ] {
        let error = Options::new(layout, node).unwrap_err();
        assert_eq!((error.name(), error.bits()), ("node", bits));
        assert!(Options::new(layout, layout.max_node()).is_ok());
    }
}

#[test]
fn a_run_on_a_saved_mark_goes_on_above_the_run_before_or_not_at_all() {
    let options = twitter().mark_window_ms(5_000);
    let clock = ManualClock::at_ms(NOW_MS);
    let mut before = SnowflakeGenerator::new(options, &clock);
    assert_eq!(before.generate(), Err(Cause::Refused(Refusal::NotStarted)));
    before.start_without_mark().unwrap();
    let Err(Cause::Refused(Refusal::MarkDue(due))) = before.generate() else { panic!("nothing is saved yet") };
    assert_eq!(due.mark().unix_ms(), NOW_MS as u64 + 5_000);
    // There is no going on without it, whatever the store does.
    assert_eq!(before.generate_saving(|_| Err(())), Err(Cause::Refused(Refusal::MarkDue(due))));
    assert!(before.fill_unsaved(&mut [Snowflake::MIN]).is_err());
    before.mark_saved(due);
    let last = before.generate().unwrap();

    clock.set_ms(NOW_MS - 3_000); // the power was cut, and the clock has lost time
    let start = |mark: Mark| {
        let mut ids = SnowflakeGenerator::new(options.on_behind(OnBehind::Hold { up_to_ms: 3_000 }), &clock);
        ids.start_from(mark).unwrap();
        ids.generate_saving(|_| Ok::<(), ()>(()))
    };
    let next = start(due.mark()).unwrap();
    assert!(next > last);
    assert_eq!(Layout::TWITTER.unix_ms(Layout::TWITTER.decompose(next).unwrap()), due.mark().unix_ms());
    let further = Mark::from_unix_ms(due.mark().unix_ms() + 1).unwrap();
    assert_eq!(start(further), Err(Cause::Refused(Refusal::MarkAhead { by_ms: 8_001 })));
}

#[test]
fn a_mark_past_the_layouts_own_end_is_a_time_and_one_past_the_end_of_all_marks_is_none() {
    // It may be another layout's mark, or the last one of a time that is over: the distance tells more than that it is wrong.
    let end_ms = Layout::TWITTER.horizon_ms();
    let clock = ManualClock::at_ms(end_ms as i64 - 1_000);
    let outcome = |mark_ms: u64| {
        let mut ids = SnowflakeGenerator::new(twitter().mark_window_ms(5_000), &clock);
        let started = ids.start_from(Mark::from_unix_ms(mark_ms).unwrap());
        started.map(|()| ids.generate_saving(|_| Ok::<(), ()>(())))
    };
    for mark_ms in [end_ms, end_ms + 1, end_ms + 4_010] {
        assert_eq!(outcome(mark_ms), Ok(Err(Cause::Refused(Refusal::Horizon))), "{mark_ms}");
    }
    for mark_ms in [end_ms + 4_011, 1 << 48] {
        let by_ms = mark_ms - (end_ms - 1_000);
        assert_eq!(outcome(mark_ms), Ok(Err(Cause::Refused(Refusal::MarkAhead { by_ms }))), "{mark_ms}");
    }
    for mark_ms in [(1 << 48) + 1, u64::MAX - 1] {
        assert_eq!(outcome(mark_ms), Err(StartError::MarkInvalid), "{mark_ms}");
    }
}

#[test]
fn a_run_after_an_id_goes_on_above_it_whichever_node_made_it() {
    let clock = ManualClock::at_ms(NOW_MS);
    let newest = Layout::TWITTER.max_at(NOW_MS as u64).unwrap();
    let mut ids = SnowflakeGenerator::new(twitter(), &clock);
    ids.resume_after(newest).unwrap();
    let id = ids.generate().unwrap();
    assert!(id > newest);
    assert_eq!(Layout::TWITTER.decompose(id).unwrap().node, 378);
}

#[test]
fn an_id_for_a_given_time_minds_the_epoch_and_the_horizon() {
    let mut ids = SnowflakeGenerator::new(Options::new(Layout::SONYFLAKE, 513).unwrap(), ManualClock::unset());
    let (epoch_ms, horizon_ms) = (Layout::SONYFLAKE.epoch_ms(), Layout::SONYFLAKE.horizon_ms());
    assert_eq!(ids.at(epoch_ms + 19).map(Snowflake::to_u64), Ok(1 << 24 | 513));
    assert_eq!(ids.at(epoch_ms - 1), Err(Cause::Refused(Refusal::BeforeEpoch { by_ms: 1 })));
    assert_eq!(ids.at(0_u64), Err(Cause::Refused(Refusal::BeforeEpoch { by_ms: epoch_ms })));
    assert!(ids.at(horizon_ms - 1).is_ok());
    assert_eq!(ids.at(horizon_ms), Err(Cause::Refused(Refusal::Horizon)));
    assert_eq!(ids.at(u64::MAX), Err(Cause::Refused(Refusal::Horizon)));
}

#[test]
fn a_batch_that_no_tick_can_hold_is_refused_with_the_most_that_one_can() {
    let clock = ManualClock::at_ms(NOW_MS);
    for (start, most) in [(Start::Zero, 4_096), (Start::Random, 2_049), (Start::Continue, 2_049)] {
        let mut ids = SnowflakeGenerator::with_entropy(twitter().start(start), &clock, Bytes::new(&[0xff; 8]));
        for count in [most + 1, u32::MAX] {
            assert_eq!(ids.generate_batch(count), Err(BatchError::TooLarge { most: most.into() }));
        }
        assert_eq!(ids.meter().minted, 0);
        assert_eq!(ids.generate_batch(most).unwrap().len(), most as usize);
    }
}

#[test]
fn every_id_of_a_batch_that_is_held_counts_as_held() {
    let clock = ManualClock::at_ms(NOW_MS);
    let mut ids = SnowflakeGenerator::new(twitter().on_behind(OnBehind::Hold { up_to_ms: 5 }), &clock);
    ids.generate_batch(2).unwrap();
    clock.set_ms(NOW_MS - 5);
    ids.generate_batch(3).unwrap();
    ids.generate().unwrap();
    assert_eq!((ids.meter().minted, ids.meter().held), (6, 4));
}

#[test]
fn a_batch_of_none_is_empty_and_touches_nothing() {
    let mut ids = SnowflakeGenerator::new(twitter(), ManualClock::unset());
    let batch = ids.generate_batch(0).unwrap();
    assert_eq!((batch.first(), batch.count()), (None, 0));
    assert_eq!(ids.meter(), mintid::Meter::new());
}

proptest! {
    #[test]
    fn a_batch_is_that_many_ids_of_one_tick_or_none_of_them(
        start in prop::sample::select(vec![Start::Zero, Start::Random, Start::Continue]),
        on_full in prop::sample::select(vec![OnFull::Refuse, OnFull::Wait, OnFull::Borrow { up_to_ms: 2_000 }]),
        low in any::<bool>(),
        asked in prop::collection::vec((0..3_000_i64, 0..6_u32), 1..40),
        bytes in prop::collection::vec(any::<u8>(), 400),
    ) {
        let order = if low { [Part::Sequence(3), Part::Node("node", 29)] } else { [Part::Node("node", 29), Part::Sequence(3)] };
        let [second, third] = order;
        let layout = Layout::new(Width::Bits63, 0, 1_000, &[Part::Time(31), second, third]).unwrap();
        let options = Options::new(layout, 7).unwrap().start(start).on_full(on_full).on_behind(OnBehind::Hold { up_to_ms: 2_000 });
        let clock = ManualClock::unset();
        let mut batches = SnowflakeGenerator::with_entropy(options, &clock, Bytes::new(&bytes));
        let mut newest = None;
        for (step, count) in asked {
            clock.set_ms(NOW_MS + step);
            let before = (batches.meter(), format!("{:?}", batches.scheme()));
            match batches.generate_batch(count) {
                Ok(batch) => {
                    prop_assert_eq!(batch.len(), count as usize);
                    let ids: Vec<_> = batch.collect();
                    let ticks: HashSet<_> = ids.iter().map(|id| layout.decompose(*id).unwrap().tick).collect();
                    prop_assert!(ticks.len() <= 1);
                    for id in ids {
                        prop_assert!(Some(id) > newest);
                        newest = Some(id);
                    }
                    prop_assert_eq!(batches.meter().minted, before.0.minted + u64::from(count));
                }
                Err(_) => {
                    prop_assert_eq!(batches.meter().minted, before.0.minted);
                    prop_assert_eq!(format!("{:?}", batches.scheme()), before.1, "a refused batch leaves the tick as it was");
                }
            }
        }
    }
}
