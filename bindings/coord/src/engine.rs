//! The engines, one module each.

#[cfg(any(feature = "mysql", feature = "postgres", feature = "redis", feature = "sqlite"))]
mod counting;
#[cfg(feature = "mysql")]
pub mod mysql;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "redis")]
pub mod redis;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod tables;

pub use tables::Tables;

/// Something that keeps what is granted: a handle, which is cheap to clone.
pub trait Engine: Clone + Send + Sync + 'static {
    /// What it is called, in errors and metrics.
    const NAME: &'static str;
}
