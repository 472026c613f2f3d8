//! Ids as text.

use core::ffi::c_char;
use core::ptr::null_mut;
use std::string::String;

use mintid::{Ulid, Uuid};

use crate::status::Status;
use crate::text::*;

/// What a text is read as, or the status and the place of the fault.
type Read = Result<[u8; 16], (Status, u64)>;

#[test]
fn text_is_written_and_read_and_the_place_of_a_fault_is_told() {
    let read = |parse: extern "C" fn(*const c_char, usize, *mut u8, *mut u64) -> Status, text: &str| -> Read {
        let (mut id, mut detail) = ([0; 16], 0);
        match parse(text.as_ptr().cast(), text.len(), id.as_mut_ptr(), &raw mut detail) {
            Status::Ok => Ok(id),
            status => Err((status, detail)),
        }
    };
    let uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    let ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    let (id, other) = (Uuid::parse(uuid).unwrap().to_bytes(), Ulid::parse(ulid).unwrap().to_bytes());
    let long = String::from_iter(['0'; 500]);
    let cases: [(Read, Read); 11] = [
        (read(mintid_uuid_parse, uuid), Ok(id)),
        (read(mintid_uuid_parse, &uuid.to_uppercase()), Ok(id)),
        (read(mintid_uuid_parse, &uuid.replace('-', "")), Err((Status::Length, 32))),
        (read(mintid_uuid_parse, &uuid.replace('c', "x")), Err((Status::Character, 15))),
        (read(mintid_uuid_parse, &long), Err((Status::Length, 36))),
        (read(mintid_uuid_parse_lenient, &std::format!("urn:uuid:{uuid}")), Ok(id)),
        (read(mintid_ulid_parse, ulid), Ok(other)),
        (read(mintid_ulid_parse, ""), Err((Status::Length, 0))),
        (read(mintid_ulid_parse, "81ARZ3NDEKTSV4RRFFQ69G5FAV"), Err((Status::Overflow, 0))),
        (read(mintid_ulid_parse, "O1ARZ3NDEKTSV4RRFFQ69G5FAV"), Err((Status::Character, 0))),
        (read(mintid_ulid_parse_lenient, "OLARZ3NDEKTSV4RRFFQ69G5FAV"), Ok(other)),
    ];
    for (at, (got, expected)) in cases.into_iter().enumerate() {
        assert_eq!(got, expected, "case {at}");
    }

    let mut room = [b'?'; 38];
    assert_eq!(mintid_uuid_format(id.as_ptr(), room.as_mut_ptr().cast()), Status::Ok);
    assert_eq!(room, *std::format!("{uuid}\0?").as_bytes());
    let mut room = [b'?'; 28];
    assert_eq!(mintid_ulid_format(other.as_ptr(), room.as_mut_ptr().cast()), Status::Ok);
    assert_eq!(room, *std::format!("{ulid}\0?").as_bytes());

    // What goes in may lie where it comes out.
    let mut room = [0u8; 37];
    room[..16].copy_from_slice(&id);
    let place = room.as_mut_ptr();
    assert_eq!(mintid_uuid_format(place, place.cast()), Status::Ok);
    assert_eq!(&room[..36], uuid.as_bytes());
    let place = room.as_mut_ptr();
    assert_eq!(mintid_uuid_parse(place.cast(), 36, place, null_mut()), Status::Ok);
    assert_eq!(room[..16], id);
}
