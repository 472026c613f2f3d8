//! The generator in C's memory, of whichever kind, and what both kinds do in the same way.
//!
//! What both do is called by a table that the generator was made with. So a program that makes no Snowflakes links nothing of
//! them.

use mintid::clock::{ClockError, ManualClock, Reading};
use mintid::generator::Generator;
use mintid::mark::DueMark;
use mintid::scheme::{Chosen, ChosenGenerator, Scheme};
use mintid::{Mark, Meter};
#[cfg(feature = "snowflake")]
use mintid::{SnowflakeGenerator, snowflake::Sequence};

use crate::status::Fault;
#[cfg(feature = "snowflake")]
use crate::status::Status;
use crate::supply::Random;

/// UUIDs and ULIDs, or Snowflakes, whose ticks and bits are others.
pub enum Ids {
    Chosen(ChosenGenerator<ManualClock, Random>),
    #[cfg(feature = "snowflake")]
    Snowflake(SnowflakeGenerator<ManualClock, Random>),
}

impl Ids {
    /// The generator of 16 bytes.
    pub fn chosen(&mut self) -> Result<&mut ChosenGenerator<ManualClock, Random>, Fault> {
        match self {
            Self::Chosen(ids) => Ok(ids),
            #[cfg(feature = "snowflake")]
            Self::Snowflake(_) => Err(Status::ForeignId.into()),
        }
    }

    /// The generator of numbers.
    #[cfg(feature = "snowflake")]
    pub fn snowflake(&mut self) -> Result<&mut SnowflakeGenerator<ManualClock, Random>, Fault> {
        match self {
            Self::Snowflake(ids) => Ok(ids),
            Self::Chosen(_) => Err(Status::ForeignId.into()),
        }
    }
}

/// What both kinds do, by functions of one of them.
pub struct Calls {
    pub set_clock: fn(&mut Ids, Result<Reading, ClockError>) -> Result<(), Fault>,
    pub observe: fn(&mut Ids) -> Result<(), Fault>,
    pub reseed: fn(&mut Ids) -> Result<(), Fault>,
    pub start_from: fn(&mut Ids, Mark) -> Result<(), Fault>,
    pub start_without_mark: fn(&mut Ids) -> Result<(), Fault>,
    pub mark_due: fn(&mut Ids) -> Result<Option<DueMark>, Fault>,
    pub mark_saved: fn(&mut Ids, DueMark) -> Result<(), Fault>,
    pub flush: fn(&mut Ids) -> Result<Option<DueMark>, Fault>,
    pub meter: for<'a> fn(&'a mut Ids) -> Result<&'a Meter, Fault>,
}

/// The functions of UUIDs and ULIDs.
pub static CHOSEN: Calls = calls::<Chosen>();

/// The functions of Snowflakes.
#[cfg(feature = "snowflake")]
pub static SNOWFLAKE: Calls = calls::<Sequence>();

/// A scheme, and how its generator is found.
trait Kind: Scheme + Sized + 'static {
    fn of(ids: &mut Ids) -> Result<&mut Generator<Self, ManualClock, Random>, Fault>;
}

impl Kind for Chosen {
    fn of(ids: &mut Ids) -> Result<&mut Generator<Self, ManualClock, Random>, Fault> {
        ids.chosen()
    }
}

#[cfg(feature = "snowflake")]
impl Kind for Sequence {
    fn of(ids: &mut Ids) -> Result<&mut Generator<Self, ManualClock, Random>, Fault> {
        ids.snowflake()
    }
}

const fn calls<K: Kind>() -> Calls {
    Calls {
        set_clock: |ids, reading| K::of(ids).map(|ids| ids.clock_mut().set(reading)),
        observe: |ids| Ok(K::of(ids)?.observe()?),
        reseed: |ids| K::of(ids).map(Generator::reseed),
        start_from: |ids, mark| Ok(K::of(ids)?.start_from(mark)?),
        start_without_mark: |ids| Ok(K::of(ids)?.start_without_mark()?),
        mark_due: |ids| K::of(ids).map(|ids| ids.mark_due()),
        mark_saved: |ids, due| K::of(ids).map(|ids| ids.mark_saved(due)),
        flush: |ids| K::of(ids).map(|ids| ids.flush()),
        meter: |ids| K::of(ids).map(|ids| ids.meter_ref()),
    }
}
