//! The id values: text, parts, conversions.

use core::borrow::Borrow;

use mintid::inspect::{Plausible, inspect, inspect_ascii, inspect_number, nearest_ascii};
use mintid::{ParseError, Snowflake, Ulid, Uuid};

use crate::world::{bytes, double, keep, quad, with_text, word};

fn uuid() -> Uuid {
    Uuid::from_u128(quad())
}

fn ulid() -> Ulid {
    Ulid::from_u128(quad())
}

fn keep_parsed<T>(parsed: Result<T, ParseError>) {
    match parsed {
        Ok(id) => keep(id),
        Err(error) => keep((error.kind(), error.at())),
    }
}

pub fn read_and_write() {
    with_text(|text| {
        keep_parsed(Uuid::parse_ascii(text));
        keep_parsed(Uuid::parse_lenient_ascii(text));
        keep_parsed(Ulid::parse_ascii(text));
        keep_parsed(Ulid::parse_lenient_ascii(text));
        keep_parsed(Snowflake::parse_ascii(text));
        keep_parsed(Snowflake::parse_base32_ascii(text));
        keep_parsed(Snowflake::parse_hex_ascii(text));
        if let Ok(text) = core::str::from_utf8(text) {
            keep_parsed(Uuid::parse(text));
            keep_parsed(Uuid::parse_lenient(text));
            keep_parsed(Ulid::parse(text));
            keep_parsed(Ulid::parse_lenient(text));
            keep_parsed(text.parse::<Uuid>());
            keep_parsed(text.parse::<Ulid>());
            keep_parsed(text.parse::<Snowflake>());
            keep_parsed(Uuid::try_from(text));
            keep_parsed(Ulid::try_from(text));
        }
        keep((Uuid::try_from(text), Ulid::try_from(text)));
    });
    let mut text = [0; Uuid::TEXT_LEN];
    keep(uuid().encode_str(&mut text));
    uuid().encode(&mut text);
    keep(text);
    let (mut simple, mut braced, mut urn) = ([0; 32], [0; 38], [0; 45]);
    uuid().encode_simple(&mut simple);
    uuid().encode_braced(&mut braced);
    uuid().encode_urn(&mut urn);
    keep((simple, braced, urn));
    let mut text = [0; Ulid::TEXT_LEN];
    keep(ulid().encode_str(&mut text));
    ulid().encode(&mut text);
    keep(text);
    let id = Snowflake::from_u64(double());
    let (mut decimal, mut base32, mut hex) = ([0; 20], [0; 13], [0; 16]);
    keep((id.encode_str(&mut decimal), id.encode_base32_str(&mut base32), id.encode_hex_str(&mut hex)));
}

pub fn convert() {
    keep((Uuid::from_bytes(bytes()), Uuid::from_guid_bytes(bytes()), Uuid::from(bytes::<16>()), Uuid::from(quad())));
    keep((uuid().to_bytes(), uuid().to_guid_bytes(), uuid().to_u128(), u128::from(uuid()), <[u8; 16]>::from(uuid())));
    keep((Ulid::from_bytes(bytes()), Ulid::from(bytes::<16>()), Ulid::from(quad())));
    keep((ulid().to_bytes(), ulid().to_u128(), u128::from(ulid()), <[u8; 16]>::from(ulid())));
    keep((Uuid::from(ulid()), Ulid::from(uuid()), ulid().to_uuid_v7_lossy()));
    let (uuid, ulid) = (uuid(), ulid());
    keep::<(&[u8], &[u8; 16], &[u8; 16], &[u8; 16])>((uuid.as_ref(), uuid.as_ref(), uuid.borrow(), uuid.as_bytes()));
    keep::<(&[u8], &[u8; 16], &[u8; 16], &[u8; 16])>((ulid.as_ref(), ulid.as_ref(), ulid.borrow(), ulid.as_bytes()));
    keep((uuid.cmp(&self::uuid()), ulid.cmp(&self::ulid()), uuid == self::uuid(), ulid == self::ulid()));
}

pub fn look_inside() {
    let id = uuid();
    keep((id.variant(), id.version().map(|version| version.number()), id.is_nil(), id.is_max()));
    keep((id.unix_ms(), id.gregorian_ticks(), id.clock_seq(), id.node(), id.v1_to_v6(), id.v6_to_v1()));
    keep((id.v7_rand_a(), id.v7_rand_b(), id.is_plausible(double() as i64, double() as i64)));
    keep(Uuid::v4_from_bytes(bytes()));
    keep(Uuid::from_v7_parts(double(), word() as u16, double()).map_err(|error| (error.name(), error.bits())));
    keep((Uuid::v7_min(double()), Uuid::v7_max(double())));
    let id = ulid();
    keep((id.unix_ms(), id.random(), id.increment(), id.is_plausible(double(), double())));
    keep((Ulid::from_parts(double(), quad()), Ulid::min_at(double()), Ulid::max_at(double())));
    with_text(|text| {
        let plausible = Plausible { from_ms: double() as i64, to_ms: double() as i64 };
        match core::str::from_utf8(text).map(|text| inspect(text, plausible)) {
            Ok(Ok(readings)) => readings.for_each(|reading| keep((reading.spelling, reading.kind, reading.unix_ms))),
            other => keep(other.map(drop)),
        }
        keep((inspect_ascii(text, plausible).map(drop), nearest_ascii(text)));
        inspect_number(double(), plausible).for_each(|reading| keep((reading.kind, reading.unix_ms)));
    });
}
