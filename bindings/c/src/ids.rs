//! The generator in C's memory, of whichever kind, and what both kinds do in the same way.

use mintid::clock::{ClockError, ManualClock, Reading};
use mintid::mark::{DueMark, StartError};
use mintid::scheme::ChosenGenerator;
use mintid::{Mark, Meter, Refusal, SnowflakeGenerator};

use crate::status::{Fault, Status};
use crate::supply::Random;

/// UUIDs and ULIDs, or Snowflakes, whose ticks and bits are others.
pub enum Ids {
    Chosen(ChosenGenerator<ManualClock, Random>),
    Snowflake(SnowflakeGenerator<ManualClock, Random>),
}

impl Ids {
    /// The generator of 16 bytes.
    pub fn chosen(&mut self) -> Result<&mut ChosenGenerator<ManualClock, Random>, Fault> {
        match self {
            Self::Chosen(ids) => Ok(ids),
            Self::Snowflake(_) => Err(Status::ForeignId.into()),
        }
    }

    /// The generator of numbers.
    pub fn snowflake(&mut self) -> Result<&mut SnowflakeGenerator<ManualClock, Random>, Fault> {
        match self {
            Self::Snowflake(ids) => Ok(ids),
            Self::Chosen(_) => Err(Status::ForeignId.into()),
        }
    }

    /// Sets what the clock says.
    pub fn set_clock(&mut self, reading: Result<Reading, ClockError>) {
        match self {
            Self::Chosen(ids) => ids.clock_mut().set(reading),
            Self::Snowflake(ids) => ids.clock_mut().set(reading),
        }
    }

    pub fn observe(&mut self) -> Result<(), Refusal> {
        match self {
            Self::Chosen(ids) => ids.observe(),
            Self::Snowflake(ids) => ids.observe(),
        }
    }

    pub fn reseed(&mut self) {
        match self {
            Self::Chosen(ids) => ids.reseed(),
            Self::Snowflake(ids) => ids.reseed(),
        }
    }

    pub fn start_from(&mut self, mark: Mark) -> Result<(), StartError> {
        match self {
            Self::Chosen(ids) => ids.start_from(mark),
            Self::Snowflake(ids) => ids.start_from(mark),
        }
    }

    pub fn start_without_mark(&mut self) -> Result<(), StartError> {
        match self {
            Self::Chosen(ids) => ids.start_without_mark(),
            Self::Snowflake(ids) => ids.start_without_mark(),
        }
    }

    pub fn mark_due(&self) -> Option<DueMark> {
        match self {
            Self::Chosen(ids) => ids.mark_due(),
            Self::Snowflake(ids) => ids.mark_due(),
        }
    }

    pub fn mark_saved(&mut self, due: DueMark) {
        match self {
            Self::Chosen(ids) => ids.mark_saved(due),
            Self::Snowflake(ids) => ids.mark_saved(due),
        }
    }

    pub fn flush(&self) -> Option<DueMark> {
        match self {
            Self::Chosen(ids) => ids.flush(),
            Self::Snowflake(ids) => ids.flush(),
        }
    }

    pub fn meter(&self) -> &Meter {
        match self {
            Self::Chosen(ids) => ids.meter_ref(),
            Self::Snowflake(ids) => ids.meter_ref(),
        }
    }
}
