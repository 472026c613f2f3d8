//! Stocks as records, all of one length: a number, the stock's bytes, ones up to an end that all stocks share, and a checksum.
//!
//! A record is as long for two places as for five: a program with more places than the one before it must find that one's
//! records where they stand, and not an older one.

use mintid::range::{Stock, StockError};

use super::geometry::Place;
use super::record::{Record, Value, checksum};

const START: [u8; 4] = *b"mSpn";

/// The bytes of a record: whole words, of up to 64 bytes.
const LEN: usize = 192;
const NUMBER: usize = 4;
const CHECK: usize = 4;

/// A stock that stands in flash, and not in memory too: its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kept<const N: usize>(pub(super) Place);

impl<const N: usize> Value for Kept<N> {
    type Due = Stock<N>;
    type Bytes = [u8; LEN];
    const ERASED: [u8; LEN] = [0xff; LEN];
    const LEN: usize = {
        assert!(Stock::<N>::BYTES <= LEN - NUMBER - CHECK, "a stock in flash has up to 5 places");
        LEN
    };

    /// Never kept already: it is saved because ids were claimed.
    fn over(_: &Stock<N>, _: Option<Self>, at: Place) -> Option<Self> {
        Some(Self(at))
    }

    fn write(record: Record<Self>, due: Option<&Stock<N>>, bytes: &mut [u8; LEN]) {
        let Some((rest, check)) = bytes.split_last_chunk_mut::<CHECK>() else { return };
        let Some((number, stock)) = rest.split_first_chunk_mut::<NUMBER>() else { return };
        *number = record.number.to_be_bytes();
        // It has room, which is checked when this is compiled.
        let _ = due.and_then(|due| due.write_to(stock));
        *check = checksum(START, record.number, stock).to_be_bytes();
    }

    fn read(bytes: &[u8; LEN], at: Place) -> Option<Record<Self>> {
        let (rest, check) = bytes.split_last_chunk::<CHECK>()?;
        let (number, stock) = rest.split_first_chunk::<NUMBER>()?;
        let number = u32::from_be_bytes(*number);
        (checksum(START, number, stock) == u32::from_be_bytes(*check)).then_some(Record { number, value: Self(at) })
    }
}

/// The stock of a record.
pub(super) fn stock<const N: usize>(bytes: &[u8; LEN]) -> Result<Stock<N>, StockError> {
    Stock::from_bytes(bytes.get(NUMBER..LEN - CHECK).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use mintid::range::{Ceiling, Span};

    use super::*;

    const AT: Place = Place::FIRST;

    fn written() -> [u8; LEN] {
        let mut stock = Stock::<2>::new(Ceiling::I64);
        stock.add(Span::new(1_001, 2_000).unwrap()).unwrap();
        stock.claim(5);
        let mut bytes = Kept::<2>::ERASED;
        Kept::write(Record { number: 7, value: Kept(AT) }, Some(&stock), &mut bytes);
        bytes
    }

    #[test]
    fn a_record_is_read_as_it_was_written_by_a_program_with_other_places_too() {
        let bytes = written();
        // The checksum is zlib's `crc32(number + the rest, !START)`: what is in flash today is read by every later version.
        assert_eq!(bytes[..10], *b"\0\0\0\x07mSpn\x01\x02");
        assert!(bytes[NUMBER + Stock::<2>::BYTES..LEN - CHECK].iter().all(|byte| *byte == 0xff));
        assert_eq!(bytes[LEN - CHECK..], [55, 181, 60, 88]);
        assert_eq!(Kept::<2>::read(&bytes, AT), Some(Record { number: 7, value: Kept(AT) }));
        assert_eq!(Kept::<5>::read(&bytes, AT), Some(Record { number: 7, value: Kept(AT) }));
        assert_eq!(stock::<5>(&bytes).unwrap().claim(1), Some(Span::new(1_006, 1_006).unwrap()));
    }

    #[test]
    fn every_torn_or_changed_record_is_none() {
        let whole = written();
        for end in 0..LEN {
            for rest in [0xff, 0] {
                let mut torn = whole;
                torn[end..].fill(rest);
                assert!(torn == whole || Kept::<2>::read(&torn, AT).is_none(), "cut at {end}");
            }
            for bit in 0..8 {
                let mut changed = whole;
                changed[end] ^= 1 << bit;
                assert_eq!(Kept::<2>::read(&changed, AT), None, "bit {bit} of byte {end}");
            }
        }
        assert_eq!(Kept::<2>::read(&[0xff; LEN], AT), None);
        assert_eq!(Kept::<2>::read(&[0; LEN], AT), None);
    }
}
