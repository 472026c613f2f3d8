//! Sources that fail, pools that run dry, clocks that must be waited for.

use mintid::clock::ManualClock;
use mintid::policy::{OnBehind, OnUnset};
use mintid::uuid::v7;
use mintid::{Cause, Refusal, ulid};
use mintid_mcu::entropy::{Hardware, HardwareError, NotRead};
use mintid_mcu::shared::{Error, PoolError, TopUpError};
use mintid_mcu::{Dry, SharedUlid, SharedV7};

use crate::HOME_MS;
use crate::stream::{self, Stream};

fn leaving(bytes: u64) -> Stream {
    let mut stream = Stream::random(1);
    stream.leave(bytes);
    stream
}

#[test]
fn a_source_that_fails_costs_nothing_while_the_pool_lasts_and_is_then_named() {
    let ids = SharedV7::<_, _, 32>::new(v7::Options::new(), ManualClock::at_ms(HOME_MS), leaving(32));
    // 10 and 7 and 7 bytes.
    for _ in 0..3 {
        ids.generate().unwrap();
    }
    assert_eq!(ids.top_up(), Err(TopUpError::Source(stream::Dry)));
    ids.generate().unwrap();
    let before = ids.meter().unwrap();
    assert_eq!(ids.generate(), Err(Error::Cause(Cause::Entropy(PoolError::Source(stream::Dry)))));
    assert_eq!(ids.generate_from_interrupt(), Err(Error::Cause(Cause::Entropy(Dry))));
    let after = ids.meter().unwrap();
    assert_eq!(after.minted, before.minted);
    assert_eq!(after.entropy_failures, before.entropy_failures + 2);
}

#[test]
fn an_interrupt_before_the_first_top_up_is_dry_and_main_mints_all_the_same() {
    let ids = SharedV7::<_, _, 32>::new(v7::Options::new(), ManualClock::at_ms(HOME_MS), Stream::random(1));
    assert_eq!(ids.generate_from_interrupt(), Err(Error::Cause(Cause::Entropy(Dry))));
    let first = ids.generate().unwrap();
    assert!(ids.generate().unwrap() > first);
}

#[test]
fn a_pool_is_topped_up_however_much_is_left_in_it_so_that_interrupts_find_what_they_need() {
    let ids = SharedV7::<_, _, 128>::new(v7::Options::new(), ManualClock::at_ms(HOME_MS), Stream::random(1));
    for round in 1..100 {
        ids.top_up().unwrap();
        // Between two times around main's loop: as many ids as 128 bytes are good for, but for what main could not fill.
        for _ in 0..round % 16 {
            let id = ids.generate_from_interrupt();
            assert!(id.is_ok(), "round {round}: {id:?}");
        }
    }
}

#[test]
fn ids_that_draw_nothing_go_on_when_source_and_pool_are_empty() {
    let ids = SharedUlid::<_, _, 32>::new(ulid::Options::new(), ManualClock::at_ms(HOME_MS), leaving(16));
    let first = ids.generate().unwrap();
    let second = ids.generate().unwrap();
    assert_eq!(Some(second), first.increment());
    ids.with(|ids| ids.clock_mut().set_ms(HOME_MS + 1)).unwrap();
    assert!(matches!(ids.generate(), Err(Error::Cause(Cause::Entropy(PoolError::Source(_))))));
}

#[test]
fn a_wait_is_an_answer_like_any_other_and_holds_nobody() {
    let options = v7::Options::new().on_behind(OnBehind::Wait { up_to_ms: 500 });
    let ids = SharedV7::<_, _, 32>::new(options, ManualClock::at_ms(HOME_MS), Stream::random(1));
    ids.generate().unwrap();
    ids.with(|ids| ids.clock_mut().set_ms(HOME_MS - 30)).unwrap();
    assert_eq!(ids.generate(), Err(Error::Cause(Cause::Wait { for_ms: 30 })));
    assert_eq!(ids.generate_from_interrupt(), Err(Error::Cause(Cause::Wait { for_ms: 30 })));
    assert_eq!(ids.meter().unwrap().waits, 2);
}

#[test]
fn a_clock_that_is_not_set_is_refused_and_its_setting_is_seen_by_all() {
    let options = v7::Options::new().on_unset(OnUnset::Refuse);
    let ids = SharedV7::<_, _, 32>::new(options, ManualClock::unset(), Stream::random(1));
    ids.top_up().unwrap();
    assert_eq!(ids.generate_from_interrupt(), Err(Error::Cause(Cause::Refused(Refusal::Unset))));
    assert_eq!(ids.observe(), Err(Error::Cause(Refusal::Unset)));
    ids.with(|ids| ids.clock_mut().set_ms(HOME_MS)).unwrap();
    assert!(ids.generate_from_interrupt().is_ok());
}

#[test]
fn a_generator_that_is_not_ready_is_told_apart_from_one_that_is_broken_and_neither_mints() {
    let mut polls = 0;
    let register = || {
        polls += 1;
        match polls {
            ..=20 => Err(NotRead::NotReady),
            21 => Err(NotRead::Failed("seed error")),
            _ => Ok(polls),
        }
    };
    let ids = SharedV7::<_, _>::new(v7::Options::new(), ManualClock::at_ms(HOME_MS), Hardware::new(10, register));
    let failed = |cause| Err(Error::Cause(Cause::Entropy(PoolError::Source(cause))));
    assert_eq!(ids.generate(), failed(HardwareError::NotReady));
    assert_eq!(ids.top_up(), Err(TopUpError::Source(HardwareError::NotReady)));
    assert_eq!(ids.generate(), failed(HardwareError::Failed("seed error")));
    assert_eq!(ids.meter().unwrap().minted, 0);
    assert!(ids.generate().is_ok());
}
