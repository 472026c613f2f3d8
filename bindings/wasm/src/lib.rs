//! mintid where JavaScript runs: for Rust apps there, and as the core of the npm package.
//!
//! | feature | for | brings |
//! |---|---|---|
//! | `js` | Rust apps in a browser or a Worker | JavaScript's clock and randomness, and free functions over them: see `js` |
//! | `module` | the npm package | the functions that its JavaScript calls, and the memory they share: see below |
//! | `fleet` | its entry `mintid/cloudflare` | the same for leases, on top of `snowflake` |
//! | `ranges` | its entry `mintid/ranges` | the same for ranges |
//! | `inspect` | its entry `mintid/inspect` | the same for inspecting |
//! | `snowflake` | its entry `mintid/snowflake` | the same for Snowflakes, as a module of its own: who uses the one downloads nothing of the other |
//!
//! # The core of the npm package
//!
//! The crate `mintid` as a WebAssembly module that JavaScript calls with numbers.
//!
//! ```text
//!  JavaScript            │ this module
//!  ──────────────────────┼─────────────────────────────────────────
//!  text, random bytes ──▶│ desk   one fixed block of memory
//!  mint(slot, now)    ──▶│ slot   a generator: clock and source are what lies on the desk
//!  status             ◀──│
//!  text, bytes, detail◀──│ desk
//! ```
//!
//! Only numbers cross the border, so there is nothing to allocate, nothing to free and nothing to import: the module is its
//! functions and one page of memory. Time comes in as an argument and is checked; randomness is laid down before
//! the call, and a call that finds too little of it changes nothing.
//!
//! A panic would end the module for good. The core has none, and what is here is written so that none can be.

#![no_std]
#![deny(missing_docs, missing_debug_implementations)]

#[cfg(not(target_os = "none"))]
extern crate std;

#[cfg(all(
    any(feature = "inspect", feature = "module", feature = "ranges", feature = "snowflake"),
    target_family = "wasm",
    target_os = "none"
))]
mod bare;
#[allow(dead_code, reason = "each module takes its own part of this")]
#[cfg(any(feature = "inspect", feature = "module", feature = "ranges", feature = "snowflake"))]
mod border;
#[cfg(feature = "module")]
mod codec;
#[cfg(feature = "module")]
mod config;
#[cfg(feature = "module")]
mod desk;
#[cfg(feature = "module")]
mod exports;
#[cfg(feature = "fleet")]
mod fleet;
#[cfg(feature = "module")]
mod given;
#[cfg(feature = "inspect")]
mod inspect;
#[cfg(feature = "js")]
pub mod js;
#[cfg(feature = "ranges")]
mod range;
#[cfg(feature = "module")]
mod sheet;
#[cfg(feature = "module")]
mod slot;
#[cfg(feature = "snowflake")]
mod snowflake;
#[cfg(any(feature = "module", feature = "snowflake"))]
pub mod status;
#[cfg(any(feature = "inspect", feature = "js", feature = "module", feature = "snowflake"))]
pub mod time;

#[cfg(feature = "js")]
pub use js::*;

#[cfg(target_family = "wasm")]
const _: () = {
    let modules =
        [cfg!(feature = "inspect"), cfg!(feature = "module"), cfg!(feature = "ranges"), cfg!(feature = "snowflake")];
    let (mut rest, mut built) = (modules.as_slice(), 0);
    while let [is_built, others @ ..] = rest {
        (rest, built) = (others, built + *is_built as u32);
    }
    assert!(
        built <= 1,
        "a module has the functions of one of `inspect`, `module`, `ranges` and `snowflake`: some have the same names in others"
    );
};
