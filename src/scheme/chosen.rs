//! A scheme chosen at run time: for bindings and tools whose caller says what to mint.
//!
//! One generator type then serves both, where a program that knows its scheme names [`V7Generator`](crate::V7Generator) or
//! [`UlidGenerator`](crate::UlidGenerator) and pays for no choice.

use super::Scheme;
use super::sealed::Sealed;
use crate::entropy::Entropy;
use crate::field::LAST_UNIX_MS;
use crate::generator::Generator;
use crate::options::Options;
use crate::timeline::{Room, Scale};
use crate::ulid::Randomness;
use crate::uuid::Uuid;
use crate::uuid::v7::Counter;
use crate::{Ulid, ulid, uuid};

/// Mints v7 UUIDs or ULIDs, as its options say.
///
/// ```
/// use mintid::clock::ManualClock;
/// use mintid::entropy::Bytes;
/// use mintid::options::Options;
/// use mintid::scheme::{Chosen, ChosenGenerator};
/// use mintid::{Ulid, ulid};
///
/// let options = Options::ulid(ulid::Options::new());
/// let mut ids = ChosenGenerator::with(options, ManualClock::at_ms(150_000), Bytes::new(&[1; 10]));
/// let id = ids.generate()?;
/// assert!(matches!(ids.scheme(), Chosen::Ulid(_)));
/// assert_eq!(Ulid::from(id).unix_ms(), 150_000);
/// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
/// ```
pub type ChosenGenerator<C, E> = Generator<Chosen, C, E>;

/// One of the schemes whose tick is a millisecond.
///
/// Its ids are the 128 bits of either as a [`Uuid`]; `Ulid::from` takes them for what a ULID generator made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// UUID v7 with a counter.
    V7(Counter),
    /// ULID.
    Ulid(Randomness),
}

impl Options<Chosen> {
    /// To mint v7 UUIDs with these options.
    #[must_use]
    pub const fn v7(options: uuid::v7::Options) -> Self {
        options.with_scheme(Chosen::V7(options.scheme))
    }

    /// To mint ULIDs with these options.
    #[must_use]
    pub const fn ulid(options: ulid::Options) -> Self {
        options.with_scheme(Chosen::Ulid(options.scheme))
    }
}

impl Sealed for Chosen {}

impl Scheme for Chosen {
    type Id = Uuid;

    const COARSEST_CLOCK_NS: u32 = u32::MAX;

    fn scale(&self) -> Scale {
        Scale::unix_ms(LAST_UNIX_MS)
    }

    fn room(&self) -> Room {
        match self {
            Self::V7(counter) => counter.room(),
            Self::Ulid(randomness) => randomness.room(),
        }
    }

    fn close(&mut self) {
        match self {
            Self::V7(counter) => counter.close(),
            Self::Ulid(randomness) => randomness.close(),
        }
    }

    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        match self {
            Self::V7(counter) => counter.first(tick, entropy),
            Self::Ulid(randomness) => randomness.first(tick, entropy).map(Uuid::from),
        }
    }

    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        match self {
            Self::V7(counter) => counter.next(tick, entropy),
            Self::Ulid(randomness) => randomness.next(tick, entropy).map(Uuid::from),
        }
    }

    /// The first id of a copy, so that there is one function for both.
    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let mut copy = *self;
        copy.first(tick, entropy)
    }

    fn tick_of(&self, id: Uuid) -> Option<u64> {
        match self {
            Self::V7(counter) => counter.tick_of(id),
            Self::Ulid(randomness) => randomness.tick_of(Ulid::from(id)),
        }
    }
}
