//! x
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod clock;
pub mod entropy;
#[cfg(feature = "flash")]
pub mod flash;
pub mod shared;
pub mod text;

pub use shared::{Busy, Dry, Shared, SharedUlid, SharedV7};
pub use text::Text;
