//! Snowflakes: no source, no pool, and a mark that is never passed unsaved.

use mintid::clock::{ManualClock, OffsetClock};
use mintid::entropy::Bytes;
use mintid::mark::{Mark, StartError};
use mintid::policy::{OnFull, OnUnset};
use mintid::snowflake::{BatchError, Layout, OnBehind, Options, Start};
use mintid::{Cause, Refusal, Snowflake, SnowflakeGenerator};
use mintid_mcu::shared::{Error, PoolError, TopUpError};
use mintid_mcu::{Dry, SharedSnowflake};

use crate::HOME_MS;
use crate::stream::{self, Stream};

/// In ms: stands, runs, steps back a little and far, returns.
const MOVES_MS: [i64; 12] = [0, 0, 1, 0, 5, 0, -3, 0, 3, 60_000, -30_000, 30_001];

const fn options() -> Options {
    match Options::new(Layout::TWITTER, 378) {
        Ok(options) => options,
        Err(_) => panic!("the node fits"),
    }
}

const fn at_home() -> ManualClock {
    ManualClock::at_ms(HOME_MS)
}

static IDS: SharedSnowflake<ManualClock> = SharedSnowflake::of(options(), at_home());

#[test]
fn a_static_without_a_source_mints_from_main_and_interrupts_what_one_plain_generator_would() {
    let mut plain = SnowflakeGenerator::new(options(), at_home());
    let mut now_ms = HOME_MS;
    for round in 0..500 {
        now_ms += MOVES_MS[round % MOVES_MS.len()];
        plain.clock_mut().set_ms(now_ms);
        IDS.with(|ids| ids.clock_mut().set_ms(now_ms)).unwrap();
        let id = match round % 3 {
            0 => IDS.generate_from_interrupt().map_err(drop),
            _ => IDS.generate().map_err(drop),
        };
        assert_eq!(id, plain.generate().map_err(drop), "round {round}");
    }
    assert!(plain.meter().minted > 100);
    assert_eq!(IDS.meter(), Ok(plain.meter()));
}

#[test]
fn what_is_not_there_takes_no_memory() {
    type Plain = SnowflakeGenerator<ManualClock, ()>;
    assert!(size_of::<SharedSnowflake<ManualClock, ()>>() <= size_of::<Plain>() + 4 * size_of::<usize>());
    let ids = SharedSnowflake::<_>::of(options(), at_home());
    assert_eq!(ids.top_up(), Err(TopUpError::Missing));
    assert!(ids.generate().is_ok());
}

#[test]
fn a_full_tick_is_a_wait_and_not_a_spin_and_a_batch_is_all_or_none() {
    let ids = SharedSnowflake::<_>::of(options(), at_home());
    let batch = ids.with(|ids| ids.generate_batch(4_000)).unwrap().unwrap();
    assert_eq!((batch.count_left(), batch.stride()), (4_000, 1));
    assert_eq!(
        ids.with(|ids| ids.generate_batch(97)).unwrap(),
        Err(BatchError::Cause(Cause::Wait { for_ms: 1 })),
        "96 are left"
    );
    let rest: Vec<_> = (0..96).map(|_| ids.generate().unwrap()).collect();
    assert!(batch.chain(rest).is_sorted_by(|one, next| one < next));
    assert_eq!(ids.generate(), Err(Error::Cause(Cause::Wait { for_ms: 1 })));
    let refusing = SharedSnowflake::<_>::of(options().on_full(OnFull::Refuse), at_home());
    assert_eq!((0..4_097).map_while(|_| refusing.generate().ok()).count(), 4_096);
    assert_eq!(refusing.generate_from_interrupt(), Err(Error::Cause(Cause::Refused(Refusal::Full))));
}

#[test]
fn a_start_at_random_draws_four_bytes_of_its_source_a_tick_and_without_one_is_dry() {
    let random = options().start(Start::Random);
    let ids = SharedSnowflake::<_, _, 32>::with_source(random, at_home(), Stream::random(1));
    let mut plain = SnowflakeGenerator::with_entropy(random, at_home(), Stream::random(1));
    for ms in 0..100 {
        plain.clock_mut().set_ms(HOME_MS + ms);
        ids.with(|ids| ids.clock_mut().set_ms(HOME_MS + ms)).unwrap();
        for _ in 0..2 {
            assert_eq!(ids.generate().ok(), plain.generate().ok());
        }
    }
    assert_eq!(plain.entropy_mut().given(), 400);

    let dry: Result<Snowflake, _> = SharedSnowflake::<_>::of(random, at_home()).generate();
    assert_eq!(dry, Err(Error::Cause(Cause::Entropy(PoolError::Dry))));
    let late = SharedSnowflake::<_, Stream, 24>::of(random, at_home());
    assert_eq!(late.generate_from_interrupt(), Err(Error::Cause(Cause::Entropy(Dry))));
    let mut short = Stream::random(1);
    short.leave(0);
    late.set_source(short).unwrap();
    assert_eq!(late.generate(), Err(Error::Cause(Cause::Entropy(PoolError::Source(stream::Dry)))));
    late.set_source(Stream::random(1)).unwrap();
    assert_eq!(
        late.generate().ok(),
        SnowflakeGenerator::with_entropy(random, at_home(), Stream::random(1)).generate().ok()
    );
}

#[test]
fn a_mark_that_is_due_and_not_saved_refuses_every_id_whoever_asks() {
    let ids = SharedSnowflake::<_>::of(options().mark_window_ms(1_000), at_home());
    assert_eq!(ids.generate(), Err(Error::Cause(Cause::Refused(Refusal::NotStarted))));
    ids.start_from(Mark::from_unix_ms(HOME_MS as u64 - 50).unwrap()).unwrap();
    for now_ms in [HOME_MS, HOME_MS + 5_000] {
        ids.with(|ids| ids.clock_mut().set_ms(now_ms)).unwrap();
        assert!(matches!(ids.generate_from_interrupt(), Err(Error::Cause(Cause::Refused(Refusal::MarkDue(_))))));
        assert!(matches!(ids.generate(), Err(Error::Cause(Cause::Refused(Refusal::MarkDue(_))))));
        let due = ids.mark_due().unwrap().unwrap();
        assert_eq!(due.mark().unix_ms(), now_ms as u64 + 1_000);
        ids.mark_saved(due).unwrap();
        let id = ids.generate().unwrap();
        assert_eq!(Layout::TWITTER.decompose(id).map(|parts| Layout::TWITTER.unix_ms(parts)), Ok(now_ms as u64));
    }
    assert_eq!(ids.start_without_mark(), Err(Error::Cause(StartError::Running)));
    assert_eq!(ids.meter().unwrap().late, 0);
}

#[test]
fn a_board_without_the_time_goes_on_above_its_mark_and_never_restarts_below() {
    let boots = |on_behind| {
        let options = options().mark_window_ms(60_000).on_unset(OnUnset::RunFromMark).on_behind(on_behind);
        let ids = SharedSnowflake::<_>::of(options, OffsetClock::new(|| 7));
        ids.start_from(Mark::from_unix_ms(HOME_MS as u64).unwrap()).unwrap();
        ids.observe().unwrap();
        ids.mark_saved(ids.mark_due().unwrap().unwrap()).unwrap();
        ids.generate().unwrap();
        // The network has an earlier time.
        ids.with(|ids| ids.clock_mut().set_ms(HOME_MS - 9_000)).unwrap();
        ids.generate().map_err(drop)
    };
    assert_eq!(boots(OnBehind::Wait { up_to_ms: 10 }), Err(()));
    assert_eq!(boots(OnBehind::Refuse), Err(()));
    let held = boots(OnBehind::Hold { up_to_ms: 10_000 }).unwrap();
    assert!(held > Layout::TWITTER.min_at(HOME_MS as u64 + 7).unwrap());
}

/// The type without a source, by its parts.
#[test]
fn the_default_source_gives_nothing_and_is_never_asked() {
    let ids: SharedSnowflake<ManualClock, Bytes<'static>, 0> = SharedSnowflake::of(options(), at_home());
    ids.set_source(Bytes::new(&[])).unwrap();
    assert_eq!(ids.top_up(), Ok(()));
    assert!(ids.generate().is_ok());
}
