//! UUID text: 36 bytes, hyphenated, lower case.

use uuid_simd::{AsciiCase, Out};

use super::{Operation, corpus};
use crate::race::Role;

type Text = [u8; 36];

/// Encoders.
pub fn encode() -> Operation {
    let mut operation = Operation::new("UUID encode", 0.5);
    operation.encoder("mintid", Role::Ours, ours, mintid::Uuid::encode);
    operation.encoder("mintid, as &str", Role::Extra, ours, |id, text: &mut Text| {
        std::hint::black_box(id.encode_str(text));
    });
    operation.encoder("uuid", Role::Peer, uuid::Uuid::from_u128, |id, text: &mut Text| {
        id.hyphenated().encode_lower(text);
    });
    operation.encoder("uuid-simd", Role::Extra, u128::to_be_bytes, |bytes, text: &mut Text| {
        let _ = uuid_simd::format_hyphenated(bytes, Out::from_mut(text), AsciiCase::Lower);
    });
    operation
}

/// Parsers.
pub fn parse() -> Operation {
    let texts = corpus::texts(|value| uuid::Uuid::from_u128(value).to_string());
    let mut operation = Operation::new("UUID parse", 0.5);
    operation.parser("mintid", Role::Ours, texts, mintid::Uuid::parse);
    operation.parser("mintid, lenient", Role::Extra, texts, mintid::Uuid::parse_lenient);
    operation.parser("uuid", Role::Peer, texts, uuid::Uuid::try_parse);
    operation.parser("uuid-simd", Role::Extra, texts, |text| {
        let mut bytes = [0; 16];
        uuid_simd::parse_hyphenated(text.as_bytes(), Out::from_mut(&mut bytes)).map(|bytes| *bytes)
    });
    operation
}

fn ours(value: u128) -> mintid::Uuid {
    mintid::Uuid::from_bytes(value.to_be_bytes())
}
