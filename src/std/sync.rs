//! The atomics and the lock of the shared generator, exchanged for the model checker's under `cfg(loom)`.

#[cfg(not(loom))]
pub(super) use rust_std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};

#[cfg(loom)]
pub(super) use loom::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};
