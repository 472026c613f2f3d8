//! Defects of Snowflakes: rows of the catalogue, and reports by the name of the project and its number.

use std::collections::HashSet;
use std::time::Instant;

use mintid::cause::{Cause, Refusal};
use mintid::clock::{ManualClock, ScriptedClock};
use mintid::policy::OnFull;
use mintid::snowflake::{Layout, LayoutError, OnBehind, Options, Part, Parts, Start, Width};
use mintid::{Mark, Snowflake, SnowflakeGenerator};

use crate::support::cases::HOME_MS;

const HOLD: OnBehind = OnBehind::Hold { up_to_ms: u32::MAX };

fn twitter() -> Options {
    Options::new(Layout::TWITTER, 1).expect("a node of 10 bits")
}

fn parts(layout: Layout, id: Snowflake) -> Parts {
    layout.decompose(id).expect("one of this layout")
}

#[test]
fn time_past_the_field_is_refused_and_never_masked_into_ids_given_twice() {
    // ferroid (row 7): at 2^41 + 5 ms every call gave 0x1407000. cryoid (row 18): masked.
    let horizon_ms = Layout::TWITTER.horizon_ms() as i64;
    let clock = ManualClock::at_ms(horizon_ms - 1);
    let mut ids = SnowflakeGenerator::new(twitter(), &clock);
    let last = ids.generate().unwrap();
    assert_eq!(parts(Layout::TWITTER, last).tick, (1 << 41) - 1);
    for unix_ms in [horizon_ms, horizon_ms + 5, i64::MAX] {
        clock.set_ms(unix_ms);
        for _ in 0..3 {
            assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::Horizon)), "at {unix_ms}");
        }
    }
    assert!(Layout::TWITTER.compose(Parts { tick: 1 << 41, ..Parts::default() }).is_err());
    assert!(Layout::SONYFLAKE.compose(Parts { tick: 1 << 39, ..Parts::default() }).is_err());
}

#[test]
fn the_last_tick_does_not_wait_for_one_that_never_comes() {
    // baidu/uid-generator#100: its layout ended on 2024-11-20, and one of its two paths went on with negative ids.
    let horizon_ms = Layout::UID_GENERATOR.horizon_ms() as i64;
    let clock = ManualClock::at_ms(horizon_ms - 1);
    for on_full in [OnFull::Wait, OnFull::Borrow { up_to_ms: u32::MAX }] {
        let mut ids = SnowflakeGenerator::new(Options::new(Layout::UID_GENERATOR, 7).unwrap().on_full(on_full), &clock);
        (0..8_192).for_each(|_| assert!(ids.generate().unwrap().to_positive_i64().is_some()));
        assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::Horizon)), "{on_full:?}");
    }
}

#[test]
fn a_node_outside_its_bits_is_refused_before_a_generator_is_made() {
    // ferroid (row 8): 1027 aliased 3. baidu/uid-generator PR#52 and sony/sonyflake#72: it spilt into the time.
    for (layout, node) in [(Layout::TWITTER, 1_027), (Layout::UID_GENERATOR, 1 << 22), (Layout::SONYFLAKE, 65_536)] {
        assert!(Options::new(layout, node).is_err());
        assert!(layout.compose(Parts { node, ..Parts::default() }).is_err());
    }
}

#[test]
fn a_clock_a_millisecond_behind_is_no_panic() {
    // snowflaked (row 13).
    let clock = ManualClock::at_ms(HOME_MS);
    for on_behind in [OnBehind::Refuse, OnBehind::Wait { up_to_ms: 10 }, HOLD] {
        clock.set_ms(HOME_MS);
        let mut ids = SnowflakeGenerator::new(twitter().on_behind(on_behind), &clock);
        let first = ids.generate().unwrap();
        clock.set_ms(HOME_MS - 1);
        match ids.generate() {
            Ok(id) => assert!(on_behind == HOLD && id > first),
            Err(Cause::Wait { for_ms }) => assert_eq!((on_behind, for_ms), (OnBehind::Wait { up_to_ms: 10 }, 1)),
            Err(cause) => {
                assert_eq!((on_behind, cause), (OnBehind::Refuse, Cause::Refused(Refusal::Behind { by_ms: 1 })))
            }
        }
    }
}

#[test]
fn a_step_back_and_forth_repeats_no_id() {
    // rs-snowflake and rbatis/rbatis#406 (row 14), bwmarrin/snowflake#20 and #53 (row 22), apache/dolphinscheduler#6742,
    // appform-io/ranger PR#54, kkrypt0nn/spaceflake PR#9, godruoyi/php-snowflake#27: the same defect again and again.
    for on_behind in [OnBehind::Refuse, OnBehind::Wait { up_to_ms: 10 }, HOLD] {
        for start in [Start::Zero, Start::Continue] {
            let clock = ManualClock::unset();
            let mut ids = SnowflakeGenerator::new(twitter().on_behind(on_behind).start(start), &clock);
            let mut minted = Vec::new();
            for step in [0, 5, 0, 1, 2, 3, 4, 5, 6, 2, 7, 7, 0, 8] {
                clock.set_ms(HOME_MS + step);
                minted.extend((0..149).filter_map(|_| ids.generate().ok()));
            }
            assert!(minted.is_sorted_by(|a, b| a < b), "{on_behind:?}");
            assert_eq!(minted.iter().collect::<HashSet<_>>().len(), minted.len());
        }
    }
}

#[test]
fn a_call_refused_for_a_step_back_leaves_the_sequence_where_it_was() {
    // twitter-archive/snowflake#6: it was reset before the check.
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = SnowflakeGenerator::new(twitter().on_behind(OnBehind::Refuse), &clock);
    let three: Vec<_> = (0..3).map(|_| ids.generate().unwrap()).collect();
    clock.set_ms(HOME_MS - 1);
    assert!(ids.generate().is_err());
    clock.set_ms(HOME_MS);
    assert_eq!(ids.generate().unwrap().to_u64(), three[2].to_u64() + 1);
}

#[test]
fn a_clock_at_1970_is_refused_with_its_distance_at_once_and_nobody_sleeps() {
    // sonyflake (row 15): after some 128 ids it slept for 44 years, holding the lock.
    let mut ids = SnowflakeGenerator::new(Options::new(Layout::SONYFLAKE, 1).unwrap(), ManualClock::at_ms(0));
    let start = Instant::now();
    for _ in 0..1_000 {
        assert_eq!(ids.generate(), Err(Cause::Refused(Refusal::BeforeEpoch { by_ms: Layout::SONYFLAKE.epoch_ms() })));
    }
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn a_step_of_eight_hours_is_refused_and_a_small_one_waited_for_as_data() {
    // sony/sonyflake#39 slept for the whole step; chinabugotech/hutool PR#874 and Leaf PR#153 looped for ever where the
    // clock stepped back once more inside the wait; ferroid's next_id does so too. Here a call is one reading.
    let behind = |ms: i64| HOME_MS - ms;
    let readings = [HOME_MS, behind(5), behind(8), behind(8), behind(8 * 3_600_000), HOME_MS].map(|ms| Ok(ms.into()));
    let mut ids = SnowflakeGenerator::new(twitter(), ScriptedClock::new(&readings));
    let outcomes: Vec<_> = readings.iter().map(|_| ids.generate().map(|_| ())).collect();
    let wait = |for_ms| Err(Cause::Wait { for_ms });
    let refused = Err(Cause::Refused(Refusal::Behind { by_ms: 8 * 3_600_000 }));
    assert_eq!(outcomes, [Ok(()), wait(5), wait(8), wait(8), refused, Ok(())]);
    assert_eq!(ids.meter().rollbacks, 3);
}

#[test]
fn an_empty_batch_is_empty() {
    // cryoid (row 16): the subtraction underflowed.
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = SnowflakeGenerator::new(twitter(), &clock);
    assert_eq!(ids.generate_batch(0).unwrap().count(), 0);
    assert_eq!(parts(Layout::TWITTER, ids.generate().unwrap()).sequence, 0);
    (1..4_096).for_each(|_| assert!(ids.generate().is_ok()));
    assert_eq!(ids.generate_batch(0).unwrap().count(), 0);
}

#[test]
fn after_a_wait_for_the_next_tick_ids_carry_the_next_tick() {
    // dustinrouillard/snowflake-id#3: the old time was used.
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = SnowflakeGenerator::new(twitter(), &clock);
    (0..4_096).for_each(|_| assert!(ids.generate().is_ok()));
    let Err(Cause::Wait { for_ms }) = ids.generate() else { panic!("there is room") };
    clock.set_ms(HOME_MS + for_ms as i64);
    let id = parts(Layout::TWITTER, ids.generate().unwrap());
    assert_eq!((Layout::TWITTER.unix_ms(id), id.sequence), (HOME_MS as u64 + 1, 0));
}

#[test]
fn running_ahead_of_a_frozen_clock_is_not_taken_for_a_clock_that_went_back() {
    // mausimag/pgflake#1: a statement's frozen clock, and then "clock moved backwards".
    let clock = ManualClock::at_ms(HOME_MS);
    let options = twitter().on_full(OnFull::Borrow { up_to_ms: 300 }).on_behind(OnBehind::Refuse);
    let mut ids = SnowflakeGenerator::new(options, &clock);
    let mut minted: Vec<_> = (0..1_000_000).map(|_| ids.generate().unwrap()).collect();
    clock.set_ms(HOME_MS + 1);
    minted.push(ids.generate().unwrap());
    assert!(minted.is_sorted_by(|a, b| a < b));
    assert_eq!(ids.meter().rollbacks, 0);
}

#[test]
fn ids_made_slowly_need_not_all_end_in_the_same_bits() {
    // bwmarrin/snowflake#44, apache/shardingsphere#10732, nodejs-snowflake#24, Leaf#52, php-snowflake#37: with one id a
    // millisecond the sequence is always 0, and whatever takes ids modulo 4 uses one shard of four.
    let shards = |start: Start| {
        let clock = ManualClock::unset();
        let mut ids = SnowflakeGenerator::new(twitter().start(start), &clock);
        let ids = (0..4_096).map(|ms| {
            clock.set_ms(HOME_MS + 3 * ms);
            ids.generate().unwrap().to_u64() % 4
        });
        let mut shards = [0; 4];
        ids.for_each(|shard| shards[shard as usize] += 1);
        shards
    };
    assert_eq!(shards(Start::Zero), [4_096, 0, 0, 0]);
    assert_eq!(shards(Start::Continue), [1_024; 4]);
}

#[test]
fn a_layout_for_javascript_says_so_by_its_width_and_each_of_its_ids_fits() {
    // kra8/laravel-snowflake#22, godruoyi/php-snowflake#34, erda PR#4648, grafana PR#99720, which cut ids to 52 bits.
    assert!(Layout::JS53.max_at(Layout::JS53.horizon_ms() - 1).unwrap().fits_js_number());
    let parts = [Part::Time(41), Part::Node("node", 5), Part::Sequence(8)];
    let error = Layout::new(Width::Bits53, 0, 1, &parts).unwrap_err();
    assert_eq!(error, LayoutError::Sum { bits: 54, width: 53 });
    assert!(!Layout::TWITTER.min_at(HOME_MS as u64).unwrap().fits_js_number());
}

#[test]
fn ticks_of_a_second_are_limited_and_not_reset() {
    // ppn-systems/nalix#310: a step back started the sequence anew in an earlier second.
    let layout = Layout::UID_GENERATOR.with_epoch_ms(HOME_MS as u64 - 500).unwrap();
    let clock = ManualClock::at_ms(HOME_MS);
    let mut ids = SnowflakeGenerator::new(Options::new(layout, 1).unwrap().on_behind(HOLD), &clock);
    let mut minted: Vec<_> = (0..3).map(|_| ids.generate().unwrap()).collect();
    for step in [900, -400, 2_000, 100] {
        clock.set_ms(HOME_MS + step);
        minted.extend((0..3).map(|_| ids.generate().unwrap()));
    }
    assert!(minted.is_sorted_by(|a, b| a < b));
    for _ in 0..8_192 {
        _ = ids.generate();
    }
    assert_eq!(ids.generate(), Err(Cause::Wait { for_ms: 2_400 }));
}

#[test]
fn a_start_after_a_stored_time_waits_for_no_report_interval() {
    // Meituan-Dianping/Leaf#216: what was reported every 3 s left as many to be repeated after a restart. Leaf#97, #104:
    // a local file without any time. bwmarrin/snowflake PR#69: a restart was the hole that was left.
    let options = twitter().mark_window_ms(3_000);
    let clock = ManualClock::at_ms(HOME_MS);
    let mut before = SnowflakeGenerator::new(options, &clock);
    before.start_without_mark().unwrap();
    let mut stored = None;
    let mut newest = Snowflake::MIN;
    for ms in 0..7_000 {
        clock.set_ms(HOME_MS + ms);
        newest = before
            .generate_saving(|due| {
                stored = Some(due.over(stored));
                Ok::<(), ()>(())
            })
            .unwrap();
    }
    let stored: Mark = stored.unwrap();
    for back in [1, 999, 2_999, 60_000] {
        clock.set_ms(HOME_MS + 7_000 - back);
        let mut after = SnowflakeGenerator::new(options, &clock);
        after.start_from(stored).unwrap();
        match after.generate_saving(|_| Ok::<(), ()>(())) {
            Ok(id) => assert!(id > newest, "{back}"),
            Err(cause) => assert!(matches!(cause, Cause::Refused(Refusal::MarkAhead { .. })), "{back}: {cause:?}"),
        }
    }
}

#[test]
fn ids_are_read_with_the_shift_and_the_epoch_they_were_made_with() {
    // A decoder shifted Instagram's ids by 22; ClickHouse/ClickHouse#64713 and vd2org/snowflake#1 forgot the epoch.
    let id = Snowflake::from_u64(2_384_288_897_814_875_714);
    assert_eq!(Layout::INSTAGRAM.unix_ms(parts(Layout::INSTAGRAM, id)), 1_598_449_407_313);
    let own = Layout::TWITTER.with_epoch_ms(0).unwrap();
    assert_eq!(own.unix_ms(parts(own, Snowflake::from_u64(7_102_577_116_159_582_209))), 1_693_386_343_994);
    // luizkowalski/snowflaked#6, #25: an epoch in seconds, which is 1970 and ends in 2039.
    assert!(Layout::TWITTER.with_epoch_ms(1_288_834_974).is_err());
}

#[test]
fn a_page_of_a_time_window_is_asked_for_by_its_smallest_and_largest_id() {
    // tkyshm/esnowflake PR#3, and Discord's documentation: made by hand, the upper end misses the ids of its own millisecond.
    for (_, layout) in Layout::NAMED {
        let (from, to) = (1_764_417_600_000, 1_764_417_603_599);
        let Ok((lowest, highest)) = layout.min_at(from).and_then(|low| Ok((low, layout.max_at(to)?))) else { continue };
        let last = [(from, 0, 0), (to, layout.max_node(), (1 << layout.bits()[2]) - 1)];
        for (ms, node, sequence) in last {
            let id = layout.compose(layout.parts_at(ms, node, sequence).unwrap()).unwrap();
            assert!((lowest..=highest).contains(&id), "{id}");
        }
    }
}

#[test]
fn an_id_made_while_the_clock_is_behind_or_ahead_of_it_has_its_fields_where_any_other_has_them() {
    // yitter/IdGenerator#77: one port's branch for a clock that went back built its ids of the wrong fields.
    for (name, layout) in Layout::NAMED {
        let start_ms = layout.epoch_ms() + 1_000 * u64::from(layout.tick_ms());
        let (first, node, most) = (layout.tick_at(start_ms).unwrap(), layout.max_node(), 1_u64 << layout.bits()[2]);
        let options =
            Options::new(layout, node).unwrap().on_behind(HOLD).on_full(OnFull::Borrow { up_to_ms: u32::MAX });
        let clock = ManualClock::at_ms(start_ms as i64);
        let mut ids = SnowflakeGenerator::new(options, &clock);
        for number in 0..3 * most {
            if number == 1 {
                clock.set_ms(layout.epoch_ms() as i64);
            }
            let made = parts(layout, ids.generate().unwrap());
            assert_eq!(made, Parts { tick: first + number / most, node, sequence: number % most }, "{name}, {number}");
        }
    }
}
