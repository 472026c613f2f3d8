//! The choices made for trouble.

use defmt::{Format, Formatter, write};

use crate::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset, Policy};

impl Format for Policy {
    fn format(&self, f: Formatter<'_>) {
        write!(
            f,
            "Policy {{ on_behind: {}, on_full: {}, on_unset: {}, on_mark_late: {} }}",
            self.on_behind, self.on_full, self.on_unset, self.on_mark_late
        );
    }
}

impl Format for OnBehind {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Refuse => write!(f, "Refuse"),
            Self::Wait { up_to_ms } => write!(f, "Wait {{ up_to_ms: {=u32} }}", *up_to_ms),
            Self::Hold { up_to_ms, beyond } => {
                write!(f, "Hold {{ up_to_ms: {=u32}, beyond: {} }}", *up_to_ms, *beyond);
            }
        }
    }
}

impl Format for Beyond {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Refuse => write!(f, "Refuse"),
            Self::Restart => write!(f, "Restart"),
        }
    }
}

impl Format for OnFull {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Refuse => write!(f, "Refuse"),
            Self::Wait => write!(f, "Wait"),
            Self::Borrow { up_to_ms } => write!(f, "Borrow {{ up_to_ms: {=u32} }}", *up_to_ms),
        }
    }
}

impl Format for OnUnset {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Refuse => write!(f, "Refuse"),
            Self::RunFromMark => write!(f, "RunFromMark"),
        }
    }
}

impl Format for OnMarkLate {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::GoOn => write!(f, "GoOn"),
            Self::Refuse => write!(f, "Refuse"),
        }
    }
}
