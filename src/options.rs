//! Options: a scheme's own choices, the policies and the mark window, fixed before a generator is made.

use crate::policy::{OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use crate::timeline::Scale;

/// What a generator is made with. Plain data, and `const` throughout, so that a generator can be a `static`.
///
/// Each scheme names its own: [`uuid::v7::Options`](crate::uuid::v7::Options), [`ulid::Options`](crate::ulid::Options).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<S> {
    pub(crate) scheme: S,
    pub(crate) scale: Scale,
    pub(crate) policy: Policy,
    pub(crate) window_ms: u32,
}

impl<S: Copy> Options<S> {
    pub(crate) const fn of(scheme: S, scale: Scale) -> Self {
        Self { scheme, scale, policy: Policy::KEEP_GOING, window_ms: 0 }
    }

    /// The same for another scheme of the same ticks.
    #[inline(always)]
    pub(crate) const fn with_scheme<T>(&self, scheme: T) -> Options<T> {
        Options { scheme, scale: self.scale, policy: self.policy, window_ms: self.window_ms }
    }

    /// All four policies at once.
    #[inline]
    #[must_use]
    pub const fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// What to do with a clock behind the highest reading accepted. Default: hold 10 s, restart beyond.
    #[inline]
    #[must_use]
    pub const fn on_behind(mut self, on_behind: OnBehind) -> Self {
        self.policy.on_behind = on_behind;
        self
    }

    /// What to do when a tick is full. Default: borrow up to 10 s.
    #[inline]
    #[must_use]
    pub const fn on_full(mut self, on_full: OnFull) -> Self {
        self.policy.on_full = on_full;
        self
    }

    /// What to do with a clock that is not set. Default: refuse.
    #[inline]
    #[must_use]
    pub const fn on_unset(mut self, on_unset: OnUnset) -> Self {
        self.policy.on_unset = on_unset;
        self
    }

    /// What to do when a mark is not saved in time. Default: go on, counted.
    #[inline]
    #[must_use]
    pub const fn on_mark_late(mut self, on_mark_late: OnMarkLate) -> Self {
        self.policy.on_mark_late = on_mark_late;
        self
    }

    /// Uses [marks](crate::mark), saved this many milliseconds ahead; 0, the default, uses none.
    ///
    /// It saves nothing by itself: use [`Kept`](crate::kept::Kept), or
    /// [`generate_saving`](crate::generator::Generator::generate_saving), or save what
    /// [`mark_due`](crate::generator::Generator::mark_due) offers. Plain
    /// [`generate`](crate::generator::Generator::generate) under [`OnMarkLate::GoOn`] goes on without, and the meter counts it
    /// as `late`.
    ///
    /// Longer windows write less and cost more of the time line at each start. Sensible: 1 s in a browser's storage, 5 s in
    /// a file, 60 s in flash.
    #[inline]
    #[must_use]
    pub const fn mark_window_ms(mut self, window_ms: u32) -> Self {
        self.window_ms = window_ms;
        self
    }
}
