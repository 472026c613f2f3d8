//! Policies: what to do when the clock or a counter makes trouble, chosen once and meaning the same in every scheme.
//!
//! | trouble | chosen by |
//! |---|---|
//! | the clock is behind the highest reading accepted | [`OnBehind`], and [`Beyond`] past its bound |
//! | the tick has no room for another id | [`OnFull`] |
//! | the clock does not know the time yet | [`OnUnset`] |
//! | the saved mark is reached and the next one is not saved | [`OnMarkLate`] |
//!
//! Bounds are in milliseconds and inclusive. Each is rounded up to whole ticks by itself; 0 allows nothing, and
//! [`NO_BOUND`] allows everything.

/// A bound that never ends the patience: for `up_to_ms`.
pub const NO_BOUND: u32 = u32::MAX;

/// What to do with a reading behind the highest one accepted.
///
/// The distance judged is the clock's own doing. Ticks that were borrowed or resumed ahead of the clock are never taken
/// for a step back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnBehind {
    /// Refuse until the clock is back.
    Refuse,
    /// Answer with a wait for a clock at most `up_to_ms` behind; refuse beyond.
    Wait {
        /// The largest distance waited for, in milliseconds.
        up_to_ms: u32,
    },
    /// Go on counting where the ids were, for a clock at most `up_to_ms` behind.
    Hold {
        /// The largest distance held, in milliseconds.
        up_to_ms: u32,
        /// What to do with a clock further behind.
        beyond: Beyond,
    },
}

/// What to do with a clock further behind than [`OnBehind::Hold`] bears, or a mark further ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Beyond {
    /// Refuse.
    Refuse,
    /// Start again from the present reading with fresh randomness. Order is broken there, and the meter counts it;
    /// uniqueness rests on the randomness. With [marks](crate::mark), the restart is made when its lower mark is saved: a
    /// power cut between that and the id is not counted again by the next run.
    Restart,
}

/// What to do when the present tick has no room for another id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnFull {
    /// Refuse.
    Refuse,
    /// Answer with a wait for the next tick.
    Wait,
    /// Take the next tick, at most `up_to_ms` ahead of the clock; refuse beyond.
    Borrow {
        /// How far ids may run ahead, in milliseconds. A lead from a resumed mark counts too.
        up_to_ms: u32,
    },
}

/// What to do while the clock does not know the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnUnset {
    /// Refuse.
    Refuse,
    /// Take the mark this run started from, plus the time since the start, as the present. It ends at the first reading
    /// of a clock that has been set; an unset clock after that is refused.
    RunFromMark,
}

/// What to do when the saved mark is reached and the next one is not saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnMarkLate {
    /// Go on, and count it: order across the next start is then not promised.
    GoOn,
    /// Refuse until the mark that is due has been saved.
    Refuse,
}

/// The four choices together.
///
/// ```
/// use mintid::policy::{OnFull, Policy};
///
/// const PATIENT: Policy = Policy { on_full: OnFull::Wait, ..Policy::KEEP_GOING };
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy {
    /// A reading behind the highest one accepted.
    pub on_behind: OnBehind,
    /// A tick without room.
    pub on_full: OnFull,
    /// A clock that does not know the time.
    pub on_unset: OnUnset,
    /// A mark that is not saved in time.
    pub on_mark_late: OnMarkLate,
}

impl Policy {
    /// For the offline client, which must go on minting: hold 10 s, restart beyond; borrow 10 s; go on when a mark is late.
    /// The default of UUID v7 and ULID. An unset clock is refused all the same.
    pub const KEEP_GOING: Self = Self {
        on_behind: OnBehind::Hold { up_to_ms: 10_000, beyond: Beyond::Restart },
        on_full: OnFull::Borrow { up_to_ms: 10_000 },
        on_unset: OnUnset::Refuse,
        on_mark_late: OnMarkLate::GoOn,
    };

    /// Refuses everything that is not plain.
    pub const STRICT: Self = Self {
        on_behind: OnBehind::Refuse,
        on_full: OnFull::Refuse,
        on_unset: OnUnset::Refuse,
        on_mark_late: OnMarkLate::Refuse,
    };
}

impl Default for Policy {
    fn default() -> Self {
        Self::KEEP_GOING
    }
}
