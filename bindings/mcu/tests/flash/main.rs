//! The mark and the stock in flash.
//!
//! | file | what happens |
//! |---|---|
//! | `chip.rs` | flash in memory, whose power goes after any byte, and which forbids what flash forbids |
//! | `power.rs` | the power is cut at every byte that a run writes or erases, and again soon after |
//! | `content.rs` | what a region may hold: nothing, torn records, somebody else's data |
//! | `in_map.rs` | the mark as one value in a store of `sequential-storage`, by the same cuts |
//! | `stocks.rs` | a stock instead of a mark: the same cuts, and ids that are given once, over any number of lives |
//! | `driven.rs` | a shared generator whose main saves its marks, over reboots; and how long the flash lasts |

mod chip;
mod content;
mod driven;
mod in_map;
mod power;
mod stocks;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../../../../tests/support/stream.rs"]
mod stream;
