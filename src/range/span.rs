//! A span: integers that a coordinator has granted, and how far they are apart.

use core::fmt;
use core::num::NonZero;

use super::{Ids, SpanError, Spans};
use crate::small::{divided, times};

/// Integers from a first to a last one, both inclusive, a step apart. Never empty.
///
/// The step is 1, but for ticket servers that share the integers out between them: of two, one gives the odd ones, the other
/// the even ones, each with a step of 2.
///
/// ```
/// use mintid::range::Span;
///
/// let odd = Span::stepped(1, 99, 2)?;
/// assert_eq!((odd.first(), odd.last(), odd.count()), (1, 99, 50));
/// assert!(odd.ids().take(3).eq([1, 3, 5]));
///
/// let all = Span::new(0, u64::MAX)?;
/// assert_eq!(all.count(), u64::MAX); // one more does not fit
/// assert_eq!(all.count_exact(), 1 << 64);
///
/// assert!(Span::new(10, 9).is_err());
/// # Ok::<(), mintid::range::SpanError>(())
/// ```
///
/// For what [Hibernate](https://hibernate.org/orm/) calls hilo, pooled and pooled-lo, see [`from_hilo`](Self::from_hilo),
/// [`from_pooled`](Self::from_pooled) and [`from_pooled_lo`](Self::from_pooled_lo).
// How many follow the first, and not the last: then neither taking nor counting ever divides, and all of 64 bits fits. The
// step is never 0, so that a place for a span costs no more than one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    pub(super) first: u64,
    pub(super) more: u64,
    pub(super) step: NonZero<u16>,
}

impl Span {
    /// From `first` to `last`, both inclusive.
    ///
    /// # Errors
    ///
    /// [`SpanError::Backwards`] for a last one below the first.
    pub const fn new(first: u64, last: u64) -> Result<Self, SpanError> {
        Self::stepped(first, last, 1)
    }

    /// From `first` to `last`, both inclusive, every `step`th.
    ///
    /// # Errors
    ///
    /// [`SpanError::Backwards`], [`SpanError::StepZero`]; [`SpanError::OffStep`] for a last one that steps from the first do
    /// not meet, since it may be where the next span starts.
    pub const fn stepped(first: u64, last: u64, step: u16) -> Result<Self, SpanError> {
        if last < first {
            return Err(SpanError::Backwards { first, last });
        }
        let Some(step) = NonZero::new(step) else { return Err(SpanError::StepZero) };
        match divided(last - first, step.get()) {
            (more, 0) => Ok(Self { first, more, step }),
            (_, past) => Err(SpanError::OffStep { last_met: last - past as u64 }),
        }
    }

    /// So many from `first` on.
    ///
    /// # Errors
    ///
    /// [`SpanError::Empty`] for none, [`SpanError::Overflow`] where they do not end before 2^64.
    pub const fn of_count(first: u64, count: u64) -> Result<Self, SpanError> {
        match count.checked_sub(1) {
            Some(more) => Self::of_more(first, more, 1),
            None => Err(SpanError::Empty),
        }
    }

    /// `first`, and so many more.
    pub(super) const fn of_more(first: u64, more: u64, step: u16) -> Result<Self, SpanError> {
        let Some(step) = NonZero::new(step) else { return Err(SpanError::StepZero) };
        // As many steps as fit above the first one.
        if more > divided(u64::MAX - first, step.get()).0 {
            return Err(SpanError::Overflow);
        }
        Ok(Self { first, more, step })
    }

    /// The first one.
    #[must_use]
    pub const fn first(self) -> u64 {
        self.first
    }

    /// The last one.
    #[must_use]
    pub const fn last(self) -> u64 {
        self.first + times(self.more, self.step.get())
    }

    /// How far one is from the next.
    #[must_use]
    pub const fn step(self) -> u16 {
        self.step.get()
    }

    /// How many there are; `u64::MAX` for one more than that too, which is all of 64 bits.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.more.saturating_add(1)
    }

    /// How many there are, up to 2^64.
    #[must_use]
    pub const fn count_exact(self) -> u128 {
        self.more as u128 + 1
    }

    /// Whether this is one of them.
    #[must_use]
    pub const fn contains(self, id: u64) -> bool {
        self.first <= id && id <= self.last() && divided(id - self.first, self.step.get()).1 == 0
    }

    /// The integers, one by one.
    #[must_use]
    pub fn ids(self) -> Ids<1> {
        Spans::of(self).ids()
    }

    /// The first `count` of them, and the others; all of them where there are no more than that. `None` for a count of 0.
    #[must_use]
    pub const fn split(self, count: u64) -> Option<(Self, Option<Self>)> {
        let Some(more) = count.checked_sub(1) else { return None };
        if self.more <= more {
            return Some((self, None));
        }
        let others = self.first + times(count, self.step.get());
        let rest = Self { first: others, more: self.more - count, ..self };
        Some((Self { more, ..self }, Some(rest)))
    }
}

/// As Rust writes a range of both ends, with the step where it is not 1.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.last())?;
        if self.step.get() == 1 { Ok(()) } else { write!(f, " by {}", self.step) }
    }
}

impl IntoIterator for Span {
    type Item = u64;
    type IntoIter = Ids<1>;

    fn into_iter(self) -> Ids<1> {
        self.ids()
    }
}
