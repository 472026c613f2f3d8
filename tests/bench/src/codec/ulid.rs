//! ULID text: 26 bytes, upper case.

use std::io::Write;

use ferroid::base32::Base32UlidExt;

use super::{Operation, corpus};
use crate::race::Role;

type Text = [u8; 26];

/// Encoders.
pub fn encode() -> Operation {
    let mut operation = Operation::new("ULID encode", 0.6);
    operation.encoder("mintid", Role::Ours, ours, mintid::Ulid::encode);
    operation.encoder("mintid, as &str", Role::Extra, ours, |id, text: &mut Text| {
        std::hint::black_box(id.encode_str(text));
    });
    operation.encoder("ulid", Role::Peer, ulid::Ulid, |id, text: &mut Text| {
        id.array_to_str(text);
    });
    operation.encoder("ferroid", Role::Peer, ferroid::id::ULID::from_raw, |id, text: &mut Text| {
        id.encode_to_buf(text);
    });
    // Its only way into a buffer is `Display`.
    operation.encoder("mr-ulid (Display)", Role::Peer, mr_ulid::ZeroableUlid::from_u128, |id, text: &mut Text| {
        let _ = write!(&mut text[..], "{id}");
    });
    operation
}

/// Parsers.
pub fn parse() -> Operation {
    let texts = corpus::texts(|value| ulid::Ulid(value).to_string());
    let mut operation = Operation::new("ULID parse", 0.75);
    operation.parser("mintid", Role::Ours, texts, mintid::Ulid::parse);
    operation.parser("mintid, lenient", Role::Extra, texts, mintid::Ulid::parse_lenient);
    operation.parser("ulid", Role::Peer, texts, ulid::Ulid::from_string);
    operation.parser("ferroid", Role::Peer, texts, |text| ferroid::id::ULID::decode(text).map(|id| id.to_raw()));
    operation.parser("mr-ulid", Role::Peer, texts, |text| {
        text.parse::<mr_ulid::ZeroableUlid>().map(mr_ulid::ZeroableUlid::to_u128)
    });
    operation
}

fn ours(value: u128) -> mintid::Ulid {
    mintid::Ulid::from_bytes(value.to_be_bytes())
}
