//! The three majors of `rand_core`, each with a cipher that implements it, and with one that fails.

use core::fmt;
use core::num::NonZeroU32;
use std::error::Error;

use mintid::cause::Cause;
use mintid::clock::ManualClock;
use mintid::entropy::Entropy;
use mintid::interop::rand_core::{
    Error06, RandCore06, RandCore09, RandCore010, WeakRandCore06, WeakRandCore09, WeakRandCore010,
};
use mintid::{Uuid, V4Generator, V7Generator};

const SEED: [u8; 32] = *b"three majors and one stream, ok?";

/// The first 48 bytes of ChaCha20 with the key above, nonce and counter 0.
fn stream() -> [u8; 48] {
    use chacha20::cipher::{KeyIvInit, StreamCipher};
    let mut bytes = [0; 48];
    chacha20::ChaCha20Legacy::new(&SEED.into(), &[0; 8].into()).apply_keystream(&mut bytes);
    bytes
}

fn v4s<E: Entropy>(source: E) -> Vec<Uuid>
where
    E::Error: fmt::Debug,
{
    let mut ids = V4Generator::new(source);
    (0..3).map(|_| ids.generate().unwrap()).collect()
}

#[test]
fn one_seed_gives_the_same_ids_through_every_major_and_they_are_the_ciphers_bytes() {
    let in_order: Vec<Uuid> = v4s(mintid::entropy::Bytes::new(&stream()));
    {
        use rand_core_v0_6::SeedableRng;
        assert_eq!(v4s(RandCore06(rand_chacha_v0_3::ChaCha20Rng::from_seed(SEED))), in_order);
        assert_eq!(v4s(WeakRandCore06(rand_chacha_v0_3::ChaCha20Rng::from_seed(SEED))), in_order);
    }
    {
        use rand_core_v0_9::SeedableRng;
        assert_eq!(v4s(RandCore09(rand_chacha_v0_9::ChaCha20Rng::from_seed(SEED))), in_order);
        assert_eq!(v4s(WeakRandCore09(rand_chacha_v0_9::ChaCha20Rng::from_seed(SEED))), in_order);
    }
    {
        use rand_core_v0_10::SeedableRng;
        assert_eq!(v4s(RandCore010(chacha20::ChaCha20Rng::from_seed(SEED))), in_order);
        assert_eq!(v4s(WeakRandCore010(chacha20::ChaCha20Rng::from_seed(SEED))), in_order);
    }
}

#[test]
fn a_generator_that_is_lent_goes_on_where_the_ids_left_it() {
    use rand_core_v0_10::{Rng, SeedableRng};
    let mut rng = chacha20::ChaCha20Rng::from_seed(SEED);
    let _: [u8; 32] = RandCore010(&mut rng).draw().unwrap();
    let mut next = [0; 16];
    rng.fill_bytes(&mut next);
    assert_eq!(next, stream()[32..]);
}

/// A hardware generator that has stopped.
struct Dead;

#[derive(Debug, PartialEq)]
struct SeedFault;

impl fmt::Display for SeedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the noise source is stuck")
    }
}

impl Error for SeedFault {}

const CODE: NonZeroU32 = NonZeroU32::new(rand_core_v0_6::Error::CUSTOM_START + 7).unwrap();

impl rand_core_v0_6::RngCore for Dead {
    fn next_u32(&mut self) -> u32 {
        unreachable!("bytes are never made of words")
    }

    fn next_u64(&mut self) -> u64 {
        unreachable!("bytes are never made of words")
    }

    fn fill_bytes(&mut self, _: &mut [u8]) {
        unreachable!("the call that can say why is the one to use")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), rand_core_v0_6::Error> {
        Err(CODE.into())
    }
}

impl rand_core_v0_6::CryptoRng for Dead {}

impl rand_core_v0_9::TryRngCore for Dead {
    type Error = SeedFault;

    fn try_next_u32(&mut self) -> Result<u32, SeedFault> {
        unreachable!("bytes are never made of words")
    }

    fn try_next_u64(&mut self) -> Result<u64, SeedFault> {
        unreachable!("bytes are never made of words")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), SeedFault> {
        Err(SeedFault)
    }
}

impl rand_core_v0_9::TryCryptoRng for Dead {}

impl rand_core_v0_10::TryRng for Dead {
    type Error = SeedFault;

    fn try_next_u32(&mut self) -> Result<u32, SeedFault> {
        unreachable!("bytes are never made of words")
    }

    fn try_next_u64(&mut self) -> Result<u64, SeedFault> {
        unreachable!("bytes are never made of words")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), SeedFault> {
        Err(SeedFault)
    }
}

impl rand_core_v0_10::TryCryptoRng for Dead {}

/// A call that meets a source which fails.
fn failure<E: Entropy<Error: fmt::Debug>>(source: E) -> Cause<E::Error> {
    V7Generator::new(ManualClock::at_ms(1_764_417_600_000), source).generate().unwrap_err()
}

#[test]
fn a_failing_generator_reaches_the_caller_with_its_own_cause() {
    for cause in [failure(RandCore06(Dead)), failure(WeakRandCore06(Dead))] {
        assert!(matches!(&cause, Cause::Entropy(Error06(error)) if error.code() == Some(CODE)), "{cause:?}");
        assert!(cause.source().is_some_and(|source| source.is::<Error06>()));
    }
    for cause in [
        failure(RandCore09(Dead)),
        failure(WeakRandCore09(Dead)),
        failure(RandCore010(Dead)),
        failure(WeakRandCore010(Dead)),
    ] {
        assert_eq!(cause, Cause::Entropy(SeedFault));
        assert_eq!(cause.to_string(), "the random source failed: the noise source is stuck");
        assert!(cause.source().is_some_and(|source| source.is::<SeedFault>()));
    }
}
