//! A record's bytes.

use mintid::lease::{MessageError, Pool, Record, RecordError, Request, Terms};
use mintid::snowflake::Layout;

use crate::granting::{Asking, EPOCH_MS, LAYOUT, NOON, engine, granted};

#[test]
fn a_record_is_the_same_again_from_its_bytes() {
    let mut engine = engine();
    granted(engine.serve(&Asking::named(u128::MAX - 5).acquire(NOON), EPOCH_MS + NOON));
    let never_lent = Pool::new(&Layout::SONYFLAKE, Terms::DEFAULT).record(65_535).unwrap();
    for record in [engine.record(0), engine.record(7), never_lent] {
        assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
    }
}

#[test]
fn bytes_of_a_time_without_an_end_are_no_record_and_no_request() {
    let never_ends = [0xff; 8];
    let mut record = Pool::new(&LAYOUT, Terms::DEFAULT).record(3).unwrap().to_bytes();
    record[24..32].copy_from_slice(&never_ends);
    // A window at the very end of it, so that the next one would begin past it.
    record[72..80].copy_from_slice(&never_ends);
    record[80..88].copy_from_slice(&never_ends);
    assert_eq!(Record::from_bytes(&record), Err(RecordError::Damaged));
    let mut request = Asking::named(1).acquire(NOON).to_bytes();
    request[40..48].copy_from_slice(&never_ends);
    assert_eq!(Request::from_bytes(&request), Err(MessageError::Damaged));
}

#[test]
fn the_bytes_are_those_that_every_version_of_the_format_has() {
    let mut engine = engine();
    granted(engine.serve(&Asking::named(0xa1).acquire(NOON), EPOCH_MS + NOON));
    let hex: String = engine.record(0).to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let words = [
        "6d4c000100000001", // what it is, and that it is lent
        "0000000000000000", // node
        "012c148d03c10001", // epoch and tick
        "000001ffffffffff", // last tick
        "0000753000001388", // ttl, skew
        "0000000000002710", // lead
        "0000000000000001", // fence
        "0000000000000000",
        "00000000000000a1", // holder
        "0000000000000000", // floor
        "000000746a532440", // ceiling
        "000001a07ee000f1", // expires
    ];
    assert_eq!(hex, words.concat());
}

#[test]
fn bytes_that_are_no_record_are_told_apart() {
    let good = Pool::new(&LAYOUT, Terms::DEFAULT).record(3).unwrap().to_bytes();
    for length in [0, 1, 95, 97] {
        let bytes = vec![0; length];
        assert_eq!(Record::from_bytes(&bytes), Err(RecordError::Length { found: length }));
    }
    for erased in [0x00, 0xff] {
        assert_eq!(Record::from_bytes(&[erased; 96]), Err(RecordError::Foreign));
    }
    let with = |at: usize, byte: u8| {
        let mut bytes = good;
        bytes[at] = byte;
        Record::from_bytes(&bytes)
    };
    assert_eq!(with(3, 2), Err(RecordError::Foreign), "a newer version");
    for (at, byte, what) in [
        (7, 3, "a status there is none of"),
        (23, 0, "a tick of no time"),
        (72, 1, "a floor above the ceiling"),
        (80, 0xff, "a ceiling past the end of time"),
        (40, 1, "what is always zero"),
        (24, 0xff, "a time that nobody counts to the end of"),
    ] {
        assert_eq!(with(at, byte), Err(RecordError::Damaged), "{what}");
    }
}
