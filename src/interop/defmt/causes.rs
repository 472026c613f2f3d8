//! What a call answers that gave no id, and what the meter has counted.

use defmt::{Format, Formatter, write};

use crate::cause::{Cause, Refusal, Stopped};
use crate::clock::ClockError;
use crate::entropy::Exhausted;
use crate::kept::ResumeError;
use crate::mark::{DueMark, Mark, Save, StartError};
use crate::meter::Meter;

impl<E: Format> Format for Cause<E> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Wait { for_ms } => write!(f, "Wait {{ for_ms: {=u64} }}", *for_ms),
            Self::Refused(refusal) => write!(f, "Refused({})", refusal),
            Self::Entropy(cause) => write!(f, "Entropy({})", cause),
        }
    }
}

impl Format for Refusal {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Unset => write!(f, "Unset"),
            Self::ClockFailed => write!(f, "ClockFailed"),
            Self::BeforeEpoch { by_ms } => write!(f, "BeforeEpoch {{ by_ms: {=u64} }}", *by_ms),
            Self::Behind { by_ms } => write!(f, "Behind {{ by_ms: {=u64} }}", *by_ms),
            Self::Full => write!(f, "Full"),
            Self::Lead { by_ms } => write!(f, "Lead {{ by_ms: {=u64} }}", *by_ms),
            Self::Horizon => write!(f, "Horizon"),
            Self::MarkDue(due) => write!(f, "MarkDue({})", due),
            Self::MarkAhead { by_ms } => write!(f, "MarkAhead {{ by_ms: {=u64} }}", *by_ms),
            Self::NotStarted => write!(f, "NotStarted"),
            Self::Resolution { clock_ns } => write!(f, "Resolution {{ clock_ns: {=u32} }}", *clock_ns),
        }
    }
}

impl<E: Format> Format for Stopped<E> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Stopped {{ written: {=usize}, cause: {} }}", self.written, self.cause);
    }
}

impl Format for ClockError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Unset { since_boot_ms } => write!(f, "Unset {{ since_boot_ms: {=u64} }}", *since_boot_ms),
            Self::Failed => write!(f, "Failed"),
        }
    }
}

impl Format for Exhausted {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Exhausted {{ asked: {=usize}, left: {=usize} }}", self.asked, self.left);
    }
}

#[cfg(feature = "rand_core-v0_6")]
impl Format for crate::interop::rand_core::Error06 {
    /// The code, where there is one: the rest would need the formatting machinery on the chip.
    fn format(&self, f: Formatter<'_>) {
        match self.0.code() {
            Some(code) => write!(f, "Error06({=u32:#x})", code.get()),
            None => write!(f, "Error06"),
        }
    }
}

impl Format for Mark {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Mark({=u64})", self.unix_ms());
    }
}

impl Format for DueMark {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "DueMark {{ mark: {}, save: {} }}", self.mark(), self.save());
    }
}

impl Format for Save {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Raise => write!(f, "Raise"),
            Self::Replace => write!(f, "Replace"),
        }
    }
}

impl Format for StartError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::MarkInvalid => write!(f, "MarkInvalid"),
            Self::Running => write!(f, "Running"),
            Self::WithoutWindow => write!(f, "WithoutWindow"),
            Self::ForeignId => write!(f, "ForeignId"),
        }
    }
}

impl<X: Format> Format for ResumeError<X> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::NoMark => write!(f, "NoMark"),
            Self::Store(cause) => write!(f, "Store({})", cause),
            Self::Start(cause) => write!(f, "Start({})", cause),
        }
    }
}

impl Format for Meter {
    fn format(&self, f: Formatter<'_>) {
        write!(
            f,
            "Meter {{ minted: {=u64}, rollbacks: {=u32}, largest_rollback_ms: {=u32}, held: {=u32}, borrowed: {=u32}, \
             exhaustions: {=u32}, waits: {=u32}, restarts: {=u32}, entropy_failures: {=u32}, late: {=u32}, refused: {} }}",
            self.minted,
            self.rollbacks,
            self.largest_rollback_ms,
            self.held,
            self.borrowed,
            self.exhaustions,
            self.waits,
            self.restarts,
            self.entropy_failures,
            self.late,
            self.refused
        );
    }
}
