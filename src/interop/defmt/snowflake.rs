//! Snowflakes, and what may be wrong with a layout, a time or a batch.

use defmt::{Format, Formatter, write};

use crate::Snowflake;
use crate::snowflake::{BatchError, LayoutError, OnBehind, Parts, Start, TimeError};

/// The decimal number, whose digits the host makes.
impl Format for Snowflake {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=u64}", self.to_u64());
    }
}

impl Format for Parts {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Parts {{ tick: {=u64}, node: {=u64}, sequence: {=u64} }}", self.tick, self.node, self.sequence);
    }
}

impl Format for LayoutError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Sum { bits, width } => write!(f, "Sum {{ bits: {=u32}, width: {=u32} }}", *bits, *width),
            Self::NoTime => write!(f, "NoTime"),
            Self::NoSequence => write!(f, "NoSequence"),
            Self::Order => write!(f, "Order"),
            Self::NodeFields => write!(f, "NodeFields"),
            Self::TooWide => write!(f, "TooWide"),
            Self::Tick { tick_ms } => write!(f, "Tick {{ tick_ms: {=u16} }}", *tick_ms),
            Self::EpochInSeconds { epoch } => write!(f, "EpochInSeconds {{ epoch: {=u64} }}", *epoch),
            Self::EpochTooLate { epoch_ms } => write!(f, "EpochTooLate {{ epoch_ms: {=u64} }}", *epoch_ms),
            Self::EpochAhead { by_ms } => write!(f, "EpochAhead {{ by_ms: {=u64} }}", *by_ms),
        }
    }
}

impl Format for TimeError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::BeforeEpoch { by_ms } => write!(f, "BeforeEpoch {{ by_ms: {=u64} }}", *by_ms),
            Self::PastHorizon { by_ms } => write!(f, "PastHorizon {{ by_ms: {=u64} }}", *by_ms),
        }
    }
}

impl<E: Format> Format for BatchError<E> {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::TooLarge { most } => write!(f, "TooLarge {{ most: {=u64} }}", *most),
            Self::Cause(cause) => write!(f, "Cause({})", cause),
        }
    }
}

impl Format for OnBehind {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Refuse => write!(f, "Refuse"),
            Self::Wait { up_to_ms } => write!(f, "Wait {{ up_to_ms: {=u32} }}", *up_to_ms),
            Self::Hold { up_to_ms } => write!(f, "Hold {{ up_to_ms: {=u32} }}", *up_to_ms),
        }
    }
}

impl Format for Start {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Zero => write!(f, "Zero"),
            Self::Random => write!(f, "Random"),
            Self::Continue => write!(f, "Continue"),
        }
    }
}
