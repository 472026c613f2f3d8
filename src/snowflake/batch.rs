//! Batches: many ids of one tick at once, all or none, as three numbers.

use core::fmt;

use super::{Sequence, Snowflake};
use crate::cause::Cause;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::generator::Generator;

/// Ids of one tick: the first, how far they are apart, and how many there are.
///
/// Apart by more than 1 where the node stands below the sequence, as in
/// [Sonyflake's layout](super::Layout::SONYFLAKE). It is an iterator over them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Batch {
    first: u64,
    stride: u64,
    count: u32,
}

impl Batch {
    /// The first one that is left, if one is.
    #[must_use]
    pub const fn first(&self) -> Option<Snowflake> {
        if self.count == 0 { None } else { Some(Snowflake(self.first)) }
    }

    /// How far one is from the next.
    #[must_use]
    pub const fn stride(&self) -> u64 {
        self.stride
    }

    /// How many are left.
    #[must_use]
    pub const fn count_left(&self) -> u32 {
        self.count
    }
}

impl Batch {
    /// That a tick of this scheme has room for so many; else for how many it has.
    pub(super) fn checked(scheme: &Sequence, count: u32) -> Result<(), u64> {
        let most = scheme.most_in_a_tick();
        if u64::from(count) > most { Err(most) } else { Ok(()) }
    }

    pub(super) const fn of(first: Snowflake, scheme: &Sequence, count: u32) -> Self {
        Self { first: first.0, stride: scheme.stride(), count }
    }
}

impl Iterator for Batch {
    type Item = Snowflake;

    fn next(&mut self) -> Option<Snowflake> {
        let id = self.first()?;
        self.count -= 1;
        // Past the last one it may wrap, and is not handed out.
        self.first = self.first.wrapping_add(self.stride);
        Some(id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = usize::try_from(self.count).ok();
        (count.unwrap_or(usize::MAX), count)
    }
}

impl ExactSizeIterator for Batch {}

impl core::iter::FusedIterator for Batch {}

/// Why there is no batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BatchError<E> {
    /// No tick has room for so many, ever.
    TooLarge {
        /// How many may be asked for.
        most: u64,
    },
    /// There is none now, for the reason that one id would have.
    Cause(Cause<E>),
}

impl<E: fmt::Display> fmt::Display for BatchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { most } => write!(f, "a tick has room for {most} ids: ask for no more at once"),
            Self::Cause(cause) => cause.fmt(f),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for BatchError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::TooLarge { .. } => None,
            Self::Cause(cause) => Some(cause),
        }
    }
}

impl<C: Clock, E: Entropy> Generator<Sequence, C, E> {
    /// Mints `count` ids of one tick, from one reading; all of them or none.
    ///
    /// Where the newest tick has room for some of them only, it counts as full: [`OnFull`](crate::policy::OnFull) decides.
    ///
    /// ```
    /// use mintid::SnowflakeGenerator;
    /// use mintid::clock::ManualClock;
    /// use mintid::snowflake::{Layout, Options};
    ///
    /// let mut ids = SnowflakeGenerator::new(Options::new(Layout::SONYFLAKE, 513)?, ManualClock::at_ms(1_764_417_600_000));
    /// let batch = ids.generate_batch(200)?;
    /// assert_eq!((batch.count_left(), batch.stride()), (200, 1 << 16));
    /// assert!(ids.generate_batch(200).is_err()); // 56 are left of this tick: none of them is used up
    /// assert_eq!(ids.generate_batch(56)?.len(), 56);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BatchError::TooLarge`] for more than a tick ever has room for; otherwise the [`Cause`] of
    /// [`generate`](Generator::generate). Nothing is issued then.
    pub fn generate_batch(&mut self, count: u32) -> Result<Batch, BatchError<E::Error>> {
        Batch::checked(self.scheme(), count).map_err(|most| BatchError::TooLarge { most })?;
        let first = match count {
            0 => Snowflake::MIN,
            _ => self.generate_first_of(count).map_err(BatchError::Cause)?,
        };
        Ok(Batch::of(first, self.scheme(), count))
    }
}
