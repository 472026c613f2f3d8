//! How much memory the pieces take. Limits, not figures of today: what grows beyond them has to be argued for.

use std::mem::size_of;

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::{Entropy, Pool};
use mintid::snowflake::{Options, Sequence};
use mintid::timeline::Timeline;
use mintid::ulid::Randomness;
use mintid::uuid::v7::Counter;
use mintid::uuid::v7_precise::Fraction;
use mintid::{
    Cause, Mark, Meter, ParseError, PreciseV7Generator, Refusal, Snowflake, SnowflakeGenerator, Ulid, UlidGenerator,
    Uuid, V7Generator,
};

/// A clock and a source that take no memory, so that what is left is the generator's own.
struct Nothing;

impl Clock for Nothing {
    fn read(&mut self) -> Result<Reading, ClockError> {
        Err(ClockError::Failed)
    }
}

impl Entropy for Nothing {
    type Error = ();

    fn fill(&mut self, _: &mut [u8]) -> Result<(), ()> {
        Err(())
    }
}

#[test]
fn a_generator_with_policy_mark_and_meter_takes_160_bytes_at_most() {
    assert_eq!(size_of::<Nothing>(), 0);
    let sizes = [
        size_of::<V7Generator<Nothing, Nothing>>(),
        size_of::<PreciseV7Generator<Nothing, Nothing>>(),
        size_of::<UlidGenerator<Nothing, Nothing>>(),
    ];
    assert!(sizes.into_iter().all(|size| size <= 160), "{sizes:?}");
    // Eight more: its epoch, its tick and the places of its fields are data, where theirs are constants.
    assert!(size_of::<SnowflakeGenerator<Nothing, Nothing>>() <= 168);
}

#[test]
fn an_ordinary_call_touches_64_bytes_at_most() {
    // Of the timeline: the newest tick, the highest and the last reading, which also says what an unset clock means, and the
    // limit. All of the scheme. Of the meter: how many were minted. The rest of the timeline (the loaded mark, the policy's
    // bounds) and of the meter is for calls in trouble.
    let timeline = 4 * size_of::<u64>();
    let minted = size_of::<u64>();
    for scheme in [size_of::<Counter>(), size_of::<Fraction>(), size_of::<Randomness>(), size_of::<Sequence>()] {
        assert!(timeline + scheme + minted <= 64, "{}", timeline + scheme + minted);
    }
    assert!(size_of::<Timeline>() <= 56, "{}", size_of::<Timeline>());
    assert!(size_of::<Meter>() <= 88, "{}", size_of::<Meter>());
}

#[test]
fn a_pool_takes_its_bytes_and_a_counter() {
    assert_eq!(size_of::<Pool<Nothing, 64>>(), 64 + size_of::<usize>());
}

#[test]
fn ids_and_answers_are_small() {
    let sizes = [
        ("Uuid", size_of::<Uuid>(), 16),
        ("Ulid", size_of::<Ulid>(), 16),
        ("Snowflake", size_of::<Snowflake>(), 8),
        ("Options of a Snowflake generator", size_of::<Options>(), 72),
        ("Mark", size_of::<Mark>(), 8),
        ("ParseError", size_of::<ParseError>(), 16),
        ("Refusal", size_of::<Refusal>(), 24),
        ("Result of generate", size_of::<Result<Uuid, Cause<()>>>(), 32),
    ];
    for (what, size, most) in sizes {
        assert!(size <= most, "{what} takes {size} bytes, and {most} are allowed");
    }
}
