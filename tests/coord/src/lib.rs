//! What the tests of `mintid-coord` stand on: servers, a proxy that misbehaves, processes that hammer, and the checks that are the
//! same for every engine.

pub mod address;
pub mod crowd;
pub mod hammer;
pub mod proxy;
pub mod server;
pub mod suite;
pub mod trials;
