//! Identifiers where nothing can be asked.
//!
//! A browser tab without a network, an edge function whose clock stands still, a microcontroller without a heap, a service
//! that must not wait for a coordinator: each has to name things now, and the names must not collide or lose their order
//! when the clock steps back, the power goes, or a counter runs full. mintid mints and reads UUID v4, UUID v7, ULID and
//! Snowflakes from a clock and a random source that you hand to it.
//!
//! ```
//! use mintid::clock::ManualClock;
//! use mintid::entropy::FromFn;
//! use mintid::{Uuid, V7Generator};
//!
//! # let mut seed = 0u8;
//! # let mut my_rng = |bytes: &mut [u8]| bytes.fill_with(|| { seed = seed.wrapping_mul(5).wrapping_add(1); seed });
//! let clock = ManualClock::at_ms(1_764_417_600_000); // any `Clock`
//! let random = FromFn::new(|bytes: &mut [u8]| {
//!     my_rng(bytes); // any `Entropy`
//!     Ok::<(), core::convert::Infallible>(())
//! });
//!
//! let mut ids = V7Generator::new(&clock, random);
//! let first = ids.generate()?;
//! clock.set_ms(1_764_417_598_000); // the clock steps back two seconds
//! let second = ids.generate()?;
//! assert!(second > first);
//!
//! let mut text = [0; Uuid::TEXT_LEN];
//! assert_eq!(Uuid::parse(second.encode_str(&mut text)), Ok(second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The layers
//!
//! Data flows one way, and each layer knows only the ones before it.
//!
//! ```text
//!  Clock ──reading──▶ Timeline ──tick──▶ Scheme ──▶ id value ──▶ text
//!  Entropy ──bytes──────────────────────▶ (v4 · v7 · ulid · snowflake)
//!                      │    ▲
//!                Meter ◀    └── Mark (persisted high-water mark)
//!  Lease ──node and ticks────────────▶ snowflake
//!  range  (its own small state machine: spans in, ids out)
//! ```
//!
//! | layer | answers | never does |
//! |---|---|---|
//! | [`Clock`](clock::Clock) | what time it is and how finely that is known, or why not | judge a step back |
//! | [`Entropy`](entropy::Entropy) | the next random bytes, or why not | substitute something weaker |
//! | [`Timeline`](timeline::Timeline) | which tick may be used, and why | know any bit layout |
//! | [`Scheme`](scheme::Scheme) | how a tick becomes bits, and whether it has room | read a clock |
//! | [`Uuid`], [`Ulid`], [`Snowflake`] | bytes, order, fields, conversions | generate |
//! | text | encodes and parses, strictly or leniently by name, with the position of the fault | allocate |
//!
//! [`Generator`](generator::Generator) joins them: [`V7Generator`], [`PreciseV7Generator`], [`UlidGenerator`],
//! [`SnowflakeGenerator`]; and [`V4Generator`], which needs no clock. What to do in trouble is a [`Policy`], what happened is in the [`Meter`], and order
//! over a reboot is kept by a [`Mark`].
//! Integers that a coordinator grants are handed out by [`Ranges`](range::Ranges), which need none of these.
//!
//! # Promises
//!
//! - **Pure.** No clock read, sleep, lock, allocation, log or panic in here: `no_std`, no `unsafe`, no required dependency.
//! - **Refuse loudly.** Nothing is masked, clamped, wrapped or truncated in silence. Each refusal names its cause and distance,
//!   and changes nothing but the meter.
//! - **Same inputs, same bytes.** One clock trace and one random byte stream give the same ids on every platform and in
//!   every binding.
//! - **Nothing before the first call.** Making a generator reads and draws nothing; it can be a `static`.
//! - **No weak randomness by accident.** A source that fails is an error with its cause.
//!
//! # What "same bytes" means
//!
//! Bytes are taken from the source in order, read big-endian, surplus high bits dropped.
//!
//! | id | new tick | same tick |
//! |---|---|---|
//! | v4 | 16 | – |
//! | v7 | 10 | ⌈(74 − counter bits) / 8⌉: 7 at the default |
//! | v7 with fractions | 8 | 6 |
//! | ULID | 10 | 0 (plus one) or 6 (random step) |
//! | Snowflake | 0, or 4 (random start) | 0 |
//!
//! # On a system
//!
//! | for | use |
//! |---|---|
//! | an id, here and now | [`uuid_v4()`], [`uuid_v7()`], [`ulid()`], and their `try_` forms |
//! | policies of your own, from many threads | [`SharedV7`], [`SharedUlid`], [`SharedSnowflake`] |
//! | an id that may have to be waited for | [`generate_blocking`](generator::Generator::generate_blocking), [`generate_async`](generator::Generator::generate_async) |
//! | one owner, no lock | a generator with [`SystemClock`](clock::SystemClock) and [`ThreadEntropy`](entropy::ThreadEntropy) |
//! | order over restarts | [`Kept`](kept::Kept) with a [`FileStore`](kept::FileStore); from many threads [`generate_saving`](Shared::generate_saving) |
//!
//! In a browser or a Worker a Rust app takes JavaScript's clock and randomness from the crate `mintid-wasm`: `std` is for an
//! operating system, and does not build for `wasm32-unknown-unknown`.
//!
//! # Features
//!
//! None is on by default, and the core needs no other crate. Rust 1.85 is enough for all but `diesel` (1.86) and `sqlx`
//! (1.94), whose own minimum counts.
//!
//! | feature | brings |
//! |---|---|
//! | `std` | the system's clock, randomness and files, generators that threads share, and the free functions: the table above |
//! | `rand_core-v0_6`, `rand_core-v0_9`, `rand_core-v0_10` | random generators of the `rand_core` majors as [`Entropy`](entropy::Entropy) |
//! | `serde`, `uuid`, `ulid`, `defmt` | traits and conversions of those crates |
//! | `postgres-types`, `diesel`, `sqlx` | database columns; these need `std` |
//!
//! [`interop`] says what each brings, and which of it is lossless.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(all(feature = "std", target_family = "wasm", any(target_os = "unknown", target_os = "none")))]
compile_error!(
    "the feature `std` of mintid needs an operating system, and this target has none: leave the feature out here, and in a \
     browser or a Worker take the clock and the randomness of JavaScript from the crate `mintid-wasm`, feature `js`"
);

#[cfg(feature = "std")]
extern crate std as rust_std;

mod backoff;
pub mod cause;
pub mod clock;
mod crc32;
pub mod entropy;
mod field;
pub mod generator;
mod halves;
pub mod inspect;
pub mod interop;
pub mod kept;
pub mod lease;
pub mod mark;
pub mod meter;
pub mod options;
pub mod policy;
pub mod range;
pub mod scheme;
mod small;
pub mod snowflake;
#[cfg(feature = "std")]
mod std;
mod text;
pub mod timeline;
pub mod ulid;
pub mod uuid;

pub use backoff::Backoff;
pub use cause::{Cause, Refusal, Stopped};
pub use field::FieldError;
pub use mark::Mark;
pub use meter::Meter;
pub use policy::Policy;
pub use snowflake::{Snowflake, SnowflakeGenerator};
#[cfg(feature = "std")]
pub use std::{
    Shared, SharedSnowflake, SharedUlid, SharedV7, meter_ulid, meter_v7, try_ulid, try_uuid_v4, try_uuid_v7, ulid,
    uuid_v4, uuid_v7,
};
pub use text::{ParseError, ParseErrorKind};
pub use ulid::{Ulid, UlidGenerator};
pub use uuid::Uuid;
pub use uuid::v4::V4Generator;
pub use uuid::v7::V7Generator;
pub use uuid::v7_precise::PreciseV7Generator;

/// The README's examples compile and hold.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
