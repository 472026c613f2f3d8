//! Reading and writing text, and what a UUID says about itself.

use core::convert::Infallible;

use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, FromFn};
use mintid::uuid::Variant;
use mintid::{ParseError, Ulid, UlidGenerator, Uuid, V7Generator};

use crate::answer::{Answer, Trouble, reason};
use crate::words::{Words, number};

pub fn ulid_parse(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let [strict, crockford] = words.bytes(|text| [Ulid::parse_ascii(text), Ulid::parse_lenient_ascii(text)])?;
    ulid_verdict("strict", strict, answer);
    ulid_verdict("crockford", crockford, answer);
    Ok(())
}

pub fn uuid_parse(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let [strict, extended] = words.bytes(|text| [Uuid::parse_ascii(text), Uuid::parse_lenient_ascii(text)])?;
    uuid_verdict("strict", strict, answer);
    uuid_verdict("extended", extended, answer);
    Ok(())
}

/// Every field that the UUID's version gives a meaning to.
pub fn uuid_fields(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let id = words.uuid()?;
    described(id, answer);
    if let Some(ms) = id.unix_ms() {
        answer.signed("unix_ms", ms);
    }
    // A number that the vectors write as text, in decimal digits: the host's to write.
    if let Some(ticks) = id.gregorian_ticks() {
        answer.number("gregorian_100ns", ticks);
    }
    if let Some(sequence) = id.clock_seq() {
        answer.number("clock_seq", sequence);
    }
    if let Some(node) = id.node() {
        answer.hex("node_hex", &node);
    }
    v7_random(id, answer);
    Ok(())
}

/// What lies beside the time of a v7.
pub fn v7_random(id: Uuid, answer: &mut Answer<'_>) {
    if let (Some(rand_a), Some(rand_b)) = (id.v7_rand_a(), id.v7_rand_b()) {
        answer.digits("rand_a_hex", rand_a.into(), 3);
        answer.digits("rand_b_hex", rand_b.into(), 16);
    }
}

/// A v7 that was minted, and what its text says the version is.
pub fn v7_serialize(_: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let mut ids = V7Generator::new(ManualClock::at_ms(1_700_000_000_000), Bytes::new(&[0xff; 10]));
    let id = ids.generate().map_err(|_| Trouble::Question)?;
    let mut text = [0; Uuid::TEXT_LEN];
    id.encode(&mut text);
    answer.text("uuid", &text);
    answer.text("version_nibble", text.get(14..15).unwrap_or_default());
    Ok(())
}

/// The last symbol of the ULID whose randomness ends in each of these bytes.
pub fn byte_to_symbol(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    for item in words.list()? {
        let byte = number(item).and_then(|byte| u8::try_from(byte).ok()).ok_or(Trouble::Question)?;
        let source = FromFn::new(move |bytes: &mut [u8]| {
            bytes.fill(byte);
            Ok::<(), Infallible>(())
        });
        let id = UlidGenerator::new(ManualClock::at_ms(0), source).generate().map_err(|_| Trouble::Question)?;
        let mut text = [0; Ulid::TEXT_LEN];
        id.encode(&mut text);
        answer.text("symbols[]", text.get(25..).unwrap_or_default());
    }
    Ok(())
}

/// The vectors' word for a variant.
pub fn variant_name(id: Uuid) -> &'static [u8] {
    match id.variant() {
        Variant::Ncs => b"ncs",
        Variant::Rfc => b"rfc",
        Variant::Microsoft => b"microsoft",
        _ => b"future",
    }
}

/// What every UUID has.
fn described(id: Uuid, answer: &mut Answer<'_>) {
    answer.text("variant", variant_name(id));
    if let Some(version) = id.version() {
        answer.number("version", version.number());
    }
    if id.is_nil() {
        answer.text("special", b"nil");
    } else if id.is_max() {
        answer.text("special", b"max");
    }
}

fn ulid_verdict(name: &'static str, parsed: Result<Ulid, ParseError>, answer: &mut Answer<'_>) {
    answer.within(name);
    match parsed {
        Ok(id) => {
            answer.flag("ok", true);
            answer.ulid("canonical", id);
            answer.hex("bytes", id.as_bytes());
            answer.number("timestamp_ms", id.unix_ms());
        }
        Err(error) => refused(error, answer),
    }
    answer.within("");
}

fn uuid_verdict(name: &'static str, parsed: Result<Uuid, ParseError>, answer: &mut Answer<'_>) {
    answer.within(name);
    match parsed {
        Ok(id) => {
            answer.flag("ok", true);
            answer.uuid("canonical", id);
            answer.hex("bytes", id.as_bytes());
            described(id, answer);
        }
        Err(error) => refused(error, answer),
    }
    answer.within("");
}

fn refused(error: ParseError, answer: &mut Answer<'_>) {
    answer.flag("ok", false);
    answer.text("reason", reason(error).as_bytes());
    answer.number("at", error.at() as u64);
}
