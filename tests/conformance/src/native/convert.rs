//! From one representation to another.

use anyhow::{Result, ensure};
use mintid::uuid::Version;
use mintid::{Ulid, Uuid};
use serde_json::{Value, json};

use super::text::{ulid, uuid, variant_name};
use crate::input::{Input, LARGEST, hex};

pub fn ulid_to_uuid(body: Input<'_>) -> Result<Value> {
    let from = ulid(body.text("ulid")?)?;
    let id = Uuid::from(from);
    Ok(json!({
        "uuid": id.to_string(),
        "uuid_variant": variant_name(id),
        "round_trip": Ulid::from(id) == from,
        "is_valid_v7": id.version() == Some(Version::V7),
    }))
}

pub fn uuid_to_ulid(body: Input<'_>) -> Result<Value> {
    let from = uuid(body.text("uuid")?)?;
    let id = Ulid::from(from);
    Ok(json!({ "ulid": id.to_string(), "round_trip": Uuid::from(id) == from }))
}

pub fn ulid_to_v7(body: Input<'_>) -> Result<Value> {
    let from = ulid(body.text("ulid")?)?;
    let id = from.to_uuid_v7_lossy();
    let back = Ulid::from(id);
    Ok(json!({ "uuid": id.to_string(), "reversible": back == from, "ulid_back": back.to_string() }))
}

pub fn ulid_to_v7_collision(body: Input<'_>) -> Result<Value> {
    let ids = body.texts("ulids")?.into_iter().map(|text| Ok(ulid(text)?.to_uuid_v7_lossy()));
    let ids: Vec<_> = ids.collect::<Result<_>>()?;
    ensure!(!ids.is_empty(), "`ulids` is empty");
    Ok(json!({ "same_uuid": ids.iter().all(|id| *id == ids[0]), "uuid": ids[0].to_string() }))
}

pub fn guid_bytes(body: Input<'_>) -> Result<Value> {
    let id = uuid(body.text("uuid")?)?;
    let guid = id.to_guid_bytes();
    Ok(json!({
        "big_endian_hex": hex(id.as_bytes()),
        "ms_mixed_endian_hex": hex(&guid),
        "round_trip": Uuid::from_guid_bytes(guid) == id,
    }))
}

/// Two of the three byte orders that MongoDB's old subtype stored are the core's; the Java driver's is its own.
pub fn mongo_legacy(body: Input<'_>) -> Result<Value> {
    let id = uuid(body.text("uuid")?)?;
    let in_order = hex(id.as_bytes());
    Ok(json!({ "csharp_legacy": hex(&id.to_guid_bytes()), "python_legacy": in_order, "standard_subtype4": in_order }))
}

/// The bytes as they are; MySQL's swapped order is for v1 alone, and not the core's.
pub fn mysql_uuid_to_bin(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "hex_plain": hex(uuid(body.text("uuid")?)?.as_bytes()) }))
}

pub fn base32_decode(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "right_16_bytes": hex(ulid(body.text("ulid")?)?.as_bytes()) }))
}

pub fn base32_encode(body: Input<'_>) -> Result<Value> {
    let bytes = body.bytes("hex")?;
    Ok(json!({ "right": Ulid::try_from(bytes.as_slice())?.to_string() }))
}

/// Bytes as either id; the vector asks for `text` of the kind that its operation names.
pub fn from_bytes(body: Input<'_>) -> Result<Value> {
    let bytes = body.bytes("hex")?;
    let (Ok(ulid), Ok(uuid)) = (Ulid::try_from(bytes.as_slice()), Uuid::try_from(bytes.as_slice())) else {
        return Ok(json!({ "error": "length" }));
    };
    let text = if body.text("op")?.starts_with("uuid") { uuid.to_string() } else { ulid.to_string() };
    Ok(json!({ "text": text, "ulid": ulid.to_string(), "uuid": uuid.to_string() }))
}

/// Which lengths either id refuses; `error_all` where it is all of them.
pub fn wrong_lengths(body: Input<'_>) -> Result<Value> {
    let lengths = body.integers("lengths")?;
    let largest = lengths.iter().max().is_none_or(|length| usize::try_from(*length).unwrap_or_default() <= LARGEST);
    ensure!(largest, "`lengths` should be at most {LARGEST}");
    let bytes = |length: i64| vec![0; usize::try_from(length).unwrap_or_default()];
    let taken = |bytes: Vec<u8>| Ulid::try_from(bytes.as_slice()).is_ok() || Uuid::try_from(bytes.as_slice()).is_ok();
    let accepted: Vec<_> = lengths.into_iter().filter(|length| taken(bytes(*length))).collect();
    Ok(if accepted.is_empty() { json!({ "error_all": "length" }) } else { json!({ "accepted": accepted }) })
}

pub fn u128_be(body: Input<'_>) -> Result<Value> {
    let number = uuid(body.text("uuid")?)?.to_u128();
    Ok(json!({ "bytes_hex": hex(&Uuid::from_u128(number).to_bytes()) }))
}

pub fn uuid_to_decimal(body: Input<'_>) -> Result<Value> {
    Ok(json!({ "decimal": uuid(body.text("uuid")?)?.to_u128().to_string() }))
}

pub fn v1_to_v6(body: Input<'_>) -> Result<Value> {
    Ok(reordered(uuid(body.text("uuid")?)?.v1_to_v6(), "not_v1"))
}

pub fn v6_to_v1(body: Input<'_>) -> Result<Value> {
    Ok(reordered(uuid(body.text("uuid")?)?.v6_to_v1(), "not_v6"))
}

fn reordered(id: Option<Uuid>, error: &str) -> Value {
    id.map_or_else(|| json!({ "error": error }), |id| json!({ "uuid": id.to_string() }))
}
