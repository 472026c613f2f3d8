//! A closure as a source.

use super::Entropy;

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
