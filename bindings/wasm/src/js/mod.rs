//! Rust apps on wasm, in a browser or a Worker: the clock and the randomness that JavaScript has (feature `js`).
//!
//! ```toml
//! [dependencies]
//! mintid = "0.1"
//! mintid-wasm = { version = "0.1", features = ["js"] }
//! ```
//!
//! ```no_run
//! # fn app() -> Result<(), mintid::Cause<mintid_wasm::JsEntropyError>> {
//! let id = mintid_wasm::try_uuid_v7()?; // larger than every one before it
//! # Ok(())
//! # }
//! ```
//!
//! | for | use |
//! |---|---|
//! | an id, here and now | [`try_uuid_v4`], [`try_uuid_v7`], [`try_ulid`] |
//! | policies, marks and counters of your own | a generator of `mintid` with [`JsClock`], and [`JsEntropy`] behind a pool |
//!
//! ```no_run
//! use mintid::clock::Bounded;
//! use mintid::entropy::Pool;
//! use mintid::policy::Policy;
//! use mintid::uuid::v7::{Options, V7Generator};
//! use mintid_wasm::{JsClock, JsEntropy};
//!
//! # fn app() -> Result<(), mintid::Cause<mintid_wasm::JsEntropyError>> {
//! let clock = Bounded::new(JsClock).not_before(1_764_417_600_000); // a clock that stands at 1970 is not set
//! let mut ids = V7Generator::with(Options::new().policy(Policy::STRICT), clock, Pool::<_, 512>::new(JsEntropy));
//! let id = ids.generate()?;
//! # Ok(())
//! # }
//! ```
//!
//! # Why not the feature `std` of `mintid`
//!
//! `wasm32-unknown-unknown` has a standard library without a system behind it: `SystemTime::now` panics, nothing can
//! sleep, and randomness is nobody's. So `mintid` refuses to be built with `std` there. An app that runs on a server as
//! well takes `try_uuid_v7` from either crate, by target:
//!
//! ```toml
//! [target.'cfg(target_family = "wasm")'.dependencies]
//! mintid-wasm = { version = "0.1", features = ["js"] }
//!
//! [target.'cfg(not(target_family = "wasm"))'.dependencies]
//! mintid = { version = "0.1", features = ["std"] }
//! ```
//!
//! There are no forms that always give an id, as `mintid::uuid_v7` does: those wait where nothing else is left, and a
//! page that waits stands still.
//!
//! # Where the clock stands still
//!
//! Workers stop it while code runs, and set it to 0 and forbid randomness at the top level of a script: make ids in a
//! handler. In order they are all the same, and more than fit into one millisecond go on in the next.
//!
//! # Targets
//!
//! `wasm32-unknown-unknown`, with threads (`atomics`) too: each has its own order then. On `wasm32v1-none`, which has
//! no standard library, [`JsClock`] and [`JsEntropy`] are there, and the free functions are not.

mod clock;
mod entropy;
#[cfg(not(target_os = "none"))]
mod free;
mod global;

pub use clock::JsClock;
pub use entropy::{JsEntropy, JsEntropyError};
#[cfg(not(target_os = "none"))]
pub use free::{meter_ulid, meter_v7, try_ulid, try_uuid_v4, try_uuid_v7};
