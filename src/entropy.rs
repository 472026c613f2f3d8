//! Randomness: bytes from the caller's source, or the reason why there are none.
//!
//! The core never substitutes something weaker: a source that fails is an error that carries the source's own cause, and
//! nothing is minted. Bytes are taken in order and the same bytes give the same ids on every platform, so a source is a
//! byte stream, never a generator's word interface.
//!
//! | source | for |
//! |---|---|
//! | [`Bytes`] | a fixed stream: tests, vectors, bytes that a peripheral has already delivered |
//! | [`FromFn`] | a closure over any random number generator |
//! | [`Pool`] | any of these, drawn in larger pieces, wiped as it is handed out |
//! | `RandCore06`, `RandCore09`, `RandCore010` | the `rand_core` majors, each behind its feature |
//! | `OsEntropy`, `ThreadEntropy` | the operating system, and a cipher that stretches it for each thread (feature `std`) |

use core::fmt;

mod pool;

pub use pool::Pool;

#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use crate::std::{OsEntropy, OsError, ThreadEntropy};

/// A source of random bytes.
pub trait Entropy {
    /// Why the source may fail; [`core::convert::Infallible`] where it cannot.
    type Error;

    /// Fills the whole buffer with the next bytes of the source.
    ///
    /// # Errors
    ///
    /// The source's own cause. The buffer's content is then unspecified, and bytes the source has already given away are
    /// not given again.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error>;

    /// Draws the next `N` bytes of the source: the same bytes that [`fill`](Self::fill) would give.
    ///
    /// Provided; a source whose bytes lie ready may give them more directly.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    #[inline]
    fn draw<const N: usize>(&mut self) -> Result<[u8; N], Self::Error>
    where
        Self: Sized,
    {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

impl<E: Entropy + ?Sized> Entropy for &mut E {
    type Error = E::Error;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        (**self).fill(bytes)
    }
}

/// 80 random bits as their upper 16 and lower 64.
///
/// The bytes are read as 8 and 2, which is how sources that work in words write them; read as 2 and 8, the second read
/// would span two writes and stall.
#[inline(always)]
pub(crate) const fn split_80(bytes: [u8; 10]) -> (u16, u64) {
    let [a, b, c, d, e, f, g, h, i, j] = bytes;
    let upper = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
    let lower = u16::from_be_bytes([i, j]);
    ((upper >> 48) as u16, (upper << 16) | lower as u64)
}

/// A fixed run of bytes, handed out in order.
///
/// ```
/// use mintid::entropy::{Bytes, Entropy};
///
/// let mut source = Bytes::new(&[1, 2, 3, 4]);
/// assert_eq!(source.draw::<3>(), Ok([1, 2, 3]));
/// assert!(source.draw::<2>().is_err()); // one byte left: nothing is padded
/// ```
#[derive(Debug)]
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// A source that will give these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// How many bytes are left.
    #[must_use]
    pub const fn remaining(&self) -> usize {
        self.rest.len()
    }
}

impl Entropy for Bytes<'_> {
    type Error = Exhausted;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Exhausted> {
        let (given, rest) =
            self.rest.split_at_checked(bytes.len()).ok_or(Exhausted { asked: bytes.len(), left: self.rest.len() })?;
        bytes.copy_from_slice(given);
        self.rest = rest;
        Ok(())
    }
}

/// A fixed run of bytes was shorter than what was asked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Exhausted {
    /// How many bytes were asked for.
    pub asked: usize,
    /// How many were left; they were not handed out.
    pub left: usize,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} random bytes are due and {} are left: supply more", self.asked, self.left)
    }
}

impl core::error::Error for Exhausted {}

/// A closure as a source.
///
/// ```
/// use mintid::entropy::{Entropy, FromFn};
///
/// let mut next = 0u8;
/// let mut source = FromFn::new(|bytes: &mut [u8]| -> Result<(), &'static str> {
///     for byte in bytes {
///         *byte = next;
///         next = next.checked_add(1).ok_or("the counter ran out")?;
///     }
///     Ok(())
/// });
/// assert_eq!(source.draw::<2>(), Ok([0, 1]));
/// ```
#[derive(Debug, Clone)]
pub struct FromFn<F>(F);

impl<F> FromFn<F> {
    /// A source that calls `fill` for each draw.
    #[must_use]
    pub const fn new(fill: F) -> Self {
        Self(fill)
    }
}

impl<F, X> Entropy for FromFn<F>
where
    F: FnMut(&mut [u8]) -> Result<(), X>,
{
    type Error = X;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), X> {
        (self.0)(bytes)
    }
}
