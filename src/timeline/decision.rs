//! A step as the timeline comes to it: what it is and the one number that goes with it.
//!
//! Two words, which registers hold on the way from rule to rule, where a [`Step`] would be written to memory and read again
//! at each.

use super::step::{Step, Take, Waiting, Why};
use crate::cause::Refusal;
use crate::mark::{DueMark, Save};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Decision {
    what: What,
    /// The tick to be used, the milliseconds to wait or of the distance refused, or the mark to be saved; else 0.
    value: u64,
}

/// The leaves of [`Step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// A new tick, because the clock says so.
    Clock,
    Borrowed,
    Resumed,
    Restarted,
    /// The newest tick once more.
    Same,
    /// That, against a clock that is behind.
    Held,
    /// A wait for the clock.
    Await,
    /// A wait for room.
    AwaitRoom,
    BeforeEpoch,
    Behind,
    Full,
    Lead,
    Horizon,
    /// A mark is to be saved where it is the higher one.
    Raise,
    /// A mark is to be saved whatever the store holds.
    Replace,
    MarkAhead,
    NotStarted,
}

impl What {
    /// Whether a tick is to be used that was not used before.
    #[inline(always)]
    pub(crate) const fn is_new(self) -> bool {
        matches!(self, Self::Clock | Self::Borrowed | Self::Resumed | Self::Restarted)
    }

    /// Whether a tick is to be used.
    #[inline(always)]
    pub(crate) const fn is_take(self) -> bool {
        self.is_new() || matches!(self, Self::Same | Self::Held)
    }
}

impl Decision {
    #[inline(always)]
    pub(super) const fn of(what: What, value: u64) -> Self {
        Self { what, value }
    }

    #[inline(always)]
    pub(crate) const fn taking(take: Take) -> Self {
        match take {
            Take::New { tick, why: Why::Clock } => Self::of(What::Clock, tick),
            Take::New { tick, why: Why::Borrowed } => Self::of(What::Borrowed, tick),
            Take::New { tick, why: Why::Resumed } => Self::of(What::Resumed, tick),
            Take::New { tick, why: Why::Restarted } => Self::of(What::Restarted, tick),
            Take::Same { tick, held: false } => Self::of(What::Same, tick),
            Take::Same { tick, held: true } => Self::of(What::Held, tick),
        }
    }

    #[inline(always)]
    pub(crate) const fn save(due: DueMark) -> Self {
        let what = match due.save() {
            Save::Raise => What::Raise,
            Save::Replace => What::Replace,
        };
        Self::of(what, due.mark().unix_ms())
    }

    #[inline(always)]
    pub(crate) const fn what(self) -> What {
        self.what
    }

    #[inline(always)]
    pub(crate) const fn value(self) -> u64 {
        self.value
    }

    /// The tick to be used, if one is.
    #[inline(always)]
    pub(crate) const fn take(self) -> Option<Take> {
        let tick = self.value;
        Some(match self.what {
            What::Clock => Take::New { tick, why: Why::Clock },
            What::Borrowed => Take::New { tick, why: Why::Borrowed },
            What::Resumed => Take::New { tick, why: Why::Resumed },
            What::Restarted => Take::New { tick, why: Why::Restarted },
            What::Same => Take::Same { tick, held: false },
            What::Held => Take::Same { tick, held: true },
            _ => return None,
        })
    }

    /// The mark to be saved first, if one is.
    #[inline(always)]
    pub(crate) const fn due(self) -> Option<DueMark> {
        let save = match self.what {
            What::Raise => Save::Raise,
            What::Replace => Save::Replace,
            _ => return None,
        };
        Some(DueMark::new(self.value, save))
    }

    /// Why no tick is to be used.
    #[inline(always)]
    pub(crate) const fn refusal(self) -> Refusal {
        if let Some(due) = self.due() {
            return Refusal::MarkDue(due);
        }
        let by_ms = self.value;
        match self.what {
            What::BeforeEpoch => Refusal::BeforeEpoch { by_ms },
            What::Behind => Refusal::Behind { by_ms },
            What::Full => Refusal::Full,
            What::Lead => Refusal::Lead { by_ms },
            What::MarkAhead => Refusal::MarkAhead { by_ms },
            What::NotStarted => Refusal::NotStarted,
            _ => Refusal::Horizon,
        }
    }

    /// What is waited for, if something is.
    #[inline(always)]
    pub(crate) const fn wait(self) -> Option<(u64, Waiting)> {
        match self.what {
            What::Await => Some((self.value, Waiting::Clock)),
            What::AwaitRoom => Some((self.value, Waiting::Room)),
            _ => None,
        }
    }

    pub(super) const fn step(self) -> Step {
        match (self.take(), self.wait()) {
            (Some(take), _) => Step::Take(take),
            (_, Some((for_ms, on))) => Step::Wait { for_ms, on },
            _ => Step::Refused(self.refusal()),
        }
    }
}
