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

use crate::halves;

mod bytes;
mod from_fn;
mod pool;

pub use bytes::{Bytes, Exhausted};
pub use from_fn::FromFn;
pub use pool::Pool;

#[cfg(feature = "std")]
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

    /// Draws the next `length` bytes, at most 16, as the big-endian number they make: its upper and its lower 64 bits.
    ///
    /// Provided; a source whose bytes lie ready may give them more directly.
    ///
    /// # Errors
    ///
    /// As [`fill`](Self::fill).
    fn draw_number(&mut self, length: usize) -> Result<(u64, u64), Self::Error> {
        let mut bytes = [0; 16];
        if let Some(wanted) = bytes.len().checked_sub(length).and_then(|unused| bytes.get_mut(unused..)) {
            self.fill(wanted)?;
        }
        Ok((halves::high(&bytes), halves::low(&bytes)))
    }
}

impl<E: Entropy + ?Sized> Entropy for &mut E {
    type Error = E::Error;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        (**self).fill(bytes)
    }

    fn draw_number(&mut self, length: usize) -> Result<(u64, u64), Self::Error> {
        (**self).draw_number(length)
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
