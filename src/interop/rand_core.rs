//! `rand_core`: the trait of random generators, in the majors that hardware crates implement.
//!
//! Each major has its own feature and its own adapter, so that a program can use two of them at once: the chip's
//! hardware generator may be at 0.6 while its cipher is at 0.10.
//!
//! | feature | adapter | takes | error |
//! |---|---|---|---|
//! | `rand_core-v0_6` | `RandCore06` | `RngCore + CryptoRng` | `Error06`, around `rand_core::Error` |
//! | `rand_core-v0_9` | `RandCore09` | `TryCryptoRng`; every `CryptoRng` is one | the generator's own |
//! | `rand_core-v0_10` | `RandCore010` | `TryCryptoRng`; every `CryptoRng` is one | the generator's own |
//!
//! Only generators that are marked as cryptographic are a source. For any other, write `WeakRandCore06`, `WeakRandCore09` or
//! `WeakRandCore010`: whoever can predict it can guess the ids, and one with a small seed repeats them.
//!
//! The adapters fill bytes, and never assemble them from words. Some generators take a whole word for each call, so the
//! bytes they give depend on the sizes asked for, and not only on the seed: the same calls give the same ids, but
//! [`Bytes`](crate::entropy::Bytes) with the generator's stream may give others.

#[cfg(feature = "rand_core-v0_10")]
mod v0_10;
#[cfg(feature = "rand_core-v0_6")]
mod v0_6;
#[cfg(feature = "rand_core-v0_9")]
mod v0_9;

#[cfg(feature = "rand_core-v0_6")]
pub use v0_6::{Error06, RandCore06, WeakRandCore06};
#[cfg(feature = "rand_core-v0_9")]
pub use v0_9::{RandCore09, WeakRandCore09};
#[cfg(feature = "rand_core-v0_10")]
pub use v0_10::{RandCore010, WeakRandCore010};
