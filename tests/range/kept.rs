//! A stock as bytes: read as it was written, or refused.

use mintid::range::{Ceiling, Options, Ranges, Stock, StockError, SupplyError};
use proptest::prelude::*;

use crate::support::cases::config;
use crate::{every, span};

const BYTES: usize = Stock::<3>::BYTES;

/// Places full and empty, a step, and a memory that is full.
fn stock() -> Stock<3> {
    let mut stock = Stock::new(Ceiling::I64);
    for n in 0..6 {
        stock.add(every(2, 1 + 1_000 * n, 99 + 1_000 * n)).unwrap();
        stock.claim(50);
    }
    stock.add(span(10_000, 10_999)).unwrap();
    stock.claim(7);
    stock.add(every(65_535, 20_000, 20_000 + 65_535)).unwrap();
    stock
}

#[test]
fn what_was_kept_is_what_is_read_and_the_bytes_are_those_of_every_version() {
    let mut stock = Stock::<1>::new(Ceiling::JS_NUMBER);
    stock.add(every(2, 0x0102, 0x0108)).unwrap();
    stock.claim(1);
    let bytes: [u8; 108] = stock.to_bytes();
    let mut wanted = b"mSpn\x01\x01\x00\x1f\xff\xff\xff\xff\xff\xff".to_vec();
    wanted.extend(b"\0\0\0\0\0\0\x01\x02\0\0\0\0\0\0\0\x03\0\x02"); // granted
    wanted.extend([0; 3 * 18]);
    wanted.extend(b"\0\0\0\0\0\0\x01\x04\0\0\0\0\0\0\0\x02\0\x02"); // left
    assert_eq!(bytes[..104], wanted);
    assert_eq!(bytes[104..], CHECK);
    assert_eq!(Stock::from_bytes(&bytes), Ok(stock));
}

/// zlib's `crc32` of all before it.
const CHECK: [u8; 4] = [0xf5, 0x6d, 0x07, 0x45];

#[test]
fn every_flipped_bit_and_every_shortened_length_is_noticed() {
    let bytes: [u8; BYTES] = stock().to_bytes();
    for at in 0..BYTES {
        for bit in 0..8 {
            let mut changed = bytes;
            changed[at] ^= 1 << bit;
            let error = Stock::<3>::from_bytes(&changed).unwrap_err();
            let wanted = match at {
                0..4 => StockError::Foreign,
                4 => StockError::Version { found: changed[4] },
                _ => StockError::Damaged,
            };
            assert_eq!(error, wanted, "bit {bit} of byte {at}");
        }
        let wanted = if at < 6 { StockError::Foreign } else { StockError::Damaged };
        assert_eq!(Stock::<3>::from_bytes(&bytes[..at]), Err(wanted), "cut at {at}");
    }
}

#[test]
fn erased_flash_and_foreign_bytes_are_told_apart_from_damage() {
    let mut half: [u8; BYTES] = stock().to_bytes();
    half[BYTES / 2..].fill(0xff);
    let cases: [(&[u8], StockError); 6] = [
        (&[0xff; BYTES], StockError::Erased),
        (&[0xff; 4_096], StockError::Erased),
        (&[0; BYTES], StockError::Foreign),
        (b"mintid mark 1 1764417600000 00000000\n", StockError::Foreign),
        (&[], StockError::Foreign),
        (&half, StockError::Damaged), // the power went while it was written
    ];
    for (bytes, error) in cases {
        assert_eq!(Stock::<3>::from_bytes(bytes), Err(error), "{bytes:x?}");
    }
}

#[test]
fn what_stands_behind_a_stock_does_not_matter() {
    let mut page = [0xff; 256];
    page[..BYTES].copy_from_slice(&stock().to_bytes::<BYTES>());
    assert_eq!(Stock::from_bytes(&page), Ok(stock()));
}

#[test]
fn a_program_with_another_number_of_places_reads_it_as_long_as_they_are_enough() {
    let bytes: [u8; BYTES] = stock().to_bytes();
    let more = Stock::<8>::from_bytes(&bytes).unwrap();
    assert!(more.spans().iter().eq(stock().spans().iter()));
    let fewer = Stock::<2>::from_bytes(&bytes).unwrap();
    assert!(fewer.spans().iter().eq(stock().spans().iter()));
    assert_eq!(Stock::<1>::from_bytes(&bytes), Err(StockError::TooMany));
}

#[test]
fn what_was_granted_before_a_restart_is_still_known_after_it() {
    let mut again = Stock::<3>::from_bytes(&stock().to_bytes::<BYTES>()).unwrap();
    for span in [span(5_001, 5_001), span(10_000, 10_000), span(10_500, 10_500), span(20_000, 20_000)] {
        assert_eq!(again.add(span), Err(SupplyError::Overlap { from: span.first() }));
    }
    assert_eq!(again.add(span(11_000, 11_099)), Ok(()));
}

#[test]
fn an_allocator_goes_on_with_the_lower_of_both_ceilings() {
    let ceiling = |max_id| Options::new().ceiling(Ceiling::at(max_id));
    let holds_past = Ranges::resume(ceiling(85_534), stock()).map(drop);
    assert_eq!(holds_past, Err(SupplyError::PastCeiling { max_id: 85_534 }));
    assert_eq!(Ranges::resume(ceiling(85_535), stock()).unwrap().stock().ceiling().max_id(), 85_535);
    assert_eq!(Ranges::resume(ceiling(u64::MAX), stock()).unwrap().stock().ceiling(), Ceiling::I64);
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_stock_is_read_as_it_was_written(
        ceiling in any::<u64>(),
        spans in prop::collection::vec((any::<u64>(), any::<u32>(), 1_u16.., 0_u64..20), 0..12),
    ) {
        let mut stock = Stock::<4>::new(Ceiling::at(ceiling));
        for (first, more, step, claimed) in spans {
            if let Some(last) = first.checked_add(u64::from(more) * u64::from(step)) {
                _ = stock.add(every(step, first, last));
            }
            stock.claim(claimed);
        }
        let bytes: [u8; Stock::<4>::BYTES] = stock.to_bytes();
        prop_assert_eq!(Stock::from_bytes(&bytes), Ok(stock));
    }

    #[test]
    fn no_bytes_are_taken_for_a_stock_that_could_not_have_been(
        at in 6_usize..BYTES - 4,
        byte in any::<u8>(),
    ) {
        let mut bytes: [u8; BYTES] = stock().to_bytes();
        bytes[at] = byte;
        let sum = crc32(&bytes[..BYTES - 4]);
        bytes[BYTES - 4..].copy_from_slice(&sum.to_be_bytes());
        if let Ok(read) = Stock::<3>::from_bytes(&bytes) {
            let spans: Vec<_> = read.spans().iter().collect();
            prop_assert!(spans.iter().all(|span| span.last() <= read.ceiling().max_id()));
            let mut again = read;
            again.claim(u64::MAX);
            for span in spans {
                let error = SupplyError::Overlap { from: span.first() };
                prop_assert_eq!(again.add(span), Err(error));
            }
        }
    }
}

#[test]
fn bytes_that_hold_an_id_twice_are_no_stock() {
    let mut stock = Stock::<3>::new(Ceiling::I64);
    stock.add(span(1, 100)).unwrap();
    stock.add(span(101, 200)).unwrap();
    let good: [u8; BYTES] = stock.to_bytes();
    // Behind the head, the ceiling and what was granted: the spans that are left.
    let [first, second] = [86, 86 + 18];
    let with_second = |id: u64, more: u64| {
        let mut bytes = good;
        bytes[second..second + 8].copy_from_slice(&id.to_be_bytes());
        bytes[second + 8..second + 16].copy_from_slice(&more.to_be_bytes());
        let sum = crc32(&bytes[..BYTES - 4]);
        bytes[BYTES - 4..].copy_from_slice(&sum.to_be_bytes());
        Stock::<3>::from_bytes(&bytes)
    };
    assert_eq!(good[first..first + 8], 1_u64.to_be_bytes());
    assert_eq!(with_second(101, 99), Ok(stock));
    for (id, more) in [(1, 99), (100, 0), (50, 100)] {
        assert_eq!(with_second(id, more), Err(StockError::Damaged), "{id}");
    }
}

/// CRC-32 as in IEEE 802.3.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

#[test]
fn a_stock_that_two_share_is_used_by_each_as_the_other_left_it() {
    let (mut one, mut other) = (Ranges::<3>::new(Options::new()), Ranges::<3>::new(Options::new()));
    let request = one.request_due(0).unwrap();
    one.supply(request.ticket, span(1, 100)).unwrap();
    let mut kept: [u8; BYTES] = one.stock().to_bytes();
    for n in 0..10 {
        let ranges = if n % 2 == 0 { &mut other } else { &mut one };
        ranges.restock(Stock::from_bytes(&kept).unwrap()).unwrap();
        assert_eq!(ranges.claim(10).map(|block| block.first()), Ok(1 + 10 * n));
        kept = ranges.stock().to_bytes();
    }
    // Nobody has to ask for what the other has asked for; and an answer is known by who asked.
    one.restock(Stock::from_bytes(&kept).unwrap()).unwrap();
    assert_eq!(one.supply(request.ticket, span(101, 200)).map_err(|refused| refused.why), Err(SupplyError::Late));
    assert_eq!((one.meter().granted, other.meter().granted), (100, 0));
    assert_eq!((one.meter().taken, other.meter().taken), (50, 50));
}

#[test]
fn a_shared_stock_is_not_taken_over_past_the_ceiling_or_after_the_end() {
    let mut ids = Ranges::<3>::new(Options::new().ceiling(Ceiling::at(10_000)));
    assert_eq!(ids.restock(stock()), Err(SupplyError::PastCeiling { max_id: 10_000 }));
    assert_eq!(ids.count(), 0);
    ids.drain();
    assert_eq!(ids.restock(Stock::new(Ceiling::I64)), Err(SupplyError::Closed));
}
