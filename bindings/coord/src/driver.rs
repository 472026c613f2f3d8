//! The drivers: ids for many threads and tasks, with somebody in the background who asks in time.

mod clock;
mod closing;
mod leased_snowflake;
mod range_ids;

pub use leased_snowflake::{LeasedSnowflake, SnowflakeError, SnowflakeOptions, Unlent};
pub use range_ids::{RangeError, RangeIds, RangeOptions, Unsupplied};
