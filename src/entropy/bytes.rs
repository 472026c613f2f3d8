//! A fixed run of bytes as a source.

use core::fmt;

use super::Entropy;

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
