//! Snowflakes for the npm package's entry `mintid/snowflake`: the functions that its JavaScript calls, and the one block of
//! memory they share.
//!
//! It is built as the core of `mintid` is, numbers across the border and everything else on the desk; see the crate's page. An
//! id of 64 bits is there too, since a number of JavaScript's does not hold it.

mod codec;
mod config;
mod desk;
mod exports;
mod fault;
mod given;
mod layouts;
mod slot;

#[cfg(feature = "fleet")]
pub use desk::desk;
#[cfg(feature = "fleet")]
pub use given::Given;

/// The layout that is read by at present.
#[cfg(feature = "fleet")]
pub fn layout() -> &'static mintid::snowflake::Layout {
    desk::desk().layout()
}
