//! The bytes of one place, on their way from or to the flash.

use super::geometry::Sizes;
use super::log::Found;
use super::record::Record;

/// Some drivers copy by words, from and to addresses of whole words only.
#[repr(align(8))]
pub(super) struct Buffer([u8; Sizes::LONGEST]);

impl Buffer {
    /// Erased flash: what a read is written over.
    pub(super) const fn blank() -> Self {
        Self([0xff; Sizes::LONGEST])
    }

    /// A record, and ones behind it.
    pub(super) fn holding(record: Record) -> Self {
        let mut buffer = Self::blank();
        if let Some(front) = buffer.0.first_chunk_mut() {
            *front = record.to_bytes();
        }
        buffer
    }

    /// The first `slot` bytes.
    pub(super) fn bytes(&mut self, slot: usize) -> &mut [u8] {
        self.0.get_mut(..slot).unwrap_or_default()
    }

    /// What was read. Bytes behind the slot were never written over.
    pub(super) fn found(&self) -> Found {
        if self.0.iter().all(|byte| *byte == 0xff) {
            return Found::Blank;
        }
        match self.0.first_chunk().and_then(|bytes| Record::from_bytes(*bytes)) {
            Some(record) => Found::Record(record),
            None => Found::Torn,
        }
    }
}
