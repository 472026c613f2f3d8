//! What is minted, held against the core.

use core::ptr::null_mut;

use mintid::clock::{ClockError, ManualClock};
use mintid::entropy::{Entropy, FromFn};
use mintid::generator::Generator as Plain;
use mintid::scheme::Scheme;
use mintid::{Ulid, UlidGenerator, V4Generator, V7Generator, ulid, uuid};

use super::*;
use crate::minting::{mintid_at, mintid_fill, mintid_reseed, mintid_v4};
use crate::status::Fault;

/// A clock that steps, stands still, is unset, fails, and comes back.
const TRACE: [Result<i64, ClockError>; 14] = [
    Err(ClockError::Unset { since_boot_ms: 5 }),
    Ok(1_764_500_000_000),
    Ok(1_764_500_000_000),
    Ok(1_764_500_000_001),
    Ok(1_764_499_999_000),
    Ok(1_764_499_999_000),
    Err(ClockError::Failed),
    Ok(-3),
    Ok(1_764_490_000_000),
    Ok(1_764_490_000_001),
    Ok(1 << 48),
    Ok(1_764_500_000_000),
    Ok(1_764_500_000_000),
    Ok(1_764_500_000_002),
];

/// Replays the trace in C and in the core, one id and three at a time.
fn compare<S, E>(ids: &mut Generator, world: &mut World, mut plain: Plain<S, ManualClock, E>)
where
    S: Scheme,
    E: Entropy<Error = i32>,
    [u8; 16]: From<S::Id>,
{
    for reading in TRACE {
        world.clock = match reading {
            Ok(ms) => (Clock::Set as i32, ms),
            Err(ClockError::Unset { since_boot_ms }) => (Clock::Unset as i32, since_boot_ms as i64),
            Err(_) => (Clock::Failed as i32, 0),
        };
        plain.clock_mut().set(reading.map(Into::into));

        let expected = plain.generate();
        assert_eq!(mint(ids), expected.map(<[u8; 16]>::from).map_err(|cause| as_told(cause.into())), "{reading:?}");

        let (mut batch, mut out, mut written, mut detail) = ([S::Id::default(); 3], [[0; 16]; 3], 9, 9);
        let expected = plain.fill(&mut batch);
        let status = mintid_fill(ids, out.as_mut_ptr().cast(), 3, &raw mut written, &raw mut detail);
        let told = expected.map_or_else(|stopped| (stopped.written, as_told(stopped.cause.into())), |()| (3, DONE));
        assert_eq!((written, (status, detail)), told, "{reading:?}");
        assert_eq!(out, batch.map(<[u8; 16]>::from), "{reading:?}");
    }
    assert_eq!(meter(ids), plain.meter_ref().into());
    assert!(meter(ids).restarts > 0);
}

const DONE: (Status, u64) = (Status::Ok, 0);

const fn as_told(fault: Fault) -> (Status, u64) {
    (fault.status, fault.detail)
}

fn stream() -> FromFn<impl FnMut(&mut [u8]) -> Result<(), i32>> {
    let mut stream = Stream::default();
    FromFn::new(move |bytes: &mut [u8]| {
        stream.fill(bytes);
        Ok(())
    })
}

#[test]
fn the_ids_are_those_of_the_core_for_the_same_clock_and_bytes() {
    let mut world = World::new();
    for counter_bits in [0, 12, 20, 42] {
        let width = if counter_bits == 0 { 20 } else { counter_bits };
        let options = uuid::v7::Options::new().counter_bits(width).unwrap();
        let mut world = World::new();
        let mut ids = v7(&Options { counter_bits, ..keep_going() }, &mut world);
        compare(&mut ids, &mut world, V7Generator::with(options, ManualClock::unset(), stream()));
    }
    for (step, meant) in [(0, ulid::Step::One), (1, ulid::Step::Random)] {
        let mut world = World::new();
        let mut ids = ulids(&Options { step, ..keep_going() }, &mut world);
        compare(
            &mut ids,
            &mut world,
            UlidGenerator::with(ulid::Options::new().step(meant), ManualClock::unset(), stream()),
        );
    }
    let mut id = [0; 16];
    assert_eq!(mintid_v4(Some(draw), world.context(), id.as_mut_ptr(), null_mut()), Status::Ok);
    assert_eq!(id, V4Generator::new(stream()).generate().unwrap().to_bytes());
}

#[test]
fn each_refusal_has_its_status_and_distance_and_is_counted() {
    let mut world = World::new();
    let options = Options { mark_window_ms: 1_000, ..STRICT };
    let mut ids = v7(&options, &mut world);
    let mut refused = [0; 10];
    let mut expect = |ids: &mut Generator, status: Status, detail| {
        assert_eq!(mint(ids), Err((status, detail)));
        if let Some(count) = refused.get_mut((status as usize).wrapping_sub(Status::Unset as usize)) {
            *count += 1;
        }
        assert_eq!(meter(ids).refused, refused);
    };
    expect(&mut ids, Status::NotStarted, 0);
    assert_eq!(mintid_start_from(&raw mut *ids, 1_764_500_005_000), Status::Ok);
    expect(&mut ids, Status::MarkAhead, 5_000);
    world.set(1_764_500_006_000);
    expect(&mut ids, Status::MarkDue, 1_764_500_007_000);
    let asked = due(&mut ids).unwrap();
    assert_eq!(asked, Due { unix_ms: 1_764_500_007_000, save: 0 });
    assert_eq!(mintid_mark_saved(&raw mut *ids, &asked), Status::Ok);
    world.code = -9;
    expect(&mut ids, Status::Entropy, -9i64 as u64);
    world.code = 0;
    mint(&mut ids).unwrap();
    world.set(1_764_500_005_999);
    expect(&mut ids, Status::Behind, 1);
    world.clock = (Clock::Unset as i32, 8);
    expect(&mut ids, Status::Unset, 0);
    for answer in [Clock::Failed as i32, 3, -1, i32::MIN] {
        world.clock.0 = answer;
        expect(&mut ids, Status::ClockFailed, 0);
    }
    world.set(-12);
    expect(&mut ids, Status::BeforeEpoch, 12);
    world.set(1 << 48);
    expect(&mut ids, Status::Horizon, 0);
    assert_eq!((meter(&mut ids).minted, meter(&mut ids).entropy_failures), (1, 1));
}

#[test]
fn a_full_millisecond_is_refused_waited_for_or_borrowed_from_as_the_options_say() {
    let outcome = |on_full, borrow_up_to_ms| {
        let mut world = World::new();
        let mut ids = ulids(&Options { on_full, borrow_up_to_ms, ..STRICT }, &mut world);
        mint(&mut ids).unwrap();
        // As full as by very many ids.
        assert_eq!(mintid_reseed(&raw mut *ids), Status::Ok);
        mint(&mut ids).map(|id| Ulid::from_bytes(id).unix_ms())
    };
    assert_eq!(outcome(0, 0), Err((Status::Full, 0)));
    assert_eq!(outcome(1, 0), Err((Status::Wait, 1)));
    assert_eq!(outcome(2, 0), Err((Status::Lead, 1)));
    assert_eq!(outcome(2, 1), Ok(1_764_500_000_001));
}

#[test]
fn an_id_for_a_time_is_no_part_of_the_order() {
    let mut world = World::new();
    let mut ids = ulids(&STRICT, &mut world);
    let mut at = |unix_ms| {
        let (mut id, mut detail) = ([0; 16], 0);
        match mintid_at(&raw mut *ids, unix_ms, id.as_mut_ptr(), &raw mut detail) {
            Status::Ok => Ok(Ulid::from_bytes(id).unix_ms()),
            status => Err((status, detail)),
        }
    };
    assert_eq!(at(5), Ok(5));
    assert_eq!(at((1 << 48) - 1), Ok((1 << 48) - 1));
    assert_eq!(at(-2), Err((Status::BeforeEpoch, 2)));
    assert_eq!(at(1 << 48), Err((Status::Horizon, 0)));
    assert_eq!(meter(&mut ids).minted, 0);
}
