//! What an engine does for ranges: it reserves spans of integers.

use std::num::NonZero;

use mintid::range::Span;

use crate::{Engine, Error, Name};

/// An engine that counts. One atomic step a call, and one round trip.
pub trait Spans: Engine {
    /// Reserves about so many ids of a counter: once it is confirmed, they are never reserved again, unless they are
    /// [given back](Self::give_back).
    ///
    /// # Errors
    ///
    /// [`Error`]. Where the answer was lost, the ids are too.
    fn reserve(&self, counter: &Name, count: NonZero<u32>) -> impl Future<Output = Result<Reserved, Error>> + Send;

    /// Takes back the ids that are left at the end of a span, if nothing has been reserved behind it since.
    ///
    /// A counter only counts, so it can take back nothing but its newest ids. `receipt` is that of the reservation: once
    /// it was used, or somebody has reserved behind it, it is worth nothing, so that a call that is repeated frees nothing twice.
    ///
    /// # Errors
    ///
    /// [`Error`]. Nobody knows then whether they were taken back: they must not be used.
    fn give_back(
        &self,
        counter: &Name,
        left: Span,
        receipt: Receipt,
    ) -> impl Future<Output = Result<Returned, Error>> + Send;
}

/// Ids that were reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reserved {
    /// The ids.
    pub span: Span,
    /// What they can be given back with.
    pub receipt: Receipt,
}

/// Tells a reservation from all others of its counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Receipt(u64);

impl Receipt {
    /// Of an engine that takes nothing back.
    pub const NONE: Self = Self(0);

    /// A new one, out of the system's randomness.
    ///
    /// # Errors
    ///
    /// [`OsError`](mintid::entropy::OsError) where there is none.
    pub fn random() -> Result<Self, mintid::entropy::OsError> {
        let mut bytes = [0; 8];
        mintid::entropy::Entropy::fill(&mut mintid::entropy::ThreadEntropy, &mut bytes)?;
        // Of 63 bits, for columns with a sign; never 0.
        Ok(Self(u64::from_be_bytes(bytes) >> 1 | 1))
    }

    /// The receipt of this number.
    #[must_use]
    pub const fn from_u64(number: u64) -> Self {
        Self(number)
    }

    /// Its number, of 63 bits; 0 is [none](Self::NONE).
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }
}

/// What became of ids that were given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Returned {
    /// They will be reserved by others.
    Taken,
    /// They are lost: somebody has reserved ids behind them since, or the engine takes nothing back.
    Dropped,
}
