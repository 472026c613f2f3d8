//! One record of the log: a number, a value, and a checksum over both.

use super::geometry::Place;

/// A record that was written whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record<V> {
    /// One higher with each save: the newest record counts, whatever its value is.
    pub(super) number: u32,
    pub(super) value: V,
}

/// What the records of a log carry: as the log knows it, and as it stands in flash.
pub(super) trait Value: Copy + PartialEq {
    /// What a save is given.
    type Due;
    /// The bytes of one place; a record is at their front.
    type Bytes: AsRef<[u8]> + AsMut<[u8]>;
    /// Those of erased flash.
    const ERASED: Self::Bytes;
    /// The bytes of a record.
    const LEN: usize;

    /// What is to be written to this place; `None` where it is kept already.
    fn over(due: &Self::Due, stored: Option<Self>, at: Place) -> Option<Self>;

    /// Puts a record into the bytes of a place. What it was made for is at hand again.
    fn write(record: Record<Self>, due: Option<&Self::Due>, bytes: &mut Self::Bytes);

    /// The record in the bytes of this place; `None` for one that is torn, for erased flash, and for anything else.
    fn read(bytes: &Self::Bytes, at: Place) -> Option<Record<Self>>;
}

/// CRC-32 (IEEE 802.3) from a start of each kind's own, so that somebody else's record with the usual one, or one of another kind, is not
/// taken for one of these. Bit by bit: a few bytes once in a while are not worth a table.
pub(super) fn checksum(start: [u8; 4], number: u32, value: &[u8]) -> u32 {
    let crc = number.to_be_bytes().iter().chain(value).fold(u32::from_be_bytes(start), |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    });
    !crc
}
