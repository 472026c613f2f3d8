//! The same clock and the same bytes give the same ids, through the pool as without it.

use mintid::clock::ManualClock;
use mintid::entropy::{Entropy, FromFn};
use mintid::generator::Generator;
use mintid::options::Options;
use mintid::scheme::Scheme;
use mintid::ulid::{self, Step};
use mintid::uuid::{v7, v7_precise};
use mintid_mcu::shared::{MintError, TopUpError};
use mintid_mcu::{Dry, Shared};

use crate::HOME_MS;
use crate::stream::{Bytes, Stream};

/// Who takes the next id, and whether main tops up before it.
#[derive(Debug, Clone, Copy)]
enum Caller {
    Main,
    MainAfterTopUp,
    Interrupt,
}

const CALLERS: [Caller; 7] = [
    Caller::Main,
    Caller::Main,
    Caller::Interrupt,
    Caller::MainAfterTopUp,
    Caller::Interrupt,
    Caller::Interrupt,
    Caller::Main,
];

/// In ms: stands, runs, steps back, returns.
const MOVES_MS: [i64; 11] = [0, 0, 1, 0, 5, 0, -3, 0, 0, 60_000, -30_000];

fn the_pool_changes_nothing<S, const N: usize>(options: Options<S>, bytes: Bytes)
where
    S: Scheme<Id: PartialEq + core::fmt::Debug> + Copy,
{
    let plain_clock = ManualClock::at_ms(HOME_MS).with_resolution_ns(1);
    let shared_clock = plain_clock.clone();
    let mut plain = Generator::with(options, plain_clock, Stream::new(bytes, 5));
    let shared = Shared::<_, _, _, N>::new(options, shared_clock, Stream::new(bytes, 5));
    let mut now_ms = HOME_MS;
    for round in 0..500 {
        now_ms += MOVES_MS[round % MOVES_MS.len()];
        plain.clock_mut().set_ms(now_ms);
        shared.with(|ids| ids.clock_mut().set_ms(now_ms)).unwrap();
        let caller = CALLERS[round % CALLERS.len()];
        let id = match caller {
            Caller::Main => shared.generate().map_err(drop),
            Caller::MainAfterTopUp => {
                shared.top_up().unwrap();
                shared.generate().map_err(drop)
            }
            Caller::Interrupt => match shared.generate_from_interrupt() {
                // Interrupts may be too many for the smallest pool: nothing was minted then, and nothing drawn.
                Err(mintid_mcu::shared::Error::Cause(mintid::Cause::Entropy(Dry))) => continue,
                other => other.map_err(drop),
            },
        };
        assert_eq!(id, plain.generate().map_err(drop), "round {round}, {caller:?}");
    }
}

#[test]
fn the_ids_are_those_of_a_plain_generator_over_the_same_clock_and_source() {
    for bytes in [Bytes::Random, Bytes::Ones, Bytes::Mixed] {
        the_pool_changes_nothing::<_, 32>(v7::Options::new(), bytes);
        the_pool_changes_nothing::<_, 128>(v7::Options::new(), bytes);
        the_pool_changes_nothing::<_, 64>(v7::Options::new().counter_bits(12).unwrap(), bytes);
        the_pool_changes_nothing::<_, 24>(v7_precise::Options::new(), bytes);
        the_pool_changes_nothing::<_, 32>(ulid::Options::new(), bytes);
        the_pool_changes_nothing::<_, 32>(ulid::Options::new().step(Step::Random), bytes);
        the_pool_changes_nothing::<_, 32>(Options::ulid(ulid::Options::new()), bytes);
    }
}

#[test]
fn the_source_is_always_asked_for_eight_bytes() {
    let source = FromFn::new(|bytes: &mut [u8]| {
        assert_eq!(bytes.len(), 8);
        bytes.fill(9);
        Ok::<(), core::convert::Infallible>(())
    });
    let shared = Shared::<_, _, _, 64>::new(v7::Options::new(), ManualClock::at_ms(HOME_MS), source);
    for _ in 0..100 {
        shared.generate().unwrap();
    }
}

#[test]
fn a_source_that_comes_late_is_missed_until_then_and_its_bytes_come_first() {
    let shared = Shared::<_, _, Stream, 32>::without_source(v7::Options::new(), ManualClock::at_ms(HOME_MS));
    assert_eq!(shared.top_up(), Err(TopUpError::Missing));
    assert!(shared.generate().is_err_and(|error: MintError<_>| error.to_string().contains("top up")));
    shared.set_source(Stream::random(3)).unwrap();
    let mut plain = Generator::with(v7::Options::new(), ManualClock::at_ms(HOME_MS), Stream::random(3));
    assert_eq!(shared.generate().ok(), plain.generate().ok());
    // Another source: what is in the pool is used up first.
    shared.set_source(Stream::random(4)).unwrap();
    let held = shared.with(|ids| ids.entropy_mut().available()).unwrap();
    let mut rest = vec![0; held];
    plain.entropy_mut().fill(&mut rest).unwrap();
    let mut pooled = vec![0; held];
    shared.with(|ids| ids.entropy_mut().fill(&mut pooled)).unwrap().unwrap();
    assert_eq!(pooled, rest);
    shared.top_up().unwrap();
    assert_eq!(shared.with(|ids| ids.entropy_mut().draw::<8>()).unwrap(), Ok(Stream::random(4).draw().unwrap()));
}
