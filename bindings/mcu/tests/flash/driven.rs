//! A shared generator whose main saves its marks in flash.

use mintid::clock::ManualClock;
use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid::policy::{Beyond, OnBehind, OnMarkLate};
use mintid::scheme::Scheme;
use mintid::snowflake::{self, Layout};
use mintid::ulid;
use mintid_mcu::flash::{BlockingFlashMark, FlashError};
use mintid_mcu::shared::SaveError;
use mintid_mcu::{Shared, SharedSnowflake, SharedUlid};

use crate::chip::{Chip, Cut, NoPower};
use crate::stream::Stream;

const HOME_MS: i64 = 1_764_417_600_000;
const WINDOW_MS: u32 = 60_000;

fn options() -> ulid::Options {
    ulid::Options::new()
        .mark_window_ms(WINDOW_MS)
        .on_mark_late(OnMarkLate::Refuse)
        .on_behind(OnBehind::Hold { up_to_ms: 10_000, beyond: Beyond::Refuse })
}

fn ulids(now_ms: i64, seed: u64) -> SharedUlid<ManualClock, Stream> {
    SharedUlid::new(options(), ManualClock::at_ms(now_ms), Stream::random(seed))
}

/// Without anything random: an order that is broken would be an id given twice.
fn snowflakes(now_ms: i64, _: u64) -> SharedSnowflake<ManualClock> {
    let options = snowflake::Options::new(Layout::SONYFLAKE, 513).unwrap();
    let on_behind = snowflake::OnBehind::Hold { up_to_ms: 10_000 };
    SharedSnowflake::of(options.mark_window_ms(WINDOW_MS).on_behind(on_behind), ManualClock::at_ms(now_ms))
}

/// One run of a board, until the power goes or it has gone round so often. Its clock starts up to some seconds behind.
fn run<S: Scheme, E: Entropy, const N: usize>(
    ids: &Shared<S, ManualClock, E, N>,
    chip: Chip<4, 128>,
    now_ms: &mut i64,
    rounds: u32,
    log: &mut Vec<S::Id>,
) -> Chip<4, 128> {
    let end = chip.bytes.len() as u32;
    let mut store = BlockingFlashMark::new(chip, 0..end).unwrap();
    match MarkStore::load(&mut store).unwrap() {
        Some(mark) => ids.start_from(mark).unwrap(),
        None => ids.start_without_mark().unwrap(),
    }
    for _ in 0..rounds {
        ids.with(|ids| ids.clock_mut().set_ms(*now_ms)).unwrap();
        match ids.save_mark(&mut store) {
            Ok(_) => {}
            Err(SaveError::Store(FlashError::Flash(NoPower))) => break,
            Err(error) => panic!("{error}"),
        }
        for _ in 0..2 {
            log.push(ids.generate().ok().unwrap());
            log.push(ids.generate_from_interrupt().unwrap());
        }
        *now_ms += 7_000;
    }
    let mut chip = store.into_inner();
    chip.restore();
    chip
}

fn ids_rise<S: Scheme<Id: Ord>, E: Entropy, const N: usize>(board: fn(i64, u64) -> Shared<S, ManualClock, E, N>) {
    for cut in Cut::ALL {
        for at in 0..400 {
            let (mut log, mut now_ms) = (Vec::new(), HOME_MS);
            let mut chip = Chip::new(2);
            for start in 0..4 {
                chip.cut_after(at + start * 3, cut, at);
                let started_ms = now_ms;
                chip = run(&board(now_ms, at * 10 + start), chip, &mut now_ms, 60, &mut log);
                // Behind what it was, and by no more than a resume bears: a run may have been cut before it saved anything.
                now_ms = started_ms.max(now_ms - 9_000);
            }
            run(&board(now_ms, at * 10 + 9), chip, &mut now_ms, 10, &mut log);
            assert!(log.is_sorted_by(|one, next| one < next), "{cut:?} at {at}");
            assert!(log.len() >= 40, "{cut:?} at {at}");
        }
    }
}

#[test]
fn ids_rise_over_every_power_cut_though_the_clock_starts_behind() {
    ids_rise(ulids);
}

#[test]
fn snowflakes_rise_over_every_power_cut_though_the_clock_starts_behind() {
    ids_rise(snowflakes);
}

#[test]
fn a_generator_in_use_saves_every_half_window_and_each_page_is_erased_once_in_so_many_records() {
    const DAY_MS: i64 = 86_400_000;
    let mut store = BlockingFlashMark::new(Chip::<4, 4096>::new(2), 0..8192).unwrap();
    let ids = SharedUlid::<_, _>::new(options(), ManualClock::at_ms(HOME_MS), Stream::random(1));
    ids.start_without_mark().unwrap();
    let mut saves = 0;
    for second in 0..DAY_MS / 1_000 {
        ids.with(|ids| ids.clock_mut().set_ms(HOME_MS + second * 1_000)).unwrap();
        saves += u32::from(ids.save_mark(&mut store).unwrap());
    }
    // The table in the documentation says so.
    assert_eq!(saves, 2_880);
    let erased = store.into_inner().erased;
    assert_eq!(erased.iter().sum::<u32>(), saves.div_ceil(256));
    assert_eq!(10_000 * 2 * 256 / saves / 365, 4, "years");
}

#[test]
fn nothing_is_saved_without_a_reading_to_measure_from() {
    let mut store = BlockingFlashMark::new(Chip::<4, 256>::new(2), 0..512).unwrap();
    let ids = SharedUlid::<_, _>::new(options(), ManualClock::unset(), Stream::random(1));
    ids.start_without_mark().unwrap();
    assert_eq!(ids.save_mark(&mut store), Err(SaveError::Refused(mintid::Refusal::Unset)));
    ids.with(|ids| ids.clock_mut().set_ms(HOME_MS)).unwrap();
    assert_eq!(ids.save_mark(&mut store), Ok(true));
    assert_eq!(ids.save_mark(&mut store), Ok(false));
    assert!(ids.generate().is_ok());
}
