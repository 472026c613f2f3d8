//! One record of the log: a number, a mark, and a checksum over both.

use mintid::mark::Mark;

/// A record that was written whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record {
    /// One higher with each save: the newest record counts, whether its mark is higher or lower.
    pub(super) number: u32,
    pub(super) mark: Mark,
}

impl Record {
    pub(super) const LEN: usize = 16;

    pub(super) fn to_bytes(self) -> [u8; Self::LEN] {
        let [a, b, c, d] = self.number.to_be_bytes();
        let [e, f, g, h, i, j, k, l] = self.mark.to_bytes();
        let [m, n, o, p] = checksum(self.number, self.mark.to_bytes()).to_be_bytes();
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
    }

    /// The record in these bytes; `None` for one that is torn, for erased flash, and for anything else.
    pub(super) fn from_bytes(bytes: [u8; Self::LEN]) -> Option<Self> {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = bytes;
        let (number, mark) = (u32::from_be_bytes([a, b, c, d]), [e, f, g, h, i, j, k, l]);
        if checksum(number, mark) != u32::from_be_bytes([m, n, o, p]) {
            return None;
        }
        Some(Self { number, mark: Mark::from_bytes(mark)? })
    }
}

/// What the checksum starts from, so that somebody else's record with the usual one is not taken for one of these:
/// "mark" in ASCII.
const START: u32 = u32::from_be_bytes(*b"mark");

/// CRC-32 (IEEE 802.3) from a start of our own. Bit by bit: twelve bytes once in half a minute are not worth a table.
fn checksum(number: u32, mark: [u8; 8]) -> u32 {
    let crc = number.to_be_bytes().into_iter().chain(mark).fold(START, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    });
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record { number: 7, mark: Mark::from_unix_ms(1_764_417_600_000).unwrap() }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        assert_eq!(Record::from_bytes(record().to_bytes()), Some(record()));
        // The checksum is zlib's `crc32(number + mark, !START)`: what is in flash today is read by every later version.
        assert_eq!(record().to_bytes(), [0, 0, 0, 7, 0, 0, 1, 0x9a, 0xcf, 0x7b, 0xfa, 0, 0x3f, 0x2a, 0x24, 0x7d]);
    }

    #[test]
    fn every_torn_or_changed_record_is_none() {
        let whole = record().to_bytes();
        for end in 0..Record::LEN {
            for rest in [0xff, 0] {
                let mut torn = whole;
                torn[end..].fill(rest);
                assert!(torn == whole || Record::from_bytes(torn).is_none(), "cut at {end}");
            }
            for bit in 0..8 {
                let mut changed = whole;
                changed[end] ^= 1 << bit;
                assert_eq!(Record::from_bytes(changed), None, "bit {bit} of byte {end}");
            }
        }
        assert_eq!(Record::from_bytes([0xff; 16]), None);
        assert_eq!(Record::from_bytes([0; 16]), None);
    }
}
