//! From one representation to another.

use mintid::uuid::Version;
use mintid::{Ulid, Uuid};

use crate::answer::{Answer, Trouble};
use crate::text::variant_name;
use crate::words::{self, Words};

/// As many bytes as a case may ask for, all zero.
pub static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

pub fn ulid_to_uuid(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let from = words.ulid()?;
    let id = Uuid::from(from);
    answer.uuid("uuid", id);
    answer.text("uuid_variant", variant_name(id));
    answer.flag("round_trip", Ulid::from(id) == from);
    answer.flag("is_valid_v7", id.version() == Some(Version::V7));
    Ok(())
}

pub fn uuid_to_ulid(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let from = words.uuid()?;
    let id = Ulid::from(from);
    answer.ulid("ulid", id);
    answer.flag("round_trip", Uuid::from(id) == from);
    Ok(())
}

pub fn ulid_to_v7(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let from = words.ulid()?;
    let id = from.to_uuid_v7_lossy();
    let back = Ulid::from(id);
    answer.uuid("uuid", id);
    answer.flag("reversible", back == from);
    answer.ulid("ulid_back", back);
    Ok(())
}

pub fn ulids_to_v7(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let mut list = words.list()?;
    let first = words::ulid(list.next().ok_or(Trouble::Question)?)?.to_uuid_v7_lossy();
    let mut same = true;
    for item in list {
        same &= words::ulid(item)?.to_uuid_v7_lossy() == first;
    }
    answer.flag("same_uuid", same);
    answer.uuid("uuid", first);
    Ok(())
}

pub fn guid_bytes(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = words.uuid()?;
    let guid = id.to_guid_bytes();
    answer.hex("big_endian_hex", id.as_bytes());
    answer.hex("ms_mixed_endian_hex", &guid);
    answer.flag("round_trip", Uuid::from_guid_bytes(guid) == id);
    Ok(())
}

/// Two of the three byte orders that MongoDB's old subtype stored are the core's; the Java driver's is its own.
pub fn mongo_legacy(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = words.uuid()?;
    answer.hex("csharp_legacy", &id.to_guid_bytes());
    answer.hex("python_legacy", id.as_bytes());
    answer.hex("standard_subtype4", id.as_bytes());
    Ok(())
}

/// The bytes as they are; MySQL's swapped order is for v1 alone, and not the core's.
pub fn mysql_uuid_to_bin(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.hex("hex_plain", words.uuid()?.as_bytes());
    Ok(())
}

pub fn base32_decode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.hex("right_16_bytes", words.ulid()?.as_bytes());
    Ok(())
}

pub fn base32_encode(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    answer.ulid("right", words.bytes(|bytes| Ulid::try_from(bytes))?.map_err(|_| Trouble::Question)?);
    Ok(())
}

/// Bytes as either id; `text` is that of the kind that the first word names.
pub fn from_bytes(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let kind = words.word()?;
    let (Ok(ulid), Ok(uuid)) = words.bytes(|bytes| (Ulid::try_from(bytes), Uuid::try_from(bytes)))? else {
        answer.text("error", b"length");
        return Ok(());
    };
    answer.ulid("ulid", ulid);
    answer.uuid("uuid", uuid);
    if kind == b"uuid" {
        answer.uuid("text", uuid)
    } else {
        answer.ulid("text", ulid)
    }
    Ok(())
}

/// Which lengths either id refuses; `error_all` where it is all of them.
pub fn wrong_lengths(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let mut any = false;
    for item in words.list()? {
        let length = words::number(item).and_then(|length| usize::try_from(length).ok()).ok_or(Trouble::Question)?;
        let bytes = ZEROS.get(..length).ok_or(Trouble::Question)?;
        if Ulid::try_from(bytes).is_ok() || Uuid::try_from(bytes).is_ok() {
            any = true;
            answer.number("accepted[]", length as u64);
        }
    }
    if !any {
        answer.text("error_all", b"length");
    }
    Ok(())
}

pub fn u128_be(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let number = words.uuid()?.to_u128();
    answer.hex("bytes_hex", &Uuid::from_u128(number).to_bytes());
    Ok(())
}

pub fn v1_to_v6(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    reordered(words.uuid()?.v1_to_v6(), b"not_v1", answer);
    Ok(())
}

pub fn v6_to_v1(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    reordered(words.uuid()?.v6_to_v1(), b"not_v6", answer);
    Ok(())
}

fn reordered(id: Option<Uuid>, error: &[u8], answer: &mut Answer<'_>) {
    match id {
        Some(id) => answer.uuid("uuid", id),
        None => answer.text("error", error),
    }
}
