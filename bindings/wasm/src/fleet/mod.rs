//! Leases for the npm package's entry `mintid/cloudflare`: what an engine decides, and the generator that goes by it.
//!
//! It comes on top of the functions for Snowflakes, in one module with them: the layout is the one on their desk, and so are an id
//! and what a clock says. Requests, answers and records are the core's bytes, and JavaScript only carries them.

mod desk;
mod engine;
mod exports;
mod slot;
