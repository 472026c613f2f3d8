//! Reading and writing text, and what a UUID says about itself.

use anyhow::{Context, Result};
use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, FromFn};
use mintid::uuid::Variant;
use mintid::{ParseError, ParseErrorKind, Ulid, UlidGenerator, Uuid, V7Generator};
use serde_json::{Value, json};

use crate::input::{Input, hex, integer};

pub fn ulid_parse(body: Input<'_>) -> Result<Value> {
    let text = body.text("text")?;
    Ok(json!({
        "strict": ulid_verdict(Ulid::parse(text)),
        "crockford": ulid_verdict(Ulid::parse_lenient(text)),
    }))
}

pub fn ulid_parse_bytes(body: Input<'_>) -> Result<Value> {
    let text = body.bytes("hex")?;
    Ok(json!({
        "strict": ulid_verdict(Ulid::parse_ascii(&text)),
        "crockford": ulid_verdict(Ulid::parse_lenient_ascii(&text)),
    }))
}

pub fn uuid_parse(body: Input<'_>) -> Result<Value> {
    let text = body.text("text")?;
    Ok(json!({ "strict": uuid_verdict(Uuid::parse(text)), "extended": uuid_verdict(Uuid::parse_lenient(text)) }))
}

pub fn uuid_parse_bytes(body: Input<'_>) -> Result<Value> {
    let text = body.bytes("hex")?;
    Ok(json!({
        "strict": uuid_verdict(Uuid::parse_ascii(&text)),
        "extended": uuid_verdict(Uuid::parse_lenient_ascii(&text)),
    }))
}

/// Every field that the UUID's version gives a meaning to.
pub fn uuid_fields(body: Input<'_>) -> Result<Value> {
    let id = uuid(body.text("uuid")?)?;
    Ok(json!({
        "version": id.version().map(|version| version.number()),
        "variant": variant_name(id),
        "special": special_name(id),
        "unix_ms": id.unix_ms(),
        "gregorian_100ns": id.gregorian_ticks().map(|ticks| ticks.to_string()),
        "clock_seq": id.clock_seq(),
        "node_hex": id.node().map(|node| hex(&node)),
        "rand_a_hex": id.v7_rand_a().map(|value| format!("{value:03x}")),
        "rand_b_hex": id.v7_rand_b().map(|value| format!("{value:016x}")),
    }))
}

/// A v7 that was minted, and what its text says the version is.
pub fn v7_serialize(_: Input<'_>) -> Result<Value> {
    let mut ids = V7Generator::new(ManualClock::at_ms(1_700_000_000_000), Bytes::new(&[0xff; 10]));
    let text = ids.generate()?.to_string();
    Ok(json!({ "version_nibble": text.get(14..15), "uuid": text }))
}

/// The last symbol of the ULID whose randomness ends in each of these bytes.
pub fn byte_to_symbol(body: Input<'_>) -> Result<Value> {
    let symbols = body.list("bytes")?.iter().map(|byte| {
        let byte = u8::try_from(integer(byte)?).context("`bytes` should be bytes")?;
        let source = FromFn::new(move |bytes: &mut [u8]| {
            bytes.fill(byte);
            Ok::<(), std::convert::Infallible>(())
        });
        let text = UlidGenerator::new(ManualClock::at_ms(0), source).generate()?.to_string();
        Ok(text.get(25..).map(String::from))
    });
    Ok(json!({ "symbols": symbols.collect::<Result<Vec<_>>>()? }))
}

/// A UUID that a vector gives as text, by whatever spelling.
pub fn uuid(text: &str) -> Result<Uuid> {
    Uuid::parse_lenient(text).with_context(|| format!("`{text}` should be a UUID"))
}

/// A ULID that a vector gives as text.
pub fn ulid(text: &str) -> Result<Ulid> {
    Ulid::parse(text).with_context(|| format!("`{text}` should be a ULID"))
}

pub fn variant_name(id: Uuid) -> &'static str {
    match id.variant() {
        Variant::Ncs => "ncs",
        Variant::Rfc => "rfc",
        Variant::Microsoft => "microsoft",
        _ => "future",
    }
}

fn special_name(id: Uuid) -> Option<&'static str> {
    if id.is_nil() {
        Some("nil")
    } else if id.is_max() {
        Some("max")
    } else {
        None
    }
}

fn ulid_verdict(parsed: Result<Ulid, ParseError>) -> Value {
    match parsed {
        Ok(id) => json!({
            "ok": true,
            "canonical": id.to_string(),
            "bytes": hex(id.as_bytes()),
            "timestamp_ms": id.unix_ms(),
        }),
        Err(error) => refused(error),
    }
}

fn uuid_verdict(parsed: Result<Uuid, ParseError>) -> Value {
    match parsed {
        Ok(id) => json!({
            "ok": true,
            "canonical": id.to_string(),
            "bytes": hex(id.as_bytes()),
            "variant": variant_name(id),
            "version": id.version().map(|version| version.number()),
            "special": special_name(id),
        }),
        Err(error) => refused(error),
    }
}

fn refused(error: ParseError) -> Value {
    json!({ "ok": false, "reason": reason(&error), "at": error.at() })
}

/// The vectors' word for what is wrong with text.
pub fn reason(error: &ParseError) -> &'static str {
    match error.kind() {
        ParseErrorKind::Length => "length",
        ParseErrorKind::Character => "char",
        ParseErrorKind::Overflow => "overflow",
        _ => "unknown",
    }
}
