//! Leases from the outside: who is granted what, what a holder believes, and a whole fleet.
//!
//! | file | holds |
//! |---|---|
//! | `granting.rs` | the windows, fences and ends that are granted, renewed and given back |
//! | `choosing.rs` | which node is granted: own, wished for, the lowest floor, none |
//! | `records.rs` | a record's bytes |
//! | `messages.rs` | requests and answers as bytes |
//! | `holding.rs` | the holder's side: when to ask, what to believe, when to stop |
//! | `minting.rs` | the generator on a lease |
//! | `assigning.rs` | nodes without a coordinator |
//! | `fleet.rs` | 200 clients, 64 nodes, and everything that goes wrong at once |
//! | `engine.rs` | an engine in memory, for these tests |

mod assigning;
mod choosing;
mod engine;
mod fleet;
mod granting;
mod holding;
mod messages;
mod minting;
mod records;
