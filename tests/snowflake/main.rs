//! Snowflakes from the outside. The rules of time and marks are tested for every scheme at once, in `timeline/`; defects that
//! other libraries have are in `defects/`.
//!
//! | file | holds |
//! |---|---|
//! | `layouts.rs` | what makes a layout, fields in and out, the ends of time, windows, capacity |
//! | `text.rs` | decimal, Base32 and hex: every byte at every position, and order |
//! | `minting.rs` | ids in a tick, starts, batches, options |
//! | `waiting.rs` | ids that are waited for, from one owner and from threads |

mod layouts;
mod minting;
mod text;
#[cfg(feature = "std")]
mod waiting;
