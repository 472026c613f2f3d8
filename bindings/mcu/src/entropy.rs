//! Random sources of chips.
//!
//! | source | for |
//! |---|---|
//! | [`Hardware`] | a random number register that may not be ready, or broken |
//! | `Supplement` | another source, with the device's own number and its boot counter mixed in (feature `supplement`) |
//! | `RandCore06`, `RandCore09`, `RandCore010` | the generator of a HAL, by the major of `rand_core` that it implements, each behind its feature |
//! | [`FromFn`](mintid::entropy::FromFn) | any other, as a closure |
//!
//! A chip without a generator of its own has no source until it is given one: a seed written at the factory and moved on in
//! flash at each boot, or bytes from the network. There is no stand-in here. An oscillator's jitter or an ADC's noise is
//! worth what its maker has measured, and a device's number and boot counter are worth nothing as randomness: everyone
//! who knows the device knows them.
//!
//! Before the radio or the ADC runs, the generators of some chips give numbers of poor quality without a word (ESP32). Draw
//! when it runs, and let the closure say [`NotReady`](NotRead::NotReady) until then.

mod hardware;
#[cfg(feature = "supplement")]
mod supplement;

pub use hardware::{Hardware, HardwareError, NotRead};
#[cfg(feature = "supplement")]
pub use supplement::Supplement;

#[cfg(feature = "rand_core-v0_6")]
pub use mintid::interop::rand_core::{Error06, RandCore06, WeakRandCore06};
#[cfg(feature = "rand_core-v0_9")]
pub use mintid::interop::rand_core::{RandCore09, WeakRandCore09};
#[cfg(feature = "rand_core-v0_10")]
pub use mintid::interop::rand_core::{RandCore010, WeakRandCore010};
