//! The flash and the log of its records. What the log asks for is done by the driver, of either kind.

use core::fmt;
use core::ops::Range;

use super::RangeError;
use super::geometry::{Geometry, Sizes};
use super::log::Log;
use super::record::Value;

/// A region of the flash, and what is known of it.
pub(super) struct Pages<F, V> {
    pub(super) flash: F,
    pub(super) log: Log<V>,
}

impl<F, V: Value> Pages<F, V> {
    #[inline(always)]
    pub(super) fn new(flash: F, sizes: Sizes, region: Range<u32>) -> Result<Self, RangeError> {
        Ok(Self { flash, log: Log::new(Geometry::new(sizes, region)?) })
    }

    pub(super) fn into_flash(self) -> F {
        self.flash
    }

    /// Prints the region, under the name of who owns it: the flash itself may have nothing to show.
    pub(super) fn show(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(name).field("region", &self.log.geometry().region()).finish_non_exhaustive()
    }
}
