//! The bytes of one place, on their way from or to the flash.

use super::geometry::Place;
use super::log::Found;
use super::record::{Record, Value};

/// Some drivers copy by words, from and to addresses of whole words only.
#[repr(align(8))]
pub(super) struct Buffer<V: Value>(pub(super) V::Bytes);

impl<V: Value> Buffer<V> {
    /// Erased flash: what a read is written over.
    pub(super) const fn blank() -> Self {
        Self(V::ERASED)
    }

    /// A record, and ones behind it.
    pub(super) fn holding(record: Record<V>, due: Option<&V::Due>) -> Self {
        let mut buffer = Self::blank();
        V::write(record, due, &mut buffer.0);
        buffer
    }

    /// The first `slot` bytes.
    pub(super) fn bytes(&mut self, slot: usize) -> &mut [u8] {
        self.0.as_mut().get_mut(..slot).unwrap_or_default()
    }

    /// What was read at this place. Bytes behind the slot were never written over.
    pub(super) fn found(&self, at: Place) -> Found<V> {
        if self.0.as_ref().iter().all(|byte| *byte == 0xff) {
            return Found::Blank;
        }
        match V::read(&self.0, at) {
            Some(record) => Found::Record(record),
            None => Found::Torn,
        }
    }
}
