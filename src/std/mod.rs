//! What an operating system adds: its clock, its randomness, files, threads, and free functions over them.

mod blocking;
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
pub use shared::{Shared, SharedSnowflake, SharedUlid, SharedV7};
pub use system_clock::SystemClock;
