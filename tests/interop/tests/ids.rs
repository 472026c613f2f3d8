//! `uuid` 1 and `ulid` 3: conversions that lose nothing.

use mintid::{Ulid, Uuid};
use mintid_interop::{ulids, uuids};

#[test]
fn every_uuid_keeps_its_bytes_in_the_other_crates_type_and_comes_back() {
    for id in uuids() {
        let theirs = uuid::Uuid::from(id);
        assert_eq!(theirs.as_bytes(), id.as_bytes());
        assert_eq!(theirs.to_string(), id.to_string());
        assert_eq!(Uuid::from(theirs), id);
    }
}

#[test]
fn every_ulid_keeps_its_bits_in_the_other_crates_type_and_comes_back() {
    for id in ulids() {
        let theirs = ulid::Ulid::from(id);
        assert_eq!((theirs.0, theirs.timestamp_ms(), theirs.random()), (id.to_u128(), id.unix_ms(), id.random()));
        assert_eq!(theirs.to_string(), id.to_string());
        assert_eq!(Ulid::from(theirs), id);
    }
}

#[test]
fn order_is_the_same_in_both_types() {
    let mut ours = uuids();
    let mut theirs: Vec<_> = ours.iter().map(|id| uuid::Uuid::from(*id)).collect();
    ours.sort();
    theirs.sort();
    assert!(ours.iter().copied().map(uuid::Uuid::from).eq(theirs));
}
