//! What an operating system adds: its clock, its randomness, files, threads, and free functions over them.
//!
//! ```
//! let v4 = mintid::uuid_v4();
//! let first = mintid::uuid_v7();
//! let second = mintid::uuid_v7(); // in order, from any thread
//! let ulid = mintid::ulid();
//! assert!(first < second);
//! ```
//!
//! | for | use |
//! |---|---|
//! | an id, here and now | [`uuid_v4`], [`uuid_v7`], [`ulid`], and their `try_` forms |
//! | policies of your own, from many threads | [`SharedV7`], [`SharedUlid`] |
//! | one owner, no lock | [`V7Generator`](crate::V7Generator) with [`SystemClock`] and [`ThreadEntropy`] |
//! | order over restarts | [`FileStore`] with [`Kept`](crate::kept::Kept) |

mod entropy;
mod file_store;
mod free;
mod process;
mod shared;
mod sync;
mod system_clock;

pub use entropy::{OsEntropy, OsError, ThreadEntropy};
pub use file_store::{FileStore, FileStoreError};
pub use free::{meter_ulid, meter_v7, try_ulid, try_uuid_v4, try_uuid_v7, ulid, uuid_v4, uuid_v7};
pub use shared::{Shared, SharedUlid, SharedV7};
pub use system_clock::SystemClock;
