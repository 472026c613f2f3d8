//! The v4 generator: 122 random bits and nothing else (RFC 9562 section 5.4).

use core::fmt;

use super::{Uuid, Version};
use crate::cause::{Cause, Stopped};
use crate::entropy::Entropy;

/// Mints v4 UUIDs from a random source. It needs no clock and keeps no state but the source.
///
/// ```
/// use mintid::V4Generator;
/// use mintid::entropy::Bytes;
///
/// let mut ids = V4Generator::new(Bytes::new(&[0; 16]));
/// assert_eq!(ids.generate()?.to_string(), "00000000-0000-4000-8000-000000000000");
/// # Ok::<(), mintid::entropy::Exhausted>(())
/// ```
pub struct V4Generator<E> {
    entropy: E,
}

impl<E> V4Generator<E> {
    /// A generator over this source. Nothing is drawn before the first id.
    #[must_use]
    pub const fn new(entropy: E) -> Self {
        Self { entropy }
    }

    /// The random source, to discard what a pool holds for instance.
    pub fn entropy_mut(&mut self) -> &mut E {
        &mut self.entropy
    }
}

impl<E: Entropy> V4Generator<E> {
    /// Mints one id from 16 bytes of the source.
    ///
    /// # Errors
    ///
    /// The source's.
    #[inline]
    pub fn generate(&mut self) -> Result<Uuid, E::Error> {
        if cfg!(target_family = "wasm") {
            // In words: an array that is handed on is copied byte by byte there.
            return self.entropy.draw_number(16).map(|(high, low)| Uuid::stamped(high, Version::V4, low));
        }
        self.entropy.draw().map(Uuid::v4_from_bytes)
    }

    /// Mints one id for each place of the slice.
    ///
    /// # Errors
    ///
    /// [`Stopped`] says how many were written before the source failed. Those ids are good, and spent.
    pub fn fill(&mut self, ids: &mut [Uuid]) -> Result<(), Stopped<E::Error>> {
        for (written, place) in ids.iter_mut().enumerate() {
            *place = self.generate().map_err(|cause| Stopped { written, cause: Cause::Entropy(cause) })?;
        }
        Ok(())
    }
}

impl<E> fmt::Debug for V4Generator<E> {
    /// Does not print the source: what it holds would tell the next ids.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("V4Generator").finish_non_exhaustive()
    }
}
