//! Ids that the tests of every foreign crate carry over and back.

use mintid::{Snowflake, Ulid, Uuid};

/// Every byte position, sign bit, version and variant that a conversion could lose.
#[must_use]
pub fn uuids() -> Vec<Uuid> {
    let mut ids = vec![
        Uuid::NIL,
        Uuid::MAX,
        Uuid::from_bytes(*b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"),
        // RFC 9562, appendix A.6.
        Uuid::from_u128(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f),
    ];
    ids.extend((0..128).map(|bit| Uuid::from_u128(1 << bit)));
    ids
}

/// The same bits as ULIDs.
#[must_use]
pub fn ulids() -> Vec<Ulid> {
    uuids().into_iter().map(Ulid::from).collect()
}

/// Every bit by itself, both ends, and one that a 53-bit number does not hold.
#[must_use]
pub fn snowflakes() -> Vec<Snowflake> {
    let mut ids = vec![Snowflake::MIN, Snowflake::MAX, Snowflake::from_u64(1_541_815_603_606_036_480)];
    ids.extend((0..64).map(|bit| Snowflake::from_u64(1 << bit)));
    ids
}
