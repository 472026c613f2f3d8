//! Clocks of chips: milliseconds from a counter.
//!
//! A chip has counters, seldom the time. A counter here is the core's [`Monotonic`], and
//! [`OffsetClock`] makes a wall clock of it that is told the time later, and
//! until then says how long the board has run. [`Bounded`] around it takes nothing for the time that cannot be the time.
//!
//! | counter | for |
//! |---|---|
//! | [`Ticks`] | a bare hardware counter of up to 32 bits, which wraps |
//! | `EmbassyTime` | the time driver of an Embassy program (feature `embassy-time`) |
//! | a closure that gives milliseconds | whatever counts them already, such as a tick interrupt |
//!
//! "No time yet" is a state of its own: [`ClockError::Unset`](mintid::clock::ClockError::Unset). What it means is a policy,
//! [`OnUnset`](mintid::policy::OnUnset): refuse, or run on from the mark that the last run has left in flash.
//!
//! ```
//! use mintid::clock::{Clock, ClockError, OffsetClock};
//! use mintid_mcu::clock::Ticks;
//!
//! # static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
//! # fn rtc_count() -> u32 { COUNT.load(std::sync::atomic::Ordering::Relaxed) }
//! // A real-time counter of 24 bits at 32,768 Hz.
//! let counter = Ticks::<fn() -> u32, 24, 32_768>::new(rtc_count);
//! let mut clock = OffsetClock::new(counter);
//! assert_eq!(clock.read(), Err(ClockError::Unset { since_boot_ms: 0 }));
//! # COUNT.store(32_768 / 2, std::sync::atomic::Ordering::Relaxed);
//! assert_eq!(clock.read(), Err(ClockError::Unset { since_boot_ms: 500 }));
//! clock.set_ms(1_764_417_600_000); // from the network
//! # COUNT.store(32_768, std::sync::atomic::Ordering::Relaxed);
//! assert_eq!(clock.read().map(|reading| reading.unix_ms), Ok(1_764_417_600_500));
//! ```
//!
//! None of them divides in 64 bits, which a small core does in a library function of many hundred bytes.

#[cfg(doc)]
use mintid::clock::{Bounded, Monotonic, OffsetClock};

mod carry;
#[cfg(feature = "embassy-time")]
mod embassy;
mod ticks;

#[cfg(feature = "embassy-time")]
pub use embassy::EmbassyTime;
pub use ticks::Ticks;
