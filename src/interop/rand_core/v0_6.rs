//! `rand_core` 0.6.

use core::fmt;

use rand_core_v0_6::{CryptoRng, Error, RngCore};

use crate::entropy::Entropy;

/// A cryptographic generator of `rand_core` 0.6 as a source.
///
/// A `&mut` to a generator is a generator, so it can be lent: `RandCore06(&mut rng)`.
#[derive(Debug)]
pub struct RandCore06<R>(pub R);

impl<R: RngCore + CryptoRng> Entropy for RandCore06<R> {
    type Error = Error06;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error06> {
        self.0.try_fill_bytes(bytes).map_err(Error06)
    }
}

/// Any generator of `rand_core` 0.6 as a source, predictable ones too: for simulations and tests.
#[derive(Debug)]
pub struct WeakRandCore06<R>(pub R);

impl<R: RngCore> Entropy for WeakRandCore06<R> {
    type Error = Error06;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error06> {
        self.0.try_fill_bytes(bytes).map_err(Error06)
    }
}

/// The failure of a generator of `rand_core` 0.6.
///
/// That major's own error implements the error trait with `std` only; this one does so everywhere.
#[derive(Debug)]
pub struct Error06(pub Error);

impl fmt::Display for Error06 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for Error06 {}
