//! Marks as records: a number, eight bytes, and a checksum.

use mintid::mark::{DueMark, Mark};

use super::geometry::Place;
use super::record::{Record, Value, checksum};

const START: [u8; 4] = *b"mark";

impl Value for Mark {
    type Due = DueMark;
    /// As long as the longest word that this takes.
    type Bytes = [u8; 64];
    const ERASED: [u8; 64] = [0xff; 64];
    const LEN: usize = LEN;

    fn over(due: &DueMark, stored: Option<Self>, _: Place) -> Option<Self> {
        let mark = due.over(stored);
        if stored == Some(mark) { None } else { Some(mark) }
    }

    fn write(record: Record<Self>, _: Option<&DueMark>, bytes: &mut [u8; 64]) {
        if let Some(front) = bytes.first_chunk_mut() {
            *front = to_bytes(record);
        }
    }

    fn read(bytes: &[u8; 64], _: Place) -> Option<Record<Self>> {
        bytes.first_chunk().and_then(|bytes| from_bytes(*bytes))
    }
}

const LEN: usize = 16;

fn to_bytes(record: Record<Mark>) -> [u8; LEN] {
    let mark = record.value.to_bytes();
    let [a, b, c, d] = record.number.to_be_bytes();
    let [e, f, g, h, i, j, k, l] = mark;
    let [m, n, o, p] = checksum(START, record.number, &mark).to_be_bytes();
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
}

fn from_bytes(bytes: [u8; LEN]) -> Option<Record<Mark>> {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = bytes;
    let (number, mark) = (u32::from_be_bytes([a, b, c, d]), [e, f, g, h, i, j, k, l]);
    if checksum(START, number, &mark) != u32::from_be_bytes([m, n, o, p]) {
        return None;
    }
    Some(Record { number, value: Mark::from_bytes(mark)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record<Mark> {
        Record { number: 7, value: Mark::from_unix_ms(1_764_417_600_000).unwrap() }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        assert_eq!(from_bytes(to_bytes(record())), Some(record()));
        // The checksum is zlib's `crc32(number + mark, !START)`: what is in flash today is read by every later version.
        assert_eq!(to_bytes(record()), [0, 0, 0, 7, 0, 0, 1, 0x9a, 0xcf, 0x7b, 0xfa, 0, 0x3f, 0x2a, 0x24, 0x7d]);
    }

    #[test]
    fn every_torn_or_changed_record_is_none() {
        let whole = to_bytes(record());
        for end in 0..LEN {
            for rest in [0xff, 0] {
                let mut torn = whole;
                torn[end..].fill(rest);
                assert!(torn == whole || from_bytes(torn).is_none(), "cut at {end}");
            }
            for bit in 0..8 {
                let mut changed = whole;
                changed[end] ^= 1 << bit;
                assert_eq!(from_bytes(changed), None, "bit {bit} of byte {end}");
            }
        }
        assert_eq!(from_bytes([0xff; 16]), None);
        assert_eq!(from_bytes([0; 16]), None);
    }
}
