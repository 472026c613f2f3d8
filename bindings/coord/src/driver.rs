//! The drivers: ids for many threads and tasks, with somebody in the background who asks in time.

mod clock;
mod closing;
mod leased_snowflake;
mod range_ids;
mod unlent;

pub use leased_snowflake::{LeasedSnowflake, SnowflakeOptions};
pub use range_ids::{RangeError, RangeIds, RangeOptions, Unsupplied};
pub use unlent::{SnowflakeError, Unlent};
