//! `rand_core` 0.9.

use rand_core_v0_9::{TryCryptoRng, TryRngCore};

use crate::entropy::Entropy;

/// A cryptographic generator of `rand_core` 0.9 as a source, fallible or not.
///
/// A `&mut` to an infallible generator is a generator, so it can be lent: `RandCore09(&mut rng)`.
#[derive(Debug)]
pub struct RandCore09<R>(pub R);

impl<R: TryCryptoRng> Entropy for RandCore09<R> {
    type Error = R::Error;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), R::Error> {
        self.0.try_fill_bytes(bytes)
    }
}

/// Any generator of `rand_core` 0.9 as a source, predictable ones too: for simulations and tests.
#[derive(Debug)]
pub struct WeakRandCore09<R>(pub R);

impl<R: TryRngCore> Entropy for WeakRandCore09<R> {
    type Error = R::Error;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), R::Error> {
        self.0.try_fill_bytes(bytes)
    }
}
