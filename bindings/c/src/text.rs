//! Ids as text, and text as ids.

use core::ffi::c_char;

use mintid::{ParseError, Ulid, Uuid};

use crate::border::{Bytes, Place, given, with_text};
use crate::status::{Status, told, told_in_detail};

/// The size of a UUID's text, with the zero at its end.
pub const UUID_TEXT_SIZE: usize = 37;

/// The size of a ULID's text, with the zero at its end.
pub const ULID_TEXT_SIZE: usize = 27;

/// Writes a UUID as text, in lower case with hyphens: 36 characters and a zero.
/// cbindgen:ptrs-as-arrays=[[id;16], [out;37]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_uuid_format(id: *const u8, out: *mut c_char) -> Status {
    let encode = |id, text: &mut [u8; Uuid::TEXT_LEN]| Uuid::from_bytes(id).encode(text);
    format::<{ Uuid::TEXT_LEN }, UUID_TEXT_SIZE>(id, out, encode)
}

/// Writes a ULID as text, in upper case: 26 characters and a zero.
/// cbindgen:ptrs-as-arrays=[[id;16], [out;27]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_ulid_format(id: *const u8, out: *mut c_char) -> Status {
    let encode = |id, text: &mut [u8; Ulid::TEXT_LEN]| Ulid::from_bytes(id).encode(text);
    format::<{ Ulid::TEXT_LEN }, ULID_TEXT_SIZE>(id, out, encode)
}

/// Reads a UUID of any version: 36 characters with hyphens, in either case.
///
/// text: its length characters; a zero at the end is not one of them. detail: where the fault is, see mintid_status; may be
/// null.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_uuid_parse(text: *const c_char, length: usize, out: *mut u8, detail: *mut u64) -> Status {
    parse(text, length, out, detail, |text| Uuid::parse_ascii(text).map(Uuid::to_bytes))
}

/// Reads a UUID as mintid_uuid_parse does, and without hyphens, in braces, and with urn:uuid: before it too.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_uuid_parse_lenient(
    text: *const c_char,
    length: usize,
    out: *mut u8,
    detail: *mut u64,
) -> Status {
    parse(text, length, out, detail, |text| Uuid::parse_lenient_ascii(text).map(Uuid::to_bytes))
}

/// Reads a ULID: 26 characters, in either case. The arguments are those of mintid_uuid_parse.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_ulid_parse(text: *const c_char, length: usize, out: *mut u8, detail: *mut u64) -> Status {
    parse(text, length, out, detail, |text| Ulid::parse_ascii(text).map(Ulid::to_bytes))
}

/// Reads a ULID as mintid_ulid_parse does, and takes I and L for 1 and O for 0.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_ulid_parse_lenient(
    text: *const c_char,
    length: usize,
    out: *mut u8,
    detail: *mut u64,
) -> Status {
    parse(text, length, out, detail, |text| Ulid::parse_lenient_ascii(text).map(Ulid::to_bytes))
}

fn format<const LENGTH: usize, const SIZE: usize>(
    id: *const u8,
    out: *mut c_char,
    encode: impl FnOnce(Bytes, &mut [u8; LENGTH]),
) -> Status {
    told(given(id.cast::<Bytes>()).and_then(|id| {
        let place = Place::at(out.cast::<[u8; SIZE]>())?;
        let mut text = [0; SIZE];
        if let Some(room) = text.first_chunk_mut() {
            encode(id, room);
        }
        place.put(text);
        Ok(())
    }))
}

fn parse(
    text: *const c_char,
    length: usize,
    out: *mut u8,
    detail: *mut u64,
    read: impl FnOnce(&[u8]) -> Result<Bytes, ParseError>,
) -> Status {
    told_in_detail(detail, || {
        let place = Place::at(out.cast::<Bytes>())?;
        place.put(with_text(text, length, read)??);
        Ok(())
    })
}
