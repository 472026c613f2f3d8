//! What can be wrong with a layout, and with a time that is to go into one.

use core::fmt;

/// Why parts do not make a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutError {
    /// The parts have another number of bits than the width.
    Sum {
        /// What the parts add up to.
        bits: u32,
        /// What they should add up to.
        width: u32,
    },
    /// There is no time, or one of no bits.
    NoTime,
    /// There is no sequence, or one of no bits.
    NoSequence,
    /// A time or a sequence comes twice, the time stands below the sequence, or something between pieces of the node.
    Order,
    /// The node is cut into more pieces than four.
    NodeFields,
    /// A node or a sequence has more than 32 bits, or a time reaches past 2^61 ms.
    TooWide,
    /// The tick is outside 1 to 60,000 ms.
    Tick {
        /// What was asked for, in milliseconds.
        tick_ms: u16,
    },
    /// The epoch is a count of seconds: 1 to 10^10, which in milliseconds would end in April 1970.
    EpochInSeconds {
        /// What was given.
        epoch: u64,
    },
    /// The epoch is at 2^48 ms or later, in the year 10889.
    EpochTooLate {
        /// What was given, in milliseconds.
        epoch_ms: u64,
    },
    /// The epoch is still to come.
    EpochAhead {
        /// How far ahead of the present it is, in milliseconds.
        by_ms: u64,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum { bits, width } => {
                write!(f, "the parts have {bits} bits and the width {width}: make them equal")
            }
            Self::NoTime => f.write_str("there is no time in it: give it a part of time"),
            Self::NoSequence => f.write_str("there is no sequence in it: give it at least one bit"),
            Self::Order => f.write_str(
                "the parts are out of order: one time above one sequence, and the pieces of the node side by side",
            ),
            Self::NodeFields => f.write_str("the node has too many pieces: cut it into four at most"),
            Self::TooWide => {
                f.write_str("a part is too wide: node and sequence have 32 bits at most, and time ends at 2^61 ms")
            }
            Self::Tick { tick_ms } => write!(f, "a tick of {tick_ms} ms is not possible: choose 1 to 60000"),
            Self::EpochInSeconds { epoch } => {
                write!(f, "the epoch {epoch} looks like seconds: give it in milliseconds, or 0 for 1970")
            }
            Self::EpochTooLate { epoch_ms } => {
                write!(f, "the epoch {epoch_ms} ms is past the year 10888: give it in milliseconds")
            }
            Self::EpochAhead { by_ms } => {
                write!(f, "the epoch is {by_ms} ms in the future: choose one that has passed, or set the clock")
            }
        }
    }
}

impl core::error::Error for LayoutError {}

/// Why a layout cannot hold a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeError {
    /// It is before the epoch.
    BeforeEpoch {
        /// How far before, in milliseconds.
        by_ms: u64,
    },
    /// It is at the horizon or later.
    PastHorizon {
        /// How far past the last millisecond that fits.
        by_ms: u64,
    },
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeEpoch { by_ms } => {
                write!(f, "the time is {by_ms} ms before the epoch: check the time, and the layout's epoch")
            }
            Self::PastHorizon { by_ms } => {
                write!(
                    f,
                    "the time is {by_ms} ms past the last one of the layout: check the time, or take another layout"
                )
            }
        }
    }
}

impl core::error::Error for TimeError {}
