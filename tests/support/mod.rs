//! What the integration tests share: a stream of random bytes, and a second implementation of the rules.
//!
//! The second one is naive on purpose. It is written from the rules as the documentation words them, in 128-bit numbers that
//! cannot overflow, without a fast path, a packed state or a saturating operation, and knows nothing of the sources it is held
//! against.
//!
//! | file | holds |
//! |---|---|
//! | [`stream`] | random bytes that depend on a seed and their position alone, and can run dry |
//! | [`ticks`] | readings, bounds and distances |
//! | [`rules`] | the six rules of the timeline, the marks and the meter |
//! | [`cut`] | where the fields of a Snowflake stand |
//! | [`layout`] | how a tick and random bytes become an id |
//! | [`twin`] | these three as one generator, and the answers both kinds of generator give |
//! | [`minter`] | the real generators behind one face |
//! | [`cases`] | any policy, any clock trace: what the property tests draw |
#![allow(dead_code, reason = "each test binary uses its own part of this")]

pub mod cases;
pub mod cut;
pub mod layout;
pub mod minter;
pub mod rules;
pub mod stream;
pub mod ticks;
pub mod twin;
