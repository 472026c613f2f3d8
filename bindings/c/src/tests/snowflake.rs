//! Snowflakes, and calls for ids of another kind.

use core::ffi::c_char;
use core::ptr::{null, null_mut};

use mintid::clock::ManualClock;
use mintid::snowflake::{Layout as Core, Start};
use mintid::{Snowflake, SnowflakeGenerator, snowflake};

use super::*;
use crate::layout::{Layout, LayoutFault, LayoutName, mintid_layout_named};
use crate::marks::mintid_flush;
use crate::minting::{mintid_at, mintid_fill};
use crate::options::mintid_options_snowflake;
use crate::snowflake::*;

const NOW_MS: i64 = 1_764_500_000_000;

fn named(name: LayoutName) -> Layout {
    let mut layout = Layout { epoch_ms: 0, tick_ms: 0, time_bits: 0, node_bits: 0, sequence_bits: 0, order: 0 };
    assert_eq!(mintid_layout_named(name as u8, &raw mut layout), Status::Ok);
    layout
}

fn usual() -> Options {
    let mut options = STRICT;
    assert_eq!(mintid_options_snowflake(&raw mut options), Status::Ok);
    options
}

/// A generator, or the status and the detail.
fn made(options: &Options, layout: &Layout, node: u64, world: &mut World) -> Result<Box<Generator>, (Status, u64)> {
    let (mut generator, mut detail) = (memory(), 77);
    let (at, context) = (&raw mut *generator, world.context());
    match mintid_snowflake_init(at, options, layout, node, Some(read), Some(draw), context, &raw mut detail) {
        Status::Ok => Ok(generator),
        status => Err((status, detail)),
    }
}

/// A Snowflake, or the status and the detail.
fn next(generator: &mut Generator) -> Result<u64, (Status, u64)> {
    let (mut id, mut detail) = (u64::MAX, 77);
    match mintid_snowflake_generate(generator, &raw mut id, &raw mut detail) {
        Status::Ok => Ok(id),
        status => {
            assert_eq!(id, u64::MAX, "{status:?}");
            Err((status, detail))
        }
    }
}

#[test]
fn ids_are_those_of_a_plain_generator_and_nothing_is_drawn_that_is_not_needed() {
    for (step, start) in [(0, Start::Zero), (1, Start::Random), (2, Start::Continue)] {
        let mut world = World::new();
        let layout = named(LayoutName::Sonyflake);
        let mut ids = made(&Options { step, ..usual() }, &layout, 513, &mut world).unwrap();
        let options = snowflake::Options::new(Core::SONYFLAKE, 513).unwrap().start(start);
        let mut stream = Stream::default();
        let source = mintid::entropy::FromFn::new(|bytes: &mut [u8]| {
            stream.fill(bytes);
            Ok::<(), ()>(())
        });
        let mut plain = SnowflakeGenerator::with_entropy(options, ManualClock::unset(), source);
        for at in 0..600 {
            let ms = NOW_MS + [0, 0, 0, 10, 10, 7, 40][at % 7] + at as i64 / 7;
            world.set(ms);
            plain.clock_mut().set_ms(ms);
            assert_eq!(next(&mut ids).ok(), plain.generate().ok().map(Snowflake::to_u64), "{start:?}, call {at}");
        }
        assert_eq!(meter(&mut ids), Meter::from(plain.meter_ref()));
        assert_eq!(world.draws > 0, start == Start::Random);
    }
}

#[test]
fn a_full_tick_and_a_clock_behind_are_waits_or_refusals_with_their_distance() {
    let mut world = World::new();
    let mut ids = made(&usual(), &named(LayoutName::Js53), 3, &mut world).unwrap();
    let mut all = [0; 200];
    let (mut written, mut detail) = (0, 0);
    let (first, ids_at) = (all.as_mut_ptr(), &raw mut *ids);
    assert_eq!(mintid_snowflake_fill(ids_at, first, 200, &raw mut written, &raw mut detail), Status::Wait);
    assert_eq!((written, detail), (128, 1));
    assert!(all[..128].windows(2).all(|pair| pair[1] == pair[0] + 1) && all[128..].iter().all(|id| *id == 0));
    assert_eq!(next(&mut ids), Err((Status::Wait, 1)));
    world.set(NOW_MS - 7);
    assert_eq!(next(&mut ids), Err((Status::Wait, 7)));
    world.set(NOW_MS - 3_600_000);
    assert_eq!(next(&mut ids), Err((Status::Behind, 3_600_000)));
    world.set(1_735_689_599_999);
    assert_eq!(next(&mut ids), Err((Status::BeforeEpoch, 1)));
    world.set(NOW_MS + 1);
    assert_eq!(next(&mut ids), Ok(all[127] - 127 + (1 << 12)));
}

#[test]
fn a_mark_that_is_due_refuses_until_it_is_saved_and_a_run_goes_on_above_an_id() {
    let mut world = World::new();
    let options = Options { mark_window_ms: 60_000, ..usual() };
    let mut ids = made(&options, &named(LayoutName::Twitter), 378, &mut world).unwrap();
    assert_eq!(next(&mut ids), Err((Status::NotStarted, 0)));
    assert_eq!(mintid_start_from(&raw mut *ids, NOW_MS as u64 + 5), Status::Ok);
    assert_eq!(next(&mut ids), Err((Status::MarkDue, NOW_MS as u64 + 60_000)));
    let asked = due(&mut ids).unwrap();
    assert_eq!(mintid_mark_saved(&raw mut *ids, &asked), Status::Ok);
    let id = Snowflake::from_u64(next(&mut ids).unwrap());
    assert_eq!(id, Core::TWITTER.compose(Core::TWITTER.parts_at(NOW_MS as u64 + 5, 378, 0).unwrap()).unwrap());
    let mut flushed = Due { unix_ms: 0, save: 0 };
    assert_eq!(mintid_flush(&raw mut *ids, &raw mut flushed), Status::Ok);
    assert_eq!(flushed.unix_ms, NOW_MS as u64 + 6);

    let mut ids = made(&usual(), &named(LayoutName::Twitter), 378, &mut world).unwrap();
    assert_eq!(mintid_snowflake_resume_after(&raw mut *ids, id.to_u64()), Status::Ok);
    assert_eq!(next(&mut ids), Ok(id.to_u64() + (1 << 22)));
    assert_eq!(mintid_snowflake_resume_after(&raw mut *ids, id.to_u64()), Status::Running);
}

#[test]
fn what_no_generator_can_be_made_of_is_refused_with_what_is_wrong() {
    let mut world = World::new();
    let layout = named(LayoutName::Twitter);
    let mut refused = |options: &Options, layout: &Layout, node| made(options, layout, node, &mut world).err();
    assert_eq!(refused(&usual(), &layout, 1_024), Some((Status::Field, 10)));
    assert_eq!(refused(&keep_going(), &layout, 1), Some((Status::Option, 0)));
    assert_eq!(refused(&Options { step: 3, ..usual() }, &layout, 1), Some((Status::Option, 0)));
    let askew = Layout { time_bits: 42, ..layout };
    assert_eq!(
        refused(&usual(), &Layout { sequence_bits: 13, ..askew }, 1),
        Some((Status::Layout, LayoutFault::Sum as u64))
    );
    let seconds = Layout { epoch_ms: 1_288_834_974, ..layout };
    assert_eq!(refused(&usual(), &seconds, 1), Some((Status::Layout, LayoutFault::EpochInSeconds as u64)));

    let (mut ids, random) = (memory(), Options { step: 1, ..usual() });
    let ids = &raw mut *ids;
    let context = world.context();
    let none = null_mut();
    assert_eq!(mintid_snowflake_init(ids, &random, &layout, 1, Some(read), None, context, none), Status::Pointer);
    assert_eq!(mintid_snowflake_init(ids, &usual(), &layout, 1, None, None, context, none), Status::Pointer);
    assert_eq!(mintid_snowflake_init(ids, null(), &layout, 1, Some(read), None, context, none), Status::Pointer);
    assert_eq!(mintid_snowflake_init(ids, &usual(), null(), 1, Some(read), None, context, none), Status::Pointer);
    assert_eq!(mintid_snowflake_init(ids, &usual(), &layout, 1, Some(read), None, context, none), Status::Ok);
    let mut id = 0;
    assert_eq!(mintid_snowflake_generate(ids, &raw mut id, none), Status::Ok);
}

#[test]
fn a_call_for_ids_of_another_kind_is_refused_and_changes_nothing() {
    let mut world = World::new();
    let mut ids = made(&usual(), &named(LayoutName::Twitter), 1, &mut world).unwrap();
    let fresh = meter(&mut ids);
    let ids_at = &raw mut *ids;
    let mut bytes = [0; 16];
    let id = bytes.as_mut_ptr();
    assert_eq!(mintid_generate(ids_at, id, null_mut()), Status::ForeignId);
    assert_eq!(mintid_fill(ids_at, id, 1, null_mut(), null_mut()), Status::ForeignId);
    assert_eq!(mintid_at(ids_at, NOW_MS, id, null_mut()), Status::ForeignId);
    assert_eq!(mintid_resume_after(ids_at, id), Status::ForeignId);
    assert_eq!((meter(&mut ids), bytes), (fresh, [0; 16]));

    let mut ids = v7(&keep_going(), &mut world);
    let fresh = meter(&mut ids);
    let ids_at = &raw mut *ids;
    let mut number = 0;
    assert_eq!(mintid_snowflake_generate(ids_at, &raw mut number, null_mut()), Status::ForeignId);
    assert_eq!(mintid_snowflake_fill(ids_at, &raw mut number, 1, null_mut(), null_mut()), Status::ForeignId);
    assert_eq!(mintid_snowflake_resume_after(ids_at, 5), Status::ForeignId);
    assert_eq!((meter(&mut ids), number), (fresh, 0));
}

#[test]
fn parts_are_put_together_and_taken_apart_and_what_does_not_fit_is_refused() {
    let layout = named(LayoutName::Twitter);
    let parts = Parts { unix_ms: 1_656_432_460_105, node: 378, sequence: 0 };
    let compose = |parts: &Parts| {
        let (mut id, mut detail) = (0, 77);
        match mintid_snowflake_compose(&layout, parts, &raw mut id, &raw mut detail) {
            Status::Ok => Ok(id),
            status => Err((status, detail)),
        }
    };
    assert_eq!(compose(&parts), Ok(1_541_815_603_606_036_480));
    assert_eq!(compose(&Parts { node: 1_024, ..parts }), Err((Status::Field, 10)));
    assert_eq!(compose(&Parts { sequence: 4_096, ..parts }), Err((Status::Field, 12)));
    assert_eq!(compose(&Parts { unix_ms: 1_288_834_974_656, ..parts }), Err((Status::BeforeEpoch, 1)));
    assert_eq!(compose(&Parts { unix_ms: 3_487_858_230_209, ..parts }), Err((Status::Horizon, 1)));
    let (mut apart, mut detail) = (Parts { unix_ms: 0, node: 0, sequence: 9 }, 77);
    let place = &raw mut apart;
    assert_eq!(mintid_snowflake_decompose(&layout, 1_541_815_603_606_036_480, place, null_mut()), Status::Ok);
    assert_eq!(apart, parts);
    assert_eq!(mintid_snowflake_decompose(&layout, 1 << 63, &raw mut apart, &raw mut detail), Status::Field);
    assert_eq!((apart, detail), (parts, 63));
    let mut id = 0;
    assert_eq!(mintid_snowflake_compose(null(), &parts, &raw mut id, null_mut()), Status::Pointer);
    assert_eq!(mintid_snowflake_compose(&layout, null(), &raw mut id, null_mut()), Status::Pointer);
    assert_eq!(mintid_snowflake_compose(&layout, &parts, null_mut(), null_mut()), Status::Pointer);
    assert_eq!(mintid_snowflake_decompose(null(), 1, &raw mut apart, null_mut()), Status::Pointer);
    assert_eq!(mintid_snowflake_decompose(&layout, 1, null_mut(), null_mut()), Status::Pointer);
}

#[test]
fn decimal_text_is_written_and_read_and_the_place_of_a_fault_is_told() {
    for (id, text) in [(0, "0"), (10, "10"), (u64::MAX, "18446744073709551615")] {
        let mut room = [b'?'; SNOWFLAKE_TEXT_SIZE + 1];
        assert_eq!(mintid_snowflake_format(id, room.as_mut_ptr().cast()), Status::Ok);
        assert_eq!((&room[..text.len()], room[text.len()], room[SNOWFLAKE_TEXT_SIZE]), (text.as_bytes(), 0, b'?'));
    }
    assert_eq!(mintid_snowflake_format(1, null_mut()), Status::Pointer);
    let parse = |text: &str| {
        let (mut id, mut detail) = (7, 0);
        match mintid_snowflake_parse(text.as_ptr().cast::<c_char>(), text.len(), &raw mut id, &raw mut detail) {
            Status::Ok => Ok(id),
            status => Err((status, detail)),
        }
    };
    assert_eq!(parse("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(parse("18446744073709551616"), Err((Status::Overflow, 19)));
    assert_eq!(parse(""), Err((Status::Length, 0)));
    assert_eq!(parse("007"), Err((Status::Character, 0)));
    assert_eq!(parse("12 "), Err((Status::Character, 2)));
    let mut id = 0;
    assert_eq!(mintid_snowflake_parse(null(), 1, &raw mut id, null_mut()), Status::Pointer);
    assert_eq!(mintid_snowflake_parse(c"1".as_ptr(), 1, null_mut(), null_mut()), Status::Pointer);
}

#[test]
fn a_pointer_that_is_null_or_not_aligned_is_refused_before_anything_is_done() {
    let mut world = World::new();
    let mut held = made(&usual(), &named(LayoutName::Twitter), 1, &mut world).unwrap();
    let ids = &raw mut *held;
    let mut numbers = [0u64; 2];
    let place = numbers.as_mut_ptr();
    let askew = place.wrapping_byte_add(1);
    let none = null_mut();
    for wrong in [null_mut(), ids.wrapping_byte_add(1)] {
        assert_eq!(mintid_snowflake_generate(wrong, place, none), Status::Pointer);
        assert_eq!(mintid_snowflake_fill(wrong, place, 1, null_mut(), none), Status::Pointer);
        assert_eq!(mintid_snowflake_resume_after(wrong, 1), Status::Pointer);
    }
    for wrong in [null_mut(), askew] {
        assert_eq!(mintid_snowflake_generate(ids, wrong, none), Status::Pointer);
        assert_eq!(mintid_snowflake_fill(ids, wrong, 1, null_mut(), none), Status::Pointer);
    }
    assert_eq!(mintid_snowflake_generate(ids, place, askew), Status::Pointer);
    assert_eq!(mintid_snowflake_fill(ids, place, usize::MAX / 8, null_mut(), none), Status::Pointer);
    assert_eq!(mintid_snowflake_fill(ids, place, 1, askew.cast(), none), Status::Pointer);
    assert_eq!((meter(&mut held), numbers), (Meter::from(&mintid::Meter::new()), [0; 2]));
}
