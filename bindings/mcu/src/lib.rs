//! Ids in firmware: from main and from interrupts, without a heap, a panic or a real-time clock.
//!
//! A sensor that works through the night without a network names what it measures, and the names are to sort by time when they
//! are uploaded, whatever happened to its clock and its power. The core, [`mintid`], does that from any clock and any random
//! source. This crate brings what a microcontroller has of those, and what its programs need besides: one generator that an
//! interrupt may use while main does, and a place in flash for the [mark](mintid::mark) that keeps order over a power cut.
//!
//! ```
//! use mintid::clock::{Bounded, OffsetClock};
//! use mintid::policy::OnMarkLate;
//! use mintid::uuid::v7;
//! use mintid_mcu::clock::Ticks;
//! use mintid_mcu::entropy::{Hardware, NotRead};
//! use mintid_mcu::{SharedV7, Text};
//!
//! # use core::convert::Infallible as Fault;
//! # fn rtc_count() -> u32 { 4 }
//! # fn rng_word() -> Result<u32, NotRead<Fault>> {
//! #     static WORD: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
//! #     Ok(WORD.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
//! # }
//! # fn send(_: &[u8]) {}
//! // A 24-bit counter at 32,768 Hz; the time told later; nothing before the firmware was built taken for it.
//! type Counter = Ticks<fn() -> u32, 24, 32_768>;
//! type Wall = Bounded<OffsetClock<Counter>>;
//! // The chip's random number register.
//! type Rng = Hardware<fn() -> Result<u32, NotRead<Fault>>>;
//!
//! const BUILT_MS: i64 = 1_764_417_600_000;
//!
//! static IDS: SharedV7<Wall, Rng> = SharedV7::new(
//!     v7::Options::new(),
//!     Bounded::new(OffsetClock::new(Counter::new(rtc_count))).not_before(BUILT_MS),
//!     Hardware::new(1_000, rng_word),
//! );
//!
//! // An interrupt: it uses bytes that lie ready, and never waits.
//! fn on_sample() {
//!     match IDS.generate_from_interrupt() {
//!         Ok(id) => send(id.as_bytes()),
//!         Err(_) => {} // counted in the meter
//!     }
//! }
//!
//! // Main: the network has told the time; bytes are drawn ahead.
//! IDS.with(|ids| ids.clock_mut().get_mut().set_ms(BUILT_MS + 5_000))?;
//! IDS.top_up()?;
//! on_sample();
//! let id = IDS.generate()?;
//! let mut line = [0; 80];
//! assert_eq!(id.write_to(&mut line)?.len(), 36);
//! assert_eq!(IDS.meter()?.minted, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`SharedV7`] and [`SharedUlid`] are such generators, and [`SharedSnowflake`] one that needs no random source, but a node of its own.
//!
//! [`SharedRanges`] is for ids that come from elsewhere, in spans that a gateway or a host grants: some are ready for main and
//! interrupts, and the rest is kept in flash.
//!
//! # The layers
//!
//! ```text
//!  counter ──ticks──▶ Ticks · EmbassyTime ──ms──▶ OffsetClock ─┐
//!                                                              ├─▶ Shared ──▶ id ──▶ Text
//!  register · HAL ──▶ Hardware · RandCore ──bytes──▶ (pool) ───┘     ▲ │
//!                                                                    │ ▼
//!                                          flash ◀── FlashMark ◀── the mark that is due
//! ```
//!
//! | module | answers | never does |
//! |---|---|---|
//! | [`clock`] | milliseconds from a counter that wraps, or from Embassy's driver | divide in 64 bits, invent a time |
//! | [`entropy`] | bytes from a register that may not be ready | stand in for a source |
//! | [`shared`] | an id, in main or in an interrupt | anything slow with interrupts off |
//! | [`ranges`] | an id out of a granted span, in main or in an interrupt | give one that the flash still holds |
//! | [`text`] | text in a buffer or a string without a heap | allocate |
//! | `flash` | the mark or the stock before a power cut, or the new one | write from an interrupt, or while it loads |
//!
//! What may be minted is decided in the core, and nowhere here.
//!
//! # In a program
//!
//! On a Cortex-M, for instance; the core is `no_std` unless its feature `std` is turned on:
//!
//! ```toml
//! mintid = { path = "…" }
//! mintid-mcu = { path = "…/bindings/mcu", features = ["flash", "heapless"] }
//! cortex-m = { version = "0.7", features = ["critical-section-single-core"] }
//! cortex-m-rt = "0.7"
//! ```
//!
//! Whole programs are in `tests/firmware`: `bare` without a framework, `embassy` and `rtic`.
//!
//! # Chips
//!
//! Where clock, entropy and flash come from, with the lines of code and what users have run into, stands on a page a family in the
//! crate's folder `docs/`, which is part of this documentation too: any Cortex-M, STM32, nRF52, RP2040, ESP32-C3. All of their code
//! is built with the crates of those chips.
//!
//! # The lock
//!
//! Main and interrupts share through [`critical_section`], which the program supplies: the crate for its processor has it behind a
//! feature (`cortex-m` and `riscv`: `critical-section-single-core`), and so has a HAL for chips with two cores. No feature of
//! `critical-section` or `portable-atomic` is turned on here, and no atomic instruction is used, so Cortex-M0 and RISC-V without
//! the A extension do. Where the linker misses `_critical_section_1_0_acquire`, none was chosen, or no line of the program names
//! the crate that has it, so that it is not linked: `use cortex_m as _;` is enough.
//!
//! # Promises
//!
//! - **No panic.** A release build links with a panic handler that does not exist. What the compiler adds to every `async fn`
//!   (polled after its end, it panics) is the one exception, and no executor does that.
//! - **No heap**, no `unsafe`, no 64-bit division.
//! - **Nothing before the first call.** A generator in a `static` reads and draws nothing when it is made.
//! - **The same bytes.** The same readings and the same random bytes give the ids that they give everywhere.
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | brings | needs Rust |
//! |---|---|---|
//! | `embassy-time` | `EmbassyTime`, over any program's time driver | 1.85 |
//! | `heapless` | ids in `heapless` 0.9 strings | as `heapless`: 1.87 at the least |
//! | `defmt` | `Format` of ids, errors and the meter, the core's and these; of errors with a driver's or a source's inside, where that has it | 1.85 |
//! | `flash` | the mark and the stock in flash, over `embedded-storage` 0.3 and `embedded-storage-async` 0.4 | 1.85 |
//! | `supplement` | `Supplement`: a device's number and boot counter mixed into a source | 1.85 |
//! | `rand_core-v0_6`, `rand_core-v0_9`, `rand_core-v0_10` | generators of the `rand_core` majors that HALs implement, from the core | 1.85 |
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The pages' code is built where it is from, in tests/firmware/chips.
#[cfg(all(doc, not(doctest)))]
pub mod chips;
pub mod clock;
#[cfg(feature = "defmt")]
mod defmt;
pub mod entropy;
#[cfg(feature = "flash")]
pub mod flash;
pub mod ranges;
pub mod shared;
pub mod text;

pub use ranges::SharedRanges;
pub use shared::{Busy, Dry, Shared, SharedSnowflake, SharedUlid, SharedV7};
pub use text::Text;
