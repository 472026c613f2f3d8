//! The policies as the timeline keeps them.

use crate::policy::{Beyond, OnBehind, OnFull, OnMarkLate, Policy};

/// A [`Policy`] and a mark window, and the phase of the run that fits beside them in 16 bytes.
///
/// A generator's whole state is to fit a few cache lines and a small chip's memory; the public enums would take twice this.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) behind_ms: u32,
    pub(super) full_ms: u32,
    /// How far ahead a mark is saved; 0 where no marks are used.
    pub(super) window_ms: u32,
    pub(super) behind: BehindRule,
    pub(super) full: FullRule,
    pub(super) phase: Phase,
    pub(super) late: OnMarkLate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BehindRule {
    Refuse,
    Wait,
    HoldOrRefuse,
    HoldOrRestart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FullRule {
    Refuse,
    Wait,
    Borrow,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Marks are used, and no mark has been loaded or explicitly done without.
    Unstarted,
    /// Nothing issued; a mark that was loaded was saved a window ahead.
    Fresh,
    /// Nothing issued; the mark loaded is an id's tick + 1, without a window.
    FreshAfterId,
    /// At least one id is issued.
    Running,
    /// That, and the newest restart has gone on unsaved: the store may hold a mark far above its ids, which covers nothing
    /// and is to be replaced.
    Restarted,
}

impl Phase {
    /// Whether an id has been issued.
    pub(super) const fn has_ids(self) -> bool {
        matches!(self, Self::Running | Self::Restarted)
    }
}

impl Rules {
    #[inline(always)]
    pub(super) const fn new(policy: Policy, window_ms: u32) -> Self {
        let (behind, behind_ms) = match policy.on_behind {
            OnBehind::Refuse => (BehindRule::Refuse, 0),
            OnBehind::Wait { up_to_ms } => (BehindRule::Wait, up_to_ms),
            OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => (BehindRule::HoldOrRefuse, up_to_ms),
            OnBehind::Hold { up_to_ms, beyond: Beyond::Restart } => (BehindRule::HoldOrRestart, up_to_ms),
        };
        let (full, full_ms) = match policy.on_full {
            OnFull::Refuse => (FullRule::Refuse, 0),
            OnFull::Wait => (FullRule::Wait, 0),
            OnFull::Borrow { up_to_ms } => (FullRule::Borrow, up_to_ms),
        };
        let phase = if window_ms == 0 { Phase::Fresh } else { Phase::Unstarted };
        Self { behind_ms, full_ms, window_ms, behind, full, phase, late: policy.on_mark_late }
    }
}
