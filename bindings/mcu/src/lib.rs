//! x
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod shared;

pub use shared::{Busy, Dry, Shared, SharedUlid, SharedV7};
